#!lua
-- documents.lua: write documents on a topic, all or none.
-- KEYS[1] learners ZSET learner → kept until, µs   KEYS[2] topics ZSET topic → kept until, µs   KEYS[3] docs HASH name → document
-- ARGV[1] learner   ARGV[2] topic   ARGV[3] kept until, µs or +inf   ARGV[4] how long, ms (0: for ever)
-- ARGV[5..] name, document
-- returns 0
redis.call('ZADD', KEYS[1], 'GT', ARGV[3], ARGV[1])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
for i = 5, #ARGV, 2 do redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1]) end
for k = 2, 3 do
  if ARGV[4] == '0' then redis.call('PERSIST', KEYS[k]) else redis.call('PEXPIRE', KEYS[k], ARGV[4]) end
end
return 0

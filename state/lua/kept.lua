#!lua flags=allow-oom
-- kept.lua: say whether something is kept of a learner, and forget who is not known any more.
-- KEYS[1] learners ZSET   KEYS[2] theirs, KEYS[3] topics, KEYS[4] names: ZSETs, name → kept until, µs
-- ARGV[1] learner   ARGV[2] now, µs
-- returns {thread ids}, {topics}, {names}
local found, all = {}, 0
for k = 2, 4 do
  redis.call('ZREMRANGEBYSCORE', KEYS[k], '-inf', ARGV[2])
  found[k - 1] = redis.call('ZRANGE', KEYS[k], 0, -1)
  all = all + #found[k - 1]
end
if all == 0 then redis.call('ZREM', KEYS[1], ARGV[1]) end
return found

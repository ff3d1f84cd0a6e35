#!lua
-- commit.lua: make a change if the thread has not moved on.
-- KEYS[1..7] as in thread.lua   KEYS[8] in, KEYS[9] seen, as in record.lua   KEYS[10] log LIST lines
-- KEYS[11] refs HASH message id → ref   KEYS[12] threads ZSET thread id of the workspace → kept until, µs
-- KEYS[13] spaces ZSET workspace with threads → kept until   KEYS[14] keys HASH, as in record.lua
-- KEYS[15] revs STRING the last revision of any thread: one that begins anew repeats none
-- and with a learner: KEYS[16] theirs ZSET thread id → kept until   KEYS[17] learners ZSET learner → kept until
-- and with documents: KEYS[18] topics ZSET topic → kept until   KEYS[19] docs HASH name → document
-- ARGV[1] thread id   ARGV[2] now, µs   ARGV[3] entry in work that is the claim (empty: none)
-- ARGV[4] expected rev   ARGV[5] mark of this change   ARGV[6] due, µs (0: none)
-- ARGV[7], ARGV[8] how long threads and documents are kept, ms (0: for ever)   ARGV[9] body
-- ARGV[10] workspace   ARGV[11] learner   ARGV[12] topic
-- ARGV[13..16] how many done, send, log, documents   ARGV[17..] done: event ids; send: message id, body;
-- log: lines; documents: name, document
-- returns the new rev · 0 moved on. A change that was made before, by its mark, returns its rev again.
local id, now, ttl, a = ARGV[1], tonumber(ARGV[2]), ARGV[7], 17
local h = redis.call('HMGET', T, 'rev', 'mark')
if h[2] == ARGV[5] then return tonumber(h[1]) end
if (h[1] or '0') ~= ARGV[4] then return 0 end
local claimed = redis.call('HGET', QUEUED, id) == ARGV[3]

local rev = redis.call('INCR', KEYS[15])
redis.call('HSET', T, 'rev', rev, 'body', ARGV[9], 'due', ARGV[6], 'mark', ARGV[5], 'until', over(ttl, now))
for _ = 1, tonumber(ARGV[13]) do
  local event = redis.call('HGET', EV, ARGV[a])
  if event then
    redis.call('ZREM', KEYS[8], string.sub(event, 1, 28) .. ARGV[a])
    redis.call('HDEL', EV, ARGV[a])
    local names = redis.call('HGET', KEYS[14], 'e' .. ARGV[a])
    if names then
      redis.call('HDEL', KEYS[14], 'e' .. ARGV[a])
      for _, n in ipairs(cmsgpack.unpack(names)) do redis.call('HDEL', KEYS[14], 'k' .. n) end
    end
  end
  a = a + 1
end
for _ = 1, tonumber(ARGV[14]) do
  local sequence = string.format('%012.0f', redis.call('HINCRBY', T, 'n', 1))
  redis.call('HSET', OUT, ARGV[a], sequence .. ARGV[a + 1])
  a = a + 2
end
for _ = 1, tonumber(ARGV[15]) do
  redis.call('RPUSH', KEYS[10], ARGV[a])
  a = a + 1
end
redis.call('ZADD', KEYS[12], over(ttl, now), id)
last(KEYS[13], ARGV[10], over(ttl, now), now)
keep(ttl, T, EV, OUT, KEYS[8], KEYS[10], KEYS[11], KEYS[12], KEYS[14])
if KEYS[16] then
  redis.call('ZADD', KEYS[16], over(ttl, now), id)
  last(KEYS[17], ARGV[11], over(ttl, now), now)
  keep(ttl, KEYS[16])
end
for i = 1, tonumber(ARGV[16]) do
  redis.call('HSET', KEYS[19], ARGV[a], ARGV[a + 1])
  a = a + 2
  if i == 1 then
    redis.call('ZADD', KEYS[18], over(ARGV[8], now), ARGV[12])
    last(KEYS[17], ARGV[11], over(ARGV[8], now), now)
    keep(ARGV[8], KEYS[18], KEYS[19])
  end
end
if not claimed then place(id, now) end
return rev

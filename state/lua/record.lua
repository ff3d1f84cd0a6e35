#!lua
-- record.lua: keep an event, unless it is a repeat or void.
-- KEYS[1..7] as in thread.lua   KEYS[8] in ZSET places of events, all of score 0
-- KEYS[9] seen ZSET key of an event → when it was seen, µs   KEYS[10] heard ZSET thread id → highest order
-- ARGV[1] thread id   ARGV[2] now, µs   ARGV[3] event id   ARGV[4] order, 16 hex digits that sort like it
-- ARGV[5] order, µs   ARGV[6] quiet window, µs (0: leaves it)   ARGV[7] 1: void in an unknown thread
-- ARGV[8] how long keys are remembered, µs   ARGV[9] how long threads are kept, ms (0: for ever)
-- ARGV[10] body   ARGV[11..] further keys of the event
-- returns 0 kept · 1 repeat · 2 void. A repeat writes too, so that WAIT behind it waits for its first.
local id, now, event, ttl = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[9]
local IN, SEEN, HEARD = KEYS[8], KEYS[9], KEYS[10]
local seen = redis.call('HEXISTS', EV, event) == 1
local keys = {event, unpack(ARGV, 11)}
for _, key in ipairs(keys) do
  local when = redis.call('ZSCORE', SEEN, key)
  seen = seen or (when and tonumber(when) > now - tonumber(ARGV[8]))
end
if not seen and ARGV[7] == '1' and redis.call('EXISTS', T) == 0 then return 2 end
for _, key in ipairs(keys) do redis.call('ZADD', SEEN, int(now), key) end
redis.call('ZREMRANGEBYSCORE', SEEN, '-inf', int(now - tonumber(ARGV[8])))
redis.call('PEXPIRE', SEEN, int(tonumber(ARGV[8]) / 1000))
if not seen then
  local place = ARGV[4] .. string.format('%012.0f', redis.call('HINCRBY', T, 'n', 1))
  redis.call('ZADD', IN, 0, place .. event)
  redis.call('HSET', EV, event, place .. ARGV[10])
  redis.call('ZADD', HEARD, 'GT', ARGV[5], id)
  if ARGV[6] ~= '0' then
    redis.call('HSET', T, 'quiet', int(now + tonumber(ARGV[6])), 'since', int(now))
  end
  keep(ttl, T, EV, OUT, IN)
  if ttl ~= '0' then
    redis.call('ZREMRANGEBYSCORE', HEARD, '-inf', int(now - tonumber(ttl) * 1000))
    redis.call('PEXPIRE', HEARD, ttl)
  end
end
place(id, now)
return seen and 1 or 0

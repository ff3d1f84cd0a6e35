#!lua
-- record.lua: keep an event, unless it is a repeat or void.
-- KEYS[1..7] as in thread.lua   KEYS[8] in ZSET places of events, all of score 0
-- KEYS[9] seen ZSET key of an event → when it was seen, µs   KEYS[10] heard ZSET thread id → highest order
-- KEYS[11] keys HASH of events that are not done: 'k' .. key → event id, 'e' .. event id → its keys, packed
-- KEYS[12] gone STRING highest order that the thread had heard when its learner was forgotten
-- ARGV[1] thread id   ARGV[2] now, µs   ARGV[3] event id   ARGV[4] order, 16 hex digits that sort like it
-- ARGV[5] order, µs   ARGV[6] quiet window, µs (0: leaves it)   ARGV[7] 1: void in an unknown thread
-- ARGV[8] how long keys are remembered, µs   ARGV[9] how long threads are kept, ms (0: for ever)
-- ARGV[10] body   ARGV[11..] further keys of the event
-- returns 0 kept · 1 repeat · 2 void. A repeat writes too, so that WAIT behind it waits for its first.
local id, now, event, ttl = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[9]
local IN, SEEN, HEARD, OPEN = KEYS[8], KEYS[9], KEYS[10], KEYS[11]
local since = now - tonumber(ARGV[8])
local gone = redis.call('GET', KEYS[12])
if gone and tonumber(ARGV[5]) <= tonumber(gone) then return 1 end
local names = {event, unpack(ARGV, 11)}

-- first returns the event that this one repeats, '' if that is done; nil: it repeats none.
local function first()
  local done = nil
  for _, name in ipairs(names) do
    if redis.call('HEXISTS', EV, name) == 1 then return name end
    local open = redis.call('HGET', OPEN, 'k' .. name)
    if open then return open end
    local when = redis.call('ZSCORE', SEEN, name)
    if when and tonumber(when) > since then done = '' end
  end
  return done
end

-- name lets an event that is not done be known by all names.
local function name(of)
  local packed = redis.call('HGET', OPEN, 'e' .. of)
  local known = packed and cmsgpack.unpack(packed) or {}
  for _, n in ipairs(names) do
    if n ~= of and redis.call('HSETNX', OPEN, 'k' .. n, of) == 1 then known[#known + 1] = n end
  end
  if #known > 0 then redis.call('HSET', OPEN, 'e' .. of, cmsgpack.pack(known)) end
end

local repeats = first()
if not repeats and ARGV[7] == '1' and redis.call('EXISTS', T) == 0 then return 2 end
for _, n in ipairs(names) do redis.call('ZADD', SEEN, int(now), n) end
redis.call('ZREMRANGEBYSCORE', SEEN, '-inf', int(since))
redis.call('PEXPIRE', SEEN, int(tonumber(ARGV[8]) / 1000))
if not repeats then
  local place = ARGV[4] .. string.format('%012.0f', redis.call('HINCRBY', T, 'n', 1))
  redis.call('ZADD', IN, 0, place .. event)
  redis.call('HSET', EV, event, place .. ARGV[10])
  redis.call('ZADD', HEARD, 'GT', ARGV[5], id)
  if ARGV[6] ~= '0' then
    redis.call('HSET', T, 'quiet', int(now + tonumber(ARGV[6])), 'quietfrom', int(now))
  end
  if ttl ~= '0' then
    redis.call('ZREMRANGEBYSCORE', HEARD, '-inf', int(now - tonumber(ttl) * 1000))
    redis.call('PEXPIRE', HEARD, ttl)
  end
end
if repeats ~= '' then
  name(repeats or event)
  keep(ttl, T, EV, OUT, IN, OPEN)
end
place(id, now)
return repeats and 1 or 0

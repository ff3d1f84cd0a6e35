-- value.lua: what the scripts on a value share; put before each of them.
-- KEYS[1] v HASH v (the value), until (µs; +inf: for ever)
-- and for a learner's: KEYS[2] names ZSET name → kept until   KEYS[3] learners ZSET learner → kept until
-- ARGV[1] now, µs   ARGV[2] how long it is kept, ms (0: for ever)   ARGV[3] name   ARGV[4] learner
local now, ttl = tonumber(ARGV[1]), ARGV[2]

-- value returns what stands there; nil if nothing does or its time is over.
local function value()
  local h = redis.call('HMGET', KEYS[1], 'v', 'until')
  if not h[1] then return nil end
  if h[2] ~= '+inf' and tonumber(h[2]) <= now then return nil end
  return h[1]
end

-- set writes a value that is kept from now on.
local function set(v)
  local till = ttl == '0' and '+inf' or string.format('%.0f', now + tonumber(ttl) * 1000)
  redis.call('HSET', KEYS[1], 'v', v, 'until', till)
  if ttl == '0' then redis.call('PERSIST', KEYS[1]) else redis.call('PEXPIRE', KEYS[1], ttl) end
  if KEYS[2] then
    redis.call('ZADD', KEYS[2], till, ARGV[3])
    redis.call('ZADD', KEYS[3], 'GT', till, ARGV[4])
    local top = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2]
    if top == 'inf' then
      redis.call('PERSIST', KEYS[2])
    else
      redis.call('PEXPIRE', KEYS[2], string.format('%.0f', math.max(1, (tonumber(top) - now) / 1000)))
    end
  end
end

-- drop takes the value away.
local function drop()
  redis.call('DEL', KEYS[1])
  if KEYS[2] then redis.call('ZREM', KEYS[2], ARGV[3]) end
end

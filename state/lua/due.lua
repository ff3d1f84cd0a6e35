#!lua flags=allow-oom
-- due.lua: put into work whose time has come, and whose holder gives no sign of life.
-- KEYS[1] work STREAM   KEYS[2] queued HASH   KEYS[3] wake ZSET   KEYS[4] since ZSET, as in thread.lua
-- ARGV[1] now, µs   ARGV[2] most threads to take   ARGV[3] idle time after which a claim is taken away,
-- ms by Redis' own clock (0: none is)
-- returns how many threads it took, and how many entries of work are nobody's.
-- Not undone where memory is full: it moves what is there.
local WORK, QUEUED, WAKE, SINCE = unpack(KEYS)
local GROUP, SKEW, now, taken = 'tack', 2000000, tonumber(ARGV[1]), 0

local function queue(id)
  redis.call('ZREM', WAKE, id)
  redis.call('ZREM', SINCE, id)
  redis.call('HSET', QUEUED, id, redis.call('XADD', WORK, '*', 't', id))
  taken = taken + 1
end

for _, id in ipairs(redis.call('ZRANGEBYSCORE', WAKE, '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])) do queue(id) end
-- a rest that began in the future: the clock was put back
local ahead = string.format('(%.0f', now + SKEW)
for _, id in ipairs(redis.call('ZRANGEBYSCORE', SINCE, ahead, '+inf', 'LIMIT', 0, ARGV[2])) do queue(id) end

local all = redis.pcall('XPENDING', WORK, GROUP)
if all.err then return {taken, redis.call('XLEN', WORK)} end -- no group yet: nothing was ever claimed
if ARGV[3] ~= '0' and all[1] > 0 then
  for _, p in ipairs(redis.call('XPENDING', WORK, GROUP, 'IDLE', ARGV[3], '-', '+', ARGV[2])) do
    local entry = p[1]
    local found = redis.call('XRANGE', WORK, entry, entry)
    redis.call('XACK', WORK, GROUP, entry)
    redis.call('XDEL', WORK, entry)
    local id = found[1] and found[1][2][2]
    -- a new entry, so that the old one is a token that no longer counts
    if id and redis.call('HGET', QUEUED, id) == entry then queue(id) end
  end
end
return {taken, redis.call('XLEN', WORK) - redis.call('XPENDING', WORK, GROUP)[1]}

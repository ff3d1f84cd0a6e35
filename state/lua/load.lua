#!lua flags=allow-oom
-- load.lua: what a claimed thread has to do; the claim is given up if that is nothing for now.
-- KEYS[1..7] as in thread.lua   KEYS[8] in ZSET, as in record.lua
-- ARGV[1] thread id   ARGV[2] now, µs   ARGV[3] its entry in work   ARGV[4] most events
-- returns {} given up · {{rev, body, due, fails}, {place .. event id, …}, {event, …}, {message id, message, …}}
local id, now, entry = ARGV[1], tonumber(ARGV[2]), ARGV[3]
if redis.call('HGET', QUEUED, id) ~= entry then
  drop(entry)
  return {}
end
local when = at(now)
if not when or when > now then
  leave(id, entry)
  place(id, now)
  return {}
end
local places = redis.call('ZRANGE', KEYS[8], 0, tonumber(ARGV[4]) - 1)
local ids = {}
for i, p in ipairs(places) do ids[i] = string.sub(p, 29) end
local events = #ids > 0 and redis.call('HMGET', EV, unpack(ids)) or {}
return {redis.call('HMGET', T, 'rev', 'body', 'due', 'fails'), places, events, redis.call('HGETALL', OUT)}

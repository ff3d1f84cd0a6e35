#!lua flags=allow-oom
-- group.lua: make the consumer group of a queue, and forget consumers that are long gone.
-- KEYS[1] work STREAM   ARGV[1] idle time after which a consumer that holds nothing is gone, ms
-- returns how many consumers it forgot
local GROUP, gone = 'tack', 0
local made = redis.pcall('XGROUP', 'CREATE', KEYS[1], GROUP, '0', 'MKSTREAM')
if made.err and not string.find(made.err, 'BUSYGROUP') then return made end
for _, c in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], GROUP)) do -- name, …, pending, …, idle, …
  local is = {}
  for i = 1, #c, 2 do is[c[i]] = c[i + 1] end
  if is.pending == 0 and is.idle > tonumber(ARGV[1]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], GROUP, is.name)
    gone = gone + 1
  end
end
return gone

#!lua flags=allow-oom
-- release.lua: give a claim back; work that is left puts the thread at the end of the queue.
-- KEYS[1..7] as in thread.lua   KEYS[8..] as in delivered.lua
-- ARGV[1] thread id   ARGV[2] now, µs   ARGV[3] its entry in work   ARGV[4] rest, µs (0: none)
-- ARGV[5] 0 all went well · 1 failed · - neither: not worked on   ARGV[6] how long threads are kept, ms
-- ARGV[7..] receipts, as in delivered.lua
-- returns 1 given back · 0 the claim was lost; what was delivered is marked all the same
local id, now = ARGV[1], tonumber(ARGV[2])
receipts(8, 7, ARGV[6])
if not leave(id, ARGV[3]) then return 0 end
if ARGV[5] ~= '-' and redis.call('EXISTS', T) == 1 then
  if ARGV[5] == '1' then redis.call('HINCRBY', T, 'fails', 1) else redis.call('HDEL', T, 'fails') end
  if ARGV[4] == '0' then
    redis.call('HDEL', T, 'rest', 'restfrom')
  else
    redis.call('HSET', T, 'rest', int(now + tonumber(ARGV[4])), 'restfrom', int(now))
  end
end
place(id, now)
return 1

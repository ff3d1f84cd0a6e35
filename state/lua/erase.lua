#!lua flags=allow-oom
-- erase.lua: erase a thread.
-- KEYS[1..7] as in thread.lua   KEYS[8] in   KEYS[9] seen   KEYS[10] log   KEYS[11] refs   KEYS[12] heard
-- KEYS[13] threads   KEYS[14] theirs   KEYS[15] keys, as in record.lua and commit.lua
-- KEYS[16] spaces   KEYS[17] gone STRING highest order that the thread had heard   KEYS[18..] post of each ref
-- ARGV[1] thread id   ARGV[2] how many refs there were   ARGV[3] workspace
-- ARGV[4] how long gone is kept, ms: what is delivered again is a repeat
-- returns 1 erased · 0 there are other refs now: nothing is erased
local id = ARGV[1]
if redis.call('HLEN', KEYS[11]) ~= tonumber(ARGV[2]) then return 0 end
local entry = redis.call('HGET', QUEUED, id)
if entry then leave(id, entry) end
local heard = redis.call('ZSCORE', KEYS[12], id)
redis.call('DEL', T, EV, OUT, unpack(KEYS, 8, 11))
if heard then redis.call('SET', KEYS[17], int(heard), 'PX', ARGV[4]) end
redis.call('DEL', KEYS[15])
for k = 18, #KEYS do redis.call('DEL', KEYS[k]) end
for _, key in ipairs({WAKE, SINCE, KEYS[12], KEYS[13], KEYS[14]}) do redis.call('ZREM', key, id) end
if redis.call('EXISTS', KEYS[13]) == 0 then redis.call('ZREM', KEYS[16], ARGV[3]) end
return 1

#!lua
-- put.lua: set a value, or delete it.   KEYS and ARGV[1..4] as in value.lua
-- ARGV[5] the value; absent: delete
-- returns 0
if ARGV[5] then set(ARGV[5]) else drop() end
return 0

#!lua
-- hold.lua: hold a key, lengthen the hold, or let go.   KEYS and ARGV[1..4] as in value.lua
-- ARGV[5] holder   ARGV[6] 1: let go
-- returns 1 it is held, or let go · 0 another holds it
local holder = value()
if holder and holder ~= ARGV[5] then return 0 end
if ARGV[6] == '1' then drop() else set(ARGV[5]) end
return 1

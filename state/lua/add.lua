#!lua
-- add.lua: add to a counter, whose time runs from the first.   KEYS and ARGV[1..4] as in value.lua
-- ARGV[5] what to add, decimal
-- returns the sum
if not value() then
  drop()
  set('0')
end
return redis.call('HINCRBY', KEYS[1], 'v', ARGV[5])

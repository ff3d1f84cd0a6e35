#!lua
-- layout.lua: write down how the data is laid out, if nobody did. Another layout is left as it is, whatever
-- fields it has; ours is written once more, so that a server that takes no writes says so.
-- KEYS[1] layout HASH version, buckets; kept for ever
-- ARGV[1] version of the layout   ARGV[2] number of buckets
-- returns what is written: {version, buckets}
local found = redis.call('HMGET', KEYS[1], 'version', 'buckets')
local ours = found[1] == ARGV[1] and found[2] == ARGV[2]
if ours or redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSETNX', KEYS[1], 'version', ARGV[1])
  redis.call('HSETNX', KEYS[1], 'buckets', ARGV[2])
  return redis.call('HMGET', KEYS[1], 'version', 'buckets')
end
return found

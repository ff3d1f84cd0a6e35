#!lua
-- layout.lua: write down how the data is laid out, if nobody did.
-- KEYS[1] layout HASH version, buckets; kept for ever
-- ARGV[1] version of the layout   ARGV[2] number of buckets
-- returns what is written: {version, buckets}
redis.call('HSETNX', KEYS[1], 'version', ARGV[1])
redis.call('HSETNX', KEYS[1], 'buckets', ARGV[2])
return redis.call('HMGET', KEYS[1], 'version', 'buckets')

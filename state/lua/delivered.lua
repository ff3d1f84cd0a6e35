#!lua flags=allow-oom
-- delivered.lua: take messages out of the outbox and remember what the platform calls them.
-- KEYS[1..7] as in thread.lua   KEYS[8] refs HASH message id → ref
-- KEYS[9..] post STRING thread and message of a ref, one for each receipt with a ref
-- ARGV[1] how long threads are kept, ms (0: for ever)   ARGV[2..] message id, ref (may be empty), post
-- returns 0
receipts(8, 2, ARGV[1])
return 0

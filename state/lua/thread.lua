-- thread.lua: what the scripts on one thread share; put before each of them.
-- KEYS[1] t      HASH    rev, body, due, fails, until, mark, n (last sequence number),
--                        quiet (end of the quiet window), rest (end of a rest), and when each began:
--                        quietfrom, restfrom
-- KEYS[2] ev     HASH    event id → place (28 bytes) .. body
-- KEYS[3] out    HASH    message id → sequence (12 digits) .. body
-- KEYS[4] work   STREAM  t = thread id: the threads that are ready or claimed
-- KEYS[5] queued HASH    thread id → its entry in work, at most one
-- KEYS[6] wake   ZSET    thread id → when it is put into work, µs
-- KEYS[7] since  ZSET    thread id → when its rest began, µs; none for a mere timer
-- All times are µs since 1970 and come from the caller; never reads TIME; never builds a key.
local T, EV, OUT, WORK, QUEUED, WAKE, SINCE = unpack(KEYS, 1, 7)
local GROUP = 'tack'
-- A rest that began further ahead than this began before the clock was put back: it is over. Clocks
-- of two processes differ by less.
local SKEW = 2000000

local function int(n) return string.format('%.0f', n) end

-- at returns when the thread wants to be worked on (nil: never), and since when it rests until then.
local function at(now)
  local h = redis.call('HMGET', T, 'quiet', 'quietfrom', 'rest', 'restfrom', 'due')
  for i = 1, 5 do h[i] = tonumber(h[i] or 0) end
  local quiet, quietfrom, rest, restfrom, due = unpack(h)
  if quietfrom > now + SKEW then quiet = 0 end
  if restfrom > now + SKEW then rest = 0 end
  if redis.call('EXISTS', EV, OUT) > 0 then
    if quiet > rest then return quiet, quietfrom end
    return rest, restfrom
  end
  if due == 0 then return nil end
  if rest > due then return rest, restfrom end
  return due, nil
end

-- place puts the thread where it belongs: into work, to the waiting ones, or nowhere. One that has a
-- live entry in work stays.
local function place(id, now)
  local entry = redis.call('HGET', QUEUED, id)
  if entry and #redis.call('XRANGE', WORK, entry, entry) > 0 then return end
  local when, since = at(now)
  redis.call('HDEL', QUEUED, id)
  redis.call('ZREM', WAKE, id)
  redis.call('ZREM', SINCE, id)
  if not when then return end
  if when <= now then
    redis.call('HSET', QUEUED, id, redis.call('XADD', WORK, '*', 't', id))
    return
  end
  redis.call('ZADD', WAKE, int(when), id)
  if since then redis.call('ZADD', SINCE, int(since), id) end
end

-- drop takes an entry out of work.
local function drop(entry)
  redis.call('XACK', WORK, GROUP, entry)
  redis.call('XDEL', WORK, entry)
end

-- leave takes the thread's entry out of work; false if entry is not the thread's: the claim was lost.
local function leave(id, entry)
  if redis.call('HGET', QUEUED, id) ~= entry then return false end
  drop(entry)
  redis.call('HDEL', QUEUED, id)
  return true
end

-- keep sets how long keys stay: ttl in ms, '0': for ever.
local function keep(ttl, ...)
  for _, key in ipairs({...}) do
    if ttl == '0' then redis.call('PERSIST', key) else redis.call('PEXPIRE', key, ttl) end
  end
end

-- over returns until when something kept for ttl ms is kept, µs; '+inf': for ever.
local function over(ttl, now)
  if ttl == '0' then return '+inf' end
  return int(now + tonumber(ttl) * 1000)
end

-- last notes in an index until when something is kept of name, and forgets names of which nothing is.
local function last(index, name, till, now)
  redis.call('ZADD', index, 'GT', till, name)
  redis.call('ZREMRANGEBYSCORE', index, '-inf', int(now))
end

-- receipts takes delivered messages out of out: triples of message id, ref (may be empty) and post from
-- ARGV[a] on; REFS is KEYS[k], and the post's key of each ref follows in order.
local function receipts(k, a, ttl)
  local refs = KEYS[k]
  for i = a, #ARGV, 3 do
    local id, ref, post = ARGV[i], ARGV[i + 1], ARGV[i + 2]
    if ref ~= '' then k = k + 1 end
    if redis.call('HDEL', OUT, id) == 1 and ref ~= '' then
      redis.call('HSET', refs, id, ref)
      redis.call('SET', KEYS[k], post)
      keep(ttl, refs, KEYS[k])
    end
  end
end

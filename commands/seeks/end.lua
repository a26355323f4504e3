-- Ends a seek that waits: its player leaves, or has given no sign of life for too long.
--
-- KEYS  states, alive, fill, seekers, ended, news, pool
-- ARGV  seek, player, time, new state, '1' to end it only if it has expired, length of the news
--
-- Returns the state of the seek after that.

local state = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if state ~= 'waiting' then
  return state
end
if ARGV[5] == '1' and tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or 0) > tonumber(ARGV[3]) then
  return state
end

redis.call('HSET', KEYS[1], ARGV[1], ARGV[4])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[7], ARGV[1])
if redis.call('HGET', KEYS[4], ARGV[2]) == ARGV[1] then
  redis.call('HDEL', KEYS[4], ARGV[2])
end
redis.call('ZADD', KEYS[5], ARGV[3], ARGV[1])
redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[6], '*', 'seek', ARGV[1])
return ARGV[4]

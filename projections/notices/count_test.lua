-- Counts one more test delivery of a player, unless the limit is reached.
--
-- KEYS  count of tests
-- ARGV  how many tests a player may have, in how many seconds
--
-- Returns 0, or the seconds until the player may have another one.

if tonumber(redis.call('GET', KEYS[1]) or '0') >= tonumber(ARGV[1]) then
  return math.max(1, redis.call('TTL', KEYS[1]))
end
if redis.call('INCR', KEYS[1]) == 1 then
  redis.call('EXPIRE', KEYS[1], ARGV[2])
end
return 0

-- Lets one sender have a delivery, if it still is as he has seen it and the player has no other
-- on its way. A sender who is not heard of again loses it when the time is up.
--
-- KEYS  due, pending, deliveries, finished, busy
-- ARGV  player, id, delivery as seen, the same as tried once more, until when (ms), for how long (ms)
--
-- Answers whether he may send it.

if redis.call('EXISTS', KEYS[5]) == 1 or redis.call('HGET', KEYS[3], ARGV[2]) ~= ARGV[3] then
  return 0
end
redis.call('SET', KEYS[5], ARGV[2], 'PX', ARGV[6])
redis.call('HSET', KEYS[3], ARGV[2], ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[5], ARGV[2])
redis.call('ZADD', KEYS[1], ARGV[5], ARGV[1])
return 1

-- Notes what became of a delivery, if nobody else has taken it over, and when the player's next
-- one is due.
--
-- KEYS  due, pending, deliveries, finished, busy
-- ARGV  player, id, delivery as seen, as it is now, when (ms) it has to be looked after again
--       ('' for never), now (ms), how many to keep that are done with
--
-- Answers whether it was noted.

local player, id = ARGV[1], ARGV[2]
if redis.call('HGET', KEYS[3], id) ~= ARGV[3] then
  return 0
end

redis.call('HSET', KEYS[3], id, ARGV[4])
if ARGV[5] ~= '' then
  redis.call('ZADD', KEYS[2], ARGV[5], id)
else
  redis.call('ZREM', KEYS[2], id)
  redis.call('ZADD', KEYS[4], ARGV[6], id)
  for _, old in ipairs(redis.call('ZRANGE', KEYS[4], 0, -1 - tonumber(ARGV[7]))) do
    redis.call('HDEL', KEYS[3], old)
    redis.call('ZREM', KEYS[4], old)
  end
end

if redis.call('GET', KEYS[5]) == id then
  redis.call('DEL', KEYS[5])
end
local first = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
if first[1] then
  redis.call('ZADD', KEYS[1], first[2], player)
else
  redis.call('ZREM', KEYS[1], player)
end
return 1

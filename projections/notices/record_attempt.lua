-- Records the result of an attempt, unless another sender has taken the delivery over, and when
-- the receiver's next delivery is due.
--
-- KEYS  due, pending, deliveries, finished, busy
-- ARGV  outbox, id, delivery as the sender read it, delivery as it is now, when (ms) it is due
--       again ('' for never), now (ms), how many finished deliveries stay stored
--
-- Returns 1 if it was recorded, else 0.

local outbox, id = ARGV[1], ARGV[2]
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
  redis.call('ZADD', KEYS[1], first[2], outbox)
else
  redis.call('ZREM', KEYS[1], outbox)
end
return 1

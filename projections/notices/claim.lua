-- Gives a delivery to one sender, if the delivery has not changed since the sender read it and
-- no other delivery of the receiver is being sent. A sender that dies loses it after the lease.
--
-- KEYS  due, pending, deliveries, finished, busy
-- ARGV  outbox, id, delivery as the sender read it, delivery with one more attempt,
--       end of the lease (ms), length of the lease (ms)
--
-- Returns 1 if the sender may send it, else 0.

if redis.call('EXISTS', KEYS[5]) == 1 or redis.call('HGET', KEYS[3], ARGV[2]) ~= ARGV[3] then
  return 0
end
redis.call('SET', KEYS[5], ARGV[2], 'PX', ARGV[6])
redis.call('HSET', KEYS[3], ARGV[2], ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[5], ARGV[2])
redis.call('ZADD', KEYS[1], ARGV[5], ARGV[1])
return 1

-- Takes outboxes with a due delivery, each for one caller.
--
-- KEYS  due
-- ARGV  now (ms), the time (ms) until which no other caller gets them, how many at most
--
-- Returns the outboxes.

local outboxes = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, outbox in ipairs(outboxes) do
  redis.call('ZADD', KEYS[1], ARGV[2], outbox)
end
return outboxes

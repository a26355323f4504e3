-- Settles an open report, if it is still as it was read. The oldest settled ones make room.
--
-- KEYS  reports, open reports, settled reports, open reports by reporter
-- ARGV  id, the report as it was read, the settled report, its member of the lists, reporter,
--       most settled reports
--
-- Answers 1, or 0 if the report has changed.

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('ZREM', KEYS[2], ARGV[4])
redis.call('ZADD', KEYS[3], 0, ARGV[4])
if redis.call('HINCRBY', KEYS[4], ARGV[5], -1) <= 0 then
  redis.call('HDEL', KEYS[4], ARGV[5])
end
local too_many = redis.call('ZCARD', KEYS[3]) - ARGV[6]
if too_many > 0 then
  for _, member in ipairs(redis.call('ZRANGE', KEYS[3], 0, too_many - 1)) do
    redis.call('ZREM', KEYS[3], member)
    redis.call('HDEL', KEYS[1], string.sub(member, 17))
  end
end
return 1

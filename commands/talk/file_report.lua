-- Files a report, unless its reporter has reported the message already or has too many open ones.
--
-- KEYS  reports, open reports, open reports by reporter, reports of the reporter, of the sender
-- ARGV  id, report, its member of the list, reporter, most open reports of one reporter
--
-- Answers 'filed', 'repeated' or 'too_many'.

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  return 'repeated'
end
if tonumber(redis.call('HGET', KEYS[3], ARGV[4]) or '0') >= tonumber(ARGV[5]) then
  return 'too_many'
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], 0, ARGV[3])
redis.call('HINCRBY', KEYS[3], ARGV[4], 1)
redis.call('SADD', KEYS[4], ARGV[1])
redis.call('SADD', KEYS[5], ARGV[1])
return 'filed'

-- Imports a game whose log was staged: it appears as a whole, in one instant, or not at all.
--
-- KEYS  staged log, log, staged idempotency map, idempotency map, index, open games, due games
-- ARGV  game, version of its head, status, '1' while the game accepts commands,
--       due time in ms ('' for never), length of the index
--
-- Answers 1, or 0 if a game with this id exists already.

if redis.call('RENAMENX', KEYS[1], KEYS[2]) == 0 then
  return 0
end
redis.call('PERSIST', KEYS[2])
if redis.call('EXISTS', KEYS[3]) == 1 then
  redis.call('RENAME', KEYS[3], KEYS[4])
  redis.call('PERSIST', KEYS[4])
end
redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[6], '*',
  'game', ARGV[1], 'version', ARGV[2], 'status', ARGV[3])
if ARGV[4] == '1' then
  redis.call('SADD', KEYS[6], ARGV[1])
end
if ARGV[5] ~= '' then
  redis.call('ZADD', KEYS[7], ARGV[5], ARGV[1])
end
return 1

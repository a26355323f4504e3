-- Hands out players of whom a delivery is due, each to one asker.
--
-- KEYS  due
-- ARGV  now (ms), until when (ms) nobody else is to be given them, how many at most
--
-- Answers the players.

local players = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, player in ipairs(players) do
  redis.call('ZADD', KEYS[1], ARGV[2], player)
end
return players

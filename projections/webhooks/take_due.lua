-- Takes players with a due delivery, each for one caller.
--
-- KEYS  due
-- ARGV  now (ms), the time (ms) until which no other caller gets them, how many at most
--
-- Returns the players.

local players = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, player in ipairs(players) do
  redis.call('ZADD', KEYS[1], ARGV[2], player)
end
return players

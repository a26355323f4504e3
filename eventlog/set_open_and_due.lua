-- Rewrites the entries of a game in the open set and the due set, if its log has not moved on.
--
-- KEYS  log, open games, due games
-- ARGV  game, version of its head, '1' while the game accepts commands, due time in ms ('' for never)
--
-- Answers 1, or 0 if the head has another version.

local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local head = last[1] and tonumber(string.match(last[1][1], '^(%d+)-')) or 0
if head ~= tonumber(ARGV[2]) then
  return 0
end
if ARGV[3] == '1' then
  redis.call('SADD', KEYS[2], ARGV[1])
else
  redis.call('SREM', KEYS[2], ARGV[1])
end
if ARGV[4] ~= '' then
  redis.call('ZADD', KEYS[3], ARGV[4], ARGV[1])
else
  redis.call('ZREM', KEYS[3], ARGV[1])
end
return 1

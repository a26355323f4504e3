-- Stores the catalogue entry of a game, unless the entry has changed since the writer read it.
--
-- KEYS  entries by game, unreadable games, revision, closed games, games to count,
--       then the lists that the game leaves, then the lists that it joins or stays in
-- ARGV  game, the entry that the writer read ('' for none), new entry, '1' if it has a result,
--       the number of lists that it leaves, the number of those that it joins,
--       then its member in each of these lists, in the same order,
--       then its members among the games to count: both the old and the new one
--
-- Returns 1 if the entry is stored, else 0.

if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then
  return 0
end

redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('HDEL', KEYS[2], ARGV[1])
local left, joined = tonumber(ARGV[5]), tonumber(ARGV[6])
for i = 1, left do
  redis.call('ZREM', KEYS[5 + i], ARGV[6 + i])
end
for i = left + 1, left + joined do
  redis.call('ZADD', KEYS[5 + i], 0, ARGV[6 + i])
end

local first = 7 + left + joined
if #ARGV >= first then
  local revision = redis.call('INCR', KEYS[3])
  if ARGV[4] == '1' then
    redis.call('ZADD', KEYS[4], revision, ARGV[1])
  else
    redis.call('ZREM', KEYS[4], ARGV[1])
  end
  for i = first, #ARGV do
    redis.call('ZADD', KEYS[5], 0, ARGV[i])
  end
end
return 1

-- Enters a game in the catalogue, if its entry still is the one that the writer has seen.
--
-- KEYS  entries by game, lobby, then lists of players' games: those to be in, then those to leave
-- ARGV  game, its member in the lists, entry that was seen ('' for none), new entry,
--       '1' to be in the lobby, how many players' lists to be in
--
-- Answers whether it was entered.

if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[3] then
  return 0
end

local function list(key, is_in)
  if is_in then
    redis.call('ZADD', key, 0, ARGV[2])
  else
    redis.call('ZREM', key, ARGV[2])
  end
end

redis.call('HSET', KEYS[1], ARGV[1], ARGV[4])
list(KEYS[2], ARGV[5] == '1')
for i = 3, #KEYS do
  list(KEYS[i], i - 2 <= tonumber(ARGV[6]))
end
return 1

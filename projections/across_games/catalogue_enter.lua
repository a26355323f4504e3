-- Enters a game in the catalogue, if its entry still is the one that the writer has seen.
--
-- KEYS  entries by game, lobby, revision, closed games, games to settle, table of a challenge,
--       games that could not be entered, then lists of players' games: those to be in, then
--       those to leave
-- ARGV  game, its member in the lists, entry that was seen ('' for none), new entry,
--       '1' to be in the lobby, how many players' lists to be in, '1' if it has a result,
--       the places in the table to leave and to take ('' for none),
--       then when it has to be settled, anew if it was before
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
redis.call('HDEL', KEYS[7], ARGV[1])
for i = 8, #KEYS do
  list(KEYS[i], i - 7 <= tonumber(ARGV[6]))
end
if ARGV[8] ~= '' then
  redis.call('ZREM', KEYS[6], ARGV[8])
end
if ARGV[9] ~= '' then
  redis.call('ZADD', KEYS[6], 0, ARGV[9])
end

if #ARGV > 9 then
  local revision = redis.call('INCR', KEYS[3])
  if ARGV[7] == '1' then
    redis.call('ZADD', KEYS[4], revision, ARGV[1])
  else
    redis.call('ZREM', KEYS[4], ARGV[1])
  end
  for i = 10, #ARGV do
    redis.call('ZADD', KEYS[5], 0, ARGV[i])
  end
end
return 1

-- Stores the catalogue entry of a game, unless the entry has changed since the writer read it.
--
-- KEYS  entries by game, lobby, revision, closed games, games to count, table of a challenge,
--       unreadable games, then lists of players' games: first the lists that the game joins,
--       then those that it leaves
-- ARGV  game, its member in the lists, the entry that the writer read ('' for none), new entry,
--       '1' if it is in the lobby, how many players' lists it joins, '1' if it has a result,
--       its old and its new member in the table of the challenge ('' for none),
--       then its members among the games to count: both the old and the new one
--
-- Returns 1 if the entry is stored, else 0.

if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[3] then
  return 0
end

local function set_membership(key, is_in)
  if is_in then
    redis.call('ZADD', key, 0, ARGV[2])
  else
    redis.call('ZREM', key, ARGV[2])
  end
end

redis.call('HSET', KEYS[1], ARGV[1], ARGV[4])
set_membership(KEYS[2], ARGV[5] == '1')
redis.call('HDEL', KEYS[7], ARGV[1])
for i = 8, #KEYS do
  set_membership(KEYS[i], i - 7 <= tonumber(ARGV[6]))
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

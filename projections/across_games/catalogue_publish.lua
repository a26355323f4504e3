-- Lets readers turn to another edition of the catalogue, if it is a later one.
--
-- KEYS  places
-- ARGV  edition, then partition and id, again and again: how far the indexes had been read
--       before the edition was made
--
-- Answers whether it is the one that is read now.

local stands = tonumber(redis.call('HGET', KEYS[1], 'edition') or '0') or 0
if stands >= tonumber(ARGV[1]) then
  return 0
end

redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'edition', ARGV[1])
for i = 2, #ARGV, 2 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
return 1

-- Reads a page of a player's feed.
--
-- KEYS  last numbers, the player's notices and their order
-- ARGV  player, the number that the reader has seen last, how many notices at most
--
-- Returns the number of the last notice, the number of the first one that is kept (0 if none is),
-- and then for each notice its number and itself.

local last = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
local first = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
local found = {last, tonumber(first[2] or '0')}
local page = redis.call(
  'ZRANGEBYSCORE', KEYS[3], '(' .. ARGV[2], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[3])
for i = 1, #page, 2 do
  found[#found + 1] = tonumber(page[i + 1])
  found[#found + 1] = redis.call('HGET', KEYS[2], page[i])
end
return found

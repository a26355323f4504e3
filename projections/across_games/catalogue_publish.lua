-- Makes readers use another generation of the catalogue, if it is a later one.
--
-- KEYS  position
-- ARGV  generation, then pairs of partition and stream id: how far the indexes had been read
--       before the generation was built
--
-- Returns 1, or 0 if readers already use this generation or a later one. Redis stores the
-- generation in the field `edition`.

local current = tonumber(redis.call('HGET', KEYS[1], 'edition') or '0') or 0
if current >= tonumber(ARGV[1]) then
  return 0
end

redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'edition', ARGV[1])
for i = 2, #ARGV, 2 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
return 1

-- Saves how far the indexes of the partitions have been read. A position never goes back.
--
-- KEYS  position
-- ARGV  generation, then pairs of partition and stream id
--
-- Returns 1, or 0 if readers use another generation by now. Redis stores the generation in the
-- field `edition`.

if redis.call('HGET', KEYS[1], 'edition') ~= ARGV[1] then
  return 0
end

for i = 2, #ARGV, 2 do
  local old = redis.call('HGET', KEYS[1], ARGV[i]) or '0-0'
  local old_time, old_count = string.match(old, '^(%d+)-(%d+)$')
  local time, count = string.match(ARGV[i + 1], '^(%d+)-(%d+)$')
  old_time, time = tonumber(old_time or 0), tonumber(time)
  if time > old_time or (time == old_time and tonumber(count) > tonumber(old_count or 0)) then
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  end
end
return 1

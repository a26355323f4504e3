-- Ends a match: its seeks are seated or have failed, or some of them wait again at their old place.
--
-- KEYS  states, alive, fill, seekers, ended, news, matches, to make, pool
-- ARGV  match, time, length of the news, how many seeks end,
--       for each of these: seek, player, new state;
--       then for each seek that waits again: seek, order, when it expires, time to fill or '-'
--
-- Returns 1, or 0 if another process has ended the match.

if redis.call('HDEL', KEYS[7], ARGV[1]) == 0 then
  return 0
end
redis.call('ZREM', KEYS[8], ARGV[1])

local ending = 4 + 3 * tonumber(ARGV[4])
for i = 5, ending, 3 do
  local seek, player, state = unpack(ARGV, i, i + 2)
  redis.call('HSET', KEYS[1], seek, state)
  if redis.call('HGET', KEYS[4], player) == seek then
    redis.call('HDEL', KEYS[4], player)
  end
  redis.call('ZADD', KEYS[5], ARGV[2], seek)
  redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[3], '*', 'seek', seek)
end
for i = ending + 1, #ARGV, 4 do
  local seek, order, expires_at, fill_at = unpack(ARGV, i, i + 3)
  redis.call('HSET', KEYS[1], seek, 'waiting')
  redis.call('ZADD', KEYS[9], order, seek)
  redis.call('ZADD', KEYS[2], expires_at, seek)
  if fill_at ~= '-' then
    redis.call('ZADD', KEYS[3], fill_at, seek)
  end
  redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[3], '*', 'seek', seek)
end
return 1

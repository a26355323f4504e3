-- Adds a message to the talk of a game, unless its sender is too fast.
--
-- KEYS  envelopes, words, order, the sender's pace, the idempotency key, the partition's talk index
-- ARGV  time (ms), envelope, words, game, most messages of a game, most messages of a sender in
--       the time of the next argument (ms), how long talk is kept after its last change (ms), how
--       long an idempotency key is kept (ms), length of the index
--
-- Answers {'said', number}, {'repeated', number of the message with this idempotency key}, or
-- {'too_fast', time to wait in ms}.

local now, keep = tonumber(ARGV[1]), ARGV[8]

local earlier = redis.call('GET', KEYS[5])
if earlier then
  return {'repeated', earlier}
end

redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', string.format('%.0f', now - ARGV[7]))
if redis.call('ZCARD', KEYS[4]) >= tonumber(ARGV[6]) then
  local oldest = redis.call('ZRANGE', KEYS[4], 0, 0, 'WITHSCORES')
  return {'too_fast', string.format('%.0f', oldest[2] + ARGV[7] - now)}
end

local last = redis.call('ZREVRANGE', KEYS[3], 0, 0, 'WITHSCORES')
local number = string.format('%.0f', math.max(now, last[2] and last[2] + 1 or 0))
redis.call('HSET', KEYS[1], number, ARGV[2])
redis.call('HSET', KEYS[2], number, ARGV[3])
redis.call('ZADD', KEYS[3], number, number)
redis.call('ZADD', KEYS[4], now, number)
redis.call('SET', KEYS[5], number, 'PX', ARGV[9])

local function drop(numbers)
  for _, old in ipairs(numbers) do
    redis.call('HDEL', KEYS[1], old)
    redis.call('HDEL', KEYS[2], old)
    redis.call('ZREM', KEYS[3], old)
  end
end
drop(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', string.format('%.0f', now - keep)))
local too_many = redis.call('ZCARD', KEYS[3]) - ARGV[5]
if too_many > 0 then
  drop(redis.call('ZRANGE', KEYS[3], 0, too_many - 1))
end

for i = 1, 3 do
  redis.call('PEXPIRE', KEYS[i], keep)
end
redis.call('PEXPIRE', KEYS[4], ARGV[7])
redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[10], '*', 'game', ARGV[4])
return {'said', number}

-- Erases the words of a message. Its number and its envelope stay.
--
-- KEYS  words, order, the partition's talk index
-- ARGV  number, time (ms), the words that are shown instead, game, length of the index
--
-- Answers 1, or 0 if there is no such message or its words are erased already.

local words = redis.call('HGET', KEYS[1], ARGV[1])
if not words or string.find(words, '{"status":', 1, true) == 1 then
  return 0
end
local last = redis.call('ZREVRANGE', KEYS[2], 0, 0, 'WITHSCORES')
local change = string.format('%.0f', math.max(ARGV[2], last[2] + 1))
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('ZADD', KEYS[2], change, ARGV[1])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[5], '*', 'game', ARGV[4])
return 1

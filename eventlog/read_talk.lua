-- Reads messages of a game's talk in the order of their last changes.
--
-- KEYS  envelopes, words, order
-- ARGV  ZRANGEBYSCORE and two bounds, or ZREVRANGEBYSCORE and two bounds; how many messages
--
-- Answers a list of {number, change, envelope, words}.

local found = redis.call(ARGV[1], KEYS[3], ARGV[2], ARGV[3], 'WITHSCORES', 'LIMIT', 0, ARGV[4])
local messages = {}
for i = 1, #found, 2 do
  local number = found[i]
  messages[#messages + 1] = {number, found[i + 1],
    redis.call('HGET', KEYS[1], number), redis.call('HGET', KEYS[2], number)}
end
return messages

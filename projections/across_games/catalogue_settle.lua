-- Writes what was counted from results, if none of them has changed since it was read.
--
-- KEYS  revision, then the keys that are written to
-- ARGV  revision that was read, then again and again: command, number of its key among those,
--       how many arguments it has, the arguments
--
-- Answers whether it was written.

if (redis.call('GET', KEYS[1]) or '0') ~= ARGV[1] then
  return 0
end

local i = 2
while i <= #ARGV do
  local last = i + 2 + tonumber(ARGV[i + 2])
  redis.call(ARGV[i], KEYS[1 + tonumber(ARGV[i + 1])], unpack(ARGV, i + 3, last))
  i = last + 1
end
redis.call('INCR', KEYS[1])
return 1

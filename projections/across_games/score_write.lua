-- Writes what was counted from results, if no result has changed since it was read.
--
-- KEYS  revision, then the keys to write to
-- ARGV  revision that was read, then for each command: its name, the number of its key among
--       the keys to write to, the number of its arguments, the arguments
--
-- Returns 1 if everything was written, else 0.

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

-- Appends lines to a stored log, if it still stands where the writer believes it to.
--
-- KEYS  stamp, stream of lines: the line of version v as entry v-0
-- ARGV  stamp that the writer knows ('' for none), its version (0 to begin anew), new stamp,
--       then version and line, again and again
--
-- Answers the stamp that stands now; '' if lines and stamp did not fit and were thrown away.

local stands = redis.call('GET', KEYS[1]) or ''
if stands ~= ARGV[1] then
  return stands
end

if ARGV[2] == '0' then
  redis.call('DEL', KEYS[2])
else
  local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)
  if not last[1] or last[1][1] ~= ARGV[2] .. '-0' then
    redis.call('DEL', KEYS[1], KEYS[2])
    return ''
  end
end

for i = 4, #ARGV, 2 do
  redis.call('XADD', KEYS[2], ARGV[i] .. '-0', 'line', ARGV[i + 1])
end
redis.call('SET', KEYS[1], ARGV[3])
return ARGV[3]

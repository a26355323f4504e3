-- Appends lines to a stored log, if its checkpoint still is the one that the writer knows.
--
-- KEYS  checkpoint, stream of lines: the line of version v is the entry v-0
-- ARGV  checkpoint that the writer knows ('' for none), its version (0 to replace all lines),
--       new checkpoint, then pairs of version and line
--
-- Returns the stored checkpoint; '' if lines and checkpoint did not fit and were deleted.

local stored = redis.call('GET', KEYS[1]) or ''
if stored ~= ARGV[1] then
  return stored
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

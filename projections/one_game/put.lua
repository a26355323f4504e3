-- Stores a whole view, unless the stored one is newer.
--
-- KEYS  view: its checkpoint, a line feed, its body
-- ARGV  projection, version, checkpoint, body
--
-- Returns the version that is stored now.

local stored = redis.call('GETRANGE', KEYS[1], 0, 199)
local projection, version = string.match(stored, '^(%S+) (%d+) ')
if projection == ARGV[1] then
  local same = string.sub(stored, 1, #ARGV[3] + 1) == ARGV[3] .. '\n'
  if same or tonumber(version) > tonumber(ARGV[2]) then
    return tonumber(version)
  end
end
redis.call('SET', KEYS[1], ARGV[3] .. '\n' .. ARGV[4])
return tonumber(ARGV[2])

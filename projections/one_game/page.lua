-- Reads a part of a stored log together with its checkpoint, in one atomic step.
--
-- KEYS  checkpoint, stream of lines
-- ARGV  first version, last version
--
-- Returns {checkpoint ('' for none), lines in order}.

local lines = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[2], ARGV[1] .. '-0', ARGV[2] .. '-0')) do
  lines[#lines + 1] = entry[2][2]
end
return {redis.call('GET', KEYS[1]) or '', lines}

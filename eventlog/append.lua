-- Appends one commit to a game's log, with everything that must change in the same instant.
--
-- KEYS  log, idempotency map, partition index, open games, due games
-- ARGV  game, version, previous hash (hex; of the header line for version 1), commit,
--       header ('' from version 2 on), idempotency digest ('' for none),
--       '1' while the game accepts commands, due time in ms ('' for never), length of the index,
--       status of the game, name of this call (the same if its client sends it again)
--
-- Answers {'appended', version}, {'repeated', version of the commit with this idempotency key},
-- or {'conflict', version of the head}.

local game, version, commit, header = ARGV[1], tonumber(ARGV[2]), ARGV[4], ARGV[5]
local call = ARGV[11]

if ARGV[6] ~= '' then
  local earlier = redis.call('HGET', KEYS[2], ARGV[6])
  if earlier then
    return {'repeated', tonumber(earlier)}
  end
end

local head_version, head_hash = 0, ''
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if last[1] then
  head_version = tonumber(string.match(last[1][1], '^(%d+)-'))
  head_hash = string.sub(last[1][2][2], -66, -3)
end

if head_version >= version then
  local there = redis.call('XRANGE', KEYS[1], version .. '-0', version .. '-0')
  if there[1] and there[1][2][2] == commit and there[1][2][4] == call then
    -- A client that got no answer sent it again; other commits may follow it by now.
    -- The bytes alone are no proof: two servers may write the same ones in the same millisecond.
    return {'appended', version}
  end
end

if head_version ~= version - 1 or (head_version > 0 and head_hash ~= ARGV[3]) then
  return {'conflict', head_version}
end

if version == 1 then
  redis.call('XADD', KEYS[1], '0-1', 'header', header)
end
redis.call('XADD', KEYS[1], version .. '-0', 'commit', commit, 'call', call)
if ARGV[6] ~= '' then
  redis.call('HSET', KEYS[2], ARGV[6], version)
end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[9], '*',
  'game', game, 'version', version, 'status', ARGV[10])
if ARGV[7] == '1' then
  redis.call('SADD', KEYS[4], game)
else
  redis.call('SREM', KEYS[4], game)
end
if ARGV[8] ~= '' then
  redis.call('ZADD', KEYS[5], ARGV[8], game)
else
  redis.call('ZREM', KEYS[5], game)
end
return {'appended', version}

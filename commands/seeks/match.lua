-- Looks for others who fit a seek, and matches them if they fill a table.
--
-- KEYS  wishes, states, facts, alive, fill, seekers, order, matches, to make, pool, own
-- ARGV  'new', 'again' or 'fill'; seek; time; seats of the table; id for a new match;
--       when the seek expires ('' leaves that as it is);
--       and for a new seek: player, wish, rating, low, high, time to fill or '-', time of posting
--
-- 'new' stores the seek first, 'again' takes one that is stored. 'fill' completes the table with
-- bots, if the seek's time for that has come and all seekers at the table allow it.
--
-- Returns {'known'} if a new seek is stored already; {'busy', seek} if its player has another one;
-- {'gone'} if a stored one no longer waits; {'waiting', how many others fit}; or {'matched', match}.

local WISHES, STATES, FACTS, ALIVE, FILL, SEEKERS = unpack(KEYS, 1, 6)
local ORDER, MATCHES, TO_MAKE, POOL, OWN = unpack(KEYS, 7, 11)
local mode, id, now, seats = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local MOST_READ, MOST_TRIES = 500, 5000

if mode == 'new' then
  local player, fill_at = ARGV[7], ARGV[12]
  if redis.call('HEXISTS', STATES, id) == 1 then
    return {'known'}
  end
  local other = redis.call('HGET', SEEKERS, player)
  if other then
    return {'busy', other}
  end
  local order = redis.call('INCR', ORDER)
  redis.call('HSET', WISHES, id, ARGV[8])
  redis.call('HSET', STATES, id, 'waiting')
  redis.call('HSET', FACTS, id,
    table.concat({order, player, ARGV[9], ARGV[10], ARGV[11], fill_at}, ' '))
  redis.call('HSET', SEEKERS, player, id)
  redis.call('ZADD', POOL, order, id)
  redis.call('ZADD', OWN, ARGV[13], id)
  if fill_at ~= '-' then
    redis.call('ZADD', FILL, fill_at, id)
  end
elseif redis.call('HGET', STATES, id) ~= 'waiting' then
  return {'gone'}
end
if ARGV[6] ~= '' then
  redis.call('ZADD', ALIVE, ARGV[6], id)
end

local function facts_of(seek)
  local order, player, rating, low, high, fill_at = string.match(
    redis.call('HGET', FACTS, seek) or '', '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
  return order and {
    id = seek, player = player, rating = tonumber(rating), low = tonumber(low),
    high = tonumber(high), fill_at = tonumber(fill_at),
  }
end

local function fit(a, b)
  return a.player ~= b.player
    and a.low <= b.rating and b.rating <= a.high
    and b.low <= a.rating and a.rating <= b.high
end

local seek = facts_of(id)
local others = {}
for _, other in ipairs(redis.call('ZRANGEBYSCORE', POOL, '-inf', '+inf', 'LIMIT', 0, MOST_READ)) do
  local is_alive = tonumber(redis.call('ZSCORE', ALIVE, other) or 0) > now
  local facts = other ~= id and is_alive and facts_of(other)
  if facts and fit(seek, facts) and (mode ~= 'fill' or facts.fill_at) then
    table.insert(others, facts)
  end
end

local group, tries = {seek}, 0

local function fits_group(one)
  for _, member in ipairs(group) do
    if not fit(one, member) then
      return false
    end
  end
  return true
end

-- Tries the oldest first, and takes back a choice with which no table can be filled.
local function complete(first)
  if #group == seats then
    return true
  end
  for i = first, #others do
    tries = tries + 1
    if tries > MOST_TRIES then
      return false
    end
    if fits_group(others[i]) then
      table.insert(group, others[i])
      if complete(i + 1) then
        return true
      end
      table.remove(group)
    end
  end
  return false
end

local is_full = complete(1)
if not is_full and mode == 'fill' and seek.fill_at and seek.fill_at <= now then
  for _, other in ipairs(others) do
    if #group < seats and fits_group(other) then
      table.insert(group, other)
    end
  end
  is_full = true
end
if not is_full then
  return {'waiting', #others}
end

local ids, order = {}, {}
for _, member in ipairs(group) do
  table.insert(ids, member.id)
  order[member.id] = tonumber(redis.call('ZSCORE', POOL, member.id))
end
table.sort(ids, function(a, b) return order[a] < order[b] end)
for _, member in ipairs(ids) do
  redis.call('HSET', STATES, member, 'matched ' .. ARGV[5])
  redis.call('ZREM', POOL, member)
  redis.call('ZREM', ALIVE, member)
  redis.call('ZREM', FILL, member)
end
redis.call('HSET', MATCHES, ARGV[5], (seats - #ids) .. ' ' .. table.concat(ids, ' '))
redis.call('ZADD', TO_MAKE, now, ARGV[5])
return {'matched', ARGV[5]}

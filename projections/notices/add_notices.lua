-- Adds the notices of commits to the feeds of their players, and deliveries of them to the outbox
-- of each receiver. It does so once for a commit and once for a notice.
--
-- KEYS  receivers, due, dropped, last notified version by game, erased players, last numbers, news,
--       then for each notice the player's notices and their order,
--       followed for each of its deliveries by the receiver's pending and deliveries
-- ARGV  now (ms), how many deliveries of a receiver may be pending, how many notices of a player
--       are kept, for how long (ms) they are kept after the last one, the length of the news,
--       then for each commit: game ('' for none), version, '1' if the game has no later notices,
--       the number of its notices,
--         and for each notice: player, id, notice, '1' if it goes to the feed,
--         the number of its deliveries,
--           and for each delivery: id of the receiver, name of its outbox, id, delivery
--
-- Returns how many notices were new, and how many deliveries were added.

local now, most_pending, most_kept = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local argument, key = 6, 8
local notices, deliveries, news = 0, 0, {}

local function next_argument()
  argument = argument + 1
  return ARGV[argument - 1]
end

local function next_key()
  key = key + 1
  return KEYS[key - 1]
end

local function is_new_commit(game, version, is_last)
  if game == '' then
    return true
  end
  if version <= tonumber(redis.call('HGET', KEYS[4], game) or '0') then
    return false
  end
  if is_last then
    redis.call('HDEL', KEYS[4], game)
  else
    redis.call('HSET', KEYS[4], game, version)
  end
  return true
end

local function add_to_feed(feed, order, player, id, notice)
  local number = redis.call('HINCRBY', KEYS[6], player, 1)
  redis.call('HSET', feed, id, notice)
  redis.call('ZADD', order, number, id)
  for _, old in ipairs(redis.call('ZRANGE', order, 0, -1 - most_kept)) do
    redis.call('HDEL', feed, old)
    redis.call('ZREM', order, old)
  end
  redis.call('PEXPIRE', feed, ARGV[4])
  redis.call('PEXPIRE', order, ARGV[4])
  news[#news + 1] = player
  news[#news + 1] = number
end

local function add_delivery(pending, stored, outbox, id, delivery)
  if redis.call('HEXISTS', stored, id) == 1 then
    return
  end
  if redis.call('ZCARD', pending) >= most_pending then
    redis.call('HINCRBY', KEYS[3], outbox, 1)
    return
  end
  redis.call('HSET', stored, id, delivery)
  -- Those that are added together stay in their order by fractions of a millisecond.
  redis.call('ZADD', pending, now + deliveries * 0.001, id)
  local due = redis.call('ZSCORE', KEYS[2], outbox)
  if not due or tonumber(due) > now then
    redis.call('ZADD', KEYS[2], now, outbox)
  end
  deliveries = deliveries + 1
end

while argument <= #ARGV do
  local game, version = next_argument(), tonumber(next_argument())
  local is_new = is_new_commit(game, version, next_argument() == '1')
  for _ = 1, tonumber(next_argument()) do
    local player, id, notice = next_argument(), next_argument(), next_argument()
    local is_for_feed = next_argument() == '1'
    local feed, order = next_key(), next_key()
    local is_wanted = is_new
      and redis.call('SISMEMBER', KEYS[5], player) == 0
      and redis.call('HEXISTS', feed, id) == 0
    if is_wanted then
      notices = notices + 1
      if is_for_feed then
        add_to_feed(feed, order, player, id, notice)
      end
    end
    local receivers = is_wanted and redis.call('HGET', KEYS[1], player) or ''
    for _ = 1, tonumber(next_argument()) do
      local receiver, outbox = next_argument(), next_argument()
      local delivery_id, delivery = next_argument(), next_argument()
      local pending, stored = next_key(), next_key()
      -- A receiver that has been deleted in the meantime gets no more deliveries.
      if receivers and string.find(receivers, '"id":"' .. receiver .. '"', 1, true) then
        add_delivery(pending, stored, outbox, delivery_id, delivery)
      end
    end
  end
end

if #news > 0 then
  redis.call('XADD', KEYS[7], 'MAXLEN', '~', ARGV[5], '*', unpack(news))
end
return {notices, deliveries}

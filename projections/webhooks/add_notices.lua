-- Adds the notices of one commit to the outboxes of their players. It does so once for a commit.
--
-- KEYS  webhooks, due, dropped, last notified version by game, then for each notice its player's
--       pending and deliveries
-- ARGV  game ('' for none), version, '1' if the game has no later notices, now (ms),
--       how many deliveries of a player may be pending,
--       then for each notice its player, its id and the delivery
--
-- Returns how many were added.

local game, version, now = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[4])

if game ~= '' then
  if version <= tonumber(redis.call('HGET', KEYS[4], game) or '0') then
    return 0
  end
  if ARGV[3] == '1' then
    redis.call('HDEL', KEYS[4], game)
  else
    redis.call('HSET', KEYS[4], game, version)
  end
end

local added = 0
for i = 6, #ARGV, 3 do
  local player, id, delivery = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local first = 5 + (i - 6) / 3 * 2
  local pending, deliveries = KEYS[first], KEYS[first + 1]
  local is_new = redis.call('HEXISTS', deliveries, id) == 0
  -- A player who has been erased in the meantime gets no more notices.
  if is_new and redis.call('HEXISTS', KEYS[1], player) == 1 then
    if redis.call('ZCARD', pending) >= tonumber(ARGV[5]) then
      redis.call('HINCRBY', KEYS[3], player, 1)
    else
      redis.call('HSET', deliveries, id, delivery)
      redis.call('ZADD', pending, now, id)
      local due = redis.call('ZSCORE', KEYS[2], player)
      if not due or tonumber(due) > now then
        redis.call('ZADD', KEYS[2], now, player)
      end
      added = added + 1
    end
  end
end
return added

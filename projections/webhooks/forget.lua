-- Deletes a player's webhook and all their deliveries.
--
-- KEYS  webhooks, due, dropped, then the player's own keys
-- ARGV  player

redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
for i = 4, #KEYS do
  redis.call('DEL', KEYS[i])
end

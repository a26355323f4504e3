-- Deletes the feed of a player who is erased, and lets no notice come after it.
--
-- KEYS  erased players, last numbers, the player's notices and their order
-- ARGV  player

redis.call('SADD', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('DEL', KEYS[3], KEYS[4])

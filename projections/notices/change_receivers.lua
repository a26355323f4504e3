-- Replaces the receivers of a player, if they are still those that the caller has read, and deletes
-- the outboxes of those that are gone.
--
-- KEYS  receivers, erased players, due, dropped, then the keys of the outboxes to delete
-- ARGV  player, receivers as the caller read them ('' for none), receivers from now on ('' for
--       none), then the names of the outboxes to delete
--
-- Returns 1 if that was done, 0 if the receivers have changed, -1 if the player was erased.

local player, seen, now = ARGV[1], ARGV[2], ARGV[3]
if (redis.call('HGET', KEYS[1], player) or '') ~= seen then
  return 0
end
if now == '' then
  redis.call('HDEL', KEYS[1], player)
elseif redis.call('SISMEMBER', KEYS[2], player) == 1 then
  return -1
else
  redis.call('HSET', KEYS[1], player, now)
end
for i = 4, #ARGV do
  redis.call('ZREM', KEYS[3], ARGV[i])
  redis.call('HDEL', KEYS[4], ARGV[i])
end
for i = 5, #KEYS do
  redis.call('DEL', KEYS[i])
end
return 1

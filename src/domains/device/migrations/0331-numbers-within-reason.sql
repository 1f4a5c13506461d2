-- What a terminal said before its numbers were bounded: a claim far past what has arrived was never true, and is forgotten.
update device_sequence set last_seq = coalesce(upper(seen) - 1, 0) where last_seq > coalesce(upper(seen) - 1, 0) + 100000;
update device_beat b set last_seq = 0 where last_seq > 1000000000;

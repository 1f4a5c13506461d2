-- Fish and melons are paid by weight; how many they were is noted beside.
alter table receipt_line add column pieces int check (pieces > 0);

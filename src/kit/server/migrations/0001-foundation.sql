-- What the kit itself needs: ids are handed out in blocks of 1,000, so no node asks the database for each one
-- (value 1000 gives ids 1,000,000 to 1,000,999; lower ids are kept for records fixed by the program).
create sequence id_block as bigint start with 1000;

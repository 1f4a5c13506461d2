-- Measured over 1,000 units and 1.4 million totals: the key led by the unit is skipped through, and these indexes are never taken.
drop index rollup_consume_place_day;
drop index rollup_consume_people_day;
drop index rollup_account_day_day;

-- Most that the lots of a rule may give one person on one business day; null does not bound.
alter table subsidy_rule add day_use_limit_fen bigint check (day_use_limit_fen > 0);

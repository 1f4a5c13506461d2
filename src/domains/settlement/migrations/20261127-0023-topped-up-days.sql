-- Of a contract that divides what is topped up: that, less what was eaten of the main account. 0 for all others.
alter table settle_day add column topped_fen bigint not null default 0;
alter table settle_day drop constraint settle_day_check1;
alter table settle_day add constraint settle_day_sources
  check (due_fen = main_fen + subsidy_fen + third_fen + arrears_fen + gift_fen + count_fen + borne_fen + topped_fen);

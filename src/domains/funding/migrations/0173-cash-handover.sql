-- 交班: what an operator's drawer should hold and what was counted. One row per shift, never changed afterwards; money
-- taken or given after it belongs to the next shift.
create table cash_handover (
  organization_id bigint not null,
  id bigint not null,
  operator_id bigint not null,
  operator_name text not null,
  business_date date not null,
  shift_no integer not null check (shift_no > 0),
  deposit_count integer not null,
  deposit_fen bigint not null,
  issue_fee_fen bigint not null,
  replace_fee_fen bigint not null,
  pledge_in_fen bigint not null,
  cash_out_fen bigint not null,
  pledge_back_fen bigint not null,
  due_fen bigint not null,
  counted_fen bigint not null check (counted_fen >= 0),
  difference_fen bigint not null,
  reason text not null default '',
  at timestamptz not null,
  primary key (organization_id, id),
  constraint cash_handover_shift unique (organization_id, operator_id, business_date, shift_no),
  check (due_fen = deposit_fen + issue_fee_fen + replace_fee_fen + pledge_in_fen - cash_out_fen - pledge_back_fen),
  check (difference_fen = counted_fen - due_fen),
  check (difference_fen = 0 or reason <> '')
);
create index cash_handover_day on cash_handover (organization_id, business_date);
create function funding_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name;
end $$;
create trigger refuse_change before update or delete on cash_handover for each row execute function funding_refuse_change();

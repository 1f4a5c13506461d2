-- Plain swipes lie in partitions of their own, so that the views over them are plain unions: a planner looks through a union whose
-- branches have no condition, down to each table's indexes. A swipe that cost nothing has no line and is written like any other trade.
-- The trace is written with every swipe and read when a clerk opens one: kept as the text it is.
drop view trade_list, posting, ledger_entry;
alter table trade rename to trade_before;
alter index trade_pkey rename to trade_before_pkey;
drop index trade_number, trade_wallet, trade_late, trade_occurred, trade_person, trade_device, trade_suspicious, trade_recorded,
  trade_heads_moved;

create table trade (like trade_before including defaults including constraints, plain boolean not null default false)
  partition by list (plain);
alter table trade alter column rule_trace type json;
create table trade_plain partition of trade for values in (true) partition by range (business_date);
create table trade_other partition of trade for values in (false) partition by range (business_date);
alter table trade_plain alter column wallet_id set not null, add check (wallet_id > 0 and kind = 'CONSUME');
alter table trade_other add check (wallet_id is null);
alter table trade add primary key (organization_id, id, business_date, plain);
create index trade_occurred on trade (organization_id, occurred_at, id) include (business_date, meal_period_id);
create index trade_person on trade (organization_id, person_id, occurred_at);
create index trade_device on trade (organization_id, device_id, occurred_at);
create index trade_suspicious on trade (organization_id, occurred_at desc) where suspicious;
create index trade_recorded on trade using brin (recorded_at);
create index trade_late on trade (organization_id, occurred_date) where business_date > occurred_date;
create index trade_heads_moved on trade (organization_id, business_date)
  where (heads <> 0 or restaurant_heads <> 0) and (kind = 'REVERSE' or occurred_date <> business_date);
-- A terminal's number is taken once. Across business days the writer looks before it writes.
create unique index trade_number on trade_plain (organization_id, device_id, device_seq, business_date);
create index trade_wallet on trade_plain (organization_id, wallet_id, wallet_version);

create or replace function wallet_ensure_month(day date) returns void language plpgsql security definer as $$
declare
  parent text;
begin
  foreach parent in array array['posting_row', 'entry_row', 'trade_plain', 'trade_other'] loop
    if make_month(parent, day) then
      execute format('create trigger refuse_truncate before truncate on %I execute function wallet_refuse_change()',
        parent || to_char(day, '"_y"YYYY"m"MM'));
    end if;
  end loop;
end $$;

select wallet_ensure_month(month)
from (select distinct date_trunc('month', business_date)::date as month from trade_before) months;
insert into trade select *, coalesce(wallet_id > 0, false) from trade_before where coalesce(wallet_id, 1) > 0;
insert into trade select (t).*, false from (
  select jsonb_populate_record(b, '{"wallet_id": null, "meaning": null, "balances": null}') as t from trade_before b where b.wallet_id = 0) free;
insert into posting_row (organization_id, id, business_date, occurred_date, kind, request_key, person_id, amount_fen, counter_account,
  occurred_at, recorded_at)
select organization_id, id, business_date, occurred_date, 'CONSUME', 'd:' || device_id || ':' || replace(device_seq, '-', ':'), person_id,
  0, 'revenue', occurred_at, recorded_at
from trade_before where wallet_id = 0;
insert into money_request (organization_id, request_key, kind, person_id, fingerprint, answer, recorded_at)
select organization_id, 'd:' || device_id || ':' || replace(device_seq, '-', ':'), 'CONSUME', person_id, '',
  json_build_object('postingId', id, 'tradeId', id, 'businessDate', business_date, 'occurredDate', occurred_date,
    'late', business_date <> occurred_date, 'amountFen', 0, 'split', '{}'::json, 'balances', balances), recorded_at
from trade_before where wallet_id = 0;
drop table trade_before;

create trigger refuse_change before update or delete on trade for each row execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on trade execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on trade_plain execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on trade_other execute function wallet_refuse_change();

create view posting as
select organization_id, id, business_date, occurred_date, kind, reverses_kind, reverses_posting_id, request_key, person_id, amount_fen,
  count_used, counter_account, operator_id, hold_id, source_type, source_id, reason, occurred_at, recorded_at
from posting_row
union all
select organization_id, id, business_date, occurred_date, 'CONSUME', '', null::bigint,
  'd:' || device_id || ':' || replace(device_seq, '-', ':'), person_id, amount_fen, count_used, 'revenue', 0::bigint, 0::bigint, '',
  0::bigint, '', occurred_at, recorded_at
from trade_plain;

create view ledger_entry as
select organization_id, business_date, posting_id, line_no, account, wallet_id, amount_fen, balance_after_fen, wallet_version
from entry_row
union all
select organization_id, business_date, id, 1::smallint,
  case when main_fen > 0 then 'wallet:MAIN' when subsidy_fen > 0 then 'wallet:SUBSIDY' when gift_fen > 0 then 'wallet:GIFT'
    when count_used > 0 then 'wallet:COUNT' else 'wallet:ARREARS' end,
  wallet_id, -amount_fen - count_used, wallet_after_fen, wallet_version
from trade_plain
union all
select organization_id, business_date, id, 100::smallint, case when count_used > 0 then 'count_used' else 'revenue' end,
  0::bigint, amount_fen + count_used, null::bigint, null::bigint
from trade_plain;

create view trade_list as
select t.*,
  coalesce(r.reversed_fen, 0) as corrected_fen,
  case
    when r.posting_id is null then 'SUCCESS'
    when r.reversed_fen = r.amount_fen and r.reversed_count = r.count_used then 'CORRECTED'
    else 'PART_CORRECTED'
  end as status
from trade t
left join posting_reversed r on r.organization_id = t.organization_id and r.posting_id = t.id;

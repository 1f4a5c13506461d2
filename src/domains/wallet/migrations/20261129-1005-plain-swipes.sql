-- A terminal's swipe that one purse paid for is one row: its trade says what its posting, its two ledger lines and its answer would
-- say. `posting` and `ledger_entry` become views over those trades and the tables that hold everything else.
alter table posting rename to posting_row;
alter table ledger_entry rename to entry_row;
do $$
declare child record;
begin
  for child in
    select c.relname, p.relname as parent from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where i.inhparent in ('posting_row'::regclass, 'entry_row'::regclass)
  loop
    execute format('alter table %I rename to %I', child.relname, child.parent || substring(child.relname from '_y\d+m\d+$'));
  end loop;
end $$;

alter table trade
  -- The purse that paid a plain swipe, 0 where it cost nothing; null where posting and lines stand in rows of their own.
  add column wallet_id bigint,
  add column wallet_after_fen bigint,
  add column wallet_version bigint,
  -- What the terminal asked for beyond place and person, and what it was answered: the same number again gets the same answer.
  add column meaning text,
  add column balances json;

-- A terminal's number is taken once. Across business days the writer looks before it writes.
create unique index trade_number on trade (organization_id, device_id, device_seq, business_date) where wallet_id is not null;
create index trade_wallet on trade (organization_id, wallet_id, wallet_version) where wallet_id > 0;
create index trade_late on trade (organization_id, occurred_date) where wallet_id is not null and business_date > occurred_date;

create view posting as
select organization_id, id, business_date, occurred_date, kind, reverses_kind, reverses_posting_id, request_key, person_id, amount_fen,
  count_used, counter_account, operator_id, hold_id, source_type, source_id, reason, occurred_at, recorded_at
from posting_row
union all
select organization_id, id, business_date, occurred_date, 'CONSUME', '', null::bigint,
  'd:' || device_id || ':' || replace(device_seq, '-', ':'), person_id, amount_fen, count_used, 'revenue', 0::bigint, 0::bigint, '',
  0::bigint, '', occurred_at, recorded_at
from trade where wallet_id is not null;

create view ledger_entry as
select organization_id, business_date, posting_id, line_no, account, wallet_id, amount_fen, balance_after_fen, wallet_version
from entry_row
union all
select organization_id, business_date, id, 1::smallint,
  case when main_fen > 0 then 'wallet:MAIN' when subsidy_fen > 0 then 'wallet:SUBSIDY' when gift_fen > 0 then 'wallet:GIFT'
    when count_used > 0 then 'wallet:COUNT' else 'wallet:ARREARS' end,
  wallet_id, -amount_fen - count_used, wallet_after_fen, wallet_version
from trade where wallet_id > 0
union all
select organization_id, business_date, id, 100::smallint, case when count_used > 0 then 'count_used' else 'revenue' end,
  0::bigint, amount_fen + count_used, null::bigint, null::bigint
from trade where wallet_id > 0;

drop view trade_list;
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

create or replace function wallet_ensure_month(day date) returns void language plpgsql security definer as $$
declare
  parent text;
begin
  foreach parent in array array['posting_row', 'entry_row', 'trade'] loop
    if make_month(parent, day) then
      execute format('create trigger refuse_truncate before truncate on %I execute function wallet_refuse_change()',
        parent || to_char(day, '"_y"YYYY"m"MM'));
    end if;
  end loop;
end $$;

create or replace function wallet_grant_application(role_name text) returns void language plpgsql as $$
begin
  execute format('grant select, insert on money_request, posting_row, entry_row, trade, ledger_seal, period to %I', role_name);
  execute format('grant select on posting, ledger_entry, trade_list to %I', role_name);
  execute format('grant select, insert, update on wallet, posting_reversed, hold, spend_counter to %I', role_name);
  execute format('grant select, insert on hold_line to %I', role_name);
  execute format('grant select, insert, update, delete on rollup_consume_place, rollup_consume_people, rollup_account_day, rollup_operator_day to %I', role_name);
end $$;

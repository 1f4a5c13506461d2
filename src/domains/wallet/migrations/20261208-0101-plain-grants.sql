-- A grant that opens a lot of the subsidy purse is one row: posting, lines and answer follow from it (docs/adr/0097). Grants of before
-- keep the rows they have. The lot has a number of its own: were it the posting's, one column would stand for two in `ledger_entry`, and a
-- planner finds an index by a column for the first of them alone.
create table plain_grant (
  organization_id bigint not null,
  id bigint not null,
  -- The lot.
  wallet_id bigint not null,
  person_id bigint not null,
  batch_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  operator_id bigint not null,
  source_id bigint not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  business_date date not null,
  occurred_date date not null,
  -- Last business day of the lot as it was granted; null never ends.
  expires_on date,
  request_key text not null check (length(request_key) between 1 and 120),
  source_type text not null,
  reason text not null,
  primary key (organization_id, business_date, id),
  check (business_date >= occurred_date)
);
-- A key is granted once; what the ordinary door refused under it stands in money_request.
create unique index plain_grant_key on plain_grant (organization_id, request_key);
create index plain_grant_by_id on plain_grant (id);
create index plain_grant_wallet on plain_grant (wallet_id);
create trigger refuse_change before update or delete on plain_grant for each row execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on plain_grant for each statement execute function wallet_refuse_change();

create or replace view posting as
select organization_id, id, business_date, occurred_date, kind, reverses_kind, reverses_posting_id, request_key, person_id, amount_fen,
  count_used, counter_account, operator_id, hold_id, source_type, source_id, reason, occurred_at, recorded_at
from posting_row
union all
select organization_id, id, business_date, occurred_date, 'CONSUME', '', null::bigint,
  'd:' || device_id || ':' || replace(device_seq, '-', ':'), person_id, amount_fen::bigint, count_used::bigint, 'revenue', 0::bigint,
  0::bigint, '', 0::bigint, '', occurred_at, recorded_at
from trade_plain
union all
select organization_id, id, business_date, occurred_date, 'SUBSIDY_GRANT', '', null::bigint, request_key, person_id, amount_fen,
  0::bigint, 'subsidy_pool', operator_id, 0::bigint, source_type, source_id, reason, occurred_at, recorded_at
from plain_grant;

create or replace view ledger_entry as
select organization_id, business_date, posting_id, line_no, account, wallet_id, amount_fen, balance_after_fen, wallet_version
from entry_row
union all
select organization_id, business_date, id, 1::smallint,
  case when main_fen > 0 then 'wallet:MAIN' when subsidy_fen > 0 then 'wallet:SUBSIDY' when gift_fen > 0 then 'wallet:GIFT'
    when count_used > 0 then 'wallet:COUNT' else 'wallet:ARREARS' end,
  wallet_id, -amount_fen::bigint - count_used, coalesce(wallet_after_fen, balance_after_fen), wallet_version::bigint
from trade_plain
union all
select organization_id, business_date, id, 100::smallint, case when count_used > 0 then 'count_used' else 'revenue' end,
  0::bigint, amount_fen::bigint + count_used, null::bigint, null::bigint
from trade_plain
union all
select organization_id, business_date, id, 1::smallint, 'wallet:SUBSIDY', wallet_id, amount_fen, amount_fen, 1::bigint
from plain_grant
union all
select organization_id, business_date, id, 100::smallint, 'subsidy_pool', 0::bigint, -amount_fen, null::bigint, null::bigint
from plain_grant;

create or replace function wallet_grant_application(role_name text) returns void language plpgsql as $$
begin
  execute format('grant select, insert on money_request, posting_row, entry_row, plain_grant, trade, trade_terms, ledger_seal, period to %I', role_name);
  execute format('grant select on posting, ledger_entry, trade_list, consumed_by_place, consumed_by_people, plain_swipe_totals to %I', role_name);
  execute format('grant select, insert, update on wallet, posting_reversed, hold, payer_facts to %I', role_name);
  execute format('grant select, insert on hold_line to %I', role_name);
  execute format('grant select, insert, delete on rollup_waiting to %I', role_name);
  execute format('grant select, insert, update, delete on rollup_consume_place, rollup_consume_people, rollup_account_day, rollup_operator_day to %I', role_name);
end $$;

-- A swipe in fewer bytes: amounts as int (the most a trade may cost is 10^9 fen), columns in the order they lie best in (numbers, then
-- texts), what is usual left out (balances, meaning), indexes without the unit where the key is anybody's only. What a swipe changes
-- of a purse stands at its end, so that the log need not repeat the rest.
-- Both tables are written anew; views over them keep their columns.
-- stop: servers of the version before write amounts as bigint and days as arrays.

-- Purses.
alter table wallet rename to wallet_before;
alter table wallet_before drop constraint wallet_pkey;
drop index wallet_open, wallet_standing, wallet_batch, wallet_expiry, wallet_by_id;

create table wallet (
  organization_id bigint not null,
  id bigint not null,
  person_id bigint not null,
  held_fen bigint not null default 0 check (held_fen >= 0),
  -- Lowest balance: 0, less for the overdraft of MAIN, a debt limit for ARREARS.
  floor_fen bigint not null default 0 check (floor_fen <= 0),
  -- Subsidy batch and rule a lot came from; 0 for standing purses.
  batch_id bigint not null default 0,
  rule_id bigint not null default 0,
  opened_at timestamptz not null,
  -- Last business day a lot can be spent; null never ends.
  expires_on date,
  spend_order smallint not null,
  kind text not null check (kind in ('MAIN', 'SUBSIDY', 'GIFT', 'COUNT', 'ARREARS')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'FROZEN', 'CLOSED')),
  balance_fen bigint not null default 0,
  -- Number of ledger lines of this purse.
  version bigint not null default 0,
  last_posting_at timestamptz,
  -- What the person has had on the latest day they ate on, in MAIN; a bigint[] as text: [meal, restaurant, trades, fen, last at (ms),
  -- last device, last fen]* . Half as long as the array would be.
  spent_on date,
  spent text,
  primary key (organization_id, person_id, id),
  constraint wallet_floor check (balance_fen - held_fen >= floor_fen),
  constraint wallet_closed_empty check (status <> 'CLOSED' or (balance_fen = 0 and held_fen = 0)),
  constraint wallet_spent check ((spent_on is null) = (spent is null))
) with (fillfactor = 60);
insert into wallet (organization_id, id, person_id, held_fen, floor_fen, batch_id, rule_id, opened_at, expires_on, spend_order, kind,
  status, balance_fen, version, last_posting_at, spent_on, spent)
select organization_id, id, person_id, held_fen, floor_fen, batch_id, rule_id, opened_at, expires_on, spend_order, kind,
  status, balance_fen, version, last_posting_at, spent_on, spent::text
from wallet_before;
create index wallet_open on wallet (organization_id, person_id, id) where status <> 'CLOSED';
create unique index wallet_standing on wallet (organization_id, person_id, kind) where batch_id = 0 and expires_on is null;
create index wallet_batch on wallet (organization_id, batch_id) where batch_id <> 0;
create index wallet_expiry on wallet (organization_id, expires_on) where expires_on is not null and status <> 'CLOSED';
create index wallet_by_id on wallet (id);

create or replace view person_balance as
select organization_id, person_id,
  coalesce(sum(balance_fen) filter (where kind = 'MAIN'), 0)::bigint as main_fen,
  coalesce(sum(balance_fen) filter (where kind = 'SUBSIDY'), 0)::bigint as subsidy_fen,
  coalesce(sum(balance_fen) filter (where kind = 'GIFT'), 0)::bigint as gift_fen,
  coalesce(sum(balance_fen) filter (where kind = 'COUNT'), 0)::bigint as meal_count,
  coalesce(sum(balance_fen) filter (where kind = 'ARREARS'), 0)::bigint as arrears_fen,
  coalesce(sum(held_fen) filter (where kind <> 'COUNT'), 0)::bigint as held_fen,
  coalesce(sum(balance_fen) filter (where kind <> 'COUNT'), 0)::bigint as total_fen,
  coalesce(max(status) filter (where kind = 'MAIN'), 'CLOSED') as status,
  max(last_posting_at) as last_posting_at
from wallet
group by organization_id, person_id;
drop table wallet_before;

-- Trades.
drop view trade_list;
alter table trade drop constraint trade_pkey;
drop index trade_occurred, trade_person, trade_device, trade_suspicious, trade_recorded, trade_late, trade_heads_moved, trade_number,
  trade_wallet;
alter table trade rename to trade_before;
alter table trade_plain rename to trade_plain_before;
alter table trade_other rename to trade_other_before;
do $$
declare child record;
begin
  for child in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('trade_plain_before'::regclass, 'trade_other_before'::regclass)
  loop
    execute format('alter table %I rename to %I', child.relname, child.relname || '_before');
  end loop;
end $$;

create table trade (
  organization_id bigint not null,
  id bigint not null,
  person_id bigint not null,
  card_id bigint not null default 0,
  restaurant_id bigint not null default 0,
  deploy_site_id bigint not null default 0,
  device_id bigint not null default 0,
  meal_period_id bigint not null default 0,
  -- Of the person at that moment.
  department_id bigint not null default 0,
  person_type_id bigint not null default 0,
  -- The purse that paid a plain swipe; null where posting and lines stand in rows of their own.
  wallet_id bigint,
  -- All money the person could see afterwards (MAIN + SUBSIDY + GIFT + ARREARS).
  balance_after_fen bigint not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  business_date date not null,
  occurred_date date not null,
  origin_fen int not null,
  discount_fen int not null,
  amount_fen int not null check (amount_fen >= 0),
  main_fen int not null default 0,
  subsidy_fen int not null default 0,
  gift_fen int not null default 0,
  arrears_fen int not null default 0,
  third_fen int not null default 0,
  count_used int not null default 0,
  -- Which line of that purse it is.
  wallet_version int,
  -- +1 for the person's first trade of the meal, −1 for the reversal of the last one standing: sums to diners.
  heads smallint not null default 0,
  restaurant_heads smallint not null default 0,
  -- The nth trade of the person in the meal, 0 where that means nothing.
  nth smallint not null default 0,
  offline boolean not null default false,
  suspicious boolean not null default false,
  plain boolean not null default false,
  kind text not null check (kind in ('CONSUME', 'SUPPLEMENT', 'REVERSE')),
  mode text not null check (mode in ('FIXED', 'AMOUNT', 'COUNT', 'DISH', 'WEIGH', 'ORDER', 'SHOP', 'MANUAL')),
  identify text not null check (identify in ('CARD', 'FACE', 'QR', 'CODE', 'MANUAL')),
  attendance text not null default '' check (attendance in ('', 'ORDERED_EATEN', 'ORDERED_ABSENT', 'WALK_IN')),
  captured_photo text not null default '',
  card_no text not null default '',
  device_seq text not null default '',
  -- Written with every swipe, read when a clerk opens one (trade_trace).
  rule_trace json not null,
  original_trade_id bigint,
  -- Null for none, which most have.
  order_id bigint,
  operator_id bigint,
  -- Of plain swipes: what is left in the purse where that is not all the person could see; what the terminal asked for beyond place
  -- and person and was answered, where that is not the usual (wallet/writer/plain-swipe.ts): the same number again gets the same answer.
  wallet_after_fen bigint,
  meaning text,
  balances json,
  check (amount_fen = main_fen + subsidy_fen + gift_fen + arrears_fen + third_fen),
  check (amount_fen = origin_fen - discount_fen)
) partition by list (plain);
create table trade_plain partition of trade for values in (true) partition by range (business_date);
create table trade_other partition of trade for values in (false) partition by range (business_date);
alter table trade_plain alter column wallet_id set not null, add check (wallet_id > 0 and kind = 'CONSUME');
alter table trade_other add check (wallet_id is null);

-- A terminal's number is taken once, by an index of each month: over all of them it would have to hold the day as well. Across months
-- the writer looks before it writes.
create or replace function wallet_ensure_month(day date) returns void language plpgsql security definer as $$
declare
  parent text;
  month text := to_char(day, '"_y"YYYY"m"MM');
begin
  foreach parent in array array['posting_row', 'entry_row', 'trade_plain', 'trade_other'] loop
    if make_month(parent, day) then
      execute format('create trigger refuse_truncate before truncate on %I execute function wallet_refuse_change()', parent || month);
      if parent = 'trade_plain' then
        execute format('create unique index %I on %I (organization_id, device_id, device_seq)', 'trade_number' || month, parent || month);
      end if;
    end if;
  end loop;
end $$;

select wallet_ensure_month(month)
from (select distinct date_trunc('month', business_date)::date as month from trade_before) months;

insert into trade (organization_id, id, person_id, card_id, restaurant_id, deploy_site_id, device_id, meal_period_id, department_id,
  person_type_id, order_id, operator_id, balance_after_fen, occurred_at, recorded_at, business_date, occurred_date, origin_fen,
  discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used, heads, restaurant_heads, nth, offline,
  suspicious, plain, kind, mode, identify, attendance, captured_photo, card_no, device_seq, rule_trace, original_trade_id, wallet_id,
  wallet_after_fen, wallet_version, meaning, balances)
select organization_id, id, person_id, card_id, restaurant_id, deploy_site_id, device_id, meal_period_id, department_id,
  person_type_id, nullif(order_id, 0), nullif(operator_id, 0), balance_after_fen, occurred_at, recorded_at, business_date, occurred_date, origin_fen,
  discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used, heads, restaurant_heads, nth, offline,
  suspicious, plain, kind, mode, identify, attendance, captured_photo, card_no, device_seq, rule_trace, original_trade_id, wallet_id,
  nullif(wallet_after_fen, balance_after_fen), wallet_version,
  case when plain then nullif(coalesce(meaning, ''), mode || '::' || card_no) end, balances
from trade_before;

-- Ids rise over all units, so that this key only grows at its end; with the unit first each unit's end would leave its pages half empty.
alter table trade add primary key (id, organization_id, business_date, plain);
comment on table trade is 'lean: a row for every swipe of every unit';
create index trade_occurred on trade (organization_id, occurred_at, id);
-- People, terminals and purses belong to one unit each: their ids alone lead there, and a terminal's swipes fill its pages in order.
create index trade_person on trade (person_id, occurred_at);
create index trade_device on trade (device_id, occurred_at);
create index trade_wallet on trade_plain (wallet_id, wallet_version);
create index trade_suspicious on trade (organization_id, occurred_at desc) where suspicious;
create index trade_recorded on trade using brin (recorded_at);
create index trade_late on trade (organization_id, occurred_date) where business_date > occurred_date;
create index trade_heads_moved on trade (organization_id, business_date)
  where (heads <> 0 or restaurant_heads <> 0) and (kind = 'REVERSE' or occurred_date <> business_date);
create trigger refuse_change before update or delete on trade for each row execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on trade for each statement execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on trade_plain for each statement execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on trade_other for each statement execute function wallet_refuse_change();

create or replace view posting as
select organization_id, id, business_date, occurred_date, kind, reverses_kind, reverses_posting_id, request_key, person_id, amount_fen,
  count_used, counter_account, operator_id, hold_id, source_type, source_id, reason, occurred_at, recorded_at
from posting_row
union all
select organization_id, id, business_date, occurred_date, 'CONSUME', '', null::bigint,
  'd:' || device_id || ':' || replace(device_seq, '-', ':'), person_id, amount_fen::bigint, count_used::bigint, 'revenue', 0::bigint,
  0::bigint, '', 0::bigint, '', occurred_at, recorded_at
from trade_plain;

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
from trade_plain;

create or replace view plain_swipe_totals as
select organization_id, business_date, id, meal_period_id, restaurant_id, deploy_site_id, device_id, person_type_id, department_id,
  1::bigint as consume_count, heads::bigint as heads, restaurant_heads::bigint as restaurant_heads, origin_fen::bigint as origin_fen,
  discount_fen::bigint as discount_fen, amount_fen::bigint as amount_fen, main_fen::bigint as main_fen,
  subsidy_fen::bigint as subsidy_fen, gift_fen::bigint as gift_fen, arrears_fen::bigint as arrears_fen, third_fen::bigint as third_fen,
  count_used::bigint as count_used, 0::bigint as reverse_count, 0::bigint as reversed_fen,
  0::bigint as reversed_count_used, 0::bigint as supplement_count, 0::bigint as supplement_fen, offline::int::bigint as offline_count,
  case when occurred_date = business_date then occurred_at end as first_at,
  case when occurred_date = business_date then occurred_at end as last_at
from trade_plain;
drop table trade_before;

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

-- The whole trace of a trade: an object, or the number of its terms and, where there was something, what the person had had before.
create or replace function trade_trace(organization bigint, trace json) returns json language sql stable parallel safe as $$
  select case
    when json_typeof(trace) = 'array' then (
      select (n.terms::jsonb || jsonb_build_object('counters', case json_array_length(trace)
        when 1 then '[0,0,0,0]'::jsonb else trace::jsonb - 0 end))::json
      from trade_terms n where n.organization_id = organization and n.id = (trace ->> 0)::bigint)
    when trace ->> 't' is null then trace
    else coalesce(
      (select (n.terms::jsonb || (trace::jsonb - 't'))::json from trade_terms n where n.organization_id = organization and n.id = (trace ->> 't')::bigint),
      trace)
  end
$$;

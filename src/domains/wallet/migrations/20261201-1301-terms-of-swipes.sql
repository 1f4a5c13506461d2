-- What a swipe at a fixed price was priced and bounded by is the same for thousands of swipes: written down once, and each of them says
-- which (`t` of its trace) beside what is its own. It was a third of a swipe's row.
create table trade_terms (
  organization_id bigint not null,
  id bigint not null,
  terms json not null,
  primary key (organization_id, id)
);
create unique index trade_terms_once on trade_terms (organization_id, md5(terms::text));
create trigger refuse_change before update or delete on trade_terms for each row execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on trade_terms execute function wallet_refuse_change();

-- The whole trace of a trade.
create function trade_trace(organization bigint, trace json) returns json language sql stable parallel safe as $$
  select case when trace ->> 't' is null then trace else coalesce(
    (select (n.terms::jsonb || (trace::jsonb - 't'))::json from trade_terms n where n.organization_id = organization and n.id = (trace ->> 't')::bigint),
    trace) end
$$;

create or replace function wallet_grant_application(role_name text) returns void language plpgsql as $$
begin
  execute format('grant select, insert on money_request, posting_row, entry_row, trade, trade_terms, ledger_seal, period to %I', role_name);
  execute format('grant select on posting, ledger_entry, trade_list, consumed_by_place, consumed_by_people, plain_swipe_totals to %I', role_name);
  execute format('grant select, insert, update on wallet, posting_reversed, hold, payer_facts to %I', role_name);
  execute format('grant select, insert on hold_line to %I', role_name);
  execute format('grant select, insert, delete on rollup_waiting to %I', role_name);
  execute format('grant select, insert, update, delete on rollup_consume_place, rollup_consume_people, rollup_account_day, rollup_operator_day to %I', role_name);
end $$;

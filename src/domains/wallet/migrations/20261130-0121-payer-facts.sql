-- Moves with every change of what a swipe is decided by of people and cards (by triggers of the domain that keeps them). Who has
-- looked a payer up keeps what it found and says which version it is of; a batch that finds another one decides nothing.
create table payer_facts (
  organization_id bigint primary key,
  version bigint not null
);

create or replace function wallet_grant_application(role_name text) returns void language plpgsql as $$
begin
  execute format('grant select, insert on money_request, posting_row, entry_row, trade, ledger_seal, period to %I', role_name);
  execute format('grant select on posting, ledger_entry, trade_list, consumed_by_place, consumed_by_people, plain_swipe_totals to %I', role_name);
  execute format('grant select, insert, update on wallet, posting_reversed, hold, payer_facts to %I', role_name);
  execute format('grant select, insert on hold_line to %I', role_name);
  execute format('grant select, insert, delete on rollup_waiting to %I', role_name);
  execute format('grant select, insert, update, delete on rollup_consume_place, rollup_consume_people, rollup_account_day, rollup_operator_day to %I', role_name);
end $$;

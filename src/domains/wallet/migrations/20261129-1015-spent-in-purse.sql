-- What a person has had on the latest day they ate on, kept in their MAIN purse: [meal, restaurant, trades, fen, last at (ms), last
-- device, last fen]* . Counted from the trades where the purse does not know the day.
alter table wallet
  add column spent_on date,
  add column spent bigint[],
  add constraint wallet_spent check ((spent_on is null) = (spent is null));
drop table spend_counter;

create or replace function wallet_grant_application(role_name text) returns void language plpgsql as $$
begin
  execute format('grant select, insert on money_request, posting_row, entry_row, trade, ledger_seal, period to %I', role_name);
  execute format('grant select on posting, ledger_entry, trade_list to %I', role_name);
  execute format('grant select, insert, update on wallet, posting_reversed, hold to %I', role_name);
  execute format('grant select, insert on hold_line to %I', role_name);
  execute format('grant select, insert, update, delete on rollup_consume_place, rollup_consume_people, rollup_account_day, rollup_operator_day to %I', role_name);
end $$;

-- Days that come under another contract afterwards, by a contract entered late or a term taken back, are marked for who folds days by
-- who served them.
create function consumption_terms_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.organization_id, old.restaurant_id, old.contractor_id) = (new.organization_id, new.restaurant_id, new.contractor_id) then
    perform wallet_mark_days(new.organization_id, least(old.from_date, new.from_date), greatest(old.from_date, new.from_date) - 1);
    perform wallet_mark_days(new.organization_id, least(old.to_date, new.to_date) + 1, greatest(old.to_date, new.to_date));
    return null;
  end if;
  if tg_op <> 'INSERT' then perform wallet_mark_days(old.organization_id, old.from_date, old.to_date); end if;
  if tg_op <> 'DELETE' then perform wallet_mark_days(new.organization_id, new.from_date, new.to_date); end if;
  return null;
end $$;
create trigger contract_restaurant_changed after insert or update or delete on contract_restaurant
  for each row execute function consumption_terms_changed();

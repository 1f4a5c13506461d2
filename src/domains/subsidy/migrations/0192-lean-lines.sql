-- Lines are noted a thousand at a time while swipes go on: what is noted stands in no index, so the update stays in its
-- page. A lot is found from its line by batch and person, a returned lot has a column that never changes.
alter table subsidy_item add column source_wallet_id bigint;
update subsidy_item i set source_wallet_id = i.wallet_id
  from subsidy_batch b where b.organization_id = i.organization_id and b.id = i.batch_id and b.kind = 'RETURN';
drop index subsidy_item_person;
drop index subsidy_item_open;
drop index subsidy_item_wallet;
create unique index subsidy_item_person on subsidy_item (organization_id, batch_id, person_id, source_wallet_id) nulls not distinct
  where verdict = 'GOOD';
alter table subsidy_item set (fillfactor = 70);

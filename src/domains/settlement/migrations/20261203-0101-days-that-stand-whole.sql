-- Contract days settled before restaurants were told apart stand in one row, numbered as the day itself. The hour divides them, the
-- newest first; one whose figures are not read today as they were settled has been looked at and stays whole.
alter table settle_place_day add column whole boolean not null default false;
alter table settle_place_day add column looked_at timestamptz;
update settle_place_day p set whole = true from settle_day d
where d.organization_id = p.organization_id and d.contract_id = p.contract_id and d.business_date = p.business_date and d.id = p.id;
create index settle_place_day_whole on settle_place_day (organization_id, business_date desc) where whole;

-- A contract day restaurant by restaurant: which of them earns. The rows of a day sum to it, part by part.
create table settle_place_day (
  organization_id bigint not null,
  contract_id bigint not null,
  contractor_id bigint not null,
  business_date date not null,
  -- 0: of no restaurant, such as what was topped up under a contract that divides it.
  restaurant_id bigint not null,
  id bigint not null,
  -- Disjoint; what shops took in is theirs alone, in whatever way it was paid. Together they are what is due.
  eaten_fen bigint not null,
  third_fen bigint not null,
  shop_fen bigint not null,
  fee_fen bigint not null,
  service_fen bigint not null,
  share_fen bigint not null,
  contractor_fen bigint not null,
  primary key (organization_id, contract_id, business_date, restaurant_id),
  unique (organization_id, id),
  check (service_fen + share_fen + contractor_fen = eaten_fen + third_fen + shop_fen - fee_fen)
);
create index settle_place_day_date on settle_place_day (organization_id, business_date desc, contract_id);
create index settle_place_day_contractor on settle_place_day (contractor_id, business_date desc);

-- Days settled before stand as a whole; those that are looked at again every hour find their restaurants then.
insert into settle_place_day (organization_id, contract_id, contractor_id, business_date, restaurant_id, id, eaten_fen, third_fen,
  shop_fen, fee_fen, service_fen, share_fen, contractor_fen)
select organization_id, contract_id, contractor_id, business_date, 0, id, due_fen - third_fen, third_fen, 0, fee_fen, service_fen,
  share_fen, contractor_fen
from settle_day;

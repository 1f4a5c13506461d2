-- Online swipes that were refused, with the words the terminal showed: what a clerk answers «why was my card refused» with.
-- No money moved; rows are dropped after a quarter.
create table refused_swipe (
  organization_id bigint not null,
  id bigint not null,
  device_id bigint not null,
  deploy_site_id bigint not null,
  restaurant_id bigint not null,
  epoch bigint not null,
  seq bigint not null,
  person_id bigint,
  card_no text not null,
  mode text not null,
  amount_fen bigint,
  code text not null,
  reason text not null,
  refused_at timestamptz not null,
  primary key (organization_id, id)
);
create index refused_swipe_at on refused_swipe (organization_id, refused_at desc, id desc);
-- A terminal that asks again is told the same again.
create unique index refused_swipe_seq on refused_swipe (organization_id, device_id, epoch, seq);
create index refused_swipe_old on refused_swipe (refused_at);

-- The few trades paid outside the purses, for the report of channels.
create index trade_third on trade (organization_id, business_date) where third_fen > 0;

-- Meals put into a person's COUNT purse at the counter or by a batch. Its figures are meals and no money, so it is a
-- document of its own: nothing that adds up fen ever meets them.
create table count_recharge (
  organization_id bigint not null,
  id bigint not null,
  recharge_no text not null,
  person_id bigint not null,
  meals bigint not null check (meals > 0),
  batch_id bigint,
  operator_id bigint not null,
  operator_name text not null,
  posting_id bigint not null,
  meals_after bigint not null,
  business_date date not null,
  at timestamptz not null,
  status text not null check (status in ('OK', 'REVERSED')),
  remark text not null default '',
  reversed_at timestamptz,
  reverse_reason text,
  reverse_posting_id bigint,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create unique index count_recharge_no on count_recharge (organization_id, recharge_no);
create unique index count_recharge_posting on count_recharge (organization_id, posting_id);
create index count_recharge_at on count_recharge (organization_id, at desc, id desc);
create index count_recharge_person on count_recharge (organization_id, person_id, at desc);
create index count_recharge_batch on count_recharge (organization_id, batch_id) where batch_id is not null;

-- A batch of kind COUNT: what it calls fen are meals, as in a COUNT purse. Its pages show no other kind.
alter table funding_batch
  drop constraint funding_batch_kind_check,
  add constraint funding_batch_kind_check check (kind in ('RECHARGE', 'REFUND', 'COUNT'));

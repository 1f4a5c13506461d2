-- Requests for a replacement card, from application to hand-over.
create table card_repair_request (
  organization_id bigint not null,
  id bigint not null,
  person_id bigint not null,
  old_card_id bigint not null,
  reason text not null check (reason in ('LOST', 'BROKEN', 'OTHER')),
  source text not null check (source in ('STAFF', 'DINER')),
  remark text,
  fee_fen bigint not null default 0 check (fee_fen >= 0),
  pay_by text not null default 'CASH' check (pay_by in ('CASH', 'MAIN')),
  applied_at timestamptz not null,
  applied_name text not null,
  new_card_id bigint,
  operator_id bigint,
  operator_name text,
  accepted_at timestamptz,
  made_at timestamptz,
  delivered_at timestamptz,
  receiver text,
  closed_reason text,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'ACCEPTED', 'MADE', 'DELIVERED', 'REJECTED', 'CANCELLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  foreign key (organization_id, old_card_id) references card (organization_id, id),
  foreign key (organization_id, new_card_id) references card (organization_id, id),
  check ((status in ('MADE', 'DELIVERED')) = (new_card_id is not null))
);
create unique index card_repair_open on card_repair_request (organization_id, person_id)
  where status in ('PENDING', 'ACCEPTED', 'MADE');
create index card_repair_by_status on card_repair_request (organization_id, status, applied_at desc);

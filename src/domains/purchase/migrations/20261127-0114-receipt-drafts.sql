-- What an inspector has typed of a delivery, until it is posted: gone on with on any tablet, by either of the two.
create table receipt_draft (
  contractor_id bigint not null references contractor (id),
  order_id bigint not null,
  lines jsonb not null,
  saved_name text not null,
  saved_at timestamptz not null,
  primary key (contractor_id, order_id)
);
-- A picture of each line that is looked at closely.
alter table receipt_line add column photo text;
create index receipt_line_photo on receipt_line (contractor_id, photo) where photo is not null;

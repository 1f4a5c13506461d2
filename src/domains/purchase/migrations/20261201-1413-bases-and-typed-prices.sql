-- A need may stand on what is foretold of a meal that nobody has planned; a price typed by a person waits for another.
alter table meal_need drop constraint meal_need_source_check,
  add constraint meal_need_source_check check (source in ('ASKED', 'PLAN', 'FORECAST')) not valid;
-- Null, so that what servers of the version before write goes on being written.
alter table daily_purchase
  add column typed_id bigint,
  add column typed_by text,
  add column price_ok_by text;
-- What buyers may order without the chef; a caterer without a row has no limit.
create table purchase_setting (
  contractor_id bigint not null primary key references contractor (id),
  order_limit_fen bigint check (order_limit_fen >= 0),
  updated_at timestamptz not null,
  version int not null default 1
);

-- Who did what, when, from where: append only, masked before it is written.
create table system_log (
  id bigint primary key,
  at timestamptz not null,
  account_id bigint,
  actor text not null,
  unit_type text,
  unit_id bigint,
  page text not null,
  action text not null,
  target_id text,
  target_name text,
  changes jsonb not null default '[]',
  ip text,
  result text not null default 'OK' check (result in ('OK', 'FAIL'))
);
create index system_log_at on system_log (at desc, id desc);
create index system_log_unit on system_log (unit_type, unit_id, at desc);
create index system_log_target on system_log (page, target_id, at desc);

create function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'history only grows: % on % is refused', tg_op, tg_table_name using errcode = 'P0H01';
end $$;
create trigger system_log_grows before update or delete on system_log
  for each statement execute function refuse_history_change();

-- Answers of commands by the form's own key, so that a double click or a retry acts once.
create table command_request (
  account_id bigint not null,
  request_key text not null check (length(request_key) between 8 and 100),
  answer jsonb,
  at timestamptz not null,
  primary key (account_id, request_key)
);
create index command_request_at on command_request (at);

-- Column layout per account and page; searches saved under a name.
create table list_state (
  account_id bigint not null,
  page text not null,
  state jsonb not null,
  primary key (account_id, page)
);
create table saved_view (
  id bigint primary key,
  account_id bigint not null,
  unit_type text,
  unit_id bigint,
  page text not null,
  name text not null check (length(name) between 1 and 40),
  shared boolean not null,
  search jsonb not null
);
create index saved_view_page on saved_view (page, account_id);

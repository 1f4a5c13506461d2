-- Files that come in parts, so that a broken connection goes on where it stopped. The parts lie in the store until all are
-- there; then they become one stored file, or are swept when nobody goes on.
create table upload_session (
  token text primary key,
  account_id bigint not null,
  unit_type text,
  unit_id bigint,
  name text not null check (length(name) between 1 and 255),
  purpose text,
  size bigint not null check (size > 0),
  received bigint not null default 0 check (received between 0 and size),
  -- Keys of the parts, in their order.
  parts text[] not null default '{}',
  -- What it became; kept for a while, for whoever did not hear the answer.
  stored_key text,
  created_at timestamptz not null,
  touched_at timestamptz not null
);
create index upload_session_account on upload_session (account_id);
create index upload_session_touched on upload_session (touched_at);

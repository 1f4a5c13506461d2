-- What each stored file is and whose: the store itself knows only keys and bytes.
create table stored_file (
  id bigint primary key,
  key text not null unique,
  name text not null check (length(name) between 1 and 255),
  size bigint not null check (size >= 0),
  type text not null,
  sha256 text not null check (length(sha256) = 64),
  account_id bigint,
  unit_type text,
  unit_id bigint,
  created_at timestamptz not null
);
create index stored_file_account on stored_file (account_id, created_at desc);

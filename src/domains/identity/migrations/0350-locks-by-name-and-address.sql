-- Failed tries are counted per name and address: a name that is guessed at elsewhere stays open where its owner sits.
-- login_name finds all of a name's counters; null for those of an address.
alter table sign_in_guard add column login_name text;
update sign_in_guard set login_name = substr(key, 6) where key like 'name:%';
create index sign_in_guard_name on sign_in_guard (login_name) where login_name is not null;

-- Browsers an account has signed in from: they are asked for the password as ever, and no stranger's failures lock them.
create table known_device (
  account_id bigint not null references account (id),
  -- sha256 of the browser's cookie, hex.
  device_hash text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, device_hash)
);
create index known_device_last on known_device (last_at);

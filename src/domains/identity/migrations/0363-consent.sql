-- Whom it concerns sees it: who made a new password for an account, and who wants it among his staff.

-- One row per password somebody else made. One made by another unit is temporary: the old password and the sessions stay
-- until somebody signs in with the new one.
create table password_reset (
  id bigint primary key,
  account_id bigint not null references account (id),
  -- As they stood then: the name and unit of who made it, and the address it was made from.
  by_account_id bigint not null,
  by_name text not null,
  by_unit text not null,
  ip text not null,
  at timestamptz not null,
  -- Argon2id of the temporary password, for as long as it may still be used.
  temporary_hash text,
  expires_at timestamptz,
  -- Null while it waits to be used; null expires_at: it took effect at once.
  ended_at timestamptz,
  end_reason text check (end_reason in ('AT_ONCE', 'USED', 'VOIDED', 'REPLACED')),
  -- Address of who used it.
  used_ip text,
  -- When the account's holder said to have seen it.
  seen_at timestamptz,
  constraint password_reset_open check ((ended_at is null) = (end_reason is null) and (ended_at is null) = (temporary_hash is not null))
);
create unique index password_reset_waiting on password_reset (account_id) where ended_at is null;
create index password_reset_account on password_reset (account_id, at desc);

-- What a unit lets others do with its accounts; no row: the default.
create table account_policy (
  unit_type text not null check (unit_type in ('CONTRACTOR', 'ORGANIZATION')),
  unit_id bigint not null,
  -- May the unit's agent make temporary passwords for its accounts?
  agent_reset boolean not null,
  updated_at timestamptz not null,
  updated_by bigint not null,
  primary key (unit_type, unit_id)
);

-- Who has an account already is asked before a unit counts him among its staff: invited, and an employee once accepted.
alter table employee drop constraint employee_status_check;
alter table employee add constraint employee_status_check check (status in ('NORMAL', 'DISABLED', 'INVITED', 'DECLINED'));
alter table employee add column invited_by text;
alter table employee add column invited_until timestamptz;
alter table employee add constraint employee_invited check (status not in ('INVITED', 'DECLINED') or (invited_by is not null and invited_until is not null));
create index employee_invitations on employee (account_id) where status = 'INVITED';

-- Who belongs to no unit any more answers an invitation with this, got for a good password.
create table invitation_ticket (
  ticket_hash text primary key,
  account_id bigint not null references account (id),
  expires_at timestamptz not null
);

-- Addresses that need no session: whoever has the code sees the page it stands for, until it runs out or is revoked.
create table open_code (
  -- 128 random bits, base64url: nobody comes by one he was not given.
  code text primary key check (code ~ '^[A-Za-z0-9_-]{22}$'),
  -- Name of the open page, and what it is about in that page's own words.
  page text not null check (length(page) between 1 and 40),
  organization_id bigint not null,
  subject text not null check (length(subject) between 1 and 100),
  created_at timestamptz not null,
  created_by bigint not null,
  -- Null: until it is revoked.
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by bigint
);
create unique index open_code_standing on open_code (organization_id, page, subject) where revoked_at is null;

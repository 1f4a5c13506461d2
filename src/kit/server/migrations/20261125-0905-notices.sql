-- What an account is told of its own documents while it is away, and which notices it has read.
create table account_notice (
  id bigint primary key,
  account_id bigint not null,
  unit_type text,
  unit_id bigint,
  title text not null,
  content text not null,
  path text,
  created_at timestamptz not null
);
create index account_notice_account on account_notice (account_id, id desc);

create table notice_read (
  account_id bigint not null,
  notice text not null,
  read_at timestamptz not null,
  primary key (account_id, notice)
);

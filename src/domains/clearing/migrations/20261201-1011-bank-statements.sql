-- What a channel sent to the platform's bank by a fund bill: drawn out less put in.
alter table merchant_bill add column bank_fen bigint not null default 0;
update merchant_bill b set bank_fen = coalesce((
  select sum(case when l.type = 'OUT' then l.amount_fen else -l.amount_fen end) from merchant_bill_line l
   where l.day = b.day and l.bill_id = b.id and (l.type = 'OUT' and l.what ~ '提现' or l.type = 'IN' and l.what ~ '充值')), 0)
 where b.kind = 'FUND';
create index merchant_bill_bank on merchant_bill (day) where current and bank_fen <> 0;

-- What the platform's own bank says an account held at the end of a day: typed from its statement, the first is where counting begins.
create table bank_statement (
  id bigint primary key,
  account text not null check (account in ('PAYOUT', 'RECEIPTS', 'ONE')),
  day date not null,
  balance_fen bigint not null,
  -- Since the statement before: what is no business of the units (interest, charges, the platform's own money, in transit).
  other_fen bigint not null default 0,
  other_note text not null default '',
  proof text,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'VOID')),
  void_note text not null default '',
  void_name text not null default '',
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null,
  version int not null default 1,
  check (other_fen = 0 or other_note <> '')
);
create unique index bank_statement_day on bank_statement (account, day) where status = 'NORMAL';
create index bank_statement_at on bank_statement (day desc, id desc);
comment on table bank_statement is 'not-tenant: the platform''s own bank accounts';

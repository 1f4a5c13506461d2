-- 余额限制 by person type. The overdraft stands with the type itself.
create table balance_limit (
  organization_id bigint not null,
  type_id bigint not null,
  -- Spendable money must be at least this before a consumption; null: no such bound.
  min_balance_fen bigint check (min_balance_fen >= 0),
  -- Most the main account may hold after money came in.
  max_balance_fen bigint not null check (max_balance_fen > 0),
  -- At or below this the account counts as low; null: nobody is reminded.
  low_alert_fen bigint check (low_alert_fen >= 0),
  updated_at timestamptz not null,
  primary key (organization_id, type_id),
  foreign key (organization_id, type_id) references person_type (organization_id, id) on delete cascade
);

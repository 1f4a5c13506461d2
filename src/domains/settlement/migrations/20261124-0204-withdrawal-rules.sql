-- What a withdrawal costs and may come to, as the platform sets it; one row.
create table withdrawal_rule (
  id int primary key check (id = 1),
  -- Kept by the platform of each withdrawal that is paid.
  fee_fen bigint not null check (fee_fen >= 0),
  least_fen bigint not null check (least_fen >= 1),
  day_limit_fen bigint not null check (day_limit_fen >= least_fen),
  -- Above it the second look is by another person than the first.
  second_person_fen bigint not null check (second_person_fen >= 0),
  version int not null default 1,
  updated_at timestamptz not null,
  check (least_fen > fee_fen)
);
insert into withdrawal_rule (id, fee_fen, least_fen, day_limit_fen, second_person_fen, updated_at)
values (1, 0, 100, 100000000, 5000000, now());

-- Who bears what channels keep of diners' recharges, and the month's fee of a contract as a line of its statement.
alter table withdrawal_rule add column fee_bearer text not null default 'PLATFORM' check (fee_bearer in ('PLATFORM', 'ORGANIZATION'));
alter table unit_statement_line drop constraint unit_statement_line_kind_check;
alter table unit_statement_line add constraint unit_statement_line_kind_check
  check (kind in ('DAY', 'ADJUST', 'MANAGE_FEE', 'CARRY_IN', 'CARRY_OUT'));

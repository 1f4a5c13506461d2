-- Budgets for meals of guests.
alter table subsidy_budget drop constraint subsidy_budget_kind_check;
alter table subsidy_budget add constraint subsidy_budget_kind_check check (kind in ('SUBSIDY', 'MEAL', 'GUEST'));

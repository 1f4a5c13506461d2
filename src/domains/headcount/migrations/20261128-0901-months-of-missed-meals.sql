-- Few people miss a meal in a month: 餐费扣款（月） reads these lines alone.
create index rollup_diner_month_missed on rollup_diner_month (organization_id, month, person_id) where missed_times <> 0;

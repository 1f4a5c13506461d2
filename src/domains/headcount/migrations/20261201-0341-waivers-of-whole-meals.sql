-- Whether a waiver is one of the whole meal stood as words before its reason; it is taken back as a whole.
alter table meal_report add column waived_meal boolean not null default false;
update meal_report set waived_meal = true, waived_reason = substr(waived_reason, 4)
  where waived_by is not null and waived_reason like '整餐：%';
alter table meal_report add constraint meal_report_waived_meal check (not waived_meal or waived_by is not null);

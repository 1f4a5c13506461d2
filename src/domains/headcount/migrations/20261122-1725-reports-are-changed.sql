-- A report is changed where it stands: other portions, another restaurant.
alter table meal_report_event drop constraint meal_report_event_event_check;
alter table meal_report_event add constraint meal_report_event_event_check
  check (event in ('REPORT', 'CHANGE', 'CANCEL', 'FATE', 'CHARGE', 'UNDO', 'WAIVE', 'UNWAIVE'));

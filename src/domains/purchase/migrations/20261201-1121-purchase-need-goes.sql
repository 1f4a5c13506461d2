-- contract: 20261201-0501 moved needs to meal_need, one row per meal; no server since reads or writes purchase_need.
drop table purchase_need;

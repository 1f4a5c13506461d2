-- Every line is written twice, when it is prepared and when it is posted: half a page is left for the second time.
alter table subsidy_item set (fillfactor = 45);

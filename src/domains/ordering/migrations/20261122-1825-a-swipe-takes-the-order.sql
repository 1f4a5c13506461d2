-- 刷卡即取餐: at the restaurant's terminals for charging, the swipe of somebody whose order waits hands it out.
alter table ordering_rule add column swipe_takes boolean not null default false;

-- 第三方消费 opens with today, and the reports of income add its days up: without an index each read every payment there ever was.
-- A payment by code waits for its channel for a tenth of a second and more; one index more is nothing beside that.
create index third_trade_day on third_trade (organization_id, business_date);

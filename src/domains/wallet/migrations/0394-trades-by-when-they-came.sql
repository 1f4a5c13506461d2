-- Which meals something was booked for lately, whenever it happened. Trades are appended in this order, so the index is a few
-- pages and costs a swipe nothing.
create index trade_recorded on trade using brin (recorded_at);

-- What was booked later than the day it belongs to, by that day: the few records that came after their month was closed.
create index posting_late on posting (organization_id, occurred_date) where business_date > occurred_date;

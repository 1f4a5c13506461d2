-- A day over all units: reports of the platform read a few days of everybody, not everything of one.
create index rollup_consume_place_day on rollup_consume_place (business_date, organization_id);
create index rollup_consume_people_day on rollup_consume_people (business_date, organization_id);
create index rollup_account_day_day on rollup_account_day (business_date, organization_id);

-- Diners whose department reported a number alone, among those that are added up at night; until now they were held to have said nothing.
alter table rollup_diner_month add column counted_heads bigint not null default 0;
alter table rollup_diner_month add column counted_restaurant_heads bigint not null default 0;
alter table rollup_diner_day add column counted_heads bigint not null default 0;
alter table rollup_diner_day add column counted_restaurant_heads bigint not null default 0;

-- Units that report by number are added up anew the next night; until then their meals are read as they lie.
delete from meal_digest d where exists (select from meal_count c where c.organization_id = d.organization_id);

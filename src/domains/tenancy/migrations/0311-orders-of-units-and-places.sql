-- The orders their lists offer.
create index agent_contract_end on agent (contract_end, id);
create index agent_created on agent (created_at, id);
create index contractor_expire on contractor (expire_at, id);
create index contractor_created on contractor (created_at, id);
create index organization_expire on organization (expire_at, id);
create index organization_created on organization (created_at, id);
create index contract_site_created on contract_site (organization_id, created_at, id);
create index deploy_site_created on deploy_site (organization_id, created_at, id);
create index restaurant_created on restaurant (organization_id, created_at, id);
create index meal_period_start on meal_period (organization_id, start_time, id);
create index contractor_meal_start on contractor_meal (contractor_id, start_time, id);

-- The orders their lists offer.
create index employee_created on employee (unit_type, unit_id, created_at, id);
create index account_created on account (created_at, id);
create index account_last_login on account (last_login_at, id);

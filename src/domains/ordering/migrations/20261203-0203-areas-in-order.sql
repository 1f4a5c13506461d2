-- The order areas are listed, chosen and delivered in.
alter table order_area add column sort int not null default 0;
update order_area a set sort = n.at
from (select organization_id, id, row_number() over (partition by organization_id order by name, id) as at from order_area) n
where n.organization_id = a.organization_id and n.id = a.id;

/** How many of a good the platform can still promise: what it has, less what was ordered and is not sent yet. */

/** On the platform's own shelf: `g` is the good. */
export const onShelf = `case when g.device_type_id is null then g.stock else (
  select /* wall: the platform's own stock */ count(*)::int from device d where d.type_id = g.device_type_id and d.status = 'IN_STOCK'
    and d.agent_id is null and not exists (select from purchase_item i where i.device_id = d.id and i.status <> 'RETURNED')) end`;

/** Ordered and not sent yet. */
export const reserved = `(select /* wall: orders of all agents */ coalesce(sum(l.qty - l.shipped_qty), 0)::int from purchase_order_line l
  join purchase_order p on p.id = l.order_id where l.goods_id = g.id and p.status in ('SUBMITTED', 'PAID', 'SHIPPED'))`;

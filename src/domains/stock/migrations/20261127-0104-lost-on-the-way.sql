-- What is lost on the way was taken too: the day it was missed, and what meals took beside the losses of stores.
alter table stock_transit add column lost_id bigint, add column lost_on date;
update stock_transit t
  set lost_id = -t.line_id, lost_on = ((t.closed_at at time zone 'Asia/Shanghai') - interval '4 hours')::date
  where t.lost_qty > 0;
create index stock_transit_lost on stock_transit (contractor_id, lost_on) where lost_qty > 0;

create view stock_used as
select e.contractor_id, e.id, e.bill_id, e.goods_id, e.storehouse_id, e.lot_id, e.kind, e.qty, e.value_fen, e.business_date
from stock_entry e where e.kind in ('ISSUE', 'ISSUE_RETURN', 'LOSS', 'COUNT_GAIN', 'COUNT_LOSS')
union all
select t.contractor_id, t.lost_id, t.bill_id, t.goods_id, t.to_id, t.lot_id, 'TRANSIT_LOSS', -t.lost_qty, -t.lost_fen, t.lost_on
from stock_transit t where t.lost_qty > 0;

-- A view keeps the columns its table had when it was made: made again, it shows how a diner came as well.
drop view trade_list;
create view trade_list as
select t.*,
  coalesce(r.reversed_fen, 0) as corrected_fen,
  case
    when r.posting_id is null then 'SUCCESS'
    when r.reversed_fen = r.amount_fen and r.reversed_count = r.count_used then 'CORRECTED'
    else 'PART_CORRECTED'
  end as status
from trade t
left join posting_reversed r on r.organization_id = t.organization_id and r.posting_id = t.id;

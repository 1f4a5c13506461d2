-- What other domains may join in lists.

-- A trade with what was taken back since, and the state that follows from it.
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

-- One row per person with purses: sums by kind over purses that are not closed.
create view person_balance as
select organization_id, person_id,
  coalesce(sum(balance_fen) filter (where kind = 'MAIN'), 0)::bigint as main_fen,
  coalesce(sum(balance_fen) filter (where kind = 'SUBSIDY'), 0)::bigint as subsidy_fen,
  coalesce(sum(balance_fen) filter (where kind = 'GIFT'), 0)::bigint as gift_fen,
  coalesce(sum(balance_fen) filter (where kind = 'COUNT'), 0)::bigint as meal_count,
  coalesce(sum(balance_fen) filter (where kind = 'ARREARS'), 0)::bigint as arrears_fen,
  coalesce(sum(held_fen) filter (where kind <> 'COUNT'), 0)::bigint as held_fen,
  coalesce(sum(balance_fen) filter (where kind <> 'COUNT'), 0)::bigint as total_fen,
  coalesce(max(status) filter (where kind = 'MAIN'), 'CLOSED') as status,
  max(last_posting_at) as last_posting_at
from wallet
group by organization_id, person_id;

/**
 * M4 and M5: charges of missed meals are what the ledger has of them; what settled meals say agrees with itself and, read apart
 * from it, with the trades of the diners. They run with its proof.
 */
import type { LedgerRule } from '../../wallet/public.server.ts';

const misses = `'IGNORED', 'WARNED', 'EXEMPT', 'CHARGE'`;
/** Days back that the trades are read again beside the reports; what is older was found right every night before. */
const besideDays = 62;
const yuan = (fen: string) => `to_char(${fen} / 100.0, 'FM999999990.00')`;

export const reportRules: readonly LedgerRule[] = [
  {
    code: 'M4',
    sql: `
      with charged as (select * from meal_report where (organization_id = $1 or $1 = 0) and charged_fen > 0),
      standing as (
        select t.organization_id, t.id, g.source_id, t.amount_fen
        from posting g
        join trade t on t.organization_id = g.organization_id and t.id = g.id and t.business_date = g.business_date
        left join posting_reversed v on v.organization_id = g.organization_id and v.posting_id = g.id
        where (g.organization_id = $1 or $1 = 0) and g.source_type = 'meal_report' and t.kind = 'SUPPLEMENT'
          and coalesce(v.reversed_fen, 0) < t.amount_fen)
      select 'M4' as rule, coalesce(r.organization_id, s.organization_id) as organization_id,
        coalesce('报餐 ' || r.id, '未就餐扣费 ' || s.id) as subject,
        case when r.id is null then ${yuan('s.amount_fen')} || ' 元没有报餐认它' when s.id is null then '已扣 ' || ${yuan('r.charged_fen')} || '，没有站得住的入账'
          else '已扣 ' || ${yuan('r.charged_fen')} || '，入账 ' || ${yuan('s.amount_fen')} end as found
      from charged r full join standing s on s.organization_id = r.organization_id and s.id = r.charge_posting_id
      where r.id is null or s.id is null or s.amount_fen <> r.charged_fen or s.source_id <> r.id`,
  },
  {
    code: 'M5',
    // Where a meal of the month is judged but not settled yet, the misses behind it are numbered past it.
    sql: `
      with reports as (select * from meal_report where (organization_id = $1 or $1 = 0) and status = 'REPORTED'),
      open as (select distinct organization_id, person_id, date_trunc('month', dining_date) as month from reports
        where fate <> '' and not final),
      numbered as (
        select organization_id, person_id, id, nth, date_trunc('month', dining_date) as month,
          row_number() over (partition by organization_id, person_id, date_trunc('month', dining_date) order by dining_date, nth) as should
        from reports where final and fate in (${misses})),
      -- Read from the trades alone: who ate which meal, taken back or not.
      recent as (select max(dining_date) - ${besideDays} as since from reports),
      ate as materialized (
        select t.organization_id, t.person_id, t.occurred_date, t.meal_period_id, t.occurred_at, t.recorded_at,
          v.posting_id is null or v.reversed_fen < t.amount_fen or v.reversed_count < t.count_used as stands
        from trade t
        left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.id
        where (t.organization_id = $1 or $1 = 0) and t.business_date >= (select since from recent) and t.person_id <> 0
          and t.kind = 'CONSUME' and t.attendance <> 'ORDERED_ABSENT')
      select 'M5' as rule, n.organization_id, '报餐 ' || n.id as subject, '记为本月第 ' || n.nth || ' 次未就餐，应为第 ' || n.should || ' 次' as found
      from numbered n
      left join open p on p.organization_id = n.organization_id and p.person_id = n.person_id and p.month = n.month
      where n.nth <> n.should and p.person_id is null
      union all
      select 'M5', r.organization_id, '报餐 ' || r.id,
        case when r.fate not in (${misses}) then '不是未就餐，却记为第 ' || r.nth || ' 次、扣 ' || ${yuan('r.charge_fen')}
          else '没有判为扣费，却扣 ' || ${yuan('r.charge_fen')} end
      from reports r
      where r.final and ((r.fate not in (${misses}) and (r.nth <> 0 or r.charge_fen <> 0)) or (r.fate <> 'CHARGE' and r.charge_fen <> 0))
      union all
      select 'M5', r.organization_id, '报餐 ' || r.id, '该餐已结算，这份还没有判定'
      from reports r
      join meal_settlement s on s.organization_id = r.organization_id and s.dining_date = r.dining_date
        and s.meal_period_id = r.meal_period_id and s.state = 'SETTLED'
      where not r.final
      union all
      -- What came after the meal was settled is judged by the next run.
      select 'M5', r.organization_id, '报餐 ' || r.id,
        '记为未就餐，交易里却有 ' || to_char(a.occurred_at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') || ' 的这一餐'
      from reports r
      join meal_settlement s on s.organization_id = r.organization_id and s.dining_date = r.dining_date
        and s.meal_period_id = r.meal_period_id and s.state = 'SETTLED'
      join ate a on a.organization_id = r.organization_id and a.person_id = r.person_id and a.occurred_date = r.dining_date
        and a.meal_period_id = r.meal_period_id and a.stands and a.recorded_at <= s.settled_at
      where r.final and r.fate in (${misses})
      union all
      select 'M5', r.organization_id, '报餐 ' || r.id, '记为已就餐，交易里没有这一笔'
      from reports r
      where r.final and r.fate = 'EATEN' and r.eaten_at is not null and r.dining_date >= (select since from recent)
        and not exists (select from ate a where a.organization_id = r.organization_id and a.person_id = r.person_id
          and a.occurred_at = r.eaten_at)`,
  },
];

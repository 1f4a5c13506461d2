/** Steps over papers that are still on somebody's desk: drawers not handed over, corrections, refunds, batches. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { CloseStep } from '../services.ts';

const area = '/admin/organization';

/** What went through each drawer on each day, by the ledger, against what its operator handed over. */
const drawers: CloseStep = {
  key: 'cash',
  title: '操作员现金已交班',
  weight: 'SOFT',
  order: 50,
  check: async ({ services, organizationId, from, to }) => {
    const { rows } = await services.pool.query<{ operators: number; days: number; fen: number }>(
      `select count(distinct d.operator_id)::int as operators, count(*)::int as days, coalesce(sum(d.fen), 0)::bigint as fen
       from (
         select operator_id, business_date, sum(fen) as fen from (
           select operator_id, business_date, out_fen - in_fen as fen from rollup_operator_day
           where organization_id = $1 and account = 'cash_drawer' and business_date between $2::date and $3::date
           union all
           select operator_id, business_date, -due_fen from cash_handover
           where organization_id = $1 and business_date between $2::date and $3::date) m
         group by operator_id, business_date having sum(fen) <> 0) d`,
      [organizationId, from, to],
    );
    const { operators, days, fen } = rows[0]!;
    return {
      ok: days === 0,
      figure:
        days === 0
          ? '收到的现金都已交班'
          : `${operators} 位操作员共 ${days} 个营业日未交班，合计 ${formatFenGrouped(fen)} 元`,
      path: `${area}/operator_cash_summary`,
      query: { businessDate: JSON.stringify([from, to]) },
    };
  },
};

const papers: CloseStep = {
  key: 'documents',
  title: '单据已办结',
  weight: 'SOFT',
  order: 60,
  check: async ({ services, organizationId, from, to }) => {
    const { rows } = await services.pool.query<Record<string, number>>(
      `with bound as (select ($2::date + time '04:00') at time zone 'Asia/Shanghai' as f,
         ($3::date + 1 + time '04:00') at time zone 'Asia/Shanghai' as t)
       select
         (select count(*) from correction, bound where organization_id = $1 and created_at >= bound.f and created_at < bound.t
           and status in ('REPORTED', 'PENDING_AUDIT', 'APPROVED'))::int as corrections,
         (select count(*) from manual_charge, bound where organization_id = $1 and created_at >= bound.f and created_at < bound.t
           and status in ('SUBMITTED', 'APPROVED', 'REVERSING'))::int as charges,
         (select count(*) from refund_order, bound where organization_id = $1 and at >= bound.f and at < bound.t
           and status in ('APPLIED', 'APPROVED', 'PROCESSING'))::int as refunds,
         (select count(*) from subsidy_batch where organization_id = $1 and grant_on between $2::date and $3::date
           and status in ('SUBMITTED', 'APPROVED', 'GRANTING'))::int as batches`,
      [organizationId, from, to],
    );
    const found = rows[0]!;
    const kinds = [
      ['corrections', '消费纠错', `${area}/correct`],
      ['charges', '人工消费', `${area}/artificial_chopping`],
      ['refunds', '退款', `${area}/refund`],
      ['batches', '补贴批次', `${area}/subsidy/batch_recharge`],
    ] as const;
    const open = kinds.filter(([key]) => found[key]! > 0);
    return {
      ok: open.length === 0,
      figure:
        open.length === 0
          ? '纠错、人工消费、退款、补贴批次都已办结'
          : `未办结：${open.map(([key, name]) => `${name} ${found[key]} 件`).join('，')}`,
      path: open[0]?.[2] ?? `${area}/correct`,
      query: null,
    };
  },
};

export const documentSteps: readonly CloseStep[] = [drawers, papers];

/** How much of what came into stock was bought at markets, by month. */
import { basisPoints, formatFenGrouped } from '../../../kit/define/fen.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { ownContractor } from '../../tenancy/public.server.ts';

export interface MonthShare {
  /** `YYYY-MM` */
  month: string;
  count: number;
  marketFen: number;
  allFen: number;
}

/** This month and those before it, the newest first; a month without deliveries is left out. */
export async function marketShares(ctx: Ctx, months: number): Promise<MonthShare[]> {
  const { rows } = await sqlOf(ctx.db).query<MonthShare>(
    `select to_char(r.accepted_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, (count(*) filter (where r.emergency))::int as count,
       coalesce(sum(r.amount_fen) filter (where r.emergency), 0)::bigint as "marketFen", coalesce(sum(r.amount_fen), 0)::bigint as "allFen"
     from receipt r where r.contractor_id = $1
       and r.accepted_at >= (date_trunc('month', $2::date) - make_interval(months => $3 - 1)) at time zone 'Asia/Shanghai'
     group by 1 order by 1 desc`,
    [ownContractor(ctx), dateAt(ctx.clock.now()), months],
  );
  return rows;
}

/** `3.2%`; nothing came in: `—`. */
export function shareWords({ marketFen, allFen }: Pick<MonthShare, 'marketFen' | 'allFen'>): string {
  const points = basisPoints(marketFen, allFen);
  return points === null ? '—' : `${points / 100}%`;
}

/** The shares of the last twelve months, as they are printed for who answers for them. */
export async function showShares(ctx: Ctx): Promise<Show> {
  const rows = await marketShares(ctx, 12);
  return {
    receipt: {
      title: '应急采购各月占比',
      lines: [['截至', dateAt(ctx.clock.now())]],
      sheets: [
        {
          columns: [
            { label: '月份' },
            { label: '笔数', align: 'right' },
            { label: '应急采购（元）', align: 'right' },
            { label: '全部入库（元）', align: 'right' },
            { label: '占比', align: 'right' },
          ],
          rows: rows.map((row) => [
            row.month,
            String(row.count),
            formatFenGrouped(row.marketFen),
            formatFenGrouped(row.allFen),
            shareWords(row),
          ]),
        },
      ],
    },
  };
}

/** What 撤销 of a manual charge would give back, and to how many; nothing is written. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';

export async function takeBackOutcome(ctx: Ctx, { rows }: ActionInput): Promise<Outcome> {
  const row = rows[0]!;
  // What was put right meanwhile does not go back a second time.
  const left = await ctx.db
    .selectFrom('manual_charge_line as l')
    .leftJoin('posting_reversed as v', (on) =>
      on.onRef('v.organization_id', '=', 'l.organization_id').onRef('v.posting_id', '=', 'l.posting_id'),
    )
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(l.amount_fen - coalesce(v.reversed_fen, 0)), 0)::bigint`.as('fen'),
      sql<number>`coalesce(sum(l.count_used - coalesce(v.reversed_count, 0)), 0)::bigint`.as('meals'),
    ])
    .where('l.batch_id', '=', row.id)
    .where('l.posting_id', 'is not', null)
    .where('l.reverse_posting_id', 'is', null)
    .executeTakeFirstOrThrow();
  const back = left.meals > 0 ? `${left.meals} 次` : `${formatFenGrouped(left.fen)} 元`;
  return {
    lines: [
      ['批次', String(row.batchNo)],
      ['退回', `${left.count} 笔 ${back}，逐笔回到原来扣款的账户`],
      ['入账后', '在本批次的明细里看每一笔的结果'],
    ],
    ...(left.meals > 0 ? { amount: back } : { amountFen: left.fen }),
  };
}

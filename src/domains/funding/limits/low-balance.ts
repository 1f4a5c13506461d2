/** Who is at or below the reminder of their person type (低额提醒): people in use, by their main account. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Work } from '../../shell/public.server.ts';

/** The state out of a main balance; `p` is the person, `l` the limit of the type, where there is one. */
export const lowState = (mainFen: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`case when l.low_alert_fen is null or p.status <> 'NORMAL' then null
    when ${mainFen} <= l.low_alert_fen then 'LOW' else 'OK' end`;

/** People below, within the scope, by type id; types with nobody are absent. */
export async function lowByType(ctx: Ctx): Promise<Map<number, number>> {
  const rows = await ctx.db
    .selectFrom('balance_limit as l')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.type_id', '=', 'l.type_id'),
    )
    .innerJoin('wallet as w', (on) =>
      on.onRef('w.organization_id', '=', 'p.organization_id').onRef('w.person_id', '=', 'p.id'),
    )
    .where('p.status', '=', 'NORMAL')
    .where('w.kind', '=', 'MAIN')
    .where('w.status', '<>', 'CLOSED')
    .whereRef('w.balance_fen', '<=', 'l.low_alert_fen')
    .groupBy('l.type_id')
    .select(['l.type_id as typeId', sql<number>`count(*)::int`.as('count')])
    .execute();
  return new Map(rows.map((row) => [row.typeId, row.count]));
}

/** For the work list of the organization's home: of whoever may take money in. */
export const lowBalanceWork = async (): Promise<Work[]> => [
  {
    label: '余额低于提醒',
    path: '/admin/organization/account_balance',
    search: { lowState: ['LOW'] },
    needs: 'export',
    hint: '主账户不高于所属类别的低额提醒，可导出名单通知充值',
  },
];

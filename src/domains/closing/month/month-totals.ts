/** The money of one month in the large digits the clerk signs for: 期末 = 期初 + 收入 − 支出. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import { accountStatement } from '../../wallet/public.server.ts';
import type { MonthTotals } from '../closing-state.ts';

/** Over all purses that hold money. `from` and `to` are the month's first and last business day. */
export async function monthTotals(db: Db, from: string, to: string): Promise<MonthTotals> {
  const rows = await accountStatement(db, { from, to }, { step: 'ALL' });
  const trades = await db
    .selectFrom('consumed_by_place as u')
    .select(sql<number>`coalesce(sum(u.consume_count), 0)::bigint`.as('n'))
    .where('u.business_date', '>=', from)
    .where('u.business_date', '<=', to)
    .executeTakeFirstOrThrow();
  const sum = (...keys: (keyof (typeof rows)[number])[]) =>
    rows.reduce((total, row) => total + keys.reduce((part, key) => part + (row[key] as number), 0), 0);
  return {
    openingFen: sum('openingFen'),
    incomingFen: sum('rechargeFen', 'depositFen'),
    grantedFen: sum('grantFen'),
    consumedFen: sum('consumeFen', 'supplementFen') - sum('correctedFen'),
    tradeCount: trades.n,
    paidOutFen: sum('refundFen', 'cashOutFen'),
    takenBackFen: sum('clearFen', 'returnFen'),
    otherFen: sum('otherInFen') - sum('otherOutFen', 'cardFeeFen'),
    closingFen: sum('closingFen'),
  };
}

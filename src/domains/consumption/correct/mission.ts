/** Corrections that wait for somebody: reports to take up, requests to decide, batches to decide. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';

/** How many, within the scope; a batch counts once. */
export async function waitingCorrections(ctx: Ctx): Promise<number> {
  const count = sql<number>`count(*)::int`.as('n');
  const [single, batches] = await Promise.all([
    ctx.db
      .selectFrom('correction')
      .select(count)
      .where('status', 'in', ['REPORTED', 'PENDING_AUDIT'])
      .where('batch_id', 'is', null)
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('correction_batch').select(count).where('status', '=', 'PENDING_AUDIT').executeTakeFirstOrThrow(),
  ]);
  return single.n + batches.n;
}

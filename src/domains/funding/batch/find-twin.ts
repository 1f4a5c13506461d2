/** The same people with the same amounts in a batch of the last weeks: most likely the same spreadsheet handed in twice. */
import { sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { FundingBatchRow } from '../tables.ts';

/** How far back a batch of the same content is taken for the same. */
const watchDays = 31;

type Twin = Pick<FundingBatchRow, 'batch_no' | 'maker_name' | 'created_at' | 'status'>;

/** The newest other batch with these lines that was handed in; undefined when there is none. */
export async function findTwin(ctx: Ctx, batch: FundingBatchRow): Promise<Twin | undefined> {
  const since = addDays(isoAt(ctx.clock.now()).slice(0, 10), -watchDays);
  return ctx.db
    .selectFrom('funding_batch as b')
    .select(['b.batch_no', 'b.maker_name', 'b.created_at', 'b.status'])
    .where('b.id', '<>', batch.id)
    .where('b.kind', '=', batch.kind)
    .where('b.status', 'in', ['SUBMITTED', 'RUNNING', 'DONE', 'PART_FAILED'])
    .where('b.total_count', '=', batch.total_count)
    .where('b.total_fen', '=', batch.total_fen)
    .where('b.created_at', '>=', `${since}T00:00:00+08:00`)
    .where(sql<boolean>`not exists (
      select l.person_id, l.amount_fen from funding_batch_line l
       where l.organization_id = b.organization_id and l.batch_id = b.id and l.status <> 'LEFT_OUT'
      except
      select o.person_id, o.amount_fen from funding_batch_line o
       where o.organization_id = b.organization_id and o.batch_id = ${batch.id} and o.status <> 'LEFT_OUT')`)
    .orderBy('b.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

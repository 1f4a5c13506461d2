/** An application that begins to be sold: who works with it already keeps it until a day, without a bill. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ApplicationRow } from '../tables.ts';
import '../tables.ts';

/**
 * Gives every unit that uses the application a subscription that ends on `until` (YYYY-MM-DD). A bundle is worked with by nobody yet:
 * what it includes stands by itself, as the base service does.
 */
export async function subscribeHolders(
  ctx: Ctx,
  { id, unit_type, base, includes_ids }: ApplicationRow,
  until: string,
): Promise<null> {
  if (!base && includes_ids.length === 0)
    await sqlOf(ctx.db).query(
      `insert into subscription (unit_type, unit_id, application_id, started_on, end_on, updated_at)
       select s.unit_type, s.unit_id, s.application_id, least($2::date, ($4::timestamptz at time zone 'Asia/Shanghai')::date), $2, $4
       from unit_service s where s.application_id = $1 and s.unit_type = $3 on conflict do nothing`,
      [id, until, unit_type, isoAt(ctx.clock.now())],
    );
  return null;
}

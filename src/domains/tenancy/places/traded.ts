/** A place that money was taken at stays: reports of past days need its name. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';

/** IN_USE when any consumption of the organization names the record; read from the day totals, not the trades. */
export async function refuseTraded(
  ctx: Ctx,
  organizationId: number,
  column: 'restaurant_id' | 'deploy_site_id' | 'meal_period_id',
  id: number,
): Promise<Refusal | undefined> {
  const found = await sql`select 1 from consumed_by_place
    where organization_id = ${organizationId} and ${sql.ref(column)} = ${id} limit 1`.execute(ctx.db);
  return found.rows.length > 0 ? refuse('IN_USE', { what: '消费记录' }) : undefined;
}

/** People of a sheet, known by job number. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';

/** Those who are not closed, by job number; who lies outside the scope is absent. */
export async function openPeople(ctx: Ctx, jobNumbers: readonly string[]): Promise<Map<string, number>> {
  const found = await ctx.db
    .selectFrom('person')
    .select(['id', 'job_number'])
    .where(sql<boolean>`job_number = any(${jobNumbers}::text[])`)
    .where('status', '<>', 'CLOSED')
    .execute();
  return new Map(found.map((row) => [row.job_number!, row.id]));
}

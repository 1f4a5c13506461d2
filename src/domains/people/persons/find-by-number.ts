/** People by job number, for spreadsheets that name them so; only those the handle lets through and who are not closed. */
import type { Db } from '../../../kit/server/context.ts';

/** Id and name by job number; unknown numbers are absent. */
export async function peopleByNumber(
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, { id: number; name: string }>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .select(['id', 'name', 'job_number'])
    .where('job_number', 'in', [...new Set(numbers)])
    .where('status', '<>', 'CLOSED')
    .execute();
  return new Map(rows.map((row) => [row.job_number!, { id: row.id, name: row.name }]));
}

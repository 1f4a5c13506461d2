/** The conflict behind a refusal code, in SQL. */
import { type RawBuilder, sql } from 'kysely';
import { conflictCodes } from './states.ts';

/** Over a column with refusal codes. */
export function conflictOf(column: string): RawBuilder<string> {
  const cases = Object.entries(conflictCodes).map(
    ([value, codes]) =>
      sql`when ${sql.ref(column)} = any(${sql.lit(`{${codes.join(',')}}`)}::text[]) then ${sql.lit(value)}`,
  );
  return sql<string>`case ${sql.join(cases, sql` `)} else 'OTHER' end`;
}

/** Which request keys the money door has answered for good, and with what posting. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

/** By key, those of `keys` that were answered: the posting's number, or null for a refusal. `db` sees the whole organization. */
export async function answeredKeys(
  db: Sql,
  organizationId: number,
  keys: readonly string[],
): Promise<Map<string, number | null>> {
  const { rows } = await db.query<{ key: string; posting: number | null }>(
    `select request_key as key, (answer ->> 'postingId')::bigint as posting from money_request
      where organization_id = $1 and request_key = any($2::text[])
     union all
     select request_key, id from plain_grant where organization_id = $1 and request_key = any($2::text[])`,
    [organizationId, keys],
  );
  return new Map(rows.map((row) => [row.key, row.posting]));
}

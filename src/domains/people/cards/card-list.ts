/** The version of an organization's card list: every change of a card, or of its person, takes a number of its own. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

/**
 * Takes the organization's lock for changes of people, numbers and cards, held until the transaction ends. Checks made
 * after it stay true. Wallet rows are locked before it, never after.
 */
export async function lockPeople(executor: Sql, organizationId: number): Promise<void> {
  await executor.query('insert into card_list_version (organization_id) values ($1) on conflict do nothing', [
    organizationId,
  ]);
  await executor.query('select 1 from card_list_version where organization_id = $1 for update', [organizationId]);
}

/** The next `count` versions; answers the first. */
export async function takeListVersions(executor: Sql, organizationId: number, count: number): Promise<number> {
  const { rows } = await executor.query<{ version: number }>(
    'update card_list_version set version = version + $2 where organization_id = $1 returning version',
    [organizationId, count],
  );
  return rows[0]!.version - count + 1;
}

/** The next `count` person numbers as text of at least six digits. */
export async function takePersonNos(executor: Sql, organizationId: number, count: number): Promise<string[]> {
  const { rows } = await executor.query<{ last: number }>(
    'update card_list_version set last_person_no = last_person_no + $2 where organization_id = $1 returning last_person_no as last',
    [organizationId, count],
  );
  const first = rows[0]!.last - count + 1;
  return Array.from({ length: count }, (_, i) => String(first + i).padStart(6, '0'));
}

/** Puts the cards these people hold on the list again, after their name, type or status changed. */
export async function relistCards(executor: Sql, organizationId: number, personIds: readonly number[]): Promise<void> {
  const { rows } = await executor.query<{ id: number }>(
    `select id from card where organization_id = $1 and person_id = any($2::bigint[])
       and status in ('NORMAL', 'LOST', 'FROZEN') order by id`,
    [organizationId, personIds],
  );
  if (rows.length === 0) return;
  const first = await takeListVersions(executor, organizationId, rows.length);
  await executor.query(
    `update card c set list_version = $3 + t.n - 1
       from unnest($2::bigint[]) with ordinality as t(id, n)
      where c.organization_id = $1 and c.id = t.id`,
    [organizationId, rows.map((r) => r.id), first],
  );
}

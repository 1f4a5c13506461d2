/** Somebody acts in an app of the unit from now on, for himself alone. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Acting } from '../acting.ts';

/** The binding's number; that of before where the person is bound there already. Runs in the caller's transaction. */
export async function bindApp(
  executor: Sql,
  { organizationId, ids, clock }: Pick<Acting, 'organizationId' | 'ids' | 'clock'>,
  app: { id: number; name: string },
  personId: number,
): Promise<number> {
  const { rows } = await executor.query<{ id: number }>(
    `insert into person_binding (organization_id, id, person_id, kind, app_id, nickname, relation, bound_at, status)
     values ($1, $2, $3, 'APP', $4, $5, 'SELF', $6, 'BOUND')
     on conflict (organization_id, app_id, person_id) where status = 'BOUND' and kind = 'APP'
       do update set nickname = excluded.nickname
     returning id`,
    [organizationId, await ids.next(), personId, app.id, app.name, isoAt(clock.now())],
  );
  return rows[0]!.id;
}

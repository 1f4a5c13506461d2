/** The applications there are, from the divisions of the pages; not on sale before the platform says so. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { divisions } from './divisions.ts';

export async function seedApplications({ pool, ids, clock }: Services): Promise<void> {
  const { rows } = await pool.query<{ code: string }>('select code from application order by code');
  const known = new Set(rows.map(({ code }) => code));
  for (const { code, unitType, name, intro, base } of divisions)
    if (!known.has(code))
      await pool.query(
        `insert into application (id, code, name, unit_type, base, intro, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)
         on conflict do nothing`,
        [await ids.next(), code, name, unitType, base === true, intro, isoAt(clock.now())],
      );
}

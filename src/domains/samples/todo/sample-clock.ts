/** The clock of samples, every five minutes: windows that ended. At night what menus say is looked at again. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { house } from '../desk/sample-store.ts';
import '../tables.ts';
import { followDays } from './make-todos.ts';

type Host = Pick<Services, 'pool' | 'db' | 'clock' | 'ids'>;

/** TO_SAMPLE → MISSED once the window is over, each with its step; answers how many. Safe on several nodes. */
export async function missWindows({ pool, clock, ids }: Host): Promise<number> {
  const now = isoAt(clock.now());
  const { rows } = await pool.query<{ id: number; organization_id: number }>(
    `select organization_id, id from sample /* wall: the clock serves every unit */
     where status = 'TO_SAMPLE' and window_to < $1 order by organization_id, id limit 5000`,
    [now],
  );
  if (rows.length === 0) return 0;
  const stepIds = await ids.take(rows.length);
  const done = await pool.query(
    `with due as (
       select * from jsonb_to_recordset($1::jsonb) as x (organization_id bigint, id bigint, step_id bigint)
     ), missed as (
       update sample s set status = 'MISSED', updated_at = $2, version = s.version + 1 from due
       where s.organization_id = due.organization_id and s.id = due.id and s.status = 'TO_SAMPLE'
       returning s.organization_id, s.id, s.restaurant_id, s.window_to, due.step_id
     )
     insert into sample_step (organization_id, id, sample_id, restaurant_id, action, at, told_at, by_id, by_name, from_status, to_status)
     select m.organization_id, m.step_id, m.id, m.restaurant_id, 'MISS', m.window_to, $2, null, $3, 'TO_SAMPLE', 'MISSED' from missed m`,
    [JSON.stringify(rows.map((row, i) => ({ ...row, step_id: stepIds[i] }))), now, house.name],
  );
  return done.rowCount ?? 0;
}

/** What the menus of every unit in use say, once more. */
export async function followEveryone({ pool, clock, ids }: Host): Promise<void> {
  const nowMs = clock.now();
  const units = await pool.query<{ id: number }>(
    `select id from organization /* wall: the night serves every unit */ where status <> 'DISABLED' order by id`,
  );
  for (const { id } of units.rows) await followDays(pool, { ids, nowMs }, id, businessDay(nowMs));
}

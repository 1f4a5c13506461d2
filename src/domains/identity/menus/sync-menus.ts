/** Brings the menu table up to the pages of this program; what the administrator set stays. Runs at every start. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Db, Services } from '../../../kit/server/context.ts';
import type { MenuRow } from '../tables.ts';
import { type PlannedMenu, planMenus } from './plan-menus.ts';

/** Any number of its own: several nodes starting at once sync one after the other. */
const lockKey = 7_420_150;

type Known = Pick<MenuRow, 'id' | 'unit_type' | 'source_key' | 'parent_id' | 'name' | 'url' | 'icon' | 'sort' | 'gone'>;

const same = (a: Known, b: Known) =>
  a.parent_id === b.parent_id &&
  a.name === b.name &&
  a.url === b.url &&
  a.icon === b.icon &&
  a.sort === b.sort &&
  a.gone === b.gone;

async function write(services: Services, trx: Db, plan: readonly PlannedMenu[], known: Map<string, Known>) {
  const at = isoAt(services.clock.now());
  const ids = new Map<string, number>();
  for (const entry of plan) {
    const key = `${entry.area} ${entry.key}`;
    const before = known.get(key);
    const facts = {
      parent_id: entry.parentKey === null ? null : ids.get(`${entry.area} ${entry.parentKey}`)!,
      name: entry.name,
      url: entry.url,
      icon: entry.icon,
      sort: entry.sort,
      gone: false,
    };
    const id = before?.id ?? (await services.ids.next());
    ids.set(key, id);
    if (!before)
      await trx
        .insertInto('menu')
        .values({
          id,
          unit_type: entry.area,
          level: entry.level,
          source_key: entry.key,
          own_name: null,
          own_icon: null,
          own_sort: null,
          status: 'NORMAL',
          created_at: at,
          created_by: 1,
          updated_at: at,
          version: 1,
          ...facts,
        })
        .execute();
    else if (!same(before, { ...before, ...facts }))
      await trx
        .updateTable('menu')
        .set({ ...facts, updated_at: at })
        .where('id', '=', id)
        .execute();
  }
  const gone = [...known].filter(([key, row]) => !ids.has(key) && !row.gone).map(([, row]) => row.id);
  if (gone.length > 0)
    await trx.updateTable('menu').set({ gone: true, updated_at: at }).where('id', 'in', gone).execute();
}

/** Inserts what is new, follows what moved, marks what is gone. */
export async function syncMenus(services: Services): Promise<void> {
  const plan = planMenus(services.registry.all);
  await services.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
    const rows = await trx
      .selectFrom('menu')
      .select(['id', 'unit_type', 'source_key', 'parent_id', 'name', 'url', 'icon', 'sort', 'gone'])
      .where('source_key', 'is not', null)
      .execute();
    await write(services, trx, plan, new Map(rows.map((r) => [`${r.unit_type} ${r.source_key}`, r])));
  });
}

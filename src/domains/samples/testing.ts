/** A bench of the samples domain: a school with a restaurant, three meals, dishes and menus as they stand once published. */
import { isoAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { Bound } from '../../kit/server/page/binding.ts';
import { dispatch } from '../../kit/server/page/dispatch.ts';
import { makeContext } from '../../kit/server/page/make-context.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import { menu } from '../menu/domain.ts';
import { plantPlace } from '../menu/testing.ts';
import { tenancy } from '../tenancy/domain.ts';
import { type Caller, type UnitBench, unitBench, units } from '../tenancy/testing.ts';
import { samples } from './domain.ts';

// What calls for somebody, told when a test says so.
export { tellOfSamples } from './todo/sample-alerts.ts';

export interface SampleBench {
  bench: UnitBench;
  school: Caller;
  /** Another account of the school. */
  other: Caller;
  company: Caller;
  place: number;
  meals: number[];
  /** A menu in this state with dishes of that class; answers its id and those of its dishes. */
  plantMenu(
    date: string,
    mealId: number,
    dishes: readonly string[],
    status?: string,
  ): Promise<{ menuId: number; itemIds: number[] }>;
  /** A cabinet or scale of the school. */
  plantDevice(kind: 'SAMPLE_CABINET' | 'SCALE' | 'CAMERA', name: string, organizationId?: number): Promise<number>;
  /** Code and parameters of a refusal; any other answer as it is. */
  refused(answer: Promise<unknown>): Promise<unknown>;
  /** The context with a second person. */
  witnessed(caller: Caller): Ctx;
}

export const samplePath = '/admin/organization/sample_management';

function another(bench: UnitBench, caller: Caller): Caller {
  const session = { ...caller.session, accountId: caller.session.accountId + 1, name: '复核员' };
  const ctx = (path: string) => makeContext(bench.services, session, path, { ip: '10.0.0.2' });
  const { registry } = bench.services;
  return {
    session,
    ctx,
    call: async <T>(path: string, verb: string, body: Record<string, unknown> = {}) =>
      (await dispatch(registry, registry.at(path)!, verb, ctx(path), body)) as T,
  };
}

export async function sampleBench(pages: readonly Bound[]): Promise<SampleBench> {
  const bench = await unitBench([tenancy, menu, samples], pages);
  const { db, services } = bench;
  const school = await bench.as('ORGANIZATION', units.organization);
  const { place, meals } = await plantPlace({ bench } as never);
  const at = isoAt(bench.clock.now());
  const stamps = { created_at: at, created_by: null, updated_at: at, version: 1 };
  const types = [
    { id: 1, name: '热菜', parent_id: null, risk: null },
    { id: 2, name: '凉菜', parent_id: null, risk: 'COLD' },
  ];
  await db
    .insertInto('food_type')
    .values(types.map((type) => ({ ...type, sort: type.id, status: 'NORMAL', ...stamps })))
    .execute();
  const dishIds = new Map<string, number>();
  const dishOf = async (name: string): Promise<number> => {
    const known = dishIds.get(name);
    if (known) return known;
    const id = await services.ids.next();
    await bench.database.pool.query(
      `insert into dish (organization_id, id, name, type_id, version_id, status, created_at, updated_at)
       values ($1, $2, $3, $4, 1, 'APPROVED', $5, $5)`,
      [units.organization, id, name, name.startsWith('凉') ? 2 : 1, at],
    );
    dishIds.set(name, id);
    return id;
  };
  return {
    bench,
    school,
    other: another(bench, school),
    company: await bench.as('ORGANIZATION', units.otherOrganization),
    place,
    meals,
    plantMenu: async (date, mealId, dishes, status = 'PUBLISHED') => {
      const [menuId = 0, ...itemIds] = await services.ids.take(dishes.length + 1);
      await bench.database.pool.query(
        `insert into food_menu (organization_id, id, restaurant_id, menu_date, meal_period_id, status, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7)`,
        [units.organization, menuId, place, date, mealId, status, at],
      );
      for (const [i, name] of dishes.entries())
        await bench.database.pool.query(
          `insert into food_menu_item (organization_id, id, menu_id, restaurant_id, menu_date, meal_period_id, dish_id, sort, dish_name)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [units.organization, itemIds[i], menuId, place, date, mealId, await dishOf(name), i, name],
        );
      return { menuId, itemIds };
    },
    plantDevice: async (kind, name, organizationId = units.organization) => {
      const [typeId = 0, id = 0] = await services.ids.take(2);
      await bench.database.pool.query(
        `insert into device_type (id, name, model, kind, created_at, updated_at) values ($1, $2, $2, $3, $4, $4)`,
        [typeId, `${name}${typeId}`, kind, at],
      );
      await bench.database.pool.query(
        `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
         values ($1, $2, $3, $4, $5, 'ACTIVE', $6, $6)`,
        [id, `SN${id}`, typeId, name, organizationId, at],
      );
      return id;
    },
    refused: async (answer) => {
      const one = await answer;
      return isRefusal(one) ? { code: one.code, params: one.params, fields: one.fields } : one;
    },
    witnessed: (caller) => ({
      ...caller.ctx(samplePath),
      witness: { accountId: caller.session.accountId + 7, account: 'second', name: '见证人' },
    }),
  };
}

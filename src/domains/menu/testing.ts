/** A bench of the menu domain: two units, the library loaded, a second pair of eyes in the first unit. */

import { isoAt } from '../../kit/server/clock.ts';
import type { Bound } from '../../kit/server/page/binding.ts';
import { dispatch } from '../../kit/server/page/dispatch.ts';
import { makeContext } from '../../kit/server/page/make-context.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import { tenancy } from '../tenancy/domain.ts';
import { type Caller, type UnitBench, unitBench, units } from '../tenancy/testing.ts';
import { menu } from './domain.ts';
import { loadLibrary } from './library/load-library.ts';

export interface MenuBench {
  bench: UnitBench;
  platform: Caller;
  /** The school, its checker, and another unit. */
  school: Caller;
  checker: Caller;
  company: Caller;
}

/** The same unit under another account. */
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

export async function menuBench(pages: readonly Bound[]): Promise<MenuBench> {
  const bench = await unitBench([tenancy, menu], pages);
  await loadLibrary(bench.services);
  const school = await bench.as('ORGANIZATION', units.organization);
  return {
    bench,
    platform: await bench.as('PLATFORM', 1),
    school,
    checker: another(bench, school),
    company: await bench.as('ORGANIZATION', units.otherOrganization),
  };
}

/** Code and fields of a refusal; any other answer as it is. */
export async function refused(answer: Promise<unknown>): Promise<unknown> {
  const one = await answer;
  return isRefusal(one) ? { code: one.code, fields: Object.keys(one.fields ?? {}), params: one.params } : one;
}

/** A restaurant of the school with its meals, which serves the first two of them; dishes are sold one by one if asked. */
export async function plantPlace(
  { bench }: MenuBench,
  consumeMode = 'FIXED',
): Promise<{ place: number; meals: number[] }> {
  const { db, services, clock } = bench;
  const at = isoAt(clock.now());
  const stamps = { created_at: at, created_by: null, updated_at: at, version: 1 };
  const organization_id = units.organization;
  const [place = 0, ...meals] = await services.ids.take(4);
  await db
    .insertInto('restaurant')
    .values({
      organization_id,
      id: place,
      name: '一食堂',
      kind: 'RESTAURANT',
      contractor_id: null,
      seat_count: null,
      manager: null,
      phone: null,
      address: null,
      meal_period_ids: meals.slice(0, 2),
      consume_mode: consumeMode,
      status: 'NORMAL',
      ...stamps,
    })
    .execute();
  await db
    .insertInto('meal_period')
    .values(
      ['早餐', '午餐', '晚餐'].map((name, i) => ({
        organization_id,
        id: meals[i]!,
        name,
        start_time: `${String(7 + i * 5).padStart(2, '0')}:00`,
        end_time: `${String(8 + i * 5).padStart(2, '0')}:00`,
        times: null,
        color: '#0a8250',
        sort: i,
        status: 'NORMAL',
        ...stamps,
      })),
    )
    .execute();
  return { place, meals };
}

/** The platform's home counts what is there and nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { consumption } from '../../consumption/domain.ts';
import { device } from '../../device/domain.ts';
import { people } from '../../people/domain.ts';
import { shell } from '../../shell/domain.ts';
import { tenancy } from '../../tenancy/domain.ts';
import { type UnitBench, unitBench } from '../../tenancy/testing.ts';
import platformHomePage from './pages/platform-home.server.ts';
import type { PlatformHome } from './platform-figures.ts';

let bench: UnitBench;
beforeAll(async () => {
  // Their tables are asked under the platform's scope; nothing of them is built here.
  const tablesOnly = [consumption, people].map(({ name, tables }) => ({ name, tables }));
  bench = await unitBench([shell, tenancy, device, ...tablesOnly], [platformHomePage].flat());
});
afterAll(async () => {
  await device.stop?.(bench.services);
  await bench?.database.drop();
});

test('a fresh platform: units counted, everything else zero, two weeks of days', async () => {
  const platform = await bench.as('PLATFORM', 1);
  await bench.db.updateTable('organization').set({ expire_at: '2026-12-01' }).where('id', '=', 31).execute();
  const home = await platform.call<PlatformHome>('/admin/platform/platform_home', 'figures');
  expect(home).toMatchObject({
    agents: 1,
    contractors: 2,
    organizations: 2,
    people: 0,
    consumeFen: 0,
    rechargeFen: 0,
    floatFen: 0,
  });
  expect(home.devices).toEqual({ inUse: 0, online: 0 });
  expect(home.days).toHaveLength(14);
  expect(home.days.at(-1)!.date).toBe('2026-11-20');
  expect(home.work.filter((w) => w.count > 0).map((w) => w.label)).toEqual(['即将或已经到期']);
});

test('people and purses are counted once a minute, and anew in the next', async () => {
  const platform = await bench.as('PLATFORM', 1);
  const people = async () => (await platform.call<PlatformHome>('/admin/platform/platform_home', 'figures')).people;
  bench.clock.advance(60_000);
  expect(await people()).toBe(0);
  const at = isoAt(bench.clock.now());
  await bench.services.pool.query(
    `with type as (insert into person_type (organization_id, id, name, created_at, updated_at) values (31, 51, '学生', $1, $1))
     insert into person (organization_id, id, person_no, name, type_id, created_at, updated_at) values (31, 61, '1', '小明', 51, $1, $1)`,
    [at],
  );
  expect(await people()).toBe(0);
  bench.clock.advance(60_000);
  expect(await people()).toBe(1);
});

/** Passes: saying them twice changes nothing, each change is a number of the feed, what is over stays as it was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { PeopleBench } from '../../people/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { gateBench, grantPasses, sites, type WantedPass } from '../testing.ts';

let b: PeopleBench;
let personId: number;
let districtId: number;
const hour = 3_600_000;

beforeAll(async () => {
  b = await gateBench();
  personId = await b.open({ name: '张厨', typeId: b.typeId });
  districtId = (await b.school.call<{ id: number }>(sites, 'create', { name: '东门', kind: 'GATE', sort: 0 })).id;
});
afterAll(() => b.close());

const of = (nowMs: number, why = '') => ({
  organizationId: units.organization,
  source: 'KITCHEN' as const,
  personIds: [personId],
  nowMs,
  why,
});
const grant = (nowMs: number, wanted: readonly WantedPass[]) =>
  b.db.transaction().execute((trx) => grantPasses(sqlOf(trx), b.services.ids, of(nowMs, '换班'), wanted));
const feed = async () =>
  (
    await b.database.pool.query<{ version: number; over: boolean; why: string }>(
      `select version, withdrawn_at is not null as over, withdrawn_why as why from pass_entry where organization_id = $1
       order by version`,
      [units.organization],
    )
  ).rows;

test('the feed counts changes, not sayings', async () => {
  const now = b.clock.now();
  const wanted = [1, 2].map((n) => ({
    personId,
    districtId,
    from: now + n * 24 * hour,
    to: now + n * 24 * hour + 8 * hour,
    graceUntil: null,
    reason: '早班',
  }));
  expect(await grant(now, wanted)).toBe(2);
  expect(await grant(now, wanted)).toBe(0);
  expect(await feed()).toEqual([
    { version: 1, over: false, why: '' },
    { version: 2, over: false, why: '' },
  ]);
  // One is longer, the other no more: two changes, numbered on.
  expect(await grant(now, [{ ...wanted[0]!, to: wanted[0]!.to + hour }])).toBe(2);
  expect(await feed()).toEqual([
    { version: 3, over: true, why: '换班' },
    { version: 4, over: false, why: '' },
  ]);
});

test('what is over is history: it is neither withdrawn nor written again', async () => {
  const later = b.clock.now() + 10 * 24 * hour;
  expect(await grant(later, [])).toBe(0);
  const past = { personId, districtId, from: later - 9 * hour, to: later - hour, graceUntil: null, reason: '早班' };
  expect(await grant(later, [past])).toBe(0);
  // Not confirmed, it still opens a door that is cut off.
  expect(await grant(later, [{ ...past, to: past.from, graceUntil: later + hour }])).toBe(1);
  const gone = await b.db
    .transaction()
    .execute((trx) => grantPasses(sqlOf(trx), b.services.ids, of(later, '健康证到期'), []));
  expect(gone).toBe(1);
  expect((await feed()).at(-1)).toEqual({ version: 6, over: true, why: '健康证到期' });
});

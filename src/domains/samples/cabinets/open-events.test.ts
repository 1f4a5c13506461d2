/** Openings of cabinets out of events: paired, named, and told where nobody was allowed to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceEvent } from '../../device/public.server.ts';
import { units } from '../../tenancy/testing.ts';
import { type SampleBench, sampleBench } from '../testing.ts';
import { takeOpenings } from './open-events.ts';

let b: SampleBench;
let cabinet: number;
beforeAll(async () => {
  b = await sampleBench([]);
  cabinet = await b.plantDevice('SAMPLE_CABINET', '一号柜');
});
afterAll(() => b?.bench.database.drop());

const event = (kind: 'OPEN' | 'CLOSE', minute: number, body: Record<string, unknown> = {}) =>
  ({
    kind,
    at: b.bench.clock.now() + minute * 60_000,
    body,
    device: { deviceId: cabinet, name: '一号柜' },
  }) as unknown as DeviceEvent;
const take = (...events: DeviceEvent[]) =>
  takeOpenings({ ...b.bench.services, services: b.bench.services }, units.organization, events);
const openings = () => b.bench.db.selectFrom('cabinet_open').selectAll().orderBy('opened_at').execute();

test('an opening and its closing are one line; too long is marked; a person of nobody is refused', async () => {
  expect(await take(event('OPEN', -60, { way: 'REMOTE', reason: '取样' }), event('CLOSE', -55))).toEqual([
    undefined,
    undefined,
  ]);
  expect(await openings()).toMatchObject([
    { way: 'REMOTE', alarm: true, illegal: false, closed_at: expect.any(String) },
  ]);
  expect(await take(event('OPEN', -50, { way: 'FACE', personId: 999 }))).toMatchObject([{ code: 'BAD_RECORD' }]);
  expect(await take(event('OPEN', -50, { way: 'MAGIC' }))).toMatchObject([{ code: 'BAD_RECORD' }]);
  expect(await openings()).toHaveLength(1);
});

test('opened without anybody it is illegal, and an alert; the same event again is the same line', async () => {
  await take(event('OPEN', -30, { way: 'KEY' }));
  await take(event('OPEN', -30, { way: 'KEY' }));
  expect((await openings()).filter((one) => one.illegal)).toHaveLength(1);
  const alerts = await b.bench.db.selectFrom('alert').select(['kind', 'level']).execute();
  expect(alerts).toEqual([{ kind: 'ILLEGAL_OPEN', level: 'CRITICAL' }]);
});

/** Terminals' days, the light they give, and what it holds up: statements and the platform's signature. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { safeToClose } from '../../device/public.server.ts';
import { businessDayEnd } from '../../wallet/public.server.ts';
import { checkAllDays, checkDays } from './check-days.ts';

let bench: ConsumptionBench;
let day: string;
let token: string;
const ask = async (page: string, verb: string, body: object = {}) =>
  (await bench.app.post(`/admin/platform/${page}`, verb, body, token)).body as unknown as {
    errorcode: number;
    errormsg: string;
    data: Record<string, never>;
  };
const light = (until = day) => safeToClose(bench.app.services.db, bench.organizationId, businessDayEnd(until));
/** Every terminal speaks now. */
const beat = () =>
  bench.app.services.pool.query(
    `update device_beat set last_beat_at = $1 where device_id in (select id from device where organization_id = $2)`,
    [new Date(bench.app.clock.now()).toISOString(), bench.organizationId],
  );
const used = (lastSeq: number) => {
  const { deviceSequences } = bench.app.services;
  deviceSequences.used(bench.organizationId, bench.device.deviceId, 7, lastSeq);
  return deviceSequences.flush();
};

beforeAll(async () => {
  bench = await consumptionBench();
  day = bench.today;
  const diner = bench.diners[0]!;
  await bench.pay(diner.id, 5_000);
  await bench.eat(diner, 1_000);
  await bench.app.services.deviceSequences.flush();
  bench.app.clock.set(Date.parse(`${addDays(day, 1)}T09:00:00+08:00`));
  token = await bench.app.login('platform');
});
afterAll(() => bench?.app.stop());

describe('the light', () => {
  test('a terminal that has not spoken since is named', async () => {
    const red = await light();
    expect(red.tone).toBe('RED');
    expect(red.text).toMatch(/之后没有心跳/);
  });

  test('it is held up by a number that is missing up to then, and by none behind a later record', async () => {
    await beat();
    expect((await light()).devices.map(({ id }) => id)).not.toContain(bench.device.deviceId);
    await used(3);
    const red = await light();
    expect(red.tone).toBe('RED');
    expect(red.devices).toContainEqual(expect.objectContaining({ id: bench.device.deviceId, kind: 'GAP', count: 2 }));
    expect(red.text).toContain(`${bench.device.name}（缺号 2 个）`);
    const earlier = await light(addDays(day, -1));
    expect(earlier.devices.map(({ id }) => id)).not.toContain(bench.device.deviceId);
  });

  test('what still waits on it holds up the days it may belong to, and none before a later record', async () => {
    const keeps = (count: number) =>
      bench.app.services.pool.query('update device_beat set offline_count = $1 where device_id = $2', [
        count,
        bench.device.deviceId,
      ]);
    const own = async (until: string) =>
      (await light(until)).devices
        .filter(({ id }) => id === bench.device.deviceId)
        .map(({ kind, count }) => [kind, count]);
    await keeps(2);
    expect(await own(day)).toEqual([['WAITING', 2]]);
    expect(await own(addDays(day, -1))).toEqual([]);
    const search = { keyword: bench.device.name };
    const gaps = await bench.school<{ check: { text: string } }>('offline_consume/gap', 'query', { size: 100, search });
    expect(gaps.data.check.text).not.toContain('妨碍月结');
    // One without a number may be of any day.
    await keeps(3);
    expect(await own(addDays(day, -1))).toEqual([['WAITING', 1]]);
    await keeps(0);
  });
});

test('a statement over the days is refused, names the terminal, and is drawn up with a note', async () => {
  const drawn = await ask('settlement', 'generate', { organizationId: bench.organizationId, upTo: day });
  expect(drawn.errorcode).toBe(3517);
  expect(drawn.errormsg).toContain(bench.device.name);
});

/** The terminal is found by its name; the number of differing records opens these, the unit under the red light is a row of its own. */
async function opensItsRecords() {
  const rowsOf = async (page: string, search: object) =>
    (await ask(page, 'query', { search })).data as unknown as {
      rows: Record<string, unknown>[];
      sums: Record<string, number>;
    };
  const days = [day, day];
  const { rows } = await rowsOf('check_consume', { day: days, deviceName: bench.device.name });
  expect(rows).toEqual([expect.objectContaining({ deviceId: bench.device.deviceId, differCount: 2, missingCount: 2 })]);
  const search = { day: days, deviceId: [bench.device.deviceId] };
  const records = await rowsOf('check_consume/record', search);
  expect(records.rows.map(({ kind, recordCount }) => [kind, recordCount])).toEqual([['MISSING', 2]]);
  expect(records.sums.recordCount).toBe(2);
  // Both still lie on the terminal: then they wait, and are missing no more.
  const { pool } = bench.app.services;
  const keeps = (count: number) =>
    pool.query('update device_beat set offline_count = $1 where device_id = $2', [count, bench.device.deviceId]);
  await keeps(1);
  await pool.query(
    'update device_check_day set waiting_count = 1, missing_count = 1 where device_id = $1 and day = $2',
    [bench.device.deviceId, day],
  );
  const waiting = await rowsOf('check_consume/record', search);
  expect(waiting.rows.map(({ kind, recordCount }) => [kind, recordCount])).toEqual([
    ['MISSING', 1],
    ['WAITING', 1],
  ]);
  await keeps(0);
  await checkDays(bench.app.services, bench.organizationId, day, day);
  const red = await rowsOf('check_consume/light', { day: days, tone: ['RED'], organizationId: [bench.organizationId] });
  expect(red.rows).toEqual([
    expect.objectContaining({ missingCount: 2, said: expect.stringContaining(bench.device.name) }),
  ]);
}

test('the day is written down, shown worst first, and signed only with a reason while something is open', async () => {
  const { services } = bench.app;
  const terminals = async () => {
    const { steps } = (await ask('check_consume', 'guide', { day })).data as unknown as {
      steps: { title: string; ok: boolean; figure: string }[];
    };
    return steps[0]!;
  };
  // Nobody has looked at the terminals yet, so nothing is known to be good.
  await services.pool.query('delete from safe_light_day where day = $1', [day]);
  await services.pool.query('delete from device_check_day where day = $1', [day]);
  expect(await terminals()).toMatchObject({ ok: false, figure: expect.stringContaining('还没有核对：') });
  await checkAllDays(services);
  expect((await terminals()).figure).not.toContain('还没有核对');
  await checkDays(services, bench.organizationId, day, day);
  await checkDays(services, bench.organizationId, day, day);
  const rows = await services.pool.query<{
    device_id: number;
    booked_count: number;
    booked_fen: number;
    missing_count: number;
    state: string;
  }>(
    `select device_id, booked_count, booked_fen, missing_count, state from device_check_day
     where organization_id = $1 and day = $2 and device_id = $3 order by device_id`,
    [bench.organizationId, day, bench.device.deviceId],
  );
  expect(rows.rows).toEqual([
    { device_id: bench.device.deviceId, booked_count: 1, booked_fen: 1_000, missing_count: 2, state: 'PENDING_UPLOAD' },
  ]);
  const map = (await ask('check_consume', 'map', { day })).data as unknown as {
    units: { id: number; cells: Record<string, { tone: string; missing: number }> }[];
  };
  expect(map.units[0]!.cells[day]).toMatchObject({ tone: 'RED', missing: 2 });
  const list = (await ask('check_consume', 'query', { search: { day: [day, day], diffOnly: true } }))
    .data as unknown as {
    rows: { deviceName: string }[];
  };
  expect(list.rows.map(({ deviceName }) => deviceName)).toContain(bench.device.name);
  await opensItsRecords();
  const witness = { account: 'pt-fuhe', password: 'onecard-demo' };
  expect(await ask('check_consume', 'sign', { day })).toMatchObject({ errorcode: 1020 });
  expect(await ask('check_consume', 'sign', { day, witness })).toMatchObject({ errorcode: 3621 });
  expect(await ask('check_consume', 'sign', { day: addDays(day, 1), witness })).toMatchObject({ errorcode: 3620 });
  expect(await ask('check_consume', 'sign', { day, note: '设备返厂，单位已说明', witness })).toMatchObject({
    errorcode: 0,
  });
  const guide = (await ask('check_consume', 'guide', { day })).data as unknown as {
    signed: { name: string; note: string };
  };
  expect(guide.signed).toMatchObject({ note: '设备返厂，单位已说明' });
});

test('numbers given up with a reason leave an amber light, under which statements may be drawn up', async () => {
  // Whatever else the demo's terminals keep back is lost as well.
  await beat();
  const { pool } = bench.app.services;
  await pool.query(
    `update device_beat set offline_count = 0 where device_id in (select id from device where organization_id = $1)`,
    [bench.organizationId],
  );
  for (const { id } of (await light()).devices) {
    const given = await bench.school<null>('offline_consume/gap', 'giveUp', { id, reason: '主板损坏' });
    expect(given.errormsg).toBe('');
  }
  const now = await light();
  expect(now.devices).toEqual([]);
  if (now.suspense === 0) expect(now.tone).toBe('AMBER');
  expect(bench.app.errors).toEqual([]);
});

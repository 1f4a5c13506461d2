/** The filing of a unit with so many faces: found once, due after thirty working days, waiting until it has a number. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { device } from '../../device/domain.ts';
import { units } from '../../tenancy/testing.ts';
import { area, type PeopleBench, peopleBench } from '../testing.ts';
import { watchFilings, workdaysAfter } from './face-filing.ts';
import { readFaceOnly } from './face-only.ts';
import filingPage from './pages/face-info-count-filing.server.ts';
import onlyPage from './pages/face-info-count-only.server.ts';

const path = `${area}/face_info_count/filing`;
let bench: PeopleBench;

beforeAll(async () => {
  bench = await peopleBench([device], [filingPage, onlyPage]);
});
afterAll(async () => {
  await device.stop?.(bench.services);
  await bench.close();
});

const rows = async (page: string, search: object = {}) =>
  (await bench.school.call<{ rows: Record<string, unknown>[] }>(page, 'query', { search })).rows;

test('working days are Mondays to Fridays, without days off by law and with the weekends worked for them', () => {
  expect(workdaysAfter('2026-11-20', 1, () => [])).toBe('2026-11-23');
  expect(workdaysAfter('2026-11-24', 30, () => [])).toBe('2027-01-05');
  // 国庆: the first week of October off, the Saturday after it worked; the next year is asked for by itself.
  const off = ['01', '02', '05', '06', '07'].map((day) => ({ day: `2026-10-${day}`, kind: 'HOLIDAY' as const }));
  const october = (year: string) =>
    year === '2026'
      ? [...off, { day: '2026-10-10', kind: 'WORKDAY' as const }]
      : [{ day: '2027-01-01', kind: 'HOLIDAY' as const }];
  expect(workdaysAfter('2026-09-30', 3, october)).toBe('2026-10-10');
  expect(workdaysAfter('2026-12-31', 1, october)).toBe('2027-01-04');
});

test('the day it holds so many is written once, waits until a number is entered, and says how many days are left', async () => {
  const { services, clock } = bench;
  for (let i = 0; i < 3; i += 1) {
    const id = await bench.open({ name: `刷脸的人${i}` });
    await bench.database.pool.query(
      `insert into face_info (organization_id, id, person_id, status, image_key, consent_at, consent_by, consent_name, updated_at)
       values ($1, $2, $2, 'OK', 'face/1/a.png', $3, 'SELF', '本人', $3)`,
      [units.organization, id, isoAt(clock.now())],
    );
  }
  expect(await watchFilings(services, 4)).toBe(0);
  expect(await rows(path)).toEqual([]);
  expect(await watchFilings(services, 3)).toBe(1);
  expect(await watchFilings(services, 3)).toBe(0);
  const today = dateAt(clock.now());
  const [due] = await rows(path, { state: ['DUE', 'OVERDUE'] });
  expect(due).toMatchObject({
    state: 'DUE',
    reachedOn: today,
    storedCount: 3,
    dueOn: workdaysAfter(today, 30, () => []),
  });
  const record = (more: object) =>
    bench.school.call(path, 'record', {
      id: due!.id,
      filingNo: '省网信脸备 2026-0012',
      office: '省互联网信息办公室',
      filedOn: today,
      ...more,
    });
  expect(await record({ filedOn: '2099-01-01' })).toMatchObject({ fields: { filedOn: expect.any(String) } });
  clock.advance(60 * 86_400_000);
  expect(await rows(path)).toMatchObject([{ state: 'OVERDUE' }]);
  expect(await record({})).toBeNull();
  expect(await rows(path, { state: ['DUE', 'OVERDUE'] })).toEqual([]);
  expect(await rows(path)).toMatchObject([{ state: 'FILED', filingNo: '省网信脸备 2026-0012', daysLeft: null }]);
  expect(await watchFilings(services, 3)).toBe(0);
});

test('a terminal that takes faces alone is named; what may be written down by hand is another matter', async () => {
  const at = isoAt(bench.clock.now());
  for (const [id, kind, abilities] of [
    [821, 'GATE', '{FACE}'],
    [822, 'GATE', '{FACE,CARD}'],
    [823, 'MORNING_CHECK', '{FACE,OFFLINE}'],
    [824, 'FACE_POS', '{FACE,QR}'],
  ] as const) {
    await bench.database.pool.query(
      `insert into device_type (id, name, model, kind, abilities, created_at, updated_at) values ($1, $2, $2, $3, $4, $5, $5)`,
      [id, `型号${id}`, kind, abilities, at],
    );
    await bench.database.pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, $1, $2, $3, 'ACTIVE', $4, $4)`,
      [id, `设备${id}`, units.organization, at],
    );
  }
  const found = await rows(`${area}/face_info_count/only`);
  expect(found.map(({ deviceId, otherwise }) => [deviceId, otherwise])).toEqual([
    [821, 'NONE'],
    [823, 'HAND'],
  ]);
  expect(await readFaceOnly(bench.school.ctx(path))).toBe(1);
});

/** Morning checks against the database: what follows for doors, who may enter one, what cannot be changed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseContext } from '../../../kit/server/page/make-context.ts';
import { units } from '../../tenancy/testing.ts';
import { turnChecks } from '../alarms/check-alarms.ts';
import { turnCertificates } from '../certificates/certificate-clock.ts';
import type { PermissionGrid } from '../permissions/read-permissions.ts';
import type { CertificateNoticeRow } from '../tables.ts';
import { checkPage, crewPage, type KitchenBench, kitchenBench } from '../testing.ts';
import { checkWork } from './check-work.ts';
import { forgetPhotos } from './forget-photos.ts';
import type { Matrix } from './matrix.ts';

let b: KitchenBench;
const at = (text: string) => b.clock.set(Date.parse(`${text}:00+08:00`));
const today = '2026-11-20';

beforeAll(async () => {
  b = await kitchenBench();
  for (const district_id of Object.values(b.zone))
    await b.db
      .insertInto('kitchen_permission')
      .values({
        organization_id: units.organization,
        id: district_id,
        post: 'COOK',
        cook_user_id: null,
        district_id,
        allowed: true,
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        start_time: '00:00',
        end_time: '24:00',
        require_check: true,
      })
      .execute();
});
afterAll(() => b.close());

const check = (cookUserId: number, more: Record<string, unknown> = {}) =>
  b.school.call<Record<string, unknown>>(checkPage, 'register', {
    cookUserId,
    temperature: 36.5,
    hands: [],
    symptoms: [],
    dressOk: true,
    reason: '晨检仪故障',
    ...more,
  });
const matrix = async (day = today) => b.school.call<Matrix>(checkPage, 'matrix', { day, restaurantId: null });
const standing = async (workerId: number, day = today) =>
  (await matrix(day)).rows.find((row) => row.workerId === workerId)?.standing;
/** Passes of the worker that are confirmed and not withdrawn, with the zone. */
const open = async (workerId: number) =>
  (
    await b.database.pool.query<{ kind: string; upto: string }>(
      `select d.kind, to_char(e.to_at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as upto from pass_entry e
         join district d on d.organization_id = e.organization_id and d.id = e.district_id
         join cook_user w on w.organization_id = e.organization_id and w.person_id = e.person_id
       where e.organization_id = $1 and w.id = $2 and e.withdrawn_at is null and e.to_at > e.from_at order by d.kind`,
      [units.organization, workerId],
    )
  ).rows;
const rowOf = async (cookUserId: number) =>
  (
    await b.school.call<{ rows: { id: number; cookUserId: number; result: string; recheck: boolean }[] }>(
      checkPage,
      'query',
      {},
    )
  ).rows.find((row) => row.cookUserId === cookUserId)!;

test('the day from rostered to checked: doors open with the check, until an hour past the shift', async () => {
  at(`${today}T00:30`);
  const cook = await b.hire('王一', '2027-06-30');
  expect(await b.roster(cook, { [today]: '早班' })).toEqual({ written: 1 });
  expect(await open(cook)).toEqual([]);
  expect(await standing(cook)).toBe('NOT_CHECKED');
  at(`${today}T05:40`);
  await check(cook);
  expect(await standing(cook)).toBe('PASS');
  expect(await open(cook)).toEqual(['COLD', 'COOK', 'WASH'].map((kind) => ({ kind, upto: '11-20 15:00' })));
  const { due, counts } = await matrix();
  expect(due).toBe(Object.values(counts).reduce((a, n) => a + n, 0));
  // What was checked is not rostered otherwise.
  expect(await b.roster(cook, { [today]: '晚班' })).toMatchObject({ code: 'SHIFT_PASSED' });
});

test('a baker comes before the business day turns; the check is of the shift of that morning', async () => {
  at('2026-11-19T20:00');
  const baker = await b.hire('面点师', '2027-06-30');
  await b.roster(baker, { [today]: '面点' });
  at(`${today}T03:30`);
  await check(baker);
  expect(await standing(baker)).toBe('PASS');
  const row = (await rowOf(baker)) as unknown as { checkDate: string; shift: string };
  expect(row).toMatchObject({ checkDate: today, shift: '面点' });
});

test('整改, looked at again in time, opens the doors; a ring not taken off in time does not', async () => {
  at(`${today}T05:00`);
  const ring = await b.hire('戴戒指', '2027-06-30');
  await b.roster(ring, { [today]: '早班' });
  await check(ring, { hands: ['JEWELLERY'] });
  expect(await standing(ring)).toBe('FIX');
  // The half hour runs: it stands before who has not come yet.
  const late = await b.hire('阿未', '2027-06-30');
  await b.roster(late, { [today]: '早班' });
  const order = (await matrix()).rows.map(({ workerId }) => workerId);
  expect(order.indexOf(ring)).toBeLessThan(order.indexOf(late));
  expect(await open(ring)).toEqual([]);
  at(`${today}T05:29`);
  await b.school.call(checkPage, 'recheck', {
    id: (await rowOf(ring)).id,
    temperature: 36.4,
    hands: [],
    symptoms: [],
    dressOk: true,
  });
  expect(await standing(ring)).toBe('RECHECK_PASS');
  expect((await rowOf(ring)).recheck).toBe(true);
  expect(await open(ring)).toHaveLength(3);
});

test('a fever sends home until an officer lets back with proof, and then a check', async () => {
  at(`${today}T05:30`);
  const ill = await b.hire('发热', '2027-06-30');
  await b.roster(ill, { [today]: '早班', '2026-11-21': '早班' });
  await check(ill, { temperature: 38.2 });
  expect(await standing(ill)).toBe('OFF_DUTY');
  expect(await check(ill)).toMatchObject({ code: 'OFF_DUTY' });
  at('2026-11-21T05:30');
  // Nothing was measured today: the matrix leads to the check of yesterday, which is the one to be dealt with.
  const home = (await matrix('2026-11-21')).rows.find((row) => row.workerId === ill)!;
  const { id } = await rowOf(ill);
  expect(home).toMatchObject({ standing: 'OFF_DUTY', checkId: id, checkAt: null });
  const back = { id, kind: 'RETURN', note: '痊愈', proof: null };
  expect(await b.school.call(checkPage, 'handle', back)).toMatchObject({ fields: { proof: expect.any(String) } });
  await b.db
    .insertInto('morning_check_step')
    .values({
      organization_id: units.organization,
      id: 77,
      check_id: id,
      cook_user_id: ill,
      kind: 'RETURN',
      note: '痊愈',
      proof: 'k',
      at: '2026-11-21T05:31:00+08:00',
      by_id: 1,
      by_name: '复核员',
    })
    .execute();
  at('2026-11-21T05:40');
  expect(await standing(ill, '2026-11-21')).toBe('NOT_CHECKED');
  await check(ill);
  expect(await standing(ill, '2026-11-21')).toBe('PASS');
});

test('a certificate that ends at midnight ends the passes; the new one opens the doors again', async () => {
  at('2026-11-21T18:00');
  const cook = await b.hire('到期', '2026-11-22');
  await b.roster(cook, { '2026-11-22': '晚班', '2026-11-23': '早班' });
  at('2026-11-22T11:30');
  await check(cook);
  expect((await open(cook)).map((pass) => pass.upto)).toContain('11-22 21:00');
  at('2026-11-23T00:05');
  await turnCertificates(b.services);
  at('2026-11-23T05:50');
  await check(cook);
  expect(await standing(cook, '2026-11-23')).toBe('OFF_DUTY');
  const after = (await open(cook)).filter((pass) => pass.upto.startsWith('11-23'));
  expect(after).toEqual([]);
  await b.school.call(crewPage, 'certificate', {
    id: cook,
    no: 'N2',
    issueDate: '2026-11-23',
    expireDate: '2027-11-22',
  });
  const list = await b.officer.call<{ rows: { id: number; no: string }[] }>(`${crewPage}/certificate`, 'query', {
    search: { cookUserId: cook },
  });
  const fresh = list.rows.find((row) => row.no === 'N2')!;
  // Who entered it does not confirm it.
  expect(await b.school.call(`${crewPage}/certificate`, 'confirm', { id: fresh.id })).toMatchObject({
    code: 'NOT_NOW',
  });
  await b.officer.call(`${crewPage}/certificate`, 'confirm', { id: fresh.id });
  expect(await standing(cook, '2026-11-23')).toBe('PASS');
  expect((await open(cook)).filter((pass) => pass.upto === '11-23 15:00')).toHaveLength(3);
});

test('ends of certificates are told once per distance, nights slept through by the nearest alone', async () => {
  const cook = await b.hire('提醒', '2027-01-20');
  const told = async () =>
    (
      await b.database.pool.query<Pick<CertificateNoticeRow, 'days'>>(
        `select n.days from certificate_notice n join health_certificate c on c.organization_id = n.organization_id
           and c.id = n.certificate_id where n.organization_id = $1 and c.cook_user_id = $2 order by n.days desc`,
        [units.organization, cook],
      )
    ).rows.map((row) => row.days);
  at('2026-11-21T00:05');
  await turnCertificates(b.services);
  expect(await told()).toEqual([]);
  at('2026-11-22T00:05');
  await turnCertificates(b.services);
  await turnCertificates(b.services);
  expect(await told()).toEqual([60]);
  at('2027-01-15T00:05');
  await turnCertificates(b.services);
  expect(await told()).toEqual([60, 30, 7]);
});

test('refused: oneself, who left, a time to come, a temperature nobody has, a certificate of two years, twice the same worker', async () => {
  at('2026-11-24T06:00');
  const me = await b.hire(b.school.session.name, '2027-06-30');
  expect(await check(me)).toMatchObject({ code: 'CHECK_OWN' });
  const gone = await b.hire('离开', '2027-06-30');
  await b.school.call(crewPage, 'leave', { id: gone, reason: '辞职' });
  expect(await check(gone)).toMatchObject({ code: 'WORKER_LEFT' });
  const cook = await b.hire('在岗', '2027-06-30');
  expect(await check(cook, { checkAt: '2026-11-24T06:01:00+08:00' })).toMatchObject({ code: 'CHECK_FUTURE' });
  expect(await check(cook, { checkAt: '2026-11-20T06:01:00+08:00' })).toMatchObject({ code: 'CHECK_TOO_OLD' });
  expect(await check(cook, { temperature: 90 })).toMatchObject({ fields: { temperature: expect.any(String) } });
  const own = await b.hire(b.officer.session.name, '2027-06-30');
  await b.school.call(crewPage, 'certificate', {
    id: own,
    no: 'N9',
    issueDate: '2026-11-24',
    expireDate: '2027-11-23',
  });
  const certificates = `${crewPage}/certificate`;
  const { rows } = await b.officer.call<{ rows: { id: number; no: string }[] }>(certificates, 'query', {
    search: { cookUserId: own },
  });
  const { id } = rows.find(({ no }) => no === 'N9')!;
  expect(await b.officer.call(certificates, 'confirm', { id })).toMatchObject({ code: 'CERTIFICATE_OWN' });
  expect(await b.roster(cook, { '2026-11-25': '子夜班' })).toMatchObject({ code: 'SHIFT_UNKNOWN' });
  await b.roster(cook, { '2026-11-24': '早班' });
  await check(cook);
  const well = { id: (await rowOf(cook)).id, kind: 'RETURN', note: '痊愈', proof: 'k' };
  expect(await b.school.call(checkPage, 'handle', well)).toMatchObject({ refused: true });
  // A covered wound restricts, and sends nobody home.
  const wound = await b.hire('包扎', '2027-06-30');
  await b.roster(wound, { '2026-11-24': '早班' });
  await check(wound, { hands: ['PLASTER'] });
  expect(await b.school.call(checkPage, 'handle', { ...well, id: (await rowOf(wound)).id })).toMatchObject({
    code: 'NOT_OFF_DUTY',
  });
  const two = { id: cook, no: 'X', issueDate: '2026-11-24', expireDate: '2027-11-25' };
  expect(await b.school.call(crewPage, 'certificate', two)).toMatchObject({ code: 'CERTIFICATE_TOO_LONG' });
  const { personId } = (
    await b.school.call<{ rows: { id: number; personId: number }[] }>(crewPage, 'query', {})
  ).rows.find((row) => row.id === cook)!;
  const again = { personId, restaurantId: b.restaurantId, post: 'CHEF' };
  expect(await b.school.call(crewPage, 'create', again)).toMatchObject({ code: 'WORKER_TWICE' });
});

test('who is rostered and never looked at is one alert a restaurant, over when all are; a fever is one that nothing closes', async () => {
  at('2026-11-26T04:00');
  const late = [await b.hire('迟到甲', '2027-06-30'), await b.hire('迟到乙', '2027-06-30')];
  for (const id of late) await b.roster(id, { '2026-11-26': '早班' });
  const alerts = async (kind: string) =>
    (
      await b.database.pool.query<{ status: string; detail: string }>(
        'select status, detail from alert where organization_id = $1 and kind = $2 order by id desc',
        [units.organization, kind],
      )
    ).rows;
  // On the home from two hours before the shift on, and as late once it has begun.
  const waits = () => checkWork(houseContext(b.services, units.organization, '系统', checkPage));
  at('2026-11-26T03:59');
  expect(await waits()).toEqual([]);
  at('2026-11-26T04:00');
  expect(await waits()).toMatchObject([{ label: '未晨检', count: 2, bad: false }]);
  at('2026-11-26T06:29');
  expect(await waits()).toMatchObject([{ count: 2, bad: true, path: checkPage }]);
  await turnChecks(b.services);
  expect((await alerts('MORNING_CHECK_MISSED')).filter((one) => one.detail.includes('迟到'))).toEqual([]);
  at('2026-11-26T06:30');
  await turnChecks(b.services);
  await turnChecks(b.services);
  expect(await alerts('MORNING_CHECK_MISSED')).toMatchObject([
    { status: 'OPEN', detail: expect.stringContaining('2 人') },
  ]);
  for (const id of late) await check(id);
  expect(await waits()).toEqual([]);
  await turnChecks(b.services);
  expect((await alerts('MORNING_CHECK_MISSED'))[0]).toMatchObject({ status: 'AUTO_RECOVERED' });
  const fever = (await alerts('MORNING_CHECK_FAIL')).find((one) => one.detail.startsWith('发热'));
  expect(fever).toMatchObject({ status: 'OPEN', detail: expect.stringContaining('38.2 ℃') });
});

test('evidence only grows: checks, steps and certificates are changed by nobody', async () => {
  const { pool } = b.database;
  for (const statement of [
    `update morning_check set result = 'PASS' where result = 'FAIL'`,
    'delete from morning_check',
    `update morning_check_step set note = ''`,
    `update health_certificate set expire_date = '2030-01-01'`,
    'delete from health_certificate',
  ])
    await expect(pool.query(statement)).rejects.toThrow();
});

test('pictures of checks go after half a year, all three at once, and nothing else of the check does', async () => {
  const { pool } = b.database;
  const { rows } = await pool.query<{ id: number }>('select id from morning_check order by id limit 1');
  const [first] = rows;
  await pool.query('alter table morning_check disable trigger refuse_change');
  await pool.query(`update morning_check set face_photo = 'f', palm_photo = 'p' where id = $1`, [first!.id]);
  await pool.query('alter table morning_check enable trigger refuse_change');
  await expect(pool.query('update morning_check set face_photo = null where id = $1', [first!.id])).rejects.toThrow();
  const before = b.clock.now();
  b.clock.advance(170 * 86_400_000);
  expect(await forgetPhotos(b.services)).toBe(0);
  b.clock.advance(20 * 86_400_000);
  expect(await forgetPhotos(b.services)).toBe(1);
  const { rows: after } = await pool.query(
    'select face_photo as face, palm_photo as palm, result is not null as told from morning_check where id = $1',
    [first!.id],
  );
  expect(after).toEqual([{ face: null, palm: null, told: true }]);
  b.clock.set(before);
});

test('a worker’s own cell stands before the one of the post; saving keeps what was before, and not over somebody else’s', async () => {
  at('2026-11-25T05:00');
  const cook = await b.hire('例外', '2027-06-30');
  await b.roster(cook, { '2026-11-25': '早班' });
  await check(cook);
  expect((await open(cook)).map((pass) => pass.kind)).toEqual(['COLD', 'COOK', 'WASH']);
  const page = `${crewPage}/permissions`;
  const grid = await b.school.call<PermissionGrid>(page, 'grid', {});
  const own = { ...grid.cells[0]!, post: null, cookUserId: cook, districtId: b.zone.COLD, allowed: false };
  const saved = { cells: [...grid.cells, own], version: grid.version, note: '过敏' };
  expect(await b.school.call(page, 'save', saved)).toEqual({ passes: 1 });
  expect((await open(cook)).map((pass) => pass.kind)).toEqual(['COOK', 'WASH']);
  expect(await b.officer.call(page, 'save', { ...saved, cells: grid.cells })).toMatchObject({ code: 'STALE' });
  const after = await b.school.call<PermissionGrid>(page, 'grid', {});
  expect(after.past[0]).toMatchObject({ note: '过敏' });
  expect(await b.school.call(page, 'past', { id: after.past[0]!.id })).toHaveLength(saved.cells.length);
  const foreign = { ...own, cookUserId: 1 };
  expect(await b.school.call(page, 'save', { ...saved, cells: [foreign], version: after.version })).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a list says of today what the rules say', async () => {
  at('2026-11-23T06:10');
  const { rows } = await b.school.call<{ rows: { id: number; today: string | null }[] }>(crewPage, 'query', {
    size: 100,
  });
  const { rows: told } = await matrix('2026-11-23');
  expect(told.length).toBeGreaterThan(0);
  for (const row of told)
    expect([row.name, rows.find((one) => one.id === row.workerId)?.today]).toEqual([row.name, row.standing]);
});

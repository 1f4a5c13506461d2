/** Doors and check terminals of a kitchen: what they tell becomes checks, entries, both identities of the day, and an alert. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { postEvents } from '../../device/public.server.ts';
import { admit } from '../../gate/public.server.ts';
import { zones } from '../../gate/testing.ts';
import { units } from '../../tenancy/testing.ts';
import type { Matrix } from '../checks/matrix.ts';
import push from '../pushes/pages/cook_user-push.server.ts';
import { checkPage, crewPage, type KitchenBench, kitchenBench } from '../testing.ts';
import { turnTraining } from '../training/training-clock.ts';
import enterRecord from './pages/cook_user-enter_record.server.ts';
import morningEntered from './pages/morning_enter_record.server.ts';

const records = `${crewPage}/enter_record`;
const entered = '/admin/organization/morning_enter_record';
const today = '2026-11-20';
const door = 901;
const checker = 902;
let b: KitchenBench;
let no = 0;
const at = (text: string) => b.clock.set(Date.parse(`${text}:00+08:00`));

beforeAll(async () => {
  b = await kitchenBench([], [enterRecord, morningEntered, push]);
  const now = isoAt(b.clock.now());
  for (const [id, kind] of [
    [77, 'GATE'],
    [78, 'MORNING_CHECK'],
  ] as const)
    await b.database.pool.query(
      `insert into device_type (id, name, model, kind, abilities, created_at, updated_at) values ($1, $2, $2, $2, '{FACE}', $3, $3)`,
      [id, kind, now],
    );
  for (const [id, type] of [
    [door, 77],
    [checker, 78],
  ])
    await b.database.pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, $3, $2, $4, 'ACTIVE', $5, $5)`,
      [id, `机${id}`, type, units.organization, now],
    );
  const { rows } = await b.school.call<{ rows: { id: number; version: number }[] }>(zones, 'query', {
    search: { keyword: '烹饪间' },
  });
  await b.school.call(zones, 'update', { ...rows[0]!, doors: [{ deviceId: door, direction: 'BOTH' }] });
  await b.db
    .insertInto('kitchen_permission')
    .values({
      organization_id: units.organization,
      id: 1,
      post: 'COOK',
      cook_user_id: null,
      district_id: b.zone.COOK,
      allowed: true,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      start_time: '00:00',
      end_time: '24:00',
      require_check: true,
    })
    .execute();
});
afterAll(() => b?.close());

async function tell(deviceId: number, event: Record<string, unknown>) {
  no += 1;
  const known = {
    at: { deviceId, organizationId: units.organization, sn: `机${deviceId}`, name: `机${deviceId}`, restaurantId: 0 },
    epoch: 1,
    kind: deviceId === door ? 'GATE' : 'MORNING_CHECK',
    clockOffsetMs: 0,
  } as Parameters<typeof postEvents>[1];
  const answer = await postEvents(b.services, known, { events: [{ epoch: 1, no, at: b.clock.now(), ...event }] });
  if ('refused' in answer) throw new Error(answer.code);
  return answer.answers[0]!;
}
const personOf = async (workerId: number) =>
  (await b.db.selectFrom('cook_user').select('person_id').where('id', '=', workerId).executeTakeFirstOrThrow())
    .person_id;
const pass = async (workerId: number, more: object = {}) =>
  tell(door, {
    kind: 'PASSAGE',
    direction: 'IN',
    identify: 'FACE',
    verdict: 'PASS',
    personId: await personOf(workerId),
    ...more,
  });
const look = async (workerId: number, more: object = {}) =>
  tell(checker, { kind: 'CHECK', personId: await personOf(workerId), temp10: 365, ...more });
const rowsOf = async (path: string, name: string) =>
  (await b.school.call<{ rows: Record<string, unknown>[] }>(path, 'query', { search: { keyword: name } })).rows;
const alertsOf = async (name: string) =>
  (
    await b.database.pool.query<{ level: string; detail: string }>(
      `select level, detail from alert where kind = 'ENTRY_UNCHECKED' and object_name like $1 order by id`,
      [`${name}%`],
    )
  ).rows;
const matrix = () => b.school.call<Matrix>(checkPage, 'matrix', { day: today, restaurantId: null });

test('who was checked by the terminal comes in, and both identities hold', async () => {
  at(`${today}T00:30`);
  const cook = await b.hire('王一', '2027-06-30');
  await b.roster(cook, { [today]: '早班' });
  at(`${today}T05:40`);
  expect(await look(cook, { verdict: '通过' })).toMatchObject({ result: 'TAKEN' });
  at(`${today}T05:50`);
  await pass(cook);
  expect(await rowsOf(checkPage, '王一')).toMatchObject([
    { source: 'DEVICE', result: 'PASS', told: '通过', temperature: 36.5 },
  ]);
  expect(await rowsOf(records, '王一')).toMatchObject([
    { verdict: 'PASS', result: 'PASS', standing: 'PASS', differs: false },
  ]);
  expect(await rowsOf(entered, '王一')).toMatchObject([{ standing: 'PASS', shift: '早班' }]);
  expect(await alertsOf('王一')).toEqual([]);
  const { inside, rows } = await matrix();
  expect(inside).toEqual({ entered: 1, PASS: 1, NO_CHECK: 0, FAILED_CHECK: 0 });
  expect(rows.find((row) => row.name === '王一')?.entered).toMatchObject({ district: '烹饪间', standing: 'PASS' });
});

test('who came in unchecked stays unchecked, whatever is measured later; the alert names door and zone once', async () => {
  at(`${today}T00:30`);
  const late = await b.hire('李二', '2027-06-30');
  await b.roster(late, { [today]: '早班' });
  at(`${today}T05:45`);
  await pass(late);
  at(`${today}T06:10`);
  await look(late);
  expect(await rowsOf(entered, '李二')).toMatchObject([{ standing: 'NO_CHECK' }]);
  expect(await rowsOf(records, '李二')).toMatchObject([{ verdict: 'PASS', result: 'NO_MORNING_CHECK', differs: true }]);
  expect(await alertsOf('李二')).toEqual([{ level: 'CRITICAL', detail: '李二 05:45 由机901进入烹饪间，晨检未检' }]);
  const { inside } = await matrix();
  expect(inside).toEqual({ entered: 2, PASS: 1, NO_CHECK: 1, FAILED_CHECK: 0 });
  const told = await b.school.call<{ text: string; tone: string }>(entered, 'notice', { search: {} });
  expect(told).toMatchObject({ tone: 'danger', text: '今日入厨 2 人 = 合格 1 + 未检 1 + 不合格 0；后两项应为 0' });
});

test('a door that was cut off lets in by grace: listed as such, a warning', async () => {
  at(`${today}T00:30`);
  const cut = await b.hire('赵断网', '2027-06-30');
  await b.roster(cut, { [today]: '早班' });
  at(`${today}T07:00`);
  await pass(cut, { at: Date.parse(`${today}T05:50:00+08:00`) });
  expect(await rowsOf(entered, '赵断网')).toMatchObject([{ standing: 'NO_CHECK', late: true }]);
  expect(await alertsOf('赵断网')).toMatchObject([{ level: 'WARN' }]);
});

test('who failed the check and came in all the same is 不合格; a refusal at the door is no entry', async () => {
  at(`${today}T00:30`);
  const ill = await b.hire('孙发热', '2027-06-30');
  await b.roster(ill, { [today]: '早班' });
  at(`${today}T05:30`);
  await look(ill, { temp10: 384, verdict: '通过' });
  at(`${today}T05:35`);
  await pass(ill, { verdict: 'REFUSED', reason: '没有权限' });
  expect(await rowsOf(entered, '孙发热')).toEqual([]);
  expect(await rowsOf(records, '孙发热')).toMatchObject([{ result: 'FAILED_CHECK', differs: false }]);
  at(`${today}T05:36`);
  await pass(ill);
  expect(await rowsOf(entered, '孙发热')).toMatchObject([{ standing: 'FAILED_CHECK' }]);
  expect(await alertsOf('孙发热')).toMatchObject([{ level: 'CRITICAL' }]);
});

test('a check of nobody, of who left, or with what no terminal measures is refused', async () => {
  const gone = await b.hire('已离岗', '2027-06-30');
  await b.school.call(crewPage, 'leave', { ids: [gone], reason: '辞职' });
  expect(await look(gone)).toMatchObject({ result: 'REFUSED', message: '已离岗已离岗，不能晨检' });
  const cook = await b.hire('周三', '2027-06-30');
  for (const wrong of [{ temp10: 900 }, { hands: ['RING'] }, { symptoms: 'FEVER' }, { dress: 1 }])
    expect(await look(cook, wrong)).toMatchObject({ result: 'REFUSED' });
  expect(await tell(checker, { kind: 'CHECK', personId: 424242, temp10: 365 })).toMatchObject({ result: 'REFUSED' });
  expect(await rowsOf(checkPage, '周三')).toEqual([]);
});

test('a late check of weeks ago is kept: evidence grows, and opens no door', async () => {
  at(`${today}T09:00`);
  const cook = await b.hire('吴补传', '2027-06-30');
  expect(await look(cook, { at: Date.parse('2026-11-02T05:30:00+08:00') })).toMatchObject({ result: 'TAKEN' });
  expect(await rowsOf(checkPage, '吴补传')).toMatchObject([{ checkDate: '2026-11-02' }]);
});

test('下发 goes to terminals of the kitchen alone', async () => {
  const answer = await b.school.call<{ receipt: { lines: [string, string][] } }>(`${crewPage}/push`, 'push', {
    target: 'PERSON',
    workerIds: null,
    deviceIds: null,
  });
  expect(answer.receipt.lines).toContainEqual(['内容', '人员/卡']);
  const sent = await b.school.call<{ rows: { deviceId: number }[] }>(`${crewPage}/push`, 'query', {});
  expect(new Set(sent.rows.map((row) => row.deviceId))).toEqual(new Set([door, checker]));
  expect(
    await b.school.call(`${crewPage}/push`, 'push', { target: 'PERSON', workerIds: null, deviceIds: [999] }),
  ).toMatchObject({ refused: true });
});

test('with nobody at work there is nobody to send, with no terminal in the kitchen nowhere to send to', async () => {
  const { pool } = b.database;
  const send = () => b.school.call(`${crewPage}/push`, 'push', { target: 'PERSON', workerIds: null, deviceIds: null });
  await pool.query(`update cook_user set status = 'LEFT' where status = 'NORMAL' and organization_id = $1`, [
    units.organization,
  ]);
  expect(await send()).toMatchObject({ code: 'NOBODY_TO_SEND' });
  await pool.query(`update cook_user set status = 'NORMAL' where organization_id = $1`, [units.organization]);
  await pool.query(`update device set organization_id = $1 where id in ($2, $3)`, [
    units.otherOrganization,
    door,
    checker,
  ]);
  expect(await send()).toMatchObject({ code: 'NO_KITCHEN_DEVICE' });
  await pool.query(`update device set organization_id = $1 where id in ($2, $3)`, [units.organization, door, checker]);
});

test('school canteens hear of training thirty days ahead; once all were trained it is over', async () => {
  await b.database.pool.query('truncate alert, alert_step, alert_post');
  await b.database.pool.query(
    `insert into safety_setting (organization_id, canteen_kind, updated_at) values ($1, 'K12', $2)`,
    [units.organization, isoAt(b.clock.now())],
  );
  const standing = async () =>
    (
      await b.database.pool.query(
        `select level from alert where kind = 'TRAINING' and status = 'OPEN' and organization_id = $1`,
        [units.organization],
      )
    ).rows;
  await turnTraining(b.services);
  expect(await standing()).toEqual([]);
  b.clock.set(Date.parse('2027-05-01T00:05:00+08:00'));
  await turnTraining(b.services);
  expect(await standing()).toEqual([{ level: 'INFO' }]);
  const { rows } = await b.school.call<{ rows: { personId: number; status: string }[] }>(crewPage, 'query', {
    size: 100,
  });
  expect(
    await b.school.call(`${crewPage}/training`, 'create', {
      title: '春季',
      heldOn: '2027-04-30',
      hours: 4,
      people: [],
    }),
  ).toMatchObject({ refused: true, fields: { people: expect.any(String) } });
  const people = rows.filter((row) => row.status === 'NORMAL').map(({ personId }) => ({ personId, score: 90 }));
  await b.school.call(`${crewPage}/training`, 'create', { title: '春季', heldOn: '2027-04-30', hours: 4, people });
  await turnTraining(b.services);
  expect(await standing()).toEqual([]);
});

test('a door that asks hears what became known after the pass was written', async () => {
  at(`${today}T00:30`);
  const cook = await b.hire('周八', '2027-06-30');
  await b.roster(cook, { [today]: '早班' });
  at(`${today}T05:40`);
  await look(cook);
  const ask = async () =>
    admit(
      b.services,
      { deviceId: door, organizationId: units.organization, name: '门' } as Parameters<typeof admit>[1],
      { personId: await personOf(cook), direction: 'IN' },
    );
  expect(await ask()).toMatchObject({ ok: true });
  // Written past the commands, so that the pass itself is still there.
  await b.db.updateTable('cook_user').set({ status: 'SUSPENDED' }).where('id', '=', cook).execute();
  expect(await ask()).toMatchObject({ ok: false, reason: '已停岗' });
});

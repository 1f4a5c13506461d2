/** Passages: what doors tell becomes rows, judged again by the rules of the moment; strangers call the guard; who is inside. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import docs from '../../device/docs/pages/device-list-doc.server.ts';
import retention from '../../device/media/pages/device_list-retention.server.ts';
import { postEvents, unpictured } from '../../device/public.server.ts';
import type { PeopleBench } from '../../people/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { turnKeys } from '../codes/turn-keys.ts';
import { passesSince } from '../passes/passes-since.ts';
import rule from '../rules/pages/district-rule.server.ts';
import { gateBench, grantPasses, sites, zones } from '../testing.ts';
import { admit } from './admit.ts';
import { endStrangers } from './end-strangers.ts';
import { forgetPictures } from './forget-pictures.ts';
import enterRecord from './pages/enter-record.server.ts';

const records = '/admin/organization/enter_record';
const rules = `${sites}/rule`;
let b: PeopleBench;
let east: number;
let cold: number;
let pupil: number;
let no = 0;

beforeAll(async () => {
  b = await gateBench([], [enterRecord, rule, docs, retention]);
  const at = isoAt(b.clock.now());
  const { id: restaurantId } = await b.school.call<{ id: number }>('/admin/organization/restaurant', 'create', {
    name: '一食堂',
    kind: 'RESTAURANT',
    consumeMode: 'FIXED',
    mealPeriodIds: [],
  });
  await b.database.pool.query(
    `insert into device_type (id, name, model, kind, created_at, updated_at) values (77, '门禁机', 'G1', 'GATE', $1, $1)`,
    [at],
  );
  for (const id of [901, 902, 903])
    await b.database.pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, 77, $2, $3, 'ACTIVE', $4, $4)`,
      [id, `门${id}`, units.organization, at],
    );
  const make = async (page: string, values: object) =>
    (await b.school.call<{ id: number }>(page, 'create', { sort: 0, status: 'NORMAL', ...values })).id;
  east = await make(sites, { name: '东门', kind: 'GATE', doors: [{ deviceId: 901, direction: 'BOTH' }] });
  cold = await make(zones, { name: '冷食', kind: 'COLD', restaurantId, doors: [{ deviceId: 902, direction: 'IN' }] });
  pupil = await b.open({ name: '陈一', typeId: b.typeId, jobNumber: 'S001' });
});
afterAll(() => b?.close());
beforeEach(() => b.database.pool.query('truncate passage, alert, alert_step, alert_post, door_rule'));

const known = (deviceId: number) =>
  ({
    at: { deviceId, organizationId: units.organization, sn: `门${deviceId}`, name: `门${deviceId}`, restaurantId: 0 },
    epoch: 1,
    kind: 'GATE',
    clockOffsetMs: 0,
  }) as Parameters<typeof postEvents>[1];

async function pass(more: object = {}, deviceId = 901) {
  no += 1;
  const event = {
    epoch: 1,
    no,
    kind: 'PASSAGE',
    at: b.clock.now(),
    direction: 'IN',
    identify: 'CARD',
    verdict: 'PASS',
  };
  const answer = await postEvents(b.services, known(deviceId), { events: [{ ...event, personId: pupil, ...more }] });
  if ('refused' in answer) throw new Error(answer.code);
  return answer.answers[0]!;
}
const rows = async () => (await b.school.call<{ rows: Record<string, unknown>[] }>(records, 'query', {})).rows;
const told = async () => b.school.call<{ text: string } | null>(records, 'notice', { search: {} });
const allow = (values: object) =>
  b.school.call<Refusal & { id: number }>(rules, 'create', {
    districtId: east,
    effect: 'ALLOW',
    direction: 'BOTH',
    name: `规则 ${JSON.stringify(values)}`.slice(0, 40),
    ...values,
  });

it('a passage is a row with who, where and how; a stranger has nobody', async () => {
  expect(await pass({ temp10: 365 })).toMatchObject({ result: 'TAKEN' });
  await pass({ personId: undefined, cardNo: '555', verdict: 'STRANGER', reason: '名单中没有' });
  const seen = (await rows()).toSorted((x, y) => Number(x.no ?? x.id) - Number(y.no ?? y.id));
  expect(seen).toHaveLength(2);
  expect(seen.find((row) => row.personId === pupil)).toMatchObject({
    personName: '陈一',
    districtName: '东门',
    direction: 'IN',
    verdict: 'PASS',
    judged: 'PASS',
    temp: 36.5,
    differs: false,
    late: false,
  });
  expect(seen.find((row) => row.personId === null)).toMatchObject({ cardNo: '555', judged: 'STRANGER', unseen: true });
});

it('a temperature a gate measured is one of the person, judged by the threshold of the unit', async () => {
  await pass({ temp10: 365 });
  b.clock.advance(60_000);
  await pass({ temp10: 381 });
  await pass({ personId: undefined, cardNo: '555', verdict: 'STRANGER', temp10: 381 });
  await pass({ temp10: 370, at: b.clock.now() - 50 * 86_400_000 });
  const { rows: kept } = await b.database.pool.query(
    `select temperature::text, abnormal, source, device_id as "deviceId" from temperature_record
     where organization_id = $1 and person_id = $2 order by at`,
    [units.organization, pupil],
  );
  expect(kept).toEqual([
    { temperature: '36.5', abnormal: false, source: 'DEVICE', deviceId: 901 },
    { temperature: '38.1', abnormal: true, source: 'DEVICE', deviceId: 901 },
  ]);
});

it('what is no door, or no way of it, or nobody of the unit is refused', async () => {
  expect(await pass({}, 903)).toMatchObject({ result: 'REFUSED', message: '设备「门903」没有设为任何区域的门' });
  expect(await pass({ direction: 'OUT' }, 902)).toMatchObject({ result: 'REFUSED', message: '事件不正确：这扇门只进' });
  expect(await pass({ personId: 12345 })).toMatchObject({ result: 'REFUSED' });
  expect(await pass({ temp10: 900 })).toMatchObject({ result: 'REFUSED' });
  expect(await rows()).toEqual([]);
});

it('the server judges again by the rules, and shows where it would have done otherwise', async () => {
  await allow({ fromTime: '06:00', toTime: '08:00' });
  expect(await rows()).toEqual([]);
  // Nine in the morning: too late for that rule.
  await pass();
  expect(await rows()).toMatchObject([{ verdict: 'PASS', judged: 'REFUSED', differs: true }]);
  const asked = { personId: pupil, direction: 'IN' };
  expect(await admit(b.services, known(901).at, asked)).toMatchObject({ ok: false, name: '陈一' });
  await allow({ personIds: [pupil] });
  expect(await admit(b.services, known(901).at, asked)).toMatchObject({ ok: true });
  const shown = await b.school.call<{ receipt: { title: string } }>(rules, 'tryOut', { districtId: east, ...asked });
  expect(shown.receipt.title).toBe('陈一 可以通过');
});

it('into a kitchen only a pass that holds leads', async () => {
  await pass({}, 902);
  const now = b.clock.now();
  await grantPasses(
    sqlOf(b.services.db),
    b.services.ids,
    { organizationId: units.organization, source: 'KITCHEN', personIds: [pupil], nowMs: now, why: '' },
    [{ personId: pupil, districtId: cold, from: now - 1, to: now + 3_600_000, graceUntil: null, reason: '晨检合格' }],
  );
  await pass({}, 902);
  expect((await rows()).map((row) => [row.judged, row.judgedWhy]).toSorted()).toEqual([
    ['PASS', '晨检合格'],
    ['REFUSED', '没有有效的通行权限'],
  ]);
  const feed = await passesSince(sqlOf(b.services.db), known(902).at, 0, 10);
  expect(feed.entries).toMatchObject([{ personId: pupil, withdrawn: false }]);
  expect((await passesSince(sqlOf(b.services.db), known(902).at, feed.version, 10)).entries).toEqual([]);
  expect((await passesSince(sqlOf(b.services.db), known(901).at, 0, 10)).entries).toEqual([]);
});

it('a rule that shuts everybody out wants to be said twice, and changes nothing until then', async () => {
  expect(await allow({ effect: 'DENY' })).toMatchObject({ code: 'NOBODY_IN' });
  expect(await allow({ effect: 'DENY', sure: true })).toMatchObject({ id: expect.any(Number) });
});

it('doors are told of a rule at once, and of nothing when nothing changed', async () => {
  const version = async () =>
    (
      await b.database.pool.query<{ version: number }>(
        `select version from device_doc where device_id = 901 and kind = 'DOOR'`,
      )
    ).rows[0]!.version;
  const before = await version();
  const { id } = await allow({ typeIds: [b.typeId] });
  expect(await version()).toBe(before + 1);
  const [row] = (await b.school.call<{ rows: { version: number }[] }>(rules, 'query', {})).rows;
  await b.school.call(rules, 'update', { id, name: '改个名字', version: row!.version });
  expect(await version()).toBe(before + 1);
});

it('doors learn at night what days have become, though nobody touched a rule and there is no code', async () => {
  const calendar = async () =>
    (
      await b.database.pool.query<{ days: Record<string, string> }>(
        `select y.body::jsonb -> 'calendar' as days from device_doc d
         join device_doc_body y on y.organization_id = d.organization_id and y.digest = d.digest
         where d.device_id = 901 and d.kind = 'DOOR'`,
      )
    ).rows[0]!.days;
  const day = addDays(businessDay(b.clock.now()), 5);
  await b.database.pool.query(
    `insert into calendar_day (organization_id, day, kind, created_at, updated_at) values ($1, $2, 'HOLIDAY', $3, $3)`,
    [units.organization, day, isoAt(b.clock.now())],
  );
  await turnKeys(b.services);
  expect(await calendar()).toMatchObject({ [day]: 'HOLIDAY' });
});

it('three refusals within five minutes at one door are one alert', async () => {
  for (const minutes of [0, 3, 2]) {
    b.clock.advance(minutes * 60_000);
    await pass({ verdict: 'REFUSED', reason: '不在时段' });
  }
  const { rows: raised } = await b.database.pool.query(`select kind, object_name from alert`);
  expect(raised).toEqual([]);
  await pass({ verdict: 'REFUSED', reason: '不在时段' });
  expect((await b.database.pool.query(`select kind, object_name from alert`)).rows).toEqual([
    { kind: 'STRANGER', object_name: '门901' },
  ]);
  // Over with the day, which turns at four in the morning.
  const began = b.clock.now();
  const statusAt = async (time: string, days: number) => {
    b.clock.set(Date.parse(`${addDays(businessDay(began), days)}T${time}:00+08:00`));
    await endStrangers(b.services);
    return (await b.database.pool.query<{ status: string }>('select status from alert')).rows.map(
      ({ status }) => status,
    );
  };
  expect(await statusAt('03:59', 1)).toEqual(['OPEN']);
  expect(await statusAt('04:00', 1)).toEqual(['AUTO_RECOVERED']);
  b.clock.set(began);
});

it('says how many are inside, and that the number may be wrong while a door has more to tell', async () => {
  for (const direction of ['IN', 'IN', 'OUT']) await pass({ direction });
  await pass({ verdict: 'REFUSED' });
  const off = { tone: 'warning', text: '今天在区：东门 1 人（偏差：门901断网，或还有没传上来的）' };
  // A door that was never heard has told nothing of what it let in.
  expect(await told()).toMatchObject(off);
  const at = isoAt(b.clock.now());
  await b.database.pool.query(
    `insert into device_beat (device_id, last_beat_at, ip, firmware, offline_count, list_version, clock_offset_ms, epoch, last_seq)
     values (901, $1, '', '', 4, 0, 0, 1, 0)`,
    [at],
  );
  expect(await told()).toMatchObject(off);
  await b.database.pool.query('update device_beat set offline_count = 0 where device_id = 901');
  // Numbers of this bench go to several doors: as if none were missing here.
  await b.database.pool.query('delete from device_sequence where device_id = 901');
  expect(await told()).toMatchObject({ tone: 'info', text: '今天在区：东门 1 人' });
  // Who came in yesterday goes out today: fewer than nobody is not said.
  for (let i = 0; i < 3; i += 1) await pass({ direction: 'OUT' });
  await b.database.pool.query('delete from device_sequence where device_id = 901');
  expect(await told()).toMatchObject({ tone: 'info', text: '今天在区：东门 今天多出 2 人（昨天进来的）' });
  for (let i = 0; i < 3; i += 1) await pass({ direction: 'IN' });
  // What it does not say it cannot know: silence is no good news.
  b.clock.advance(6 * 60_000);
  expect(await told()).toMatchObject(off);
});

it('a picture goes after the days of the unit, unless a case holds it, and the log says how many; pupils have none', async () => {
  const keep = '/admin/organization/device_list/retention';
  const usual = { passageDays: 30, checkDays: 180, pictureDays: 180, clipDays: 30 };
  expect(await b.school.call(keep, 'get', {})).toMatchObject(usual);
  const values = { ...usual, passageDays: 10, unpicturedTypeIds: [], minorsPictured: true };
  expect(await b.school.call(keep, 'update', { ...values, passageDays: 6 })).toMatchObject({
    fields: { passageDays: expect.any(String) },
  });
  expect(await b.school.call(keep, 'update', values)).not.toMatchObject({ refused: true });
  const now = b.clock.now();
  await pass();
  await b.database.pool.query(`update passage set picture = 'evidence/202611/fpass000000000000000000000.jpg'`);
  const left = async () => (await rows()).filter((row) => row.picture !== '').length;
  b.clock.advance(9 * 86_400_000);
  await forgetPictures(b.services);
  expect(await left()).toBe(1);
  b.clock.advance(2 * 86_400_000);
  b.services.heldStretches = async () => [
    { organizationId: units.organization, fromAt: isoAt(now - 3_600_000), toAt: isoAt(now + 3_600_000) },
  ];
  expect(await forgetPictures(b.services)).toBe(0);
  delete b.services.heldStretches;
  expect(await forgetPictures(b.services)).toBe(1);
  expect(await left()).toBe(0);
  const { rows: logged } = await b.database.pool.query<{ words: string }>(
    `select target_name as words from system_log where action = '清理到期影像' and unit_id = $1`,
    [units.organization],
  );
  expect(logged).toEqual([{ words: '进出照片 1 条' }]);

  const without = async () => [...(await unpictured(sqlOf(b.services.db), units.organization, [pupil], now))];
  expect(await without()).toEqual([]);
  await b.school.call(keep, 'update', { ...values, unpicturedTypeIds: [b.typeId] });
  expect(await without()).toEqual([pupil]);
  await b.school.call(keep, 'update', { ...values, minorsPictured: false });
  await b.database.pool.query('update person set birthday = $2 where id = $1', [pupil, '2015-03-01']);
  expect(await without()).toEqual([pupil]);
  await b.database.pool.query(`update person set birthday = null where id = $1`, [pupil]);
  b.clock.advance(now - b.clock.now());
});

it('a refusal stays until somebody has looked', async () => {
  await pass({ verdict: 'REFUSED', reason: '不在时段' });
  const [row] = await rows();
  await b.school.call(records, 'seen', { ids: [row!.id] });
  expect(await rows()).toMatchObject([{ unseen: false, seenName: '测试员' }]);
});

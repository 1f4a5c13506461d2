/**
 * Seven scenes of food safety and gates, at one server: what terminals tell is what people see, what is refused says why, and
 * what nobody may see stays unseen. Rules and figures have tests of their own; here they meet.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playSafety, type SafetyPlay } from '../../src/domains/device/testing.ts';
import { takeReadings } from '../../src/domains/samples/public.server.ts';
import { addDays, dateAt, isoAt } from '../../src/kit/server/clock.ts';
import { hireAs } from '../api/walk.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { type Desk, takeDesk } from './desk.ts';
import { launchChromium } from './shell-support.ts';

const area = '/admin/organization';
type Row = Record<string, unknown> & { id: number };

let app: TestApp;
let browser: Browser;
let desk: Desk;
let token: string;
let morning: number;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
  // Six in the morning of tomorrow, whenever the suite runs.
  morning = Date.parse(`${addDays(dateAt(app.clock.now()), 1)}T06:00:00+08:00`);
  app.clock.set(morning);
  token = await app.login('school');
  desk = await takeDesk(app, browser, 'school', morning);
}, 300_000);
afterAll(async () => {
  expect(desk.complaints.filter((one) => !one.includes('/query') && !one.includes('status of'))).toEqual([]);
  expect(app.errors).toEqual([]);
  await browser?.close();
  await app?.stop();
});

const post = async (path: string, verb: string, body: object = {}, as = token) =>
  (await app.post(`${area}/${path}`, verb, body, as)).body;
async function ask<T = Record<string, unknown>>(path: string, verb: string, body: object = {}): Promise<T> {
  const answer = await post(path, verb, body);
  expect(answer.errorcode, `${path}/${verb}: ${answer.errormsg}`).toBe(0);
  return answer.data as T;
}
const rowsOf = async (path: string, search: object = {}) =>
  (await ask<{ rows: Row[] }>(path, 'query', { size: 100, search })).rows;
const play = (name: SafetyPlay) =>
  playSafety(
    name,
    {
      url: app.origin,
      seed: 11,
      account: 'school',
      platform: 'platform',
      password: 'onecard-demo',
      platformPassword: 'onecard-demo',
      udpPort: 0,
    },
    app.clock,
  );
const one = async <T>(text: string, values: unknown[] = []) =>
  (await app.services.pool.query(text, values)).rows[0] as T;

it('officer at six: who is to be looked at, 整改 and recheck; 118 grams refused, weighed again and found by its number', async () => {
  const told = await play('morning');
  expect(told.faults).toBe(0);
  await desk.open(`${area}/morning_check`);
  await desk.tab().getByText('矩阵', { exact: true }).first().waitFor();
  const well = { temperature: 36.5, hands: [], symptoms: [], dressOk: true };
  const [worker] = await rowsOf('cook_user', { certificateState: ['VALID'], status: ['NORMAL'] });
  await ask('morning_check', 'register', {
    ...well,
    cookUserId: worker!.id,
    hands: ['JEWELLERY'],
    reason: '晨检仪前未摘戒指',
  });
  const [fix] = await rowsOf('morning_check', { result: ['FIX'], checkDate: [dateAt(morning), dateAt(morning)] });
  expect(fix).toMatchObject({ why: expect.stringContaining('饰物') });
  await ask('morning_check', 'recheck', { id: fix!.id, ...well });
  const checks = await rowsOf('morning_check', { checkDate: [dateAt(morning), dateAt(morning)] });
  const own = checks.filter(({ cookUserId }) => cookUserId === worker!.id).map(({ result }) => result);
  expect(own.slice(0, 2).toSorted()).toEqual(['FIX', 'PASS']);

  const meal = (await rowsOf('meal'))[0]!;
  const restaurant = (await rowsOf('restaurant'))[0]!;
  await ask('sample_management', 'create', {
    diningDate: dateAt(morning),
    mealPeriodId: meal.id,
    restaurantId: restaurant.id,
    dishes: [{ dishName: '场景红烧肉', dishTypeId: null }],
  });
  const find = async () => (await rowsOf('sample_management', { keyword: '场景红烧肉' }))[0]!;
  const sample = await find();
  const weigh = (grams: number, more: object = {}) =>
    post('sample_management', 'weigh', { id: sample.id, grams, weighReason: '', ...more });
  expect(await weigh(118)).toMatchObject({ errormsg: expect.stringContaining('还差') });
  expect((await find()).status).toBe('TO_SAMPLE');
  // The meal's window may not be open at six: what is said for it stands with the sample.
  expect((await weigh(131, { weighReason: '演示当场补足' })).errorcode).toBe(0);
  const weighed = await find();
  expect(weighed).toMatchObject({ status: 'SAMPLED', grams: 131 });
  await desk.open(`${area}/sample_management?keyword=${weighed.sampleNo}&diningDate=`);
  await desk.tab().getByText('场景红烧肉').first().waitFor();
});

it('the gates at twenty past seven: in less out is who is inside, a gate cut off tells later, whom it refused it photographed', async () => {
  app.clock.set(morning + 80 * 60_000);
  const tally = await play('gate');
  expect(tally.faults).toBe(0);
  const { inside } = await one<{ inside: number }>(
    `select coalesce(sum(case when g.verdict <> 'PASS' then 0 when g.direction = 'IN' then 1 else -1 end), 0)::int as inside
     from passage g join district d on d.organization_id = g.organization_id and d.id = g.district_id and d.name = '模拟校门'
     where g.day = $1`,
    [dateAt(app.clock.now())],
  );
  const { text } = await ask<{ text: string }>('enter_record', 'notice', { search: {} });
  expect(text).toContain(`模拟校门 ${inside} 人`);
  await desk.open(`${area}/enter_record`);
  await desk.tab().getByText(`模拟校门 ${inside} 人`).first().waitFor();
  const refused = await rowsOf('enter_record', { unseen: true, at: [dateAt(morning), dateAt(morning)] });
  expect(refused.some((row) => typeof row.picture === 'string' && row.picture !== '')).toBe(true);
});

it('a certificate that has ended: no door has a pass to believe, whatever it heard since; the chief sees who it is', async () => {
  const door = await one<{ id: number; organizationId: number; districtId: number; restaurantId: number }>(
    `select o.device_id as id, o.organization_id as "organizationId", d.id as "districtId", d.restaurant_id as "restaurantId"
     from door o join district d on d.organization_id = o.organization_id and d.id = o.district_id and d.name = '模拟后厨门'`,
  );
  const { personId } = await one<{ personId: number }>(
    `select w.person_id as "personId" from cook_user w where w.organization_id = $1 and w.restaurant_id = $2 and w.status = 'NORMAL'
       and not exists (select 1 from health_certificate c where c.organization_id = w.organization_id and c.cook_user_id = w.id
         and c.status = 'CONFIRMED' and c.expire_date >= $3) order by w.id limit 1`,
    [door.organizationId, door.restaurantId, dateAt(app.clock.now())],
  );
  const { n } = await one<{ n: number }>(
    `select count(*)::int as n from pass_entry where organization_id = $1 and person_id = $2 and withdrawn_at is null and to_at > $3`,
    [door.organizationId, personId, isoAt(app.clock.now())],
  );
  expect(n).toBe(0);
  const workers = await rowsOf('cook_user', { certificateState: ['EXPIRED', 'NONE'] });
  expect(workers.length).toBeGreaterThan(0);
  await desk.open(`${area}/cook_user?certificateState=EXPIRED,NONE`);
  await desk.tab().getByText('没有有效健康证').first().waitFor();
});

it('a cabinet warm at night: warned, then grave, then over; the grave one wants to hear what was done', async () => {
  app.clock.set(morning + 2 * 3_600_000);
  await play('night');
  // An empty cabinet is a hint; one with samples in it calls people.
  const hints = await rowsOf('alert_detail', { kind: ['CABINET_TEMP'], level: ['INFO'] });
  expect(hints.length).toBeGreaterThan(0);
  const full = await one<{ deviceId: number; organizationId: number }>(
    `select device_id as "deviceId", organization_id as "organizationId" from sample
     where status = 'RETAINING' and device_id is not null order by id limit 1`,
  );
  const last = Math.floor(app.clock.now() / 60_000) - 1;
  await takeReadings(app.services, full, {
    sensor: 1,
    values: Array.from({ length: 70 }, (_, i) => ({ minute: last - 69 + i, temp10: 132, door: false })),
  } as Parameters<typeof takeReadings>[2]);
  const [alert] = await rowsOf('alert_detail', { kind: ['CABINET_TEMP'], level: ['CRITICAL'] });
  expect(alert).toMatchObject({ level: 'CRITICAL' });
  await desk.open(`${area}/alert_detail?kind=CABINET_TEMP&level=CRITICAL`);
  await desk.tab().getByText('柜温异常').first().waitFor();
  expect(await post('alert_detail', 'close', { ids: [alert!.id], note: '' })).not.toMatchObject({ errorcode: 0 });
  expect(await post('alert_detail', 'close', { ids: [alert!.id], note: '样品移到备用柜，报修' })).toMatchObject({
    errorcode: 0,
  });
});

it('an outbreak: people fall ill after a lunch sold by the dish, and the dish that did it stands on top for who opens the case', async () => {
  const told = await play('outbreak');
  expect(told.faults, told.notes.join('\n')).toBe(0);
  const bad = /致病的是「(.+?)」/.exec(told.notes[0]!)![1]!;
  const [of] = await rowsOf('food_trace', { keyword: '模拟：' });
  await desk.open(`${area}/food_trace/study?id=${of!.id}`);
  const first = desk.tab().getByRole('table', { name: '各菜' }).locator('tbody tr').first();
  await first.getByText(bad).waitFor();
});

it('an outbreak: twelve names, sealed, a pack whose digest stands in the books; a clerk of money sees nothing of it', async () => {
  const { rows } = await app.services.pool.query<{ who: string }>(
    `select p.job_number as who from person p join organization o on o.id = p.organization_id and o.kind = 'SCHOOL'
     where p.status = 'NORMAL' and p.job_number is not null order by p.id limit 12`,
  );
  const { id } = await ask<{ id: number }>('food_trace', 'create', {
    title: '场景',
    remark: '',
    fromAt: isoAt(morning - 48 * 3_600_000),
    toAt: isoAt(morning),
    people: rows.map(({ who }) => ({ who, sick: true, onsetAt: isoAt(morning - 3_600_000), symptoms: '腹泻' })),
  });
  await ask('food_trace', 'open', { id });
  await desk.open(`${area}/food_trace/study?id=${id}`);
  await desk.tab().getByText('人员（12）').waitFor();
  const pack = await ask<{ digest: string }>('food_trace/study', 'pack', { id });
  expect(await one('select digest from trace_pack where case_id = $1 order by id desc limit 1', [id])).toEqual({
    digest: pack.digest,
  });
  const roles = await ask<{ id: number; name: string }[]>('role', 'options', { size: 50 });
  const role = roles.find(({ name }) => name === '财务')!;
  const money = await hireAs(app, 'school', 'organization', role.id, 'scene-money');
  for (const [path, verb] of [
    ['food_trace', 'query'],
    ['food_trace/study', 'look'],
    ['food_trace/study', 'pack'],
  ] as const)
    expect(await post(path, verb, { id }, money), `${path}/${verb}`).toMatchObject({ errorcode: 1003 });
});

it('a face that was taken back: where it still is, confirmed by hand, told apart from what is proven', async () => {
  const [held] = await rowsOf('face_info_count/ledger', { state: ['HELD'] });
  await ask('user', 'faceWithdraw', { ids: [held!.personId], reason: '本人要求' });
  const [one] = await rowsOf('face_info_count/ledger', { state: ['LEAVING'] });
  await ask('user/push', 'cleared', { id: one!.id, reason: '设备已拆回清空' });
  await desk.open(`${area}/face_info_count/ledger`);
  await desk.tab().getByText('人工确认').first().waitFor();
  const after = await rowsOf('face_info_count/ledger', { proof: ['CONFIRMED'] });
  expect(after.map(({ id }) => id)).toContain(one!.id);
  const declared = await rowsOf('face_info_count/ledger', { proof: ['DECLARED'] });
  expect(declared.map(({ id }) => id)).not.toContain(one!.id);
});

it('a screen without its server drops the day with the day; 监管 reads every page of food safety and writes none', async () => {
  const screen = await one<{ id: number }>(
    `select d.id from device d join device_type t on t.id = d.type_id and t.kind = 'DISPLAY'
     join organization o on o.id = d.organization_id and o.kind = 'SCHOOL' where d.status = 'ACTIVE' order by d.id limit 1`,
  );
  const given = await ask<{ path: string }>('unit_information/link', 'address', { deviceId: screen.id });
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'zh-CN' });
  await context.clock.install({ time: app.clock.now() });
  const wall = await context.newPage();
  await wall.goto(app.origin + given.path);
  await wall.locator('.bd-head h1').waitFor();
  // What the worker keeps comes back when the wall is switched on without a server.
  await wall.waitForFunction(async () => {
    const cache = await caches.open('screen-1');
    const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    return ['/api/screen/board', '/screen/', '/assets/'].every((part) => kept.some((path) => path.startsWith(part)));
  });
  await context.setOffline(true);
  await wall.reload();
  await wall.locator('.bd-head h1').waitFor();
  await wall.clock.runFor(11 * 60_000);
  await wall.getByText(/^离线，更新于/).waitFor();
  await wall.clock.setFixedTime(morning + 26 * 3_600_000);
  await wall.clock.runFor(30_000);
  for (const word of ['今日晨检', '今日留样', '今日菜谱']) expect(await wall.getByText(word).count(), word).toBe(0);
  await context.close();

  const roles = await ask<{ id: number; name: string }[]>('role', 'options', { size: 50 });
  const regulator = await hireAs(
    app,
    'school',
    'organization',
    roles.find(({ name }) => name === '监管')!.id,
    'scene-gov',
  );
  for (const path of ['morning_check', 'sample_management', 'cook_user', 'food_safety_employee'])
    expect(await post(path, 'query', { size: 1 }, regulator), path).toMatchObject({ errorcode: 0 });
  for (const [path, verb, body] of [
    ['sample_management', 'create', {}],
    ['morning_check', 'register', {}],
    ['sample_management', 'weigh', { id: 1, grams: 130 }],
    ['food_trace', 'create', {}],
    ['sample_management', 'export', {}],
  ] as const)
    expect(await post(path, verb, body, regulator), `${path}/${verb}`).toMatchObject({ errorcode: 1003 });
});

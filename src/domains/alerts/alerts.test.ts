/** Alerts from their beginning to their end: one per object, counted, back again, handed on, told in a group, and said when not. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoAt } from '../../kit/server/clock.ts';
import { isRefusal, type Refusal } from '../../kit/server/refusal.ts';
import { identity } from '../identity/domain.ts';
import employees from '../identity/employees/pages/organization-employee.server.ts';
import { createShellBoard } from '../shell/testing.ts';
import { tenancy } from '../tenancy/domain.ts';
import restaurants from '../tenancy/places/pages/restaurant.server.ts';
import { type Caller, type UnitBench, unitBench, units } from '../tenancy/testing.ts';
import { alerts } from './domain.ts';
import { escalateAlerts } from './escalate.ts';
import { keepAlerts } from './keep.ts';
import pages from './pages/alert-detail.server.ts';
import receivers from './pages/alert-detail-receiver.server.ts';
import robots from './pages/alert-detail-robot.server.ts';
import { type Alarm, clear, raise } from './raise.ts';
import { isRobotUrl } from './robots/robot-message.ts';
import { sendPosts } from './robots/send-posts.ts';

const path = '/admin/organization/alert_detail';
const minute = 60_000;
const hour = 60 * minute;
let bench: UnitBench;
let officer: Caller;
let director: Caller;
let group: Server;
/** What arrived in the group, and what it answers next. */
const heard: { url: string; text: string }[] = [];
let answer: { status: number; body: string } = { status: 200, body: '{"errcode":0,"errmsg":"ok"}' };

type Row = Record<string, unknown> & { id: number };

beforeAll(async () => {
  bench = await unitBench([identity, tenancy, alerts], [employees, restaurants, ...pages, receivers, robots]);
  bench.services.shellBoard = createShellBoard();
  group = createServer((request, reply) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      heard.push({ url: request.url!, text: (JSON.parse(body) as { text: { content: string } }).text.content });
      reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((done) => group.listen(0, '127.0.0.1', done));
  const { port } = group.address() as AddressInfo;
  // The robots' hosts, served here: path and query arrive as they were sent.
  bench.services.robotTransport = async (url, body) => {
    const asked = new URL(url);
    const reply = await fetch(`http://127.0.0.1:${port}${asked.pathname}${asked.search}`, { method: 'POST', body });
    return { status: reply.status, body: await reply.text() };
  };
  officer = await bench.as('ORGANIZATION', units.organization);
  director = await as(2, '赵总监');
  await officer.call(`${path}/receiver`, 'create', {
    employeeId: await hire(officer.session.accountId, '测试员'),
    post: 'DUTY',
    minLevel: 'INFO',
  });
  await officer.call(`${path}/receiver`, 'create', {
    employeeId: await hire(director.session.accountId, '赵总监'),
    post: 'DIRECTOR',
    minLevel: 'WARN',
  });
});
afterAll(async () => {
  group?.close();
  await bench?.database.drop();
});
beforeEach(async () => {
  heard.length = 0;
  answer = { status: 200, body: '{"errcode":0,"errmsg":"ok"}' };
  await bench.database.pool.query('truncate alert, alert_step, alert_post');
});

/** Another account of the same unit. */
async function as(nth: number, name: string): Promise<Caller> {
  const one = await bench.as('ORGANIZATION', units.organization);
  one.session.accountId += nth;
  one.session.name = name;
  return one;
}

async function hire(accountId: number, name: string): Promise<number> {
  const at = isoAt(bench.clock.now());
  await bench.database.pool.query(
    `insert into account (id, login_name, name, password_hash, belong_type, belong_id, status, created_at, created_by, updated_at)
     values ($1, $2, $3, '', 'ORGANIZATION', $5, 'NORMAL', $4, 0, $4)`,
    [accountId, `u${accountId}`, name, at, units.organization],
  );
  await bench.database.pool.query(
    `insert into employee (id, account_id, unit_type, unit_id, role_ids, status, created_at, created_by, updated_at)
     values ($1, $2, 'ORGANIZATION', $3, '{}', 'NORMAL', $4, 0, $4)`,
    [accountId + 100, accountId, units.organization, at],
  );
  return accountId + 100;
}

const host = () => ({ db: bench.services.db, ids: bench.services.ids, clock: bench.clock });
const warm: Alarm = { kind: 'CABINET_TEMP', object: 'cabinet:7', objectName: '一号柜', detail: '9.5 ℃' };
const raised = (alarm: Partial<Alarm> = {}) => raise(host(), units.organization, { ...warm, ...alarm });
const over = (kind: Alarm['kind'] = 'CABINET_TEMP') => clear(host(), units.organization, { kind, object: 'cabinet:7' });
const list = async (search: Record<string, unknown> = {}, who = officer) =>
  (await who.call<{ rows: Row[] }>(path, 'query', { search })).rows;
const one = async () => (await list())[0]!;
const story = async (alertId: number) =>
  (
    await officer.call<{ rows: { event: string }[] }>(`${path}/step`, 'query', { search: { alertId }, sort: 'at' })
  ).rows.map(({ event }) => event);
const refusal = (told: unknown) => (isRefusal(told) ? (told as Refusal).code : told);

describe('one alert per kind and object', () => {
  it('counts what repeats, and takes the same beginning told again for no repetition', async () => {
    const began = bench.clock.now() - 20 * minute;
    const id = await raised({ at: began });
    await raised({ at: began });
    expect(await one()).toMatchObject({ id, count: 1, status: 'OPEN', late: true });
    await raised({ detail: '9.8 ℃' });
    expect(await list()).toMatchObject([{ id, count: 2, detail: '9.8 ℃' }]);
    await raised({ object: 'cabinet:8' });
    expect(await list()).toHaveLength(2);
  });

  it('stays one when two transactions find out at once', async () => {
    const found = await Promise.all(
      [1, 2, 3, 4].map(() =>
        bench.services.db
          .transaction()
          .execute((db) => raise({ ...host(), db }, units.organization, { ...warm, object: 'cabinet:9' })),
      ),
    );
    expect(new Set(found).size).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  it('rises with what is graver, never sinks, and counts its patience anew', async () => {
    const id = await raised();
    await raised({ level: 'CRITICAL', detail: '12.4 ℃ 已 20 分钟' });
    await raised({ level: 'WARN' });
    expect(await one()).toMatchObject({ level: 'CRITICAL' });
    expect(await story(id)).toEqual(['RAISED', 'GRAVER']);
  });

  it('is the same when it comes back within half an hour, another one later; three in a day are 反复', async () => {
    const id = await raised();
    for (let n = 0; n < 2; n++) {
      bench.clock.advance(minute);
      expect(await over()).toBe(true);
      bench.clock.advance(29 * minute);
      expect(await raised()).toBe(id);
    }
    expect(await one()).toMatchObject({ id, status: 'OPEN', count: 3, recurring: true });
    bench.clock.advance(minute);
    await over();
    bench.clock.advance(31 * minute);
    expect(await raised()).not.toBe(id);
    expect(await list()).toHaveLength(2);
  });

  it('belongs to its unit alone', async () => {
    await raised();
    const other = await bench.as('ORGANIZATION', units.otherOrganization);
    expect(await list({}, other)).toEqual([]);
    expect(await clear(host(), units.otherOrganization, { kind: 'CABINET_TEMP', object: 'cabinet:7' })).toBe(false);
  });

  it('a job that looks at everything raises what is new, leaves what stands, and clears what is gone', async () => {
    const found = (object: string) => ({
      organizationId: units.organization,
      alarm: { object, objectName: object, detail: '—' },
    });
    await keepAlerts(bench.services, 'HEALTH_CERT', [found('worker:1'), found('worker:2')]);
    bench.clock.advance(minute);
    await keepAlerts(bench.services, 'HEALTH_CERT', [found('worker:2'), found('worker:3')]);
    const states = Object.fromEntries((await list()).map((row) => [row.objectName, [row.status, row.count]]));
    expect(states).toEqual({ 'worker:1': ['AUTO_RECOVERED', 1], 'worker:2': ['OPEN', 1], 'worker:3': ['OPEN', 1] });
  });
});

describe('who sees to it', () => {
  it('is taken, closed with what was done, and reopened within a day', async () => {
    const id = await raised();
    await officer.call(path, 'take', { ids: [id] });
    expect(await one()).toMatchObject({ status: 'HANDLING', waitingFor: '测试员', owned: true, mine: true });
    expect(refusal(await officer.call(path, 'close', { ids: [id], note: '' }))).toBe('INVALID_FIELDS');
    await officer.call(path, 'close', { ids: [id], note: '换了密封条' });
    expect(await one()).toMatchObject({ status: 'CLOSED', note: '换了密封条' });
    bench.clock.advance(24 * hour - 1);
    await officer.call(path, 'reopen', { ids: [id], reason: '又热了' });
    expect(await one()).toMatchObject({ status: 'OPEN' });
    expect(await story(id)).toEqual(['RAISED', 'TAKEN', 'CLOSED', 'REOPENED']);
    await officer.call(path, 'close', { ids: [id], note: '好了' });
    bench.clock.advance(24 * hour);
    expect(refusal(await officer.call(path, 'reopen', { ids: [id], reason: '又' }))).toBe('BAD_STATE');
  });

  it('a critical one is never ignored, and asks what it was after it went away by itself', async () => {
    const id = await raised({ level: 'CRITICAL' });
    expect(refusal(await officer.call(path, 'ignore', { ids: [id], hours: '24', reason: '不管' }))).toBe('NOT_NOW');
    await over();
    expect(await one()).toMatchObject({ status: 'AUTO_RECOVERED', noteDue: true, waitingFor: '补记原因' });
    await officer.call(path, 'close', { ids: [id], note: '停电十分钟' });
    expect(await one()).toMatchObject({ status: 'CLOSED', noteDue: false });
  });

  it('one that went away by itself and was no grave one has nothing to close', async () => {
    const id = await raised();
    await over();
    expect(refusal(await officer.call(path, 'close', { ids: [id], note: '好了' }))).toBe('BAD_STATE');
  });

  it('one that is ignored counts on in silence until its time is over', async () => {
    const id = await raised();
    await officer.call(path, 'ignore', { ids: [id], hours: '4', reason: '柜子空着' });
    bench.clock.advance(hour);
    expect(await raised()).toBe(id);
    expect(await one()).toMatchObject({ status: 'IGNORED', count: 2 });
    bench.clock.advance(4 * hour);
    await raised();
    expect((await list()).map((row) => row.status)).toEqual(['OPEN', 'IGNORED']);
  });

  it('refuses to open a second one beside the one that stands', async () => {
    const id = await raised();
    await officer.call(path, 'close', { ids: [id], note: '好了' });
    bench.clock.advance(40 * minute);
    await raised();
    expect(refusal(await officer.call(path, 'reopen', { ids: [id], reason: '又' }))).toBe('ALERT_AGAIN');
  });

  it('goes on to the director after 10 minutes when critical, to the head after 30; a warning after four hours', async () => {
    const critical = await raised({ level: 'CRITICAL' });
    const warning = await raised({ object: 'cabinet:8', objectName: '二号柜' });
    const waits = async () => Object.fromEntries((await list()).map((row) => [row.id, row.waitingFor]));
    bench.clock.advance(10 * minute - 1);
    expect(await escalateAlerts(bench.services)).toBe(0);
    expect((await list({}, director)).map((row) => row.mine)).toEqual([false, false]);
    bench.clock.advance(1);
    expect(await escalateAlerts(bench.services)).toBe(1);
    expect(await waits()).toEqual({ [critical]: '赵总监', [warning]: '测试员' });
    // Mine first.
    expect((await list({}, director)).map((row) => [row.id, row.mine])).toEqual([
      [critical, true],
      [warning, false],
    ]);
    bench.clock.advance(20 * minute);
    await escalateAlerts(bench.services);
    expect(await waits()).toEqual({ [critical]: '负责人（未设置）', [warning]: '测试员' });
    bench.clock.advance(4 * hour);
    await escalateAlerts(bench.services);
    expect(await waits()).toEqual({ [critical]: '负责人（未设置）', [warning]: '赵总监' });
    expect(await escalateAlerts(bench.services)).toBe(0);
  });

  it('one that was taken waits for nobody further', async () => {
    const id = await raised({ level: 'CRITICAL' });
    await officer.call(path, 'take', { ids: [id] });
    bench.clock.advance(hour);
    expect(await escalateAlerts(bench.services)).toBe(0);
  });
});

describe('the group robot', () => {
  const url = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=abc';
  const page = `${path}/robot`;
  const robot = async (): Promise<Row> => (await officer.call<{ rows: Row[] }>(page, 'query', {})).rows[0]!;

  it('has its platform’s https address and no other', async () => {
    expect(isRobotUrl('WECOM', url)).toBe(true);
    for (const wrong of [
      url.replace('https', 'http'),
      'https://qyapi.weixin.qq.com.evil.example/cgi-bin',
      'https://evil.example/?https://qyapi.weixin.qq.com',
      'https://user@qyapi.weixin.qq.com/',
      'https://qyapi.weixin.qq.com:8443/',
      'https://127.0.0.1/',
      'https://oapi.dingtalk.com/robot/send',
    ])
      expect(isRobotUrl('WECOM', wrong), wrong).toBe(false);
    const told = await officer.call(page, 'create', {
      name: '群',
      kind: 'WECOM',
      url: 'http://127.0.0.1/',
      minLevel: 'WARN',
    });
    expect(refusal(told)).toBe('ROBOT_HOST');
  });

  it('says what is raised, once, in one message; hints wait for the morning', async () => {
    await officer.call(page, 'create', { name: '食安群', kind: 'WECOM', url, minLevel: 'INFO' });
    const { rows } = await bench.database.pool.query<{ url: string }>('select url from alert_robot');
    expect(rows[0]!.url).not.toContain('abc');
    bench.clock.set(Date.parse('2026-11-21T02:00:00+08:00'));
    const id = await raised();
    await raised({ object: 'device:1', kind: 'DEVICE_OFFLINE', objectName: '小卖部' });
    await sendPosts(bench.services);
    await sendPosts(bench.services);
    expect(heard).toHaveLength(1);
    expect(heard[0]!.url).toContain('key=abc');
    expect(heard[0]!.text).toBe('【警告】柜温异常\n一号柜\n9.5 ℃');
    expect(await story(id)).toEqual(['RAISED', 'TOLD']);
    expect(await robot()).toMatchObject({ lastOk: true, lastError: '' });
    bench.clock.set(Date.parse('2026-11-21T08:00:00+08:00'));
    await sendPosts(bench.services);
    expect(heard[1]!.text).toContain('设备离线');
  });

  it('is tried again when it fails, and its failure is seen on the alert, on the robot and above the list', async () => {
    answer = { status: 200, body: '{"errcode":93000,"errmsg":"invalid webhook url"}' };
    const id = await raised();
    await sendPosts(bench.services);
    expect(await robot()).toMatchObject({ lastOk: false, lastError: '对方答复 93000 invalid webhook url' });
    expect(await story(id)).toEqual(['RAISED', 'NOT_TOLD']);
    expect(await officer.call(path, 'notice', {})).toMatchObject({ tone: 'danger' });
    answer = { status: 200, body: '{"errcode":0}' };
    await sendPosts(bench.services);
    expect(heard).toHaveLength(1);
    bench.clock.advance(minute);
    await sendPosts(bench.services);
    expect(heard).toHaveLength(2);
    expect(await story(id)).toEqual(['RAISED', 'NOT_TOLD', 'TOLD']);
    expect(await officer.call(path, 'notice', {})).toBeNull();
  });

  it('is tested by a button, and what became of it stays', async () => {
    const { id } = await robot();
    answer = { status: 502, body: '' };
    expect(refusal(await officer.call(page, 'test', { ids: [id] }))).toBe('ROBOT_FAILED');
    expect(await robot()).toMatchObject({ lastOk: false, lastError: '对方答复 HTTP 502' });
    answer = { status: 200, body: '{"errcode":0}' };
    expect(await officer.call(page, 'test', { ids: [id] })).toBeNull();
    expect(heard.at(-1)!.text).toContain('测试');
  });
});

/** Passages against rules that change: told late, tried on last week, too many for a door; and people who come in twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { heartbeat, postEvents } from '../../device/public.server.ts';
import { cardListSince } from '../../people/public.server.ts';
import type { PeopleBench } from '../../people/testing.ts';
import { units } from '../../tenancy/testing.ts';
import rule from '../rules/pages/district-rule.server.ts';
import { gateBench, sites } from '../testing.ts';
import { admit } from './admit.ts';
import enterRecord from './pages/enter-record.server.ts';

const rules = `${sites}/rule`;
const hour = 3_600_000;
let b: PeopleBench;
let gate: number;
let pupil: number;
let no = 0;
const door = {
  at: { deviceId: 901, organizationId: units.organization, sn: '门', name: '门', restaurantId: 0 },
  epoch: 1,
  kind: 'GATE',
  clockOffsetMs: 0,
} as Parameters<typeof postEvents>[1];

beforeAll(async () => {
  b = await gateBench([], [enterRecord, rule]);
  const at = isoAt(b.clock.now());
  await b.database.pool.query(
    `insert into device_type (id, name, model, kind, created_at, updated_at) values (77, '门禁机', 'G1', 'GATE', $1, $1)`,
    [at],
  );
  await b.database.pool.query(
    `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
     values (901, '门', 77, '门', $1, 'ACTIVE', $2, $2)`,
    [units.organization, at],
  );
  const doors = [{ deviceId: 901, direction: 'BOTH' }];
  gate = (await b.school.call<{ id: number }>(sites, 'create', { name: '东门', kind: 'GATE', doors, status: 'NORMAL' }))
    .id;
  pupil = await b.open({ name: '陈一', typeId: b.typeId, cardNo: '10001' });
});
afterAll(() => b?.close());
beforeEach(async () => {
  await b.database.pool.query('truncate passage, door_rule, passback_clear, past_row');
  await b.database.pool.query(`update district set passback = 'OFF'`);
});

async function pass(direction: 'IN' | 'OUT' = 'IN', atMs = b.clock.now(), verdict = 'PASS') {
  no += 1;
  const event = { epoch: 1, no, kind: 'PASSAGE', at: atMs, direction, identify: 'CARD', verdict, personId: pupil };
  const answer = await postEvents(b.services, door, { events: [event] });
  if ('refused' in answer) throw new Error(answer.code);
  expect(answer.answers[0]).toMatchObject({ result: 'TAKEN' });
}
const judged = async () =>
  (await b.database.pool.query('select judged, judged_why as why, passback from passage order by received_at, id'))
    .rows;
const allow = (values: object) =>
  b.school.call<{ id: number; code?: string }>(rules, 'create', {
    districtId: gate,
    effect: 'ALLOW',
    direction: 'BOTH',
    name: `规则${++no}`,
    ...values,
  });
const rowOf = async (page: string, id: number) => {
  const { rows } = await b.school.call<{ rows: { id: number; version: number }[] }>(page, 'query', {});
  return rows.find((row) => row.id === id)!;
};

it('a passage told late is judged by the rules of its moment, not by those of now', async () => {
  const { id } = await allow({ name: '白天', fromTime: '06:00', toTime: '18:00' });
  b.clock.advance(2 * hour);
  const whileAllowed = b.clock.now() - hour;
  await b.school.call(rules, 'update', { ...(await rowOf(rules, id)), fromTime: '06:00', toTime: '07:00', sure: true });
  await pass('IN', whileAllowed);
  await pass('IN');
  expect(await judged()).toMatchObject([
    { judged: 'PASS', why: '白天' },
    { judged: 'REFUSED', why: '没有规则允许此时进入' },
  ]);
  // A rule of the time that is gone since counted then all the same.
  await b.school.call(rules, 'remove', { id });
  await pass('IN', whileAllowed + 1_000);
  expect((await judged()).at(-1)).toMatchObject({ judged: 'PASS', why: '白天' });
});

it('a rule that refuses whom the doors let in last week wants to be said twice', async () => {
  await pass();
  const other = await b.school.call<{ id: number }>('/admin/organization/type', 'create', {
    name: `教工${++no}`,
    accounts: ['MAIN'],
  });
  await b.open({ name: '老师', typeId: other.id });
  const narrow = { typeIds: [other.id] };
  expect(await allow(narrow)).toMatchObject({
    code: 'WEEK_REFUSED',
    params: { passages: 1, people: 1, whom: '陈一' },
    fields: { sure: expect.any(String) },
  });
  expect((await b.database.pool.query('select id from door_rule')).rows).toEqual([]);
  expect(await allow({ ...narrow, sure: true })).toHaveProperty('id');
});

it('more than a door can hold is refused with its size, and nothing of it is saved', async () => {
  const ids = Array.from({ length: 500 }, (_, i) => 7_000_000_000_000_000 + i);
  const at = isoAt(b.clock.now());
  for (let n = 0; n < 8; n += 1)
    await b.database.pool.query(
      `insert into door_rule (organization_id, id, name, district_id, effect, direction, except_ids, created_at, updated_at)
       values ($1, $2, $3, $4, 'ALLOW', 'BOTH', $5, $6, $6)`,
      [units.organization, 500 + n, `长${n}`, gate, ids, at],
    );
  const large = await allow({ sure: true });
  expect(large).toMatchObject({ code: 'DOOR_RULES_LARGE', params: { district: '东门', size: expect.any(Number) } });
  const { rows } = await b.database.pool.query('select count(*)::int as n from door_rule');
  expect(rows).toEqual([{ n: 8 }]);
});

describe('in twice without out', () => {
  const set = async (passback: string) => b.school.call(sites, 'update', { ...(await rowOf(sites, gate)), passback });
  const ask = (direction = 'IN') => admit(b.services, door.at, { personId: pupil, direction });

  it('is nothing unless the district minds', async () => {
    await pass();
    await pass();
    expect(await judged()).toMatchObject([{ passback: false }, { passback: false }]);
    expect(await ask()).toMatchObject({ ok: true });
  });

  it('is a word to the guard, or refused; going out never is; the guard and the night clear it', async () => {
    await set('WARN');
    await pass();
    expect(await ask()).toMatchObject({ ok: true, reason: '反潜回：已在区内，请先外出' });
    await set('FORBID');
    expect(await ask()).toMatchObject({ ok: false, reason: '反潜回：已在区内，请先外出' });
    expect(await ask('OUT')).toMatchObject({ ok: true });
    b.clock.advance(1_000);
    await pass();
    expect((await judged()).at(-1)).toMatchObject({ judged: 'REFUSED', passback: true });
    b.clock.advance(1_000);
    await pass('OUT');
    b.clock.advance(1_000);
    expect(await ask()).toMatchObject({ ok: true });
    await pass();
    b.clock.advance(1_000);
    expect(await ask()).toMatchObject({ ok: false });
    await b.school.call(sites, 'clearPassback', { id: gate, personIds: [pupil] });
    expect(await ask()).toMatchObject({ ok: true });
    await pass();
    b.clock.advance(24 * hour);
    expect(await ask()).toMatchObject({ ok: true });
  });

  it('is found in one request too, whatever order it comes in', async () => {
    await set('FORBID');
    const at = b.clock.now();
    const event = (atMs: number, direction: string) => {
      no += 1;
      return { epoch: 1, no, kind: 'PASSAGE', at: atMs, direction, identify: 'CARD', verdict: 'PASS', personId: pupil };
    };
    const events = [event(at - 1_000, 'IN'), event(at - 3_000, 'IN'), event(at - 2_000, 'OUT'), event(at, 'IN')];
    await postEvents(b.services, door, { events });
    const { rows } = await b.database.pool.query('select passback from passage order by at');
    expect(rows.map((row) => row.passback)).toEqual([false, false, false, true]);
  });
});

it('the list tells doors the departments above, anew when somebody moves; the beat tells the version of the passes', async () => {
  const make = async (name: string, parentId: number | null) =>
    (
      await b.school.call<{ id: number }>('/admin/organization/department', 'create', {
        name,
        parentId,
        sort: 0,
      })
    ).id;
  const grade = await make(`年级${++no}`, null);
  const form = await make(`班${++no}`, grade);
  const list = (since: number) => cardListSince(b.database.pool, units.organization, since, 10);
  const before = await list(0);
  await b.school.call('/admin/organization/user', 'move', { ids: [pupil], departmentId: form });
  const after = await list(before.version);
  expect(after.entries).toMatchObject([{ personId: pupil, departmentIds: [grade, form] }]);
  const beat = { clock: b.clock.now(), offlineCount: 0, listVersion: 0, lastSeq: 0, firmware: '', passVersion: 3 };
  expect(await heartbeat(b.services, door, beat, '')).toMatchObject({ passVersion: 0 });
  expect((await b.database.pool.query('select pass_version from device_beat')).rows).toEqual([{ pass_version: 3 }]);
  expect(await heartbeat(b.services, door, { ...beat, passVersion: -1 }, '')).toMatchObject({ code: 'BAD_RECORD' });
});

/** Doors beyond the kitchen: what their district asks of the people who work in one, online, cut off, and afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { postEvents } from '../../device/public.server.ts';
import { admit } from '../../gate/public.server.ts';
import { passesSince, sites, zones } from '../../gate/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { checkPage, crewPage, type KitchenBench, kitchenBench } from '../testing.ts';

const today = '2026-11-20';
const gate = 901;
let b: KitchenBench;
let hall: number;
let cook: number;
let cookPerson: number;
let diner: number;
let no = 0;
const at = (text: string) => b.clock.set(Date.parse(`${text}:00+08:00`));
const door = { deviceId: gate, organizationId: units.organization, sn: '机901', name: '机901', restaurantId: 0 };

beforeAll(async () => {
  b = await kitchenBench();
  const now = isoAt(b.clock.now());
  await b.database.pool.query(
    `insert into device_type (id, name, model, kind, abilities, created_at, updated_at) values (77, '门', '门', 'GATE', '{FACE}', $1, $1)`,
    [now],
  );
  await b.database.pool.query(
    `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
     values ($1, $2, 77, $2, $3, 'ACTIVE', $4, $4)`,
    [gate, door.sn, units.organization, now],
  );
  at(`${today}T00:30`);
  const doors = [{ deviceId: gate, direction: 'BOTH' }];
  hall = (
    await b.school.call<{ id: number }>(sites, 'create', { name: '餐厅员工通道', kind: 'CANTEEN', sort: 0, doors })
  ).id;
  cook = await b.hire('王一', '2026-11-22');
  diner = await b.open({ name: '陈同学', typeId: b.typeId });
  const { person_id } = await b.db
    .selectFrom('cook_user')
    .select('person_id')
    .where('id', '=', cook)
    .executeTakeFirstOrThrow();
  cookPerson = person_id;
});
afterAll(() => b?.close());

const asks = async (page: string, id: number, wanted: string[]) => {
  const { rows } = await b.school.call<{ rows: { id: number; version: number }[] }>(page, 'query', { size: 50 });
  const row = rows.find((one) => one.id === id)!;
  const answer = await b.school.call<{ refused?: true }>(page, 'update', { ...row, asks: wanted });
  expect(answer).not.toMatchObject({ refused: true });
};
const ask = (personId: number, direction = 'IN') =>
  admit(b.services, door as Parameters<typeof admit>[1], { personId, direction });
/** What a door that is cut off knows: its document and the passes it has fetched. */
async function cutOff(personId: number): Promise<boolean> {
  const { rows } = await b.database.pool.query<{ content: { byPass?: number[] } }>(
    `select b.body::json as content from device_doc w
       join device_doc_body b on b.organization_id = w.organization_id and b.digest = w.digest
     where w.device_id = $1 and w.kind = 'DOOR'`,
    [gate],
  );
  if (!rows[0]!.content.byPass?.includes(personId)) return true;
  const { entries } = await passesSince(sqlOf(b.services.db), door as Parameters<typeof passesSince>[1], 0, 1_000);
  const now = b.clock.now();
  return entries.some((one) => one.personId === personId && !one.withdrawn && one.from <= now && now < one.to);
}
async function pass(personId: number, when = b.clock.now()) {
  no += 1;
  const known = { at: door, epoch: 1, kind: 'GATE', clockOffsetMs: 0 } as Parameters<typeof postEvents>[1];
  const event = {
    epoch: 1,
    no,
    kind: 'PASSAGE',
    at: when,
    direction: 'IN',
    identify: 'FACE',
    verdict: 'PASS',
    personId,
  };
  const answer = await postEvents(b.services, known, { events: [event] });
  if ('refused' in answer) throw new Error(answer.code);
  expect(answer.answers[0]).toMatchObject({ result: 'TAKEN' });
  const { rows } = await b.database.pool.query<{ judged: string; judged_why: string }>(
    'select judged, judged_why from passage where device_id = $1 and no = $2',
    [gate, no],
  );
  return rows[0]!;
}

test('a gate that asks nothing asks nobody', async () => {
  expect(await ask(cookPerson)).toMatchObject({ ok: true });
  expect(await cutOff(cookPerson)).toBe(true);
  expect(await pass(cookPerson)).toMatchObject({ judged: 'PASS' });
});

test('a certificate that ends ends at the door as well, cut off or not; diners pass by the rules alone', async () => {
  await asks(sites, hall, ['CERTIFICATE']);
  const before = b.clock.now() - 60_000;
  for (const day of [20, 22]) {
    at(`2026-11-${day}T09:00`);
    expect(await ask(cookPerson)).toMatchObject({ ok: true });
    expect(await cutOff(cookPerson)).toBe(true);
    expect(await pass(cookPerson)).toMatchObject({ judged: 'PASS' });
  }
  // Nothing told the door that the day has turned.
  at('2026-11-23T00:05');
  expect(await ask(cookPerson)).toMatchObject({ ok: false, reason: '健康证无效' });
  expect(await cutOff(cookPerson)).toBe(false);
  expect(await pass(cookPerson)).toEqual({ judged: 'REFUSED', judged_why: '后厨人员须有健康证' });
  // Nobody is locked in, no diner is asked, and what happened before it was asked is judged as it was then.
  expect(await ask(cookPerson, 'OUT')).toMatchObject({ ok: true });
  expect(await ask(diner)).toMatchObject({ ok: true });
  expect(await cutOff(diner)).toBe(true);
  expect(await pass(diner)).toMatchObject({ judged: 'PASS' });
  expect(await pass(cookPerson, before)).toMatchObject({ judged: 'PASS' });
});

test('a new certificate opens it again at once', async () => {
  const values = { no: 'H2', issueDate: '2026-11-23', expireDate: '2027-11-22' };
  await b.school.call(crewPage, 'certificate', { id: cook, ...values });
  const list = await b.officer.call<{ rows: { id: number; no: string }[] }>(`${crewPage}/certificate`, 'query', {
    search: { cookUserId: cook },
  });
  await b.officer.call(`${crewPage}/certificate`, 'confirm', { id: list.rows.find((row) => row.no === 'H2')!.id });
  expect(await cutOff(cookPerson)).toBe(true);
  expect(await ask(cookPerson)).toMatchObject({ ok: true });
});

test('where the check of the day is asked, it opens, and a failed one closes', async () => {
  await asks(sites, hall, ['CHECK']);
  await b.roster(cook, { '2026-11-24': '早班', '2026-11-25': '早班' });
  at('2026-11-24T05:30');
  expect(await ask(cookPerson)).toMatchObject({ ok: false, reason: '未晨检' });
  expect(await cutOff(cookPerson)).toBe(false);
  const look = (more: object) =>
    b.school.call<{ refused?: true }>(checkPage, 'register', {
      cookUserId: cook,
      temperature: 36.5,
      hands: [],
      symptoms: [],
      dressOk: true,
      reason: '晨检仪故障',
      ...more,
    });
  expect(await look({})).not.toMatchObject({ refused: true });
  expect(await ask(cookPerson)).toMatchObject({ ok: true });
  expect(await cutOff(cookPerson)).toBe(true);
  // By itself, an hour after the shift.
  at('2026-11-24T15:01');
  expect(await cutOff(cookPerson)).toBe(false);
  at('2026-11-25T05:30');
  expect(await look({ temperature: 38.4 })).not.toMatchObject({ refused: true });
  expect(await ask(cookPerson)).toMatchObject({ ok: false });
  expect(await cutOff(cookPerson)).toBe(false);
});

test('training half a year old shuts both kinds of doors that ask for it; an examination passed opens them', async () => {
  await asks(sites, hall, ['TRAINING']);
  await asks(zones, b.zone.COOK, ['TRAINING']);
  expect(await cutOff(cookPerson)).toBe(true);
  at('2027-06-01T09:00');
  expect(await ask(cookPerson)).toMatchObject({ ok: false, reason: '半年内没有培训考核合格' });
  expect(await cutOff(cookPerson)).toBe(false);
  const people = [{ personId: cookPerson, score: 90 }];
  await b.school.call(`${crewPage}/training`, 'create', { title: '补训', heldOn: '2027-06-01', hours: 4, people });
  expect(await ask(cookPerson)).toMatchObject({ ok: true });
  expect(await cutOff(cookPerson)).toBe(true);
});

test('who leaves the kitchen is asked nothing any more, and the door hears it', async () => {
  at('2028-06-01T09:00');
  expect(await cutOff(cookPerson)).toBe(false);
  await b.school.call(crewPage, 'leave', { ids: [cook], reason: '辞职' });
  expect(await cutOff(cookPerson)).toBe(true);
  expect(await ask(cookPerson)).toMatchObject({ ok: true });
});

/** Entrance codes: doors believe them without the server, the server judges them again, and what is altered opens nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { postEvents } from '../../device/public.server.ts';
import type { PeopleBench } from '../../people/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { admit } from '../passages/admit.ts';
import enterRecord from '../passages/pages/enter-record.server.ts';
import { gateBench, sites } from '../testing.ts';
import { fromBase45, toBase45 } from './base45.ts';
import { publicKey, publicOf, readCode, secretKey, writeCode } from './code-text.ts';
import codes from './pages/creaate-entrance-qrcode.server.ts';
import { turnKeys } from './turn-keys.ts';

const page = '/admin/organization/creaate_entrance_qrcode';
const hour = 3_600_000;
let b: PeopleBench;
let east: number;
let north: number;
let host: number;
let no = 0;

beforeAll(async () => {
  b = await gateBench([], [codes, enterRecord]);
  const at = isoAt(b.clock.now());
  await b.database.pool.query(
    `insert into device_type (id, name, model, kind, created_at, updated_at) values (77, '门禁机', 'G1', 'GATE', $1, $1)`,
    [at],
  );
  for (const id of [901, 902])
    await b.database.pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, 77, $2, $3, 'ACTIVE', $4, $4)`,
      [id, `门${id}`, units.organization, at],
    );
  const make = async (name: string, deviceId: number) =>
    (
      await b.school.call<{ id: number }>(sites, 'create', {
        name,
        kind: 'GATE',
        sort: 0,
        status: 'NORMAL',
        doors: [{ deviceId, direction: 'BOTH' }],
      })
    ).id;
  east = await make('东门', 901);
  north = await make('北门', 902);
  host = await b.open({ name: '王老师', typeId: b.typeId, jobNumber: 'T001' });
});
afterAll(() => b?.close());
beforeEach(() => b.database.pool.query('truncate passage, alert, alert_step, alert_post'));

const issue = (more: object = {}) => {
  const now = b.clock.now();
  return b.school.call<{ id: number } & Refusal>(page, 'create', {
    kind: 'VISITOR',
    holderName: '李访客',
    phone: '13800138000',
    hostId: host,
    districtIds: [east],
    fromAt: isoAt(now - hour),
    toAt: isoAt(now + 8 * hour),
    maxUse: 1,
    onlineOnly: false,
    ...more,
  });
};
const textOf = async (id: number) => {
  const shown = await b.school.call<{ receipt: { qr: string } }>(page, 'show', { ids: [id] });
  return shown.receipt.qr;
};
const known = (deviceId: number) =>
  ({
    at: { deviceId, organizationId: units.organization, sn: `门${deviceId}`, name: `门${deviceId}`, restaurantId: 0 },
    epoch: 1,
    kind: 'GATE',
    clockOffsetMs: 0,
  }) as Parameters<typeof postEvents>[1];
async function pass(code: string, more: object = {}, deviceId = 901) {
  no += 1;
  const event = {
    epoch: 1,
    no,
    kind: 'PASSAGE',
    at: b.clock.now(),
    direction: 'IN',
    identify: 'CODE',
    verdict: 'PASS',
  };
  const answer = await postEvents(b.services, known(deviceId), { events: [{ ...event, code, ...more }] });
  if ('refused' in answer) throw new Error(answer.code);
  return answer.answers[0]!;
}
const ask = (code: string, direction = 'IN', deviceId = 901) =>
  admit(b.services, known(deviceId).at, { code, direction });
const rows = async () => (await b.school.call<{ rows: Record<string, unknown>[] }>(page, 'query', {})).rows;
const row = async (id: number) => (await rows()).find((one) => one.id === id);
const judged = async () => {
  const { rows: seen } = await b.database.pool.query(
    'select judged, judged_why as why from passage order by no desc limit 1',
  );
  return seen[0] as { judged: string; why: string };
};
const doorDoc = async () => {
  const { rows: docs } = await b.database.pool.query<{ body: string }>(
    `select body from device_doc w join device_doc_body using (organization_id, digest)
     where w.device_id = 901 and w.kind = 'DOOR'`,
  );
  return JSON.parse(docs[0]!.body) as {
    short: number;
    codes: { keys: { kid: number; key: string }[]; void: number[] };
  };
};

describe('the text', () => {
  const key = secretKey(Buffer.alloc(32, 7).toString('base64url'));
  const from = Date.parse('2026-11-23T00:00:00Z');
  const facts = {
    kid: 3,
    organizationId: 7_000_000_123,
    codeId: 7_000_004_567,
    from,
    to: from + 45 * 24 * hour,
    maxUse: 2,
    onlineOnly: true,
    diner: false,
    districts: [1, 200],
  };
  const keyOf = (kid: number) => (kid === 3 ? publicKey(publicOf(key)) : undefined);

  it('fits a small QR code, says what was put in, and is believed by the public key alone', () => {
    const text = writeCode(facts, key);
    expect(text.length).toBeGreaterThanOrEqual(129);
    expect(text.length).toBeLessThanOrEqual(138);
    expect(readCode(text, keyOf)).toEqual({ ...facts, genuine: true });
    // The worked example of docs/device-protocol.md.
    expect(text).toBe(
      'OC1TM0X H/EH0CR07U-C3X:6+HO424X506A0VKOQ4NDVBGQUBJM1MAD8TJLNKLBUYMN4UR LJ-7FM6+$8JGA+9W%-IG:2-33KVNIAUEWV9XHXH4KLUPKSJE2W4ULDO2DAW9J',
    );
  });

  it('is not believed altered, by a key nobody knows, or cut', () => {
    const text = writeCode(facts, key);
    expect(readCode(text, () => undefined)).toMatchObject({ genuine: false });
    const bytes = fromBase45(text.slice(3))!;
    // One more use.
    bytes[17] = bytes[17]! ^ 1;
    expect(readCode(`OC1${toBase45(bytes)}`, keyOf)?.genuine).toBe(false);
    for (const bad of [text.slice(0, -2), text.slice(1), 'OC1', 'OC1lowercase', '', `OC1${'A'.repeat(400)}`])
      expect(readCode(bad, keyOf)?.genuine ?? false).toBe(false);
  });

  it('base45 is that of RFC 9285', () => {
    expect(toBase45(Buffer.from('AB'))).toBe('BB8');
    expect(toBase45(Buffer.from('base-45'))).toBe('UJCLQE7W581');
    expect(fromBase45('QED8WEX0')?.toString()).toBe('ietf!');
    expect(fromBase45('FGW')).toEqual(Buffer.from([0xff, 0xff]));
    expect(fromBase45('GGW')).toBeUndefined();
    expect(fromBase45(':::')).toBeUndefined();
  });
});

it('opens its doors as often as it may, and the number leads to the passages', async () => {
  const { id } = await issue();
  const text = await textOf(id);
  expect(await ask(text)).toMatchObject({ ok: true, name: '李访客' });
  expect(await ask(text, 'IN', 902)).toMatchObject({ ok: false, reason: '入口码不含这个区域' });
  expect(await pass(text)).toMatchObject({ result: 'TAKEN' });
  expect(await judged()).toEqual({ judged: 'PASS', why: '入口码' });
  expect(await row(id)).toMatchObject({ status: 'USED_UP', used: 1 });
  expect(await ask(text)).toMatchObject({ ok: false, reason: '入口码的 1 次已用完' });
  expect(await ask(text, 'OUT')).toMatchObject({ ok: true });
  const seen = await b.school.call<{ rows: Record<string, unknown>[] }>('/admin/organization/enter_record', 'query', {
    search: { codeId: [id] },
  });
  expect(seen.rows).toMatchObject([{ codeId: id, codeName: '李访客', personId: null, personName: '李访客' }]);
  const found = await b.school.call<{ rows: unknown[] }>('/admin/organization/enter_record', 'query', {
    search: { keyword: '李访' },
  });
  expect(found.rows).toHaveLength(1);
});

it('used at two doors that were cut off from each other is told', async () => {
  const { id } = await issue({ districtIds: [east, north] });
  const text = await textOf(id);
  await pass(text);
  await pass(text, {}, 902);
  expect(await judged()).toEqual({ judged: 'REFUSED', why: '入口码的 1 次已用完' });
  const { rows: alerts } = await b.database.pool.query(`select kind, object_name from alert`);
  expect(alerts).toEqual([{ kind: 'CODE_OVERUSED', object_name: '李访客 的入口码' }]);
  expect(await row(id)).toMatchObject({ used: 2 });
});

it('early, ended, voided, altered and foreign codes open nothing', async () => {
  const now = b.clock.now();
  const early = await textOf((await issue({ fromAt: isoAt(now + hour) })).id);
  expect(await ask(early)).toMatchObject({ ok: false });
  const brief = await issue({ toAt: isoAt(now + hour) });
  const ended = await textOf(brief.id);
  const gone = await issue();
  const voided = await textOf(gone.id);
  expect(await b.school.call(page, 'void', { ids: [gone.id], reason: '取消来访' })).toBeNull();
  expect((await doorDoc()).codes.void).toEqual([gone.id]);
  expect(await ask(voided)).toMatchObject({ ok: false, reason: '入口码已作废' });
  expect(await b.school.call(page, 'show', { ids: [gone.id] })).toMatchObject({ code: 'BAD_STATE' });
  b.clock.advance(2 * hour);
  expect(await ask(ended)).toMatchObject({ ok: false, reason: '入口码已过期' });
  expect(await row(brief.id)).toMatchObject({ status: 'EXPIRED' });
  const altered = `${early.slice(0, 20)}${early[20] === 'A' ? 'B' : 'A'}${early.slice(21)}`;
  expect(await ask(altered)).toMatchObject({ ok: false, reason: '入口码不是本单位的，或被改动' });
  const key = secretKey(Buffer.alloc(32, 1).toString('base64url'));
  const facts = { kid: 1, codeId: gone.id, from: now, to: now + hour, maxUse: 0, onlineOnly: false, diner: false };
  const forged = writeCode({ ...facts, organizationId: units.organization, districts: [1] }, key);
  expect(await ask(forged)).toMatchObject({ ok: false });
  await pass(forged);
  expect(await judged()).toEqual({ judged: 'STRANGER', why: '入口码不是本单位的，或被改动' });
  expect(await pass('x'.repeat(301))).toMatchObject({ result: 'REFUSED' });
});

it('refuses what cannot be: no end, too long, the past, a diner nobody pays for, a kitchen', async () => {
  const now = b.clock.now();
  const field = async (more: object) => Object.keys(((await issue(more)) as Refusal).fields ?? {})[0];
  expect(await field({ toAt: isoAt(now - 2 * hour) })).toBe('toAt');
  expect(await field({ fromAt: isoAt(now - 3 * hour), toAt: isoAt(now - hour) })).toBe('toAt');
  expect(await field({ toAt: isoAt(now + 46 * 24 * hour) })).toBe('toAt');
  expect(await field({ kind: 'TEMP_DINER' })).toBe('personId');
  expect(await issue({ districtIds: [123456] })).toMatchObject({ code: 'INVALID_FIELDS' });
  expect(await field({ maxUse: 256 })).toBe('maxUse');
});

it('a diner has somebody who pays, whom a till is told', async () => {
  const { id } = await issue({ kind: 'TEMP_DINER', personId: host });
  expect(await ask(await textOf(id), 'IN', 999)).toMatchObject({ ok: true, personId: host });
  const visitor = await issue();
  expect(await ask(await textOf(visitor.id), 'IN', 999)).toMatchObject({ code: 'NOT_A_DOOR' });
});

describe('keys', () => {
  it('a new one signs when all doors have it, the old one is believed until its codes end', async () => {
    const first = await textOf((await issue()).id);
    const kidOf = (text: string) => fromBase45(text.slice(3))![0];
    await b.school.call(page, 'changeKey', { revoke: false });
    const { codes: told } = await doorDoc();
    expect(told.keys.length).toBeGreaterThan(1);
    // No door has acknowledged it yet.
    expect(kidOf(await textOf((await issue()).id))).toBe(kidOf(first));
    b.clock.advance(25 * hour);
    const later = await textOf((await issue()).id);
    expect(kidOf(later)).not.toBe(kidOf(first));
    // The door checks it by what it was told alone.
    const keys = new Map(told.keys.map(({ kid, key }) => [kid, publicKey(key)]));
    expect(readCode(later, (kid) => keys.get(kid))?.genuine).toBe(true);
  });

  it('a leaked one is believed no more, and its codes end', async () => {
    const { id } = await issue();
    const text = await textOf(id);
    await b.school.call(page, 'changeKey', { revoke: true });
    expect(await row(id)).toMatchObject({ status: 'VOID' });
    expect(await ask(text)).toMatchObject({ ok: false });
    expect((await doorDoc()).codes.keys).toHaveLength(1);
  });

  it('older than ninety days has a successor by night, once', async () => {
    const kids = async () => (await doorDoc()).codes.keys.map(({ kid }) => kid);
    await issue({ toAt: isoAt(b.clock.now() + 44 * 24 * hour) });
    const before = await kids();
    b.clock.advance(91 * 24 * hour);
    await turnKeys(b.services);
    await turnKeys(b.services);
    const after = await kids();
    expect(after.at(-1)).not.toBe(before.at(-1));
    expect(after).toHaveLength(1);
  });
});

/** The workbench of offline records over the server: why they wait, every end they can have, plates, gaps; money rules after each. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import type { RecordOutcome } from '../../device/public.server.ts';
import { type ConsumptionBench, consumptionBench, type Diner } from '../testing.ts';
import { type OfflineEvent, offlineFlow, offlineStatuses } from './states.ts';

let b: ConsumptionBench;
let next = 0;
interface Row extends Record<string, unknown> {
  id: number;
  status: string;
}
const page = 'offline_consume';
const fresh = (): Diner => b.diners[next++]!;
const suspended = (outcome: RecordOutcome) =>
  !isRefusal(outcome) && 'suspended' in outcome ? outcome.suspended.code : JSON.stringify(outcome);
/** The newest record of a card. */
async function waiting(cardNo: string): Promise<Row> {
  const { data } = await b.school<{ rows: Row[] }>(page, 'query', { search: { keyword: cardNo }, sort: '-uploadedAt' });
  return data.rows[0]!;
}
const rowOf = async (id: number) => (await b.school<Row>(page, 'get', { id })).data;
beforeAll(async () => {
  b = await consumptionBench();
});
afterAll(() => b?.app.stop());
afterEach(async () => {
  expect(await b.breaks()).toEqual([]);
  expect(b.app.errors).toEqual([]);
});

describe('a record that waits', () => {
  test('names its conflict; charged, it is a trade with the terminal number it had', async () => {
    const who = fresh();
    await b.school('user', 'reportLoss', { id: who.id });
    await b.pay(who.id, 2_000);
    const [lost] = await b.upload([{ cardNo: who.cardNo, amountFen: 900 }]);
    expect(suspended(lost!)).toBe('CARD_LOST');
    const row = await waiting(who.cardNo);
    expect(row).toMatchObject({ conflict: 'LOST_CARD', status: 'SUSPENSE', amountFen: 900, personName: who.name });
    const before = (await b.balance(who.id)).MAIN!;
    expect(await b.school(page, 'post', { id: row.id, note: '本人确认' })).toMatchObject({ errorcode: 0, data: null });
    const after = await rowOf(row.id);
    expect(after).toMatchObject({ status: 'POSTED', chargedFen: 900, note: '本人确认' });
    const trade = await b.school<Row>('consume', 'get', { id: Number(after.tradeNo) });
    expect(trade.data).toMatchObject({ offline: true, deviceSeq: row.deviceSeq, amountFen: 900, personName: who.name });
    expect((await b.balance(who.id)).MAIN).toBe(before - 900);
    expect((await b.school(page, 'post', { id: row.id })).errorcode).not.toBe(0);
    expect((await b.balance(who.id)).MAIN).toBe(before - 900);
  });

  test('taken back at once, the whole charge is returned, once, and the record says so', async () => {
    const who = fresh();
    await b.school('user', 'reportLoss', { id: who.id });
    await b.pay(who.id, 2_000);
    await b.upload([{ cardNo: who.cardNo, amountFen: 900 }]);
    const row = await waiting(who.cardNo);
    const before = await b.balance(who.id);
    expect(await b.school(page, 'takeBack', { id: row.id, reason: '扣错' })).not.toMatchObject({ errorcode: 0 });
    await b.school(page, 'post', { id: row.id, note: '本人确认' });
    const told = await b.school<{ amountFen: number }>(page, 'outcome', {
      action: 'takeBack',
      id: row.id,
      reason: '扣错',
    });
    expect(told.data.amountFen).toBe(900);
    expect(await b.school(page, 'takeBack', { id: row.id, reason: '扣错' })).toMatchObject({ errorcode: 0 });
    expect(await b.balance(who.id)).toEqual(before);
    expect(await rowOf(row.id)).toMatchObject({ status: 'POSTED', note: '本人确认；已全额退回：扣错' });
    expect(await b.school(page, 'takeBack', { id: row.id, reason: '再退' })).not.toMatchObject({ errorcode: 0 });
    expect(await b.balance(who.id)).toEqual(before);
  });

  test('without money it stays, with the new reason; as debt it is booked down to the limit', async () => {
    const who = fresh();
    await b.drain(who.id);
    const outcomes = await b.upload([
      { cardNo: who.cardNo, amountFen: 800 },
      { cardNo: who.cardNo, amountFen: 9_500 },
    ]);
    expect(outcomes.map(suspended)).toEqual(['INSUFFICIENT_BALANCE', expect.stringMatching(/INSUFFICIENT|LIMIT/)]);
    const { data } = await b.school<{ rows: Row[] }>(page, 'query', { search: { keyword: who.cardNo } });
    const small = data.rows.find((r) => r.amountFen === 800)!;
    const large = data.rows.find((r) => r.amountFen === 9_500)!;
    expect(await b.school(page, 'post', { id: small.id })).toMatchObject({ errorcode: 2010 });
    expect(await rowOf(small.id)).toMatchObject({ status: 'SUSPENSE', attempts: 1, conflict: 'INSUFFICIENT' });
    const told = (action: string, more: object) =>
      b.school<{ lines: string[][]; amountFen: number }>(page, 'outcome', { action, ...more });
    expect(await told('post', { id: small.id })).toMatchObject({ errorcode: 2010 });
    const debt = (await told('overdraft', { id: small.id })).data;
    expect(debt.amountFen).toBe(800);
    expect(debt.lines).toContainEqual(['人员', who.name]);
    expect(debt.lines).toContainEqual(['欠款账户', '0.00 → -8.00 元']);
    const both = (await told('overdraft', { ids: [small.id, large.id] })).data;
    // What one takes the other does not find: of several no sum is promised.
    expect(both.amountFen).toBeUndefined();
    expect(both.lines).toEqual([['选中', expect.stringContaining('2 笔')]]);
    expect(await rowOf(small.id)).toMatchObject({ status: 'SUSPENSE', attempts: 1 });
    expect(await b.school(page, 'overdraft', { id: small.id })).toMatchObject({ errorcode: 0 });
    expect(await rowOf(small.id)).toMatchObject({ status: 'POSTED_OVERDRAFT', chargedFen: 800 });
    expect(await b.balance(who.id)).toMatchObject({ MAIN: 0, ARREARS: -800 });
    // 100 yuan in all is the limit.
    expect(await b.school(page, 'overdraft', { id: large.id })).toMatchObject({ errorcode: 2010 });
    await b.pay(who.id, 10_300);
    expect(await b.balance(who.id)).toMatchObject({ MAIN: 9_500, ARREARS: 0 });
    expect(await b.school(page, 'post', { id: large.id })).toMatchObject({ errorcode: 0 });
    expect(await rowOf(large.id)).toMatchObject({ status: 'POSTED', chargedFen: 9_500 });
  });

  test('an unknown card is charged to the person the clerk names, a priceless meal at the price he keys', async () => {
    const who = fresh();
    await b.pay(who.id, 3_000);
    const night = Date.parse(`${b.today}T02:00:00+08:00`);
    await b.upload([
      { cardNo: 'X999', amountFen: 500 },
      { cardNo: who.cardNo, mode: 'FIXED', occurredAt: night },
    ]);
    const stranger = await waiting('X999');
    expect(stranger).toMatchObject({ conflict: 'UNKNOWN_PERSON', personName: '未知' });
    expect(await b.school(page, 'post', { id: stranger.id })).toMatchObject({ errorcode: 2560 });
    expect(await b.school(page, 'post', { id: stranger.id, personId: who.id })).toMatchObject({ errorcode: 0 });
    expect(await rowOf(stranger.id)).toMatchObject({ status: 'POSTED', personName: who.name });
    const priceless = await waiting(who.cardNo);
    expect(priceless).toMatchObject({ conflict: 'NO_PRICE', amountFen: null });
    expect(await b.school(page, 'post', { id: priceless.id })).toMatchObject({ errorcode: 2501 });
    expect(await b.school(page, 'post', { id: priceless.id, amountFen: 700 })).toMatchObject({ errorcode: 0 });
    expect(await rowOf(priceless.id)).toMatchObject({ status: 'POSTED', chargedFen: 700 });
  });

  test('a time nobody believes counts as the time it came; what was eaten is not refused for limits', async () => {
    const who = fresh();
    await b.pay(who.id, 10_000);
    await b.upload([{ cardNo: who.cardNo, amountFen: 600, occurredAt: b.app.clock.now() + 3 * 86_400_000 }]);
    const skewed = await waiting(who.cardNo);
    expect(skewed).toMatchObject({ conflict: 'TIME_SKEW' });
    expect(await b.school(page, 'post', { id: skewed.id })).toMatchObject({ errorcode: 0 });
    const trade = await b.school<Row>('consume', 'get', { id: Number((await rowOf(skewed.id)).tradeNo) });
    expect(trade.data).toMatchObject({ businessDate: b.today });
    const many = await b.upload([1, 2, 3].map(() => ({ cardNo: who.cardNo, amountFen: 500 })));
    expect(many.map(suspended).filter((code) => code.startsWith('LIMIT'))).not.toHaveLength(0);
    const { data } = await b.school<{ rows: Row[] }>(page, 'query', {
      search: { keyword: who.cardNo, status: ['SUSPENSE'] },
    });
    expect(data.rows.every((r) => r.conflict === 'OVER_LIMIT')).toBe(true);
    expect(await b.school(page, 'post', { ids: data.rows.map((r) => r.id) })).toMatchObject({
      errorcode: 0,
      data: null,
    });
  });

  test('a batch tells line by line what failed; a chosen person or price is for one record', async () => {
    const [rich, bare] = [fresh(), fresh()];
    for (const who of [rich, bare]) await b.school('user', 'reportLoss', { id: who.id });
    await b.pay(rich.id, 5_000);
    await b.drain(bare.id);
    await b.upload([
      { cardNo: rich.cardNo, amountFen: 400 },
      { cardNo: bare.cardNo, amountFen: 400 },
    ]);
    const ids = [(await waiting(rich.cardNo)).id, (await waiting(bare.cardNo)).id];
    expect(await b.school(page, 'post', { ids, amountFen: 100 })).toMatchObject({ errorcode: 2561 });
    const answer = await b.school<{ receipt: { lines: string[][] } }>(page, 'post', { ids });
    expect(answer.data.receipt.lines).toMatchObject([
      ['已入账', '1 笔'],
      ['未入账', '1 笔'],
      [expect.stringContaining('流水'), expect.stringContaining('余额不足')],
    ]);
    expect((await rowOf(ids[0]!)).status).toBe('POSTED');
    expect((await rowOf(ids[1]!)).status).toBe('SUSPENSE');
  });

  test('plates of a weighed record wait with it, and are settled or cancelled with it', async () => {
    const who = fresh();
    await b.school('user', 'reportLoss', { id: who.id });
    await b.pay(who.id, 2_000);
    const takes = [
      { name: '红烧肉', grams: 125, pricePer100gFen: 322, trayNo: 'T7', beforeG: 1_000, afterG: 875 },
      { name: '青菜', grams: 210, pricePer100gFen: 158 },
    ];
    await b.upload([{ cardNo: who.cardNo, mode: 'WEIGH', takes }]);
    const row = await waiting(who.cardNo);
    expect(row.amountFen).toBe(735);
    const plates = async () =>
      (
        await b.app.services.pool.query<{ name: string; status: string; amount_fen: number; trade_id: number | null }>(
          `select name, status, amount_fen, trade_id from trade_item where organization_id = $1 and person_id = $2
             and occurred_at >= $3 order by line_no`,
          [b.organizationId, who.id, `${b.today}T00:00:00+08:00`],
        )
      ).rows;
    expect(await plates()).toMatchObject([{ status: 'UNPAID' }, { status: 'UNPAID' }]);
    expect(await b.school(page, 'void', { id: row.id, reason: '空盘' })).toMatchObject({ errorcode: 0 });
    expect(await plates()).toMatchObject([{ status: 'CANCELLED' }, { status: 'CANCELLED' }]);
    expect(await b.school(page, 'restore', { id: row.id, reason: '看错了' })).toMatchObject({ errorcode: 0 });
    expect(await b.school(page, 'post', { id: row.id, amountFen: 700 })).toMatchObject({ errorcode: 1101 });
    expect(await b.school(page, 'post', { id: row.id })).toMatchObject({ errorcode: 0 });
    const settled = await rowOf(row.id);
    expect(await plates()).toMatchObject([
      { name: '红烧肉', status: 'SETTLED', amount_fen: 403, trade_id: Number(settled.tradeNo) },
      { name: '青菜', status: 'SETTLED', amount_fen: 332 },
    ]);
    expect(settled.chargedFen).toBe(735);
  });

  test('the same record twice is kept once; two clerks at once charge it once', async () => {
    const who = fresh();
    await b.school('user', 'reportLoss', { id: who.id });
    await b.pay(who.id, 2_000);
    const record = { cardNo: who.cardNo, amountFen: 300, epoch: 9, seq: 77 };
    await b.upload([record]);
    await b.upload([record]);
    const { data } = await b.school<{ rows: Row[] }>(page, 'query', { search: { keyword: who.cardNo } });
    expect(data.rows).toHaveLength(1);
    const before = (await b.balance(who.id)).MAIN!;
    const { id } = data.rows[0]!;
    await Promise.all([
      b.school(page, 'post', { id }),
      b.finance(page, 'overdraft', { id }),
      b.finance(page, 'post', { id }),
    ]);
    expect((await b.balance(who.id)).MAIN).toBe(before - 300);
  });
});

describe('the state table', () => {
  const bodies: Record<OfflineEvent, Record<string, unknown>> = {
    post: { amountFen: 100 },
    overdraft: { amountFen: 100 },
    void: { reason: '表' },
    restore: { reason: '表' },
  };
  const cases = offlineStatuses.flatMap(({ value: from }) =>
    (Object.keys(bodies) as OfflineEvent[]).map((event) => [from, event] as const),
  );

  test.each(cases)('%s: %s', async (from, event) => {
    const who = b.diners.at(-1)!;
    // A debt is repaid first, and what is left must pay.
    await b.pay(who.id, 10_000);
    await b.upload([{ cardNo: `S-${from}-${event}`, amountFen: 100 }]);
    const { id } = await waiting(`S-${from}-${event}`);
    await b.app.services.pool.query('update offline_trade set state = $2 where id = $1', [id, from]);
    const person = event === 'post' || event === 'overdraft' ? { personId: who.id } : {};
    const answer = await b.school(page, event, { id, ...bodies[event], ...person });
    const allowed = (offlineFlow.moves[event].from as readonly string[]).includes(from);
    // Nothing is owed where the purses can pay.
    const to = event === 'overdraft' ? 'POSTED' : offlineFlow.moves[event].to;
    expect(answer.errorcode === 0).toBe(allowed);
    expect((await rowOf(id)).status).toBe(allowed ? to : from);
  });
});

describe('gaps', () => {
  const gapPage = 'offline_consume/gap';
  const deviceRow = async () => {
    const { data } = await b.school<{ rows: Row[]; check: { ok: boolean; text: string } }>(gapPage, 'query', {
      size: 100,
    });
    return { row: data.rows.find((r) => r.id === b.device.deviceId)!, check: data.check };
  };
  const beat = (offlineCount: number, at: number, listVersion = 0) =>
    b.app.services.pool.query(
      `insert into device_beat (device_id, last_beat_at, ip, firmware, offline_count, list_version, clock_offset_ms, epoch, last_seq)
       values ($1, to_timestamp($2 / 1000.0), '', '', $3, $4, 0, 7, 0)
       on conflict (device_id) do update set last_beat_at = excluded.last_beat_at, offline_count = excluded.offline_count,
         list_version = excluded.list_version`,
      [b.device.deviceId, at, offlineCount, listVersion],
    );

  test('numbers are used, received, waiting, missing or given up, and the light follows', async () => {
    const { deviceSequences } = b.app.services;
    const { deviceId } = b.device;
    const now = b.app.clock.now();
    // What the demo has used of this terminal before.
    const before = (await deviceRow()).row;
    for (const seq of [1, 2, 3, 5, 8]) deviceSequences.note(b.organizationId, deviceId, 500, seq);
    deviceSequences.used(b.organizationId, deviceId, 500, 10);
    await beat(2, now);
    let { row, check } = await deviceRow();
    expect(row).toMatchObject({
      usedCount: Number(before.usedCount) + 10,
      receivedCount: Number(before.receivedCount) + 5,
      offlineCount: 2,
      missingCount: 3,
      gaps: '4、6–7、9–10',
      light: 'GAP',
      online: true,
    });
    expect(row.lostBehind).toBeGreaterThan(0);
    expect(check).toMatchObject({ ok: true, text: expect.stringContaining('妨碍月结') });
    expect(await b.school(gapPage, 'giveUp', { id: deviceId, reason: '坏了' })).toMatchObject({
      errorcode: 1204,
      errormsg: '还有 2 笔未上传，请先上传',
    });
    deviceSequences.note(b.organizationId, deviceId, 500, 9);
    deviceSequences.note(b.organizationId, deviceId, 500, 10);
    await beat(0, now);
    expect(await b.school(gapPage, 'giveUp', { id: deviceId, reason: '主板坏了' })).toMatchObject({ errorcode: 0 });
    ({ row, check } = await deviceRow());
    expect(row).toMatchObject({ missingCount: 0, givenUpCount: 3, gaps: '', light: 'SAFE' });
    expect(check).toMatchObject({ ok: true });
    await beat(0, now - 40 * 86_400_000);
    expect((await deviceRow()).row.light).toBe('SILENT');
    await beat(1, now);
    expect((await deviceRow()).row.light).toBe('WAITING');
    await beat(0, now);
    expect(await b.school(gapPage, 'reopen', { id: deviceId })).toMatchObject({ errorcode: 0 });
    expect((await deviceRow()).row).toMatchObject({ missingCount: 3, givenUpCount: 0, light: 'GAP' });
  });
});

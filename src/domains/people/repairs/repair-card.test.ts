/** 待补卡明细: the state table against the database, the card and the money behind it, and the stock of blank cards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { units } from '../../tenancy/testing.ts';
import { checkInvariants } from '../../wallet/testing.ts';
import { cardListVersion } from '../queries.ts';
import { area, type PeopleBench, peopleBench, userPage } from '../testing.ts';
import { type RepairEvent, repairFlow, repairStatuses } from './repair-states.ts';
import { waitingRepairs } from './waiting-repairs.ts';

const page = `${area}/wait_repair_card_detail`;
let bench: PeopleBench;
beforeAll(async () => {
  bench = await peopleBench();
});
afterAll(() => bench?.close());

let serial = 0;
const nextNo = () => `R${String(++serial).padStart(6, '0')}`;
const call = <T = Record<string, unknown>>(verb: string, body: Record<string, unknown> = {}) =>
  bench.school.call<T>(page, verb, body);
const row = (id: number) => call('get', { id });

async function applied(values: Record<string, unknown> = {}) {
  const personId = await bench.open({ name: '补卡人', cardNo: nextNo() });
  const answer = await call<{ id: number }>('create', { personId, reason: 'LOST', ...values });
  return { personId, id: answer.id };
}

const buttons: Record<RepairEvent, (id: number) => Promise<unknown>> = {
  accept: (id) => call('accept', { id }),
  make: (id) => call('make', { id, cardNo: nextNo() }),
  deliver: (id) => call('deliver', { id, receiver: '班主任' }),
  reject: (id) => call('reject', { id, reason: '信息不符' }),
  cancel: (id) => call('cancel', { id }),
};

/** Leads a fresh request to a state by its buttons. */
const ways: Record<string, RepairEvent[]> = {
  PENDING: [],
  ACCEPTED: ['accept'],
  MADE: ['accept', 'make'],
  DELIVERED: ['accept', 'make', 'deliver'],
  REJECTED: ['reject'],
  CANCELLED: ['cancel'],
};

describe('the state table', () => {
  const events = Object.keys(repairFlow.moves) as RepairEvent[];
  const cases = repairStatuses.flatMap((s) => events.map((event) => [s.value, event] as const));

  test.each(cases)('%s: %s', async (from, event) => {
    const { id } = await applied();
    for (const step of ways[from]!) await buttons[step](id);
    expect((await row(id)).status).toBe(from);
    const answer = await buttons[event](id);
    if (repairFlow.may(event, from)) {
      expect(answer).not.toMatchObject({ refused: true });
      expect((await row(id)).status).toBe(repairFlow.moves[event].to);
    } else {
      expect(answer).toMatchObject({ code: 'NOT_NOW' });
      expect((await row(id)).status).toBe(from);
    }
  });
});

describe('the card behind it', () => {
  test('a lost card is reported lost at once; the new one takes over and the fee is charged', async () => {
    const { personId, id } = await applied({ feeFen: 2000, payBy: 'MAIN' });
    expect((await bench.row(personId)).cardStatus).toBe('LOST');
    await call('accept', { id });
    expect(await call('make', { id, cardNo: nextNo() })).toMatchObject({ refused: true });
    expect((await row(id)).status).toBe('ACCEPTED');
    await bench.services.wallet.submit({
      kind: 'RECHARGE',
      organizationId: units.organization,
      requestKey: `fill:${id}`,
      personId,
      occurredAt: bench.clock.now(),
      amountFen: 5_000,
      channel: 'CASH',
      operatorId: 1,
    } as never);
    const cardNo = nextNo();
    expect(await call('make', { id, cardNo })).toMatchObject({
      receipt: {
        lines: expect.arrayContaining([
          ['新卡号', cardNo],
          ['工本费', '20.00 元（主账户）'],
        ]),
      },
    });
    expect(await bench.row(personId)).toMatchObject({ cardNo, cardStatus: 'NORMAL', mainBalanceFen: 3000 });
    expect(await row(id)).toMatchObject({ status: 'MADE', newCardNo: cardNo, oldCardStatus: 'REPLACED', feeFen: 2000 });
    expect(await checkInvariants(bench.database.pool, units.organization)).toEqual([]);
  });

  test('a broken card is exchanged without a loss', async () => {
    const { personId, id } = await applied({ reason: 'BROKEN' });
    expect((await bench.row(personId)).cardStatus).toBe('NORMAL');
    await call('accept', { id });
    await call('make', { id, cardNo: nextNo() });
    expect(await row(id)).toMatchObject({ status: 'MADE', oldCardStatus: 'REPLACED' });
  });

  test('one open request each; nobody without a card; a card replaced elsewhere stops the making', async () => {
    const { personId, id } = await applied();
    expect(await call('create', { personId, reason: 'LOST' })).toMatchObject({ code: 'REPAIR_OPEN' });
    const bare = await bench.open({ name: '无卡' });
    expect(await call('create', { personId: bare, reason: 'LOST' })).toMatchObject({ code: 'NO_CARD' });
    await call('accept', { id });
    await bench.school.call(userPage, 'replaceCard', { id: personId, cardNo: nextNo() });
    expect(await call('make', { id, cardNo: nextNo() })).toMatchObject({ code: 'REPAIR_CARD_CHANGED' });
    await call('reject', { id, reason: '已在前台补卡' });
    expect(await call('create', { personId, reason: 'BROKEN' })).toMatchObject({ id: expect.any(Number) });
  });

  test('the badge counts what waits, for its unit only', async () => {
    const before = await waitingRepairs.count(bench.school.ctx(page));
    const { id } = await applied();
    expect(await waitingRepairs.count(bench.school.ctx(page))).toBe(before + 1);
    expect(await waitingRepairs.count(bench.company.ctx(page))).toBe(0);
    await call('accept', { id });
    expect(await waitingRepairs.count(bench.school.ctx(page))).toBe(before);
    expect(await bench.company.call(page, 'reject', { id, reason: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the stock', () => {
  const range = (verb: string, fromNo: string, toNo: string) => call<Record<string, unknown>>(verb, { fromNo, toNo });
  const statusOf = async (cardNo: string) =>
    (await bench.database.pool.query('select status from card where card_no = $1 order by id desc', [cardNo])).rows.map(
      (r) => r.status,
    );

  test('blank cards are entered by range, issued by number, and never twice', async () => {
    expect(await range('registerBlanks', 'B0098', 'B0102')).toMatchObject({
      receipt: { lines: expect.arrayContaining([['登记空白卡', '5 张']]) },
    });
    expect(await range('registerBlanks', 'B0100', 'B0110')).toMatchObject({
      code: 'CARDS_TAKEN',
      params: { count: 3 },
    });
    const { id } = await applied();
    await call('accept', { id });
    await call('make', { id, cardNo: 'B0100' });
    expect(await statusOf('B0100')).toEqual(['NORMAL']);
    expect(await range('removeBlanks', 'B0098', 'B0102')).toMatchObject({
      receipt: { lines: expect.arrayContaining([['移除空白卡', '4 张']]) },
    });
    expect(await statusOf('B0099')).toEqual([]);
  });

  test.each([
    ['A1', 'B5'],
    ['A10', 'A5'],
    ['A1', 'A10'],
    ['AA', 'AB'],
    ['A00001', 'A09999'],
  ])('%s to %s is no range', async (from, to) => {
    expect(await range('registerBlanks', from, to)).toMatchObject({ code: 'CARD_RANGE' });
  });

  test('only returned cards are cancelled, and devices hear of it', async () => {
    const personId = await bench.open({ name: '退卡人', cardNo: 'T001' });
    expect(await range('cancelReturned', 'T001', 'T001')).toMatchObject({ code: 'NO_SUCH_CARDS' });
    await bench.school.call(userPage, 'returnCard', { id: personId });
    const before = await cardListVersion(bench.database.pool, units.organization);
    await range('cancelReturned', 'T001', 'T001');
    expect(await statusOf('T001')).toEqual(['CANCELLED']);
    expect(await cardListVersion(bench.database.pool, units.organization)).toBe(before + 1);
  });
});

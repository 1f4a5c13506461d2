/** Bills of shops: what they come to, what their contractor is told in time, and where that leads. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShellBoard } from '../../shell/testing.ts';
import { tenancy } from '../../tenancy/domain.ts';
import { type Caller, type UnitBench, unitBench, units } from '../../tenancy/testing.ts';
import { market } from '../domain.ts';
import { billFen, drawBill, subscribe } from './draw-bill.ts';
import bills from './pages/subscribe-order.server.ts';

const path = '/admin/contractor/supermarket/subscribe_order';
let bench: UnitBench;
let owner: Caller;
let subscription: number;
const board = createShellBoard();

beforeAll(async () => {
  bench = await unitBench([tenancy, market], [bills]);
  bench.clock.set(Date.parse('2026-03-05T10:00:00+08:00'));
  bench.services.shellBoard = board;
  await market.start?.(bench.services);
  owner = await bench.as('CONTRACTOR', units.contractor);
  subscription = await subscribe(bench.services, {
    contractorId: units.contractor,
    name: '商超服务',
    subscribeType: 'MONTHLY',
    serviceFeeRatio: 125,
    startDate: '2026-01-01',
    graceDays: 18,
  });
});
afterAll(() => bench?.database.drop());

const notice = (who: Caller) => board.subscriptionNotice(who.ctx(path));
const draw = () =>
  drawBill(bench.services, subscription, { from: '2026-02-01', to: '2026-02-28', orderAmountFen: 12_345_678 });

test('a bill is the orders of its window times the ratio, half up, and is drawn once', async () => {
  expect(billFen(100, 50)).toBe(1);
  expect(billFen(99, 50)).toBe(0);
  await draw();
  await draw();
  const { rows } = await owner.call<{ rows: Record<string, unknown>[] }>(path, 'query', {});
  expect(rows).toMatchObject([
    { amountFen: 154_321, orderAmountFen: 12_345_678, payBefore: '2026-03-18T23:59:59.000+08:00', status: 'UNPAID' },
  ]);
});

test('the notice says the bill from ten days before its deadline on, to its contractor alone', async () => {
  expect(await notice(owner)).toBeNull();
  bench.clock.set(Date.parse('2026-03-10T10:00:00+08:00'));
  const told = await notice(owner);
  expect(told).toMatchObject({
    contractor: { name: '味佳餐饮' },
    subscribeType: 'MONTHLY',
    serviceFeeRatio: 0.0125,
    amount: 1543.21,
    orderCalcStartTime: '2026-02-01T00:00:00+08:00',
  });
  expect(await notice(await bench.as('CONTRACTOR', units.otherContractor))).toBeNull();
  expect(await notice(await bench.as('ORGANIZATION', units.organization))).toBeNull();
  const { rows } = await owner.call<{ rows: { orderid: string }[] }>(path, 'query', {
    search: { orderid: told!.orderid },
  });
  expect(rows.map((r) => r.orderid)).toEqual([told!.orderid]);
});

test('a bill that is paid or comes to nothing is no notice', async () => {
  await bench.database.pool.query(`update subscribe_order set status = 'PAID', paid_at = now()`);
  await drawBill(bench.services, subscription, { from: '2026-01-01', to: '2026-01-31', orderAmountFen: 0 });
  expect(await notice(owner)).toBeNull();
});

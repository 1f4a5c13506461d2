/** What kitchens are sent goes in waves: sorted, driven, measured, signed for; stock's rules hold after each. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Show } from '../../../kit/server/page/binding.ts';
import { checkStock, colleague, erp, refusedBy, type StockBench, stockBench } from '../../stock/testing.ts';
import type { Caller } from '../../tenancy/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { market } from '../domain.ts';
import wavePages from './pages/supermarket_organization_distribute.server.ts';

const path = '/admin/contractor/supermarket/supermarket_organization_distribute';
const signing = '/admin/organization/supply_receipt';
const day = '2026-12-01';

let stock: StockBench;
let driver: Caller;
let receiver: Caller;
let central: number;
let kitchens: number[];
let rice: number;
let milk: number;

beforeAll(async () => {
  stock = await stockBench(wavePages, [market]);
  driver = colleague(stock.bench, stock.keeper, { accountId: stock.keeper.session.accountId + 7, name: '司机' });
  receiver = await stock.bench.as('ORGANIZATION', units.organization);
  rice = await stock.goods('大米');
  milk = await stock.goods('鲜奶', { stored: 'CHILLED', maxTemp: 6, category: 'DAIRY' });
  central = await stock.house('中心仓');
  kitchens = [
    await stock.house('一食堂仓', { siteId: units.organization }),
    await stock.house('二食堂仓', { siteId: units.organization }),
  ];
  await stock.post('OPENING', central, [
    { goodsId: rice, typed: 300_000, amountFen: 150_000 },
    { goodsId: milk, typed: 40_000, amountFen: 32_000 },
  ]);
}, 600_000);
afterAll(() => stock?.bench.database.drop());
afterEach(async () => expect(await checkStock(stock.bench.database.pool)).toEqual([]));

const transfer = (toStorehouseId: number, lines: readonly (readonly [number, number])[]) =>
  stock.draft(
    'TRANSFER',
    central,
    lines.map(([goodsId, typed]) => ({ goodsId, typed })),
    { toStorehouseId },
  );
const act = (event: string, values: Record<string, unknown> = {}, by: Caller = stock.keeper) =>
  by.call(path, event, values);
const waves = async (): Promise<Record<string, unknown>[]> =>
  (
    await stock.keeper.call<{ rows: Record<string, unknown>[] }>(path, 'query', {
      search: { deliveryDate: [day, day], kind: ['MATERIAL'] },
      sort: 'createdAt',
    })
  ).rows;
const made = async () => {
  const known = new Set((await waves()).map(({ id }) => id));
  expect(await act('make', { kind: 'MATERIAL', deliveryDate: day })).toBeNull();
  return (await waves()).filter(({ id }) => !known.has(id)).sort((a, b) => Number(a.id) - Number(b.id));
};
const carried = async (waveId: unknown) =>
  (
    await stock.keeper.call<{ rows: Record<string, unknown>[] }>(`${path}/transfer`, 'query', { search: { waveId } })
  ).rows.map(({ goodsName, wantedWords, sentWords, receivedWords, backWords }) => [
    goodsName,
    wantedWords,
    sentWords,
    receivedWords,
    backWords,
  ]);

test('what came short is shared over the kitchens, sent with a driver, and comes in less what was lost and refused', async () => {
  await transfer(kitchens[0]!, [[rice, 60_000]]);
  await transfer(kitchens[1]!, [
    [rice, 40_000],
    [milk, 10_000],
  ]);
  const [first, second] = await made();
  expect([first, second]).toMatchObject([
    {
      kind: 'MATERIAL',
      address: '中心仓 → 一食堂仓',
      amountFen: null,
      orderCount: 1,
      goodsCount: 1,
      status: 'TO_SORT',
    },
    { address: '中心仓 → 二食堂仓', orderCount: 1, goodsCount: 2 },
  ]);
  expect(await refusedBy(act('make', { kind: 'MATERIAL', deliveryDate: day }))).toMatchObject({ code: 'NOT_NOW' });
  expect(await refusedBy(act('sort', { id: first!.id }))).toMatchObject({ code: 'BAD_STATE' });
  const short = [{ goodsId: rice, quantity: 50, reason: '到货不足' }];
  expect(await act('shareGoods', { deliveryDate: day, short })).toBeNull();
  expect(await carried(first!.id)).toEqual([['大米', '60 千克', '30 千克', null, null]]);
  expect((await stock.balance(central, rice)).reserved).toBe(50_000);
  for (const { id } of [first!, second!]) expect(await act('load', { id, short: [] })).toBeNull();
  // Cold goods are measured before they leave; rice is not.
  expect(await act('depart', { id: first!.id, driver: '老周' })).toBeNull();
  expect(await refusedBy(act('depart', { id: second!.id, driver: '老周' }))).toMatchObject({ code: 'WAVE_TEMP' });
  expect(await refusedBy(act('depart', { id: second!.id, driver: '老周', temp: 6.5 }))).toMatchObject({
    code: 'WAVE_WARM',
    params: { goods: '鲜奶', temp: '6.5', most: 6 },
  });
  expect(await act('depart', { id: second!.id, driver: '老周', car: '浙A12345', temp: 3.5 })).toBeNull();
  // Whoever wrote the transfers does not receive them.
  const arrival = { receiver: '刘师傅', temp: 4 };
  expect(await refusedBy(act('arrive', { id: second!.id, ...arrival }))).toMatchObject({ code: 'NOT_NOW' });
  expect(await refusedBy(act('arrive', { id: second!.id, receiver: '刘师傅' }, driver))).toMatchObject({
    code: 'WAVE_TEMP',
  });
  expect(await refusedBy(act('arrive', { id: second!.id, ...arrival, temp: 7 }, driver))).toMatchObject({
    code: 'TRANSFER_WARM',
  });
  const missing = [
    { goodsId: rice, quantity: 2, reason: '破袋', what: 'BACK' },
    { goodsId: rice, quantity: 1, reason: '洒落', what: 'LOST' },
    { goodsId: milk, quantity: 10, reason: '温度高', what: 'BACK' },
  ];
  const over = [{ ...missing[0], quantity: 21 }];
  expect(await refusedBy(act('arrive', { id: second!.id, ...arrival, missing: over }, driver))).toMatchObject({
    code: 'INVALID_FIELDS',
  });
  expect(await act('arrive', { id: second!.id, receiver: '刘师傅', temp: 7, missing }, driver)).toBeNull();
  expect(await carried(second!.id)).toEqual([
    ['大米', '40 千克', '20 千克', '17 千克', '2 千克'],
    ['鲜奶', '10 千克', '10 千克', '0 千克', '10 千克'],
  ]);
  expect((await waves()).find(({ id }) => id === second!.id)).toMatchObject({
    status: 'SIGNED',
    departTemp: '3.5 ℃',
    arrivedTemp: '7 ℃',
    receiver: '刘师傅',
    driver: '老周',
  });
  expect(await stock.balance(kitchens[1]!, rice)).toMatchObject({ qty: 17_000, fen: 8_500 });
  expect(await stock.balance(kitchens[1]!, milk)).toMatchObject({ qty: 0 });
  expect(await stock.balance(central, milk)).toMatchObject({ qty: 40_000, reserved: 0 });
});

test('signed for at the unit, the wave has come; cold goods are measured there too', async () => {
  const bill = await transfer(kitchens[0]!, [[milk, 5_000]]);
  const [wave] = await made();
  await act('load', { id: wave!.id, short: [] });
  await act('depart', { id: wave!.id, driver: '老周', temp: 4 });
  expect(await refusedBy(receiver.call(signing, 'receive', { id: bill }))).toMatchObject({ code: 'WAVE_TEMP' });
  expect(await refusedBy(receiver.call(signing, 'receive', { id: bill, temp: 6.1 }))).toMatchObject({
    code: 'TRANSFER_WARM',
  });
  expect(await receiver.call(signing, 'receive', { id: bill, temp: 5.5 })).toBeNull();
  expect((await waves()).find(({ id }) => id === wave!.id)).toMatchObject({ status: 'SIGNED', arrivedTemp: '5.5 ℃' });
  expect(await receiver.call(signing, 'get', { id: bill })).toMatchObject({ temp: '5.5', status: 'RECEIVED' });
});

test('a transfer leaves with its wave or not at all; a wave given up sets its transfers free', async () => {
  const bill = await transfer(kitchens[1]!, [[rice, 1_000]]);
  const bills = `${erp}/stock_bill`;
  const [wave] = await made();
  expect(await refusedBy(stock.move('send', bill))).toMatchObject({ code: 'WAVE_BOUND' });
  expect(await refusedBy(stock.keeper.call(bills, 'discard', { id: bill }))).toMatchObject({ code: 'WAVE_BOUND' });
  const lines = [{ goodsId: rice, typed: 2_000 }];
  const edited = stock.keeper.call(bills, 'update', { id: bill, version: 1, kind: 'TRANSFER', lines });
  expect(await refusedBy(edited)).toMatchObject({ code: 'WAVE_BOUND' });
  expect(await refusedBy(stock.rival.call(path, 'drop', { id: wave!.id }))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await act('drop', { id: wave!.id })).toBeNull();
  expect(await stock.move('send', bill)).toBeNull();
  expect(await stock.move('receive', bill, {}, stock.other)).toBeNull();
});

test('nothing there at all: the transfer is not sent, and both sides are told what it wanted', async () => {
  const bill = await transfer(kitchens[0]!, [[rice, 1_000]]);
  const [wave] = await made();
  expect(await act('load', { id: wave!.id, short: [{ goodsId: rice, quantity: 0, reason: '断货' }] })).toBeNull();
  expect(await carried(wave!.id)).toEqual([['大米', '1 千克', '0 千克', null, null]]);
  expect(
    (await stock.keeper.call<{ rows: object[] }>(`${path}/transfer`, 'query', { search: { waveId: wave!.id } })).rows,
  ).toMatchObject([{ reason: '断货，缺 1 千克', billStatus: 'NOT_SENT' }]);
  expect((await stock.balance(central, rice)).reserved).toBe(0);
  expect(await receiver.call(signing, 'get', { id: bill })).toMatchObject({
    status: 'NOT_SENT',
    goodsNames: null,
    shortWords: '大米 未发 1 千克',
  });
  expect(await refusedBy(receiver.call(signing, 'receive', { id: bill }))).toMatchObject({ code: 'NOT_NOW' });
});

test('of one goods nothing is there: whoever receives the rest is told of it beside', async () => {
  const bill = await transfer(kitchens[1]!, [
    [rice, 2_000],
    [milk, 3_000],
  ]);
  const [wave] = await made();
  await act('load', { id: wave!.id, short: [{ goodsId: milk, quantity: 0, reason: '断货' }] });
  await act('depart', { id: wave!.id, driver: '老周' });
  expect(await receiver.call(signing, 'get', { id: bill })).toMatchObject({
    goodsNames: '大米',
    shortWords: '鲜奶 未发 3 千克',
  });
  const { rows } = await receiver.call<{ rows: object[] }>(`${signing}/line`, 'query', { search: { billId: bill } });
  expect(rows).toMatchObject([
    { goodsName: '大米', sent: '2 千克', reason: '' },
    { goodsName: '鲜奶', sent: '0 千克', received: null, reason: '断货，缺 3 千克' },
  ]);
  expect(await receiver.call(signing, 'receive', { id: bill })).toBeNull();
});

test('the delivery sheets of a day are one document: a sheet for every unsigned wave, each with its own head', async () => {
  const on = '2026-12-02';
  expect(await refusedBy(act('printDay', { deliveryDate: on }))).toMatchObject({ code: 'NOT_NOW' });
  const bills = [await transfer(kitchens[0]!, [[rice, 3_000]]), await transfer(kitchens[1]!, [[rice, 5_000]])];
  expect(await act('make', { kind: 'MATERIAL', deliveryDate: on })).toBeNull();
  const { receipt } = (await act('printDay', { deliveryDate: on })) as { receipt: NonNullable<Show['receipt']> };
  const { rows } = await stock.bench.database.pool.query<{ id: number; wave_no: string; bill_no: string }>(
    `select w.id, w.wave_no, b.bill_no from shop_wave w join shop_wave_line x on x.contractor_id = w.contractor_id and x.wave_id = w.id
     join stock_bill b on b.contractor_id = x.contractor_id and b.id = x.bill_id where b.id = any($1::bigint[]) order by w.wave_no`,
    [bills],
  );
  expect(receipt.sheets).toMatchObject([
    { head: { code: rows[0]!.wave_no }, rows: [[rows[0]!.bill_no, '大米', '3 千克', '', '']] },
    { head: { code: rows[1]!.wave_no }, rows: [[rows[1]!.bill_no, '大米', '5 千克', '', '']] },
  ]);
  expect(receipt.sheets![0]!.head!.lines.map(([, value]) => value)).toContain('中心仓 → 一食堂仓');
  expect(await refusedBy(stock.rival.call(path, 'printDay', { deliveryDate: on }))).toMatchObject({ code: 'NOT_NOW' });
  for (const { id } of rows) await act('drop', { id });
});

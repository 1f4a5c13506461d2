/** What stock refuses, each by its own words: quantities, units, lots, times, barcodes, counts. */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isRefusal, refusalMessage } from '../../kit/server/refusal.ts';
import { revalueLot } from './bills/house-bill.ts';
import { saveBill } from './bills/save-bill.ts';
import { barcodeFault } from './goods/barcode.ts';
import { sealLots } from './ledger/seal-lots.ts';
import { checkStock, erp, refusedBy, type StockBench, stockBench } from './testing.ts';

let stock: StockBench;
let house: number;
let rice: number;
let bag: number;
let lotId: number;
beforeAll(async () => {
  stock = await stockBench();
  house = await stock.house('中心仓');
  const units = [{ id: null, name: '车', size: 1_000_000_000, forBuy: true, forIssue: true, forSale: false }];
  rice = await stock.goods('大米', { units });
  const found = await stock.keeper.call<{ id: number }[]>(`${erp}/goods/unit`, 'options', {
    within: { goodsId: rice },
  });
  bag = found[0]!.id;
  await stock.post('IN', house, [{ goodsId: rice, typed: 5_000, amountFen: 2_500, lotNo: 'A1' }]);
  const { rows } = await stock.bench.database.pool.query<{ id: number }>('select id from lot where goods_id = $1', [
    rice,
  ]);
  lotId = rows[0]!.id;
});
afterAll(() => stock?.bench.database.drop());
afterEach(async () => expect(await checkStock(stock.bench.database.pool)).toEqual([]));

const bill = `${erp}/stock_bill`;
const draw = (kind: string, line: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  refusedBy(
    stock.keeper.call(bill, 'create', {
      kind,
      storehouseId: house,
      lines: [{ goodsId: rice, typed: 1, ...line }],
      ...more,
    }),
  );
const dayAgo = (days: number) => new Date(stock.bench.clock.now() - days * 86_400_000).toISOString();

test('quantities of nothing or less, beyond 10^12 base units, and units of other goods', async () => {
  for (const typed of [0, -5])
    expect(await draw('ISSUE', { typed })).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { 'lines.0.typed': expect.any(String) },
    });
  expect(await draw('ISSUE', { unitId: bag, typed: 1_001 })).toMatchObject({ code: 'QTY_RANGE' });
  const other = await stock.goods('面粉');
  expect(await draw('ISSUE', { goodsId: other, unitId: bag })).toMatchObject({
    fields: { 'lines.0.unitId': expect.any(String) },
  });
  expect(
    await refusedBy(stock.keeper.call(bill, 'create', { kind: 'ISSUE', storehouseId: house, lines: [] })),
  ).toMatchObject({
    code: 'INVALID_FIELDS',
  });
});

test('goods and storehouses that are out of use', async () => {
  const old = await stock.goods('旧料');
  const shut = await stock.house('旧仓');
  const { pool } = stock.bench.database;
  await pool.query(`update goods set status = 'DISABLED' where id = $1`, [old]);
  await pool.query(`update storehouse set status = 'DISABLED' where id = $1`, [shut]);
  expect(await draw('ISSUE', { goodsId: old })).toMatchObject({
    code: 'GOODS_OFF',
    params: { goods: '旧料' },
    fields: { 'lines.0.goodsId': '已停用' },
  });
  expect(await draw('ISSUE', {}, { storehouseId: shut })).toMatchObject({
    code: 'HOUSE_OFF',
    params: { house: '旧仓' },
    fields: { storehouseId: '已停用' },
  });
});

test('what comes in without its worth, or expires before it was made', async () => {
  expect(await draw('IN', { amountFen: null })).toMatchObject({ code: 'COST_NEEDED' });
  expect(await draw('IN', { amountFen: 1, producedOn: '2026-11-20', expiresOn: '2026-11-19' })).toMatchObject({
    code: 'LOT_DATES',
  });
});

test('a time that is ahead, or longer ago than a month', async () => {
  expect(await draw('ISSUE', {}, { occurredAt: dayAgo(-1) })).toMatchObject({
    code: 'BACK_DATED',
    params: { why: '发生时间不能晚于现在' },
  });
  expect(await draw('ISSUE', {}, { occurredAt: dayAgo(32) })).toMatchObject({ code: 'BACK_DATED' });
});

test('a lot of other goods, and a lot that is sealed', async () => {
  const other = await stock.goods('黑米');
  expect(await draw('ISSUE', { goodsId: other, lotId })).toMatchObject({
    fields: { 'lines.0.lotId': expect.any(String) },
  });
  await sealLots(stock.keeper.ctx(bill), [lotId], '抽检');
  const id = await stock.draft('ISSUE', house, [{ goodsId: rice, typed: 1, lotId }]);
  await stock.move('submit', id);
  expect(await refusedBy(stock.move('post', id, {}, stock.other))).toMatchObject({ code: 'LOT_HELD' });
  await stock.bench.database.pool.query(`update lot set status = 'NORMAL', sealed_reason = '' where id = $1`, [lotId]);
});

test('past the form as well: no line, a unit or lot of other goods, an invoice below what stock is worth', async () => {
  const ctx = () => stock.keeper.ctx(bill);
  const lines = (line: Record<string, unknown> | null) =>
    refusedBy(
      saveBill(
        ctx(),
        { kind: 'ISSUE', storehouseId: house, lines: line ? [{ typed: 1, unitId: null, ...line }] : [] } as never,
        null,
      ),
    );
  const other = await stock.goods('薏米');
  expect(await lines(null)).toMatchObject({ code: 'BILL_EMPTY' });
  expect(await lines({ goodsId: other, unitId: bag })).toMatchObject({ code: 'UNIT_FOREIGN' });
  expect(await lines({ goodsId: other, lotId })).toMatchObject({ code: 'LOT_FOREIGN' });
  const less = { lotId, goodsId: rice, storehouseId: house, receivedQty: 5_000, deltaFen: -9_000, reason: '折让' };
  // As a command does: what is refused leaves nothing behind.
  const refused = await stock.bench.services.db
    .transaction()
    .execute(async (db) => {
      throw await revalueLot({ ...ctx(), db }, { ...less, source: { type: 'RECEIPT', id: 1 } });
    })
    .catch((no: unknown) => no);
  expect(refused).toMatchObject({ code: 'STOCK_VALUE' });
});

test('a document taken back after leftovers of it came back', async () => {
  const issue = await stock.post('ISSUE', house, [{ goodsId: rice, typed: 100 }]);
  await stock.post('ISSUE_RETURN', house, [{ goodsId: rice, typed: 10 }], { sourceId: issue });
  expect(await refusedBy(stock.move('reverse', issue, { reason: '领错' }, stock.other))).toMatchObject({
    code: 'BILL_GONE',
  });
});

test('barcodes that a spreadsheet has spoilt, or that another article has', async () => {
  expect(['4.2E+12', '901234567890', '0123456789', '69012345678', 'x1', '6901234567893'].map(barcodeFault)).toEqual([
    expect.stringContaining('科学计数'),
    '校验位不正确',
    expect.any(String),
    expect.stringContaining('丢失了开头的 0'),
    '只能是数字',
    '校验位不正确',
  ]);
  const create = (name: string, barcode: string) =>
    refusedBy(
      stock.keeper.call(`${erp}/goods`, 'create', {
        name,
        category: 'DRINK',
        baseUnit: 'PIECE',
        tracked: false,
        stored: 'DRY',
        supply: 'CENTRAL',
        barcode,
      }),
    );
  expect(await create('汽水', '6901234567893')).toMatchObject({ code: 'BARCODE_BAD' });
  expect(await create('汽水', '6901234567892')).toMatchObject({ id: expect.any(Number) });
  expect(await create('雪碧', '6901234567892')).toMatchObject({ fields: { barcode: expect.any(String) } });
});

test('a count of nothing, and a second one while the first runs', async () => {
  const count = (values: Record<string, unknown>) =>
    refusedBy(stock.keeper.call(`${erp}/stock_count`, 'create', { storehouseId: house, scope: 'ALL', ...values }));
  expect(await count({ scope: 'CATEGORY', category: 'AQUATIC' })).toMatchObject({ code: 'COUNT_EMPTY' });
  await count({});
  expect(await count({})).toMatchObject({ code: 'COUNT_RUNS', fields: { storehouseId: expect.any(String) } });
});

test('a value of an attribute that goods carry is not taken away', async () => {
  const page = `${erp}/attribute_type`;
  const made = await stock.keeper.call<{ id: number }>(page, 'create', {
    name: '等级',
    sort: 1,
    values: [{ id: null, name: '一级' }],
  });
  const [value] = await stock.keeper.call<{ id: number }[]>(`${page}/value`, 'options', {
    within: { attributeId: made.id },
  });
  await stock.goods('精米', { attributes: [{ attributeId: made.id, valueId: value!.id }] });
  const { version } = await stock.keeper.call<{ version: number }>(page, 'get', { id: made.id });
  expect(
    await refusedBy(stock.keeper.call(page, 'update', { id: made.id, version, values: [{ id: null, name: '特级' }] })),
  ).toMatchObject({ code: 'ATTRIBUTE_USED' });
});

test('a card that somebody has changed since: who, when and what is said', async () => {
  const path = `${erp}/goods`;
  const id = await stock.goods('两人改的货');
  const { version, name, category, baseUnit, tracked, stored, supply } = await stock.keeper.call<
    Record<string, unknown>
  >(path, 'get', { id });
  const card = { id, version, name, category, baseUnit, tracked, stored, supply };
  await stock.other.call(path, 'update', { ...card, spec: '5 kg', minStock: 100 });
  const late = await stock.keeper.call(path, 'update', { ...card, spec: '10 kg' });
  expect(isRefusal(late) && refusalMessage(late)).toBe(
    '记录已被「复核员」在 11-20 09:00 修改（规格、库存下限），请刷新后再试',
  );
});

test('changed on another page, or with many at once: who it was is said all the same', async () => {
  const path = `${erp}/goods`;
  const card = async (name: string) => {
    const id = await stock.goods(name);
    await stock.bench.database.pool.query(
      'alter table system_log disable trigger all; delete from system_log; alter table system_log enable trigger all',
    );
    return stock.keeper.call<Record<string, unknown>>(path, 'get', { id });
  };
  const late = async ({ id, version, name, category, baseUnit, tracked, stored, supply }: Record<string, unknown>) => {
    await stock.bench.database.pool.query('update goods set version = version + 1 where id = $1', [id]);
    const no = await stock.keeper.call(path, 'update', {
      id,
      version,
      name,
      category,
      baseUnit,
      tracked,
      stored,
      supply,
    });
    return isRefusal(no) && refusalMessage(no);
  };
  const elsewhere = await card('别处改的货');
  await stock.other.ctx(`${erp}/storehouse`).audit({ action: '换图', targetId: Number(elsewhere.id) });
  expect(await late(elsewhere)).toBe('记录已被「复核员」在 11-20 09:00 修改，请刷新后再试');
  const together = await card('一批改的货');
  await stock.other.ctx(path).audit({ action: '导入' });
  expect(await late(together)).toBe('记录已被「复核员」在 11-20 09:00 修改，请刷新后再试');
  expect(await late(await card('没有记下的货'))).toBe('记录已被他人修改，请刷新后再试');
});

test('a document that somebody has brought further meanwhile: who and when is said', async () => {
  const id = await stock.draft('ISSUE', house, [{ goodsId: rice, typed: 10 }]);
  await stock.move('submit', id);
  await stock.move('post', id, {}, stock.other);
  const late = await stock.move('submit', id);
  expect(isRefusal(late) && refusalMessage(late)).toContain('（「复核员」在 11-20 09:00 过账）');
});

test('cards made at one moment get numbers of their own', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, (_, i) => stock.goods(`同时建的货${i}`)));
  const { rows } = await stock.bench.database.pool.query<{ codes: number }>(
    'select count(distinct code)::int as codes from goods where id = any($1)',
    [ids],
  );
  expect(rows[0]!.codes).toBe(8);
});

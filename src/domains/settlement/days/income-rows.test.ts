/** 每日收入汇总: restaurant by restaurant, fees on their day, held against contract days and the ledger, and opened trade by trade. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { checkUnitInvariants, settleAll } from '../testing.ts';

let bench: ConsumptionBench;
const page = '/admin/contractor/report_form/everyday_income_summary';
interface Row extends Record<string, unknown> {
  businessDate: string;
  organizationId: number;
  restaurantName: string | null;
  placeNo: number | null;
  contractorFen: number;
  manageFen: number;
  incomeFen: number;
}
interface Listed {
  rows: Row[];
  sums: Record<string, number>;
  check: { ok: boolean; text: string } | null;
}

async function query(path: string, search: object, account = 'contractor'): Promise<Listed> {
  const { body } = await bench.app.post(path, 'query', { size: 100, search }, await bench.app.login(account));
  expect([path, body.errormsg]).toEqual([path, '']);
  return body.data as Listed;
}

beforeAll(async () => {
  bench = await consumptionBench({ days: 3, share: 0.05 });
  await settleAll(bench.app.services);
});
afterAll(() => bench?.app.stop());

test('each restaurant has its row; together they are the contract days, and each opens trades that come to it', async () => {
  const listed = await query(page, {});
  expect(listed.rows.length).toBeGreaterThan(1);
  expect(new Set(listed.rows.map(({ placeNo }) => placeNo)).size).toBeGreaterThan(1);
  expect(listed.check).toMatchObject({ ok: true, text: expect.stringContaining('合同日应得减管理费') });
  for (const row of listed.rows) {
    const search = {
      businessDate: [row.businessDate, row.businessDate],
      organizationId: row.organizationId,
      restaurantId: row.placeNo,
    };
    const trades = await query('/admin/contractor/contractor_trade_deatil', search);
    for (const key of ['contractorFen', 'serviceFen', 'shareFen', 'feeFen'])
      expect([row.restaurantName, key, trades.sums[key]]).toEqual([row.restaurantName, key, row[key]]);
    expect(new Set(trades.rows.map(({ restaurantName }) => restaurantName))).toEqual(new Set([row.restaurantName]));
  }
  const [one] = listed.rows;
  const filtered = await query(page, { restaurantId: [one!.placeNo] });
  expect(filtered.rows.every(({ placeNo }) => placeNo === one!.placeNo)).toBe(true);
  expect(filtered.check?.text).not.toContain('合同日应得减管理费');
});

test('days that stand as a whole find their restaurants without moving money', async () => {
  const { pool } = bench.app.services;
  const before = await query(page, {});
  const postings = async () => (await pool.query('select count(*)::int as n from unit_posting')).rows;
  const had = await postings();
  // As days stood that were settled before restaurants were told apart.
  await pool.query('delete from settle_place_day');
  await pool.query(`insert into settle_place_day (organization_id, contract_id, contractor_id, business_date, restaurant_id, id, eaten_fen,
      third_fen, shop_fen, fee_fen, service_fen, share_fen, contractor_fen)
    select organization_id, contract_id, contractor_id, business_date, 0, id, due_fen - third_fen, third_fen, 0, fee_fen, service_fen,
      share_fen, contractor_fen from settle_day`);
  const whole = await query(page, {});
  expect(whole.rows.every(({ placeNo }) => placeNo === null)).toBe(true);
  expect(whole.check?.ok).toBe(true);
  await settleAll(bench.app.services);
  expect(await postings()).toEqual(had);
  const after = await query(page, {});
  const shown = ({ rows }: Listed) => rows.map(({ id: _, ...row }) => JSON.stringify(row)).sort();
  expect(shown(after)).toEqual(shown(before));
  expect(await checkUnitInvariants(pool)).toEqual([]);
});

test('days that were settled whole long ago are divided as well; one that reads otherwise today stays whole and says so', async () => {
  const { pool, clock } = bench.app.services;
  const before = await query(page, { businessDate: null });
  await pool.query('delete from settle_place_day');
  await pool.query(`insert into settle_place_day (organization_id, contract_id, contractor_id, business_date, restaurant_id, id, eaten_fen,
      third_fen, shop_fen, fee_fen, service_fen, share_fen, contractor_fen, whole)
    select organization_id, contract_id, contractor_id, business_date, 0, id, due_fen - third_fen, third_fen, 0, fee_fen, service_fen,
      share_fen, contractor_fen, true from settle_day`);
  // Trades that somebody has taken away since: what is left of them is not what was settled.
  const [odd] = before.rows;
  await pool.query(
    `update settle_day set main_fen = main_fen + 1, subsidy_fen = subsidy_fen - 1 where organization_id = $1 and contract_id = $2 and business_date = $3`,
    [odd!.organizationId, odd!.contractId, odd!.businessDate],
  );
  const now = clock.now();
  const notice = async () => {
    const { body } = await bench.app.post(
      page,
      'notice',
      { search: { businessDate: null } },
      await bench.app.login('contractor'),
    );
    return (body.data as { text: string } | null)?.text;
  };
  // Beyond the days that every hour looks at.
  bench.app.clock.set(now + 100 * 86_400_000);
  expect(await notice()).toMatch(/个合同日是按整天结算的.*每小时分开一批/);
  await settleAll(bench.app.services);
  const after = await query(page, { businessDate: null });
  const of = ({ rows }: Listed, whole: boolean) =>
    rows
      .filter((row) => (row.organizationId === odd!.organizationId && row.businessDate === odd!.businessDate) === whole)
      .map(({ id: _, settledAt: __, ...row }) => JSON.stringify(row))
      .sort();
  expect(of(after, false)).toEqual(of(before, false));
  expect(
    after.rows.find((row) => row.businessDate === odd!.businessDate && row.organizationId === odd!.organizationId),
  ).toMatchObject({ placeNo: null });
  expect(after.check?.ok).toBe(true);
  expect(await notice()).toMatch(/有 1 个合同日.*按餐厅查询不包含；这些天的账后来改过，分不开了/);
  // It is not looked at again.
  const looked = () => pool.query('select looked_at from settle_place_day where whole');
  const once = (await looked()).rows;
  await settleAll(bench.app.services);
  expect((await looked()).rows).toEqual(once);
  await pool.query(
    `update settle_day set main_fen = main_fen - 1, subsidy_fen = subsidy_fen + 1 where organization_id = $1 and contract_id = $2 and business_date = $3`,
    [odd!.organizationId, odd!.contractId, odd!.businessDate],
  );
  bench.app.clock.set(now);
  await settleAll(bench.app.services);
  expect(await query(page, { businessDate: null })).toMatchObject({ check: { ok: true } });
  expect(await checkUnitInvariants(pool)).toEqual([]);
});

test('a restaurant that is a shop earns apart, and a month’s fee is a row of its own, of no restaurant', async () => {
  const { pool } = bench.app.services;
  const [row] = (await query(page, {})).rows;
  await pool.query(`update restaurant set kind = 'SHOP' where organization_id = $1 and id = $2`, [
    row!.organizationId,
    row!.placeNo,
  ]);
  await settleAll(bench.app.services);
  const shops = (await query(page, { restaurantId: [row!.placeNo] })).rows;
  expect(
    shops.every(({ shopFen, eatenFen, thirdFen }) => Number(shopFen) > 0 && eatenFen === 0 && thirdFen === 0),
  ).toBe(true);
  await pool.query(
    `update contract_site set manage_fee_fen = 31_000 where organization_id = $1 and status = 'ACTIVE'`,
    [row!.organizationId],
  );
  bench.app.clock.set(bench.app.clock.now() + 32 * 86_400_000);
  await settleAll(bench.app.services);
  const all = await query(page, { businessDate: null });
  const fees = all.rows.filter(({ manageFen }) => manageFen !== 0);
  expect(fees.length).toBeGreaterThan(0);
  for (const fee of fees) expect([fee.placeNo, fee.contractorFen, fee.incomeFen]).toEqual([null, 0, -fee.manageFen]);
  expect(all.sums.incomeFen).toBe(all.sums.contractorFen! - all.sums.manageFen!);
  expect(all.check?.ok).toBe(true);
  // One that is written wrong is said.
  await pool.query(`update settle_place_day set eaten_fen = eaten_fen + 1, contractor_fen = contractor_fen + 1 where ctid in
    (select ctid from settle_place_day where contract_id <> 0 limit 1)`);
  expect((await query(page, { businessDate: null })).check?.ok).toBe(false);
  expect((await checkUnitInvariants(pool)).map(({ rule }) => rule)).toContain('U7');
});

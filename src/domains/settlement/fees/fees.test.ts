/** Fees between units: what the channel keeps of recharges, and what a caterer pays for the month, in the books and in statements. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkUnitInvariants } from '../ledger/invariants.ts';
import { settleOrganization } from '../settle-all.ts';
import { totalsOf } from '../statements/figures.ts';
import { readLines } from '../statements/read-lines.ts';
import { type LedgerBench, ledgerBench } from '../testing.ts';

const organizationId = 31;
let bench: LedgerBench;
const run = (text: string) => bench.pool.query(text);
beforeAll(async () => {
  bench = await ledgerBench('2026-03-20T12:00:00+08:00');
  const { rows } = await bench.pool.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'f' and conrelid = 'recharge_order'::regclass`,
  );
  for (const { table, name } of rows) await run(`alter table ${table} drop constraint ${name}`);
  await run(`select wallet_ensure_month(d::date) from generate_series('2026-02-01'::date, '2026-12-01', '1 month') d`);
  await run(`insert into organization (id, name, kind, contact, phone, status, created_at, updated_at)
    values (31, '学校', 'SCHOOL', '王', '13800138000', 'NORMAL', now(), now())`);
  await run(`insert into contractor (id, name, contact, phone, settle_cycle, fee_rate, status, created_at, updated_at)
    values (21, '餐饮', '王', '13800138000', 'MONTH', 0, 'NORMAL', now(), now())`);
  await run(`insert into contract_site (organization_id, id, contractor_id, start_date, end_date, share_ratio, manage_fee_fen, settle_cycle,
      bear_correction, status, created_at, updated_at)
    values (31, 41, 21, '2026-01-01', '2026-12-31', 0, 310000, 'MONTH', 'CONTRACTOR', 'ACTIVE', now(), now())`);
  // From the eleventh of March on, in two restaurants: a day counts once.
  await run(`insert into contract_restaurant (organization_id, id, contract_id, restaurant_id, contractor_id, from_date, to_date)
    values (31, 1, 41, 1, 21, '2026-03-11', '2026-12-31'), (31, 2, 41, 2, 21, '2026-03-20', '2026-12-31')`);
});
afterAll(() => bench?.stop());

const balance = async (unitType: 'PLATFORM' | 'ORGANIZATION' | 'CONTRACTOR', purse: string) =>
  (
    await bench.pool.query<{ fen: number }>(
      'select coalesce(sum(balance_fen), 0)::bigint as fen from unit_wallet where unit_type = $1 and purse = $2',
      [unitType, purse],
    )
  ).rows[0]!.fen;
const settle = () => settleOrganization(bench.tools, organizationId);
const proven = async () => expect(await checkUnitInvariants(bench.pool)).toEqual([]);
const recharge = (id: number, fen: number, fee: number) =>
  run(`insert into recharge_order (organization_id, id, order_no, person_id, account_kind, amount_fen, fee_fen, channel, posting_id,
      balance_after_fen, business_date, paid_at, credited_at, status, created_at, merchant_no)
    values (31, ${id}, '${id}', 1, 'MAIN', ${fen}, ${fee}, 'WECHAT', ${id}, 0, '2026-03-20', '2026-03-20T12:00:00+08:00',
      '2026-03-20T12:00:00+08:00', 'CREDITED', now(), 'm1')`);

test('what the channel kept is off the platform, by difference to its bill; 备付 is whole', async () => {
  await recharge(1, 10_000, 0);
  await settle();
  expect([await balance('ORGANIZATION', 'FLOAT'), await balance('PLATFORM', 'PENDING')]).toEqual([10_000, 0]);
  await run('update recharge_order set fee_fen = 38 where id = 1');
  expect((await checkUnitInvariants(bench.pool)).map(({ rule }) => rule)).toEqual(['U6']);
  expect(await settle()).toBe(1);
  await run('update recharge_order set fee_fen = 60 where id = 1');
  await settle();
  expect(await settle()).toBe(0);
  expect([await balance('ORGANIZATION', 'FLOAT'), await balance('PLATFORM', 'PENDING')]).toEqual([10_000, -60]);
  await proven();
});

test('whoever is named bears the next days; a day that was booked stays with who bore it', async () => {
  await run(`update withdrawal_rule set fee_bearer = 'ORGANIZATION'`);
  await run('update recharge_order set fee_fen = 65 where id = 1');
  await settle();
  expect([await balance('ORGANIZATION', 'PENDING'), await balance('PLATFORM', 'PENDING')]).toEqual([0, -65]);
  bench.tools.clock.set(Date.parse('2026-03-21T12:00:00+08:00'));
  await recharge(2, 5_000, 19);
  await run(`update recharge_order set business_date = '2026-03-21' where id = 2`);
  await settle();
  expect([await balance('ORGANIZATION', 'PENDING'), await balance('PLATFORM', 'PENDING')]).toEqual([-19, -65]);
  await proven();
});

test('a month in part is charged by its days, once, when it is over, and stated once', async () => {
  await settle();
  expect(await balance('CONTRACTOR', 'PENDING')).toBe(0);
  bench.tools.clock.set(Date.parse('2026-04-01T05:00:00+08:00'));
  await Promise.all([settle(), settle()]);
  await settle();
  // 3,100.00 a month, 21 of 31 days.
  expect(await balance('CONTRACTOR', 'PENDING')).toBe(-210_000);
  expect(await balance('ORGANIZATION', 'PENDING')).toBe(210_000 - 19);
  await proven();
  const contract = { organizationId, contractId: 41 };
  const period = { from: '2026-03-01', to: '2026-03-31' };
  const lines = await readLines(bench.pool, contract, period, 0);
  const [fee, out] = lines;
  expect(lines.map(({ kind }) => kind)).toEqual(['MANAGE_FEE', 'CARRY_OUT']);
  expect(fee).toMatchObject({
    date: '2026-03-31',
    figures: { contractor: -210_000, wallet: -210_000, share_wallet: 210_000 },
  });
  // Nothing eaten: what the caterer owes goes into its next statement.
  expect(out!.figures.wallet).toBe(210_000);
  expect(totalsOf(41, lines)).toMatchObject({ payFen: 0, figures: { share_wallet: 210_000 } });
  await run(`insert into unit_statement (organization_id, id, statement_no, contract_id, contractor_id, cycle, from_date, to_date, status, generated_at, confirm_by,
      share_fen, contractor_fen, share_wallet_fen)
    values (31, 900, 'JS1', 41, 21, 'MONTH', '2026-03-01', '2026-03-31', 'GENERATED', now(), now(), 210000, -210000, 210000)`);
  for (const [id, { kind, date, figures: f }] of lines.entries())
    await run(`insert into unit_statement_line select 31, ${901 + id}, 900, 41, 21, '${date}', '${kind}', null, 0, 0, 0, 0, 0, 0,
      ${f.share}, ${f.contractor}, 0, ${f.share_wallet}, ${f.wallet}, 0, 0`);
  await proven();
  expect(await readLines(bench.pool, contract, { from: '2026-04-01', to: '2026-04-30' }, 0)).toEqual([]);
  await run(`update unit_statement_line set share_wallet_fen = share_wallet_fen + 1 where kind = 'MANAGE_FEE'`);
  expect((await checkUnitInvariants(bench.pool)).map(({ rule }) => rule)).toContain('U9');
});

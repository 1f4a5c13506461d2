/** Rows of trades sum to the contract day they are settled in, part by part. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { settleAll } from '../settle-all.ts';
import { tradeParts } from './trade-parts.ts';

let bench: ConsumptionBench;
beforeAll(async () => {
  bench = await consumptionBench();
  await settleAll(bench.app.services);
});
afterAll(() => bench?.app.stop());

test('each day of each contract', async () => {
  const { pool } = bench.app.services;
  const { rows: days } = await pool.query<Record<string, number> & { date: string }>(
    `select organization_id as org, contract_id as contract, business_date::text as date, service_fen as service, share_fen as share,
       contractor_fen as own, fee_fen as fee from settle_day where contract_id <> 0 order by 1, 2, 3`,
  );
  expect(days.length).toBeGreaterThan(2);
  const rows = await tradeParts(pool, {
    from: '2000-01-01',
    to: '2100-01-01',
    contractorIds: null,
    organizationIds: null,
  });
  for (const day of days) {
    const its = rows.filter(
      (row) => row.organizationId === day.org && row.contractId === day.contract && row.businessDate === day.date,
    );
    const sum = (of: (row: (typeof its)[number]) => number) => its.reduce((all, row) => all + of(row), 0);
    expect([
      sum((r) => r.serviceFen),
      sum((r) => r.shareFen),
      sum((r) => r.contractorFen),
      sum((r) => r.feeFen),
    ]).toEqual([day.service, day.share, day.own, day.fee]);
    for (const row of its) expect(row.serviceFen + row.shareFen + row.contractorFen).toBe(row.netFen);
  }
});

test('a caterer sees its own trades, which come to its contract days, and those of nobody else by any search', async () => {
  const { app } = bench;
  const { rows: days } = await app.services.pool.query<{ id: number; from: string; to: string; fen: number }>(
    `select contractor_id as id, min(business_date)::text as from, max(business_date)::text as to, sum(contractor_fen)::bigint as fen
     from settle_day where contract_id <> 0 group by 1 order by 1`,
  );
  const [own] = days;
  const { rows: logins } = await app.services.pool.query<{ id: number; name: string }>(
    `select e.unit_id as id, a.login_name as name from employee e join account a on a.id = e.account_id
     where e.unit_type = 'CONTRACTOR' and a.login_name in ('contractor', 'contractor2')`,
  );
  const ask = async (name: string, search: object) =>
    app.post('/admin/contractor/contractor_trade_deatil', 'query', { size: 100, search }, await app.login(name));
  const businessDate = [own!.from, own!.to];
  for (const { id, name } of logins) {
    const { body } = await ask(name, { businessDate });
    const { total, check } = body.data as { total: number; check: { ok: boolean } | null };
    expect([name, total > 0]).toEqual([name, days.some((day) => day.id === id)]);
    if (total > 0) expect([name, check?.ok]).toEqual([name, true]);
    // There is no asking for another's.
    expect((await ask(name, { businessDate, contractorId: own!.id })).status).toBe(400);
  }
});

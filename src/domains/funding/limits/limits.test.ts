/** 余额限制: saved by type, holding at the counter and in batches. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FundingBench, fundingBench } from '../testing.ts';
import { balanceLimits } from './limits.ts';
import type { Limits } from './read-limits.ts';
import { tellLowBalances } from './tell-low-balances.ts';

let bench: FundingBench;
beforeAll(async () => {
  bench = await fundingBench(['/admin/organization/refund#query', '/admin/organization/refund#approve']);
});
afterAll(() => bench?.stop());
afterEach(() => bench.sound());

const read = () => bench.call<Limits>('balance_limit', 'get', {});
const save = (limits: object[], more: object = {}) => bench.call('balance_limit', 'update', { limits, ...more });

test('every type stands there with the product’s default; what is saved holds for recharge and deposit', async () => {
  const personId = await bench.person();
  const typeId = (await bench.call<{ typeId: number }>('user', 'get', { id: personId })).typeId;
  const before = await read();
  expect(before).toMatchObject({ refundAloneFen: 20_000 });
  expect(before.limits.every((l) => l.maxBalanceFen === 500_000)).toBe(true);
  const own = before.limits.find((l) => l.typeId === typeId)!;
  expect(
    (await save([{ ...own, maxBalanceFen: 10_000, minBalanceFen: 500, lowAlertFen: 2_000 }])).errormsg,
  ).toBeUndefined();
  expect(await bench.call('deposit', 'create', { personId, amountFen: 10_001 })).toMatchObject({
    errormsg: '超过余额存储上限：存入后 100.01 元，上限 100.00 元',
  });
  expect((await bench.call<{ id: number }>('deposit', 'create', { personId, amountFen: 10_000 })).id).toBeGreaterThan(
    0,
  );
  expect(await bench.call('recharge', 'create', { personId, amountFen: 1, channel: 'CASH' })).toMatchObject({
    errorcode: 2013,
  });
  expect((await balanceLimits(bench.app.services.pool, bench.organizationId)).get(typeId)).toEqual({
    minBalanceFen: 500,
    maxBalanceFen: 10_000,
    lowAlertFen: 2_000,
  });
  await bench.person();
  const { lowCount } = (await read()).limits.find((l) => l.typeId === typeId)!;
  expect(lowCount).toBeGreaterThanOrEqual(1);

  // In the morning whoever hears of alerts is told how many of the type, until there is none.
  const { services } = bench.app;
  const told = async () => {
    await tellLowBalances(services);
    const { rows } = await services.pool.query<{ status: string; detail: string }>(
      `select status, detail from alert where organization_id = $1 and kind = 'LOW_BALANCE' and object_key = $2`,
      [bench.organizationId, `type:${typeId}`],
    );
    return rows;
  };
  const detail = expect.stringContaining(`${lowCount} 人的主账户不高于 20.00 元`);
  expect(await told()).toMatchObject([{ status: 'OPEN', detail }]);
  const set = 'update balance_limit set low_alert_fen = $3 where organization_id = $1 and type_id = $2';
  await services.pool.query(set, [bench.organizationId, typeId, null]);
  expect(await told()).toMatchObject([{ status: 'AUTO_RECOVERED' }]);
  await services.pool.query(set, [bench.organizationId, typeId, 2_000]);
});

test('overdraft reaches the purses; contradictions and stale sheets are refused', async () => {
  const now = await read();
  const type = now.limits[0]!;
  expect((await save([{ ...type, overdraftFen: 3_000 }], { version: now.version })).errormsg).toBeUndefined();
  const { rows } = await bench.app.services.pool.query<{ floor: number }>(
    `select distinct w.floor_fen as floor from wallet w join person p on p.organization_id = w.organization_id and p.id = w.person_id
      where p.organization_id = $1 and p.type_id = $2 and p.status <> 'CLOSED' and w.kind = 'MAIN' and w.status <> 'CLOSED'`,
    [bench.organizationId, type.typeId],
  );
  expect(rows).toEqual([{ floor: -3_000 }]);
  expect(await save([{ ...type, minBalanceFen: 600_000 }])).toMatchObject({
    fields: { 'limits.0.minBalanceFen': expect.stringContaining('高于存储上限') },
  });
  expect(await save([{ ...type, maxBalanceFen: -1 }])).toMatchObject({
    fields: { 'limits.0.maxBalanceFen': expect.stringContaining('存储上限') },
  });
  expect(await save([], { version: now.version })).toMatchObject({ errorcode: 1200 });
});

test('the bound of refunds is the organization’s own', async () => {
  expect((await save([], { refundAloneFen: 0 })).errormsg).toBeUndefined();
  const personId = await bench.person({ cash: 500 });
  const { id } = await bench.call<{ id: number }>('refund', 'create', {
    personId,
    amountFen: 100,
    restWay: 'CASH',
    reason: '退',
  });
  expect(await bench.call('refund', 'payCash', { id })).toMatchObject({ errorcode: 1204 });
  expect((await bench.call('refund', 'approve', { id }, bench.boss)).errormsg).toBeUndefined();
});

test('below the least to spend nobody eats on money', async () => {
  const personId = await bench.person({ cash: 300 });
  const typeId = (await bench.call<{ typeId: number }>('user', 'get', { id: personId })).typeId;
  const type = (await read()).limits.find((l) => l.typeId === typeId)!;
  await save([{ ...type, overdraftFen: 0, minBalanceFen: 301 }]);
  const { swipes } = bench.app.services;
  const rules = await swipes.rules(bench.organizationId);
  expect(rules.types.get(typeId)?.limits.minBalanceFen).toBe(301);
});

interface Balances {
  total: number;
  rows: { name: string; mainFen: number; lowState: string | null }[];
}

test('who is at or below the reminder: counted by type, listed, on the home’s work list', async () => {
  const [at, above, closing] = [
    await bench.person({ cash: 2_000 }),
    await bench.person({ cash: 2_001 }),
    await bench.person({ cash: 100, closing: true }),
  ];
  const typeId = (await bench.call<{ typeId: number }>('user', 'get', { id: at })).typeId;
  const type = (await read()).limits.find((l) => l.typeId === typeId)!;
  await save([{ ...type, minBalanceFen: null, lowAlertFen: 2_000 }]);
  const query = (search: object) => bench.call<Balances>('account_balance', 'query', { size: 100, search });
  const low = await query({ typeId, lowState: 'LOW' });
  const own = (await read()).limits.find((l) => l.typeId === typeId)!;
  expect(low.total).toBe(own.lowCount);
  expect(low.rows.every((row) => row.mainFen <= 2_000 && row.lowState === 'LOW')).toBe(true);
  const stateOf = async (id: number) => {
    const { jobNumber } = await bench.call<{ jobNumber: string }>('user', 'get', { id });
    return (await query({ keyword: jobNumber })).rows[0]?.lowState;
  };
  expect([await stateOf(at), await stateOf(above), await stateOf(closing)]).toEqual(['LOW', 'OK', null]);
  const others = (await read()).limits.filter((l) => l.typeId !== typeId).reduce((sum, l) => sum + l.lowCount, 0);
  const home = await bench.call<{ work: { label: string; count: number; path: string }[] }>('home', 'figures', {});
  expect(home.work.find((item) => item.label === '余额低于提醒')).toMatchObject({
    count: own.lowCount + others,
    path: '/admin/organization/account_balance',
    query: { lowState: 'LOW' },
  });
  await save([{ ...type, lowAlertFen: null }]);
  expect((await query({ typeId, lowState: 'LOW' })).total).toBe(0);
});

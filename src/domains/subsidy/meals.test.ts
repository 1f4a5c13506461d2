/** Subsidies of meals: by rule, sheet and single, returned, cleared, carried over and restored; told in 次 and apart from money. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants, pursesOf } from '../wallet/testing.ts';
import { daily } from './schedule.ts';
import { area, batchPage, organizationId, type SubsidyBench, subsidyBench } from './testing.ts';

interface Made {
  id: number;
}
interface Listed {
  rows: (Record<string, unknown> & { id: number })[];
  total: number;
  sums: Record<string, number>;
  check: { ok: boolean; text: string } | null;
}

const pages = `${area}/count_subsidy`;
const batches = `${pages}/batch_recharge`;
const single = `${pages}/recharge`;
const returns = `${pages}/return_subsidy`;
const clears = `${pages}/clear_detail`;

let bench: SubsidyBench;
let staff = 0;
beforeAll(async () => {
  bench = await subsidyBench();
  const type = { name: '早餐人员', accounts: ['MAIN', 'SUBSIDY', 'COUNT'] };
  staff = (await bench.clerk.call<Made>(`${area}/type`, 'create', type)).id;
});
afterEach(async () => {
  expect(await checkInvariants(bench.database.pool)).toEqual([]);
});
afterAll(() => bench?.close());

const list = (path: string, search: object = {}) => bench.clerk.call<Listed>(path, 'query', { search, size: 100 });
const mealsOf = async (personId: number) =>
  (await pursesOf(bench.services.db, organizationId, personId))
    .filter((purse) => purse.kind === 'COUNT')
    .reduce((sum, purse) => sum + purse.balanceFen, 0);
const rule = async (name: string, more: object = {}) =>
  (
    await bench.clerk.call<Made>(`${pages}/configure`, 'create', {
      name,
      typeAmounts: [{ typeId: staff, amountFen: 22 }],
      basis: 'FIXED',
      cycle: 'MONTH',
      monthDay: '1',
      clearAt: 'MONTH',
      carryOver: 'CARRY_MAX',
      carryMaxFen: 5,
      ...more,
    })
  ).id;
/** Checked, handed in with its own figures, approved by the second person, run. */
const through = async (values: Record<string, unknown>, path = batches) => {
  const { id } = await bench.clerk.call<Made>(path, 'create', values);
  await bench.work();
  const batch = await bench.clerk.call<{ totalCount: number; totalFen: number }>(path, 'get', { id });
  await bench.clerk.call(path, 'submit', { id, controlCount: batch.totalCount, controlFen: batch.totalFen });
  await bench.second.call(path, 'approve', { id });
  await bench.work();
  return id;
};

describe('meals', () => {
  it('come by a rule, end with the month, and are carried over up to its most', async () => {
    const [one = 0, two = 0] = await bench.people(2, 'M', staff);
    const ruleId = await rule('早餐');
    const id = await through({ kind: 'GRANT', mode: 'RULE', ruleId });
    expect([await mealsOf(one), await mealsOf(two)]).toEqual([22, 22]);
    const mine = { batchId: [id], grantOn: null };
    expect(await list(`${pages}/verify_summary`, mine)).toMatchObject({
      check: { ok: true },
      rows: [{ people: 2, grantedFen: 44, remainingFen: 44, clearedFen: 0 }],
    });
    expect((await list(`${area}/count_ledger`, { batchId: [id] })).sums).toMatchObject({ meals: 44 });
    bench.clock.set(Date.parse('2026-12-01T09:00:00+08:00'));
    await daily(bench.services);
    await bench.work();
    expect([await mealsOf(one), await mealsOf(two)]).toEqual([5, 5]);
    expect((await list(clears, { businessDate: null })).sums).toMatchObject({
      beforeFen: 44,
      clearedFen: 34,
      carriedFen: 10,
    });
    expect(await list(`${pages}/verify_summary`, mine)).toMatchObject({
      check: { ok: true },
      rows: [{ grantedFen: 44, clearedFen: 44, remainingFen: 0 }],
    });
    const [line] = (await list(clears, { businessDate: null })).rows;
    const restored = { id: line!.id, newExpiresOn: '2026-12-31', restoreWhy: '仍在岗' };
    await bench.clerk.call(clears, 'restore', restored);
    expect((await mealsOf(one)) + (await mealsOf(two))).toBe(10 + 17);
  });

  it('come by a sheet and by hand, and go back to the unit', async () => {
    const [one = 0] = await bench.people(1, 'S', staff);
    const fileKey = await bench.upload([
      ['工号', '姓名', '次数'],
      ['S1', 'S员1', '12'],
    ]);
    const id = await through({ kind: 'GRANT', mode: 'IMPORT', fileKey, name: '加班早餐' });
    expect(await mealsOf(one)).toBe(12);
    const paper = await bench.clerk.call<Made>(single, 'create', { personId: one, amountFen: 3, reason: '值班' });
    expect(await mealsOf(one)).toBe(15);
    await bench.clerk.call(single, 'return', { id: paper.id, returnFen: 2, reason: '多发' });
    expect(await mealsOf(one)).toBe(13);
    const options = await bench.clerk.call<{ id: number; name: string }[]>(returns, 'options', { keyword: 'S员1' });
    expect(options.map((o) => o.name).sort()).toEqual(['S员1 S1（1 次）', 'S员1 S1（12 次）'].sort());
    const lot = options.find((o) => o.name.includes('12'))!;
    const over = await bench.clerk.ask(returns, 'create', { itemId: lot.id, amountFen: 13, reason: '错' });
    expect(over).toMatchObject({ code: 'OVER_LOT', params: { available: '12 次', wanted: '13 次' } });
    await bench.clerk.call(returns, 'create', { itemId: lot.id, amountFen: 2, reason: '错' });
    const [back] = (await list(returns, { keyword: 'S1' })).rows;
    await bench.clerk.call(returns, 'reverse', { id: back!.id, reason: '退错' });
    expect(await mealsOf(one)).toBe(13);
    await through({ kind: 'RETURN', mode: 'MANUAL', sourceBatchId: id, scope: 'RANGE', reason: '加班取消' });
    expect(await mealsOf(one)).toBe(1);
  });

  it('of a rule that is bound to other places are not eaten here', async () => {
    const [one = 0] = await bench.people(1, 'B', staff);
    const ruleId = await rule('只在东区', { carryOver: 'CLEAR' });
    await bench.clerk.call(single, 'create', { personId: one, amountFen: 3, ruleId, reason: '早餐' });
    const eat = (requestKey: string, here: boolean) =>
      bench.services.wallet.submit({
        kind: 'CONSUME',
        organizationId,
        requestKey,
        personId: one,
        occurredAt: bench.clock.now(),
        place: {
          restaurantId: 0,
          deploySiteId: 0,
          deviceId: 0,
          mealPeriodId: 0,
          departmentId: 0,
          personTypeId: staff,
          mode: 'COUNT',
          identify: 'CARD',
        },
        meaning: '1',
        price: () => ({ originFen: 0, discountFen: 0, amountFen: 0, countUsed: 1 }),
        purseCapFen: (purse) => (here || purse.ruleId !== ruleId ? Number.MAX_SAFE_INTEGER : 0),
      });
    expect(await eat('count:west', false)).toMatchObject({ code: 'INSUFFICIENT_COUNT', params: { available: 0 } });
    expect(await eat('count:east', true)).toMatchObject({ posted: { split: { COUNT: 1 } } });
    expect(await mealsOf(one)).toBe(2);
  });

  it('above what one may give alone wait for a second person; wrong figures say 次', async () => {
    const [one = 0] = await bench.people(1, 'W', staff);
    const { id } = await bench.clerk.call<Made>(single, 'create', { personId: one, amountFen: 51, reason: '学期早餐' });
    expect(await mealsOf(one)).toBe(0);
    await bench.second.call(single, 'approve', { id });
    expect(await mealsOf(one)).toBe(51);
    const department = await bench.department('次数部');
    await bench.people(1, 'X', staff, department);
    const values = { kind: 'GRANT', mode: 'MANUAL', departmentIds: [department], amountFen: 7 };
    const batch = await bench.clerk.call<Made>(batches, 'create', values);
    await bench.work();
    const wrong = await bench.clerk.ask(batches, 'submit', { id: batch.id, controlCount: 1, controlFen: 9 });
    expect(wrong).toMatchObject({ params: { fen: '9', batchFen: '7', difference: '2', sign: '次' } });
    const bare = await bench.people(1, 'N', bench.staff, department);
    await bench.clerk.call(batches, 'recheck', { id: batch.id });
    await bench.work();
    const lines = await list(`${batches}/lines`, { batchId: batch.id, status: ['BAD'] });
    expect([bare.length, lines.rows.map((row) => row.failReason)]).toEqual([1, ['所属人员类别没有开通次数账户']]);
  });

  it('stand in no list of money, nor money in theirs', async () => {
    const [one = 0] = await bench.people(1, 'K', staff);
    const department = await bench.department('钱部');
    await bench.people(1, 'L', staff, department);
    const money = { kind: 'GRANT', mode: 'MANUAL', departmentIds: [department], amountFen: 700 };
    const paid = await through(money, batchPage);
    await bench.clerk.call(single, 'create', { personId: one, amountFen: 3, reason: '值班' });
    const idsOf = async (path: string) => (await list(path, { createdAt: null })).rows.map((row) => row.id);
    expect(await idsOf(batchPage)).toEqual([paid]);
    expect(await idsOf(batches)).not.toContain(paid);
    const empty = { 'subsidy/recharge': 'createdAt', return_subsidy: 'at', 'subsidy/clear_detail': 'businessDate' };
    for (const [path, day] of Object.entries(empty))
      expect([path, (await list(`${area}/${path}`, { [day]: null })).total]).toEqual([path, 0]);
    const ruleId = await rule('只发次数');
    const refused = await bench.clerk.ask(batchPage, 'create', { kind: 'GRANT', mode: 'RULE', ruleId });
    expect(refused).toMatchObject({ refused: true });
  });
});

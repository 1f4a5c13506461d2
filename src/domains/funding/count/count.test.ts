/** Meals in a COUNT purse: put in at the counter and by a batch, undone, told by every sheet in 次, and no fen of money. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FundingBench, fundingBench } from '../testing.ts';

const grants = ['query', 'create', 'approve', 'reject', 'cancel', 'retry', 'submit'].map(
  (verb) => `/admin/organization/count_recharge/more#${verb}`,
);
let bench: FundingBench;
beforeAll(async () => {
  bench = await fundingBench(grants);
});
afterAll(() => bench?.stop());
afterEach(() => bench.sound());

interface Listed {
  rows: Record<string, unknown>[];
  sums: Record<string, number>;
  check?: { ok: boolean; text: string };
}
interface Slip {
  id: number;
  receipt: { title: string; lines: [string, string][]; code: string };
}
const list = (page: string, search: Record<string, unknown> = {}) => bench.call<Listed>(page, 'query', { search });
const today = () => new Date(bench.app.services.clock.now() + 4 * 3_600_000).toISOString().slice(0, 10);
const numberOf = async (personId: number) =>
  (await bench.call<{ jobNumber: string }>('user', 'get', { id: personId })).jobNumber;

/** Eats one counted meal, as a terminal in that mode books it. */
async function eat(personId: number): Promise<string> {
  const outcome = await bench.app.services.wallet.submit({
    kind: 'CONSUME',
    organizationId: bench.organizationId,
    requestKey: `eat:${personId}:${Math.random()}`,
    personId,
    occurredAt: bench.app.services.clock.now(),
    place: {
      restaurantId: 0,
      deploySiteId: 0,
      deviceId: 0,
      mealPeriodId: 0,
      departmentId: 0,
      personTypeId: 0,
      mode: 'COUNT',
      identify: 'CARD',
    },
    price: () => ({ originFen: 0, discountFen: 0, amountFen: 0, countUsed: 1 }),
  });
  return 'posted' in outcome ? 'posted' : outcome.code;
}

const balance = async (personId: number) =>
  (await list('account_balance', { keyword: await numberOf(personId) })).rows[0]!;

test('at the counter: booked once per form, a slip in 次, and the meals can be eaten', async () => {
  const personId = await bench.person({ cash: 1_000 });
  const form = { personId, meals: 3, remark: '十一月餐券' };
  const slip = await bench.call<Slip>('count_recharge', 'create', form, undefined, 'count-form');
  expect(await bench.call('count_recharge', 'create', form, undefined, 'count-form')).toEqual(slip);
  expect(slip.receipt.title).toBe('计次充值凭条');
  expect(slip.receipt.lines).toContainEqual(['次数', '3 次']);
  expect(slip.receipt.lines).toContainEqual(['剩余次数', '3 次']);
  const again = await bench.call<Slip>('count_recharge', 'receipt', { id: slip.id });
  expect(again.receipt.lines).toEqual(slip.receipt.lines);
  expect(await balance(personId)).toMatchObject({ mealCount: 3, mainFen: 1_000, totalFen: 1_000 });
  expect(await eat(personId)).toBe('posted');
  expect(await balance(personId)).toMatchObject({ mealCount: 2, totalFen: 1_000 });
  for (const meals of [0, 1_001, 1.5])
    expect((await bench.call('count_recharge', 'create', { personId, meals })).errorcode).toBeGreaterThan(0);
});

test('undone on any day while the meals are there, and told before in 次', async () => {
  const personId = await bench.person();
  const [early, late] = [
    await bench.call<Slip>('count_recharge', 'create', { personId, meals: 2 }),
    await bench.call<Slip>('count_recharge', 'create', { personId, meals: 5 }),
  ];
  await bench.app.services.pool.query('update count_recharge set business_date = business_date - 3 where id = $1', [
    early.id,
  ]);
  const told = await bench.call<{ lines: string[][]; amount: string; amountFen?: number }>(
    'count_recharge',
    'outcome',
    {
      action: 'reverse',
      id: early.id,
    },
  );
  expect(told).toMatchObject({ amount: '2 次' });
  expect(told.amountFen).toBeUndefined();
  expect(told.lines).toContainEqual(['次数账户', '7 → 5 次']);
  expect((await bench.call('count_recharge', 'reverse', { id: early.id, reason: '录错' })).errormsg).toBeUndefined();
  expect(await balance(personId)).toMatchObject({ mealCount: 5 });
  expect(await eat(personId)).toBe('posted');
  expect(await bench.call('count_recharge', 'reverse', { id: late.id, reason: '录错' })).toMatchObject({
    errormsg: '次数不足：应扣 5 次，剩余 4 次',
  });
});

test('undone by four at once it is undone once', async () => {
  const personId = await bench.person();
  await bench.call<Slip>('count_recharge', 'create', { personId, meals: 9 });
  const { id } = await bench.call<Slip>('count_recharge', 'create', { personId, meals: 4 });
  const { clock } = bench.app;
  // Nothing tells them apart, not even when they came.
  clock.set(clock.now());
  const undone = await Promise.all(
    [1, 2, 3, 4].map(() => bench.call('count_recharge', 'reverse', { id, reason: '录错' })),
  );
  clock.set(null);
  expect(undone.filter((answer) => answer.errormsg === undefined)).toHaveLength(1);
  expect(await balance(personId)).toMatchObject({ mealCount: 9 });
});

test('by a spreadsheet: rows judged in 次, approved by another, booked once; a document of the batch is undone', async () => {
  const [a, b] = [await bench.person(), await bench.person({ cash: 700 })];
  const [na, nb] = [await numberOf(a), await numberOf(b)];
  const fileKey = await bench.upload(`工号,姓名,次数\n${na},,22\n${nb},,8\nNOBODY,,3\n${na},,4\n${nb}X,,2.5\n`);
  const { id } = await bench.call<{ id: number }>('count_recharge/more', 'create', { mode: 'IMPORT', fileKey });
  const { rows: lines } = await list('count_recharge/more/lines', { batchId: id });
  expect(lines.map((line) => [line.meals, line.failReason])).toEqual([
    [22, ''],
    [8, ''],
    [3, '没有这个工号的人员'],
    [4, '与第 2 行是同一人，请核对'],
    [0, expect.stringContaining('次数')],
  ]);
  await bench.call('count_recharge/more', 'submit', { id });
  expect(await bench.call('count_recharge/more', 'approve', { id })).toMatchObject({ errorcode: 1204 });
  expect((await bench.call('count_recharge/more', 'approve', { id }, bench.boss)).errormsg).toBeUndefined();
  for (let i = 0; i < 100; i++) {
    const { status } = await bench.call<{ status: string }>('count_recharge/more', 'get', { id });
    if (status !== 'RUNNING') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [head] = (await list('count_recharge/more')).rows;
  expect(head).toMatchObject({ id, status: 'DONE', totalMeals: 30, postedMeals: 30, postedCount: 2, failedMeals: 0 });
  const { rows, sums } = await list('count_recharge', { batchNo: head!.batchNo });
  expect(rows).toHaveLength(2);
  expect(sums.meals).toBe(30);
  expect(await balance(b)).toMatchObject({ mealCount: 8, totalFen: 700 });
  const document = rows.find((row) => row.personId === a)!;
  expect((await bench.call('count_recharge', 'reverse', { id: document.id, reason: '重复' })).errormsg).toBeUndefined();
  expect(await balance(a)).toMatchObject({ mealCount: 0 });
});

test('for a type each the same; without 次数 the form says so', async () => {
  const { rows } = await bench.app.services.pool.query<{ id: number }>(
    'select id from person_type where organization_id = $1 order by id limit 1',
    [bench.organizationId],
  );
  const choice = { mode: 'BY_TYPE', typeIds: [rows[0]!.id] };
  const made = await bench.call<{ id: number }>('count_recharge/more', 'create', { ...choice, meals: 2 });
  const head = await bench.call<{ totalCount: number; totalMeals: number }>('count_recharge/more', 'get', made);
  expect(head.totalCount).toBeGreaterThan(0);
  expect(head.totalMeals).toBe(2 * head.totalCount);
  const answer = await bench.call('count_recharge/more', 'create', choice);
  expect(answer).toMatchObject({ fields: { meals: '每人次数不能为空' } });
});

test('计次流水 has every line, 计次对账单 adds them up and agrees with the purses', async () => {
  const personId = await bench.person();
  const { id } = await bench.call<Slip>('count_recharge', 'create', { personId, meals: 6 });
  await bench.call<Slip>('count_recharge', 'create', { personId, meals: 4 });
  expect(await eat(personId)).toBe('posted');
  await bench.call('count_recharge', 'reverse', { id, reason: '录错' });
  const own = await list('count_ledger', { personId: [personId] });
  expect(own.rows.map((row) => [row.kind, row.meals, row.mealsAfter])).toEqual([
    ['SUBSIDY_GRANT_BACK', -6, 3],
    ['CONSUME', -1, 9],
    ['SUBSIDY_GRANT', 4, 10],
    ['SUBSIDY_GRANT', 6, 6],
  ]);
  expect(own.sums.meals).toBe(3);
  const day = today();
  const sheet = await list('count_statement', { businessDate: [day, day] });
  expect(sheet.check).toMatchObject({ ok: true });
  const lines = await list('count_ledger', { businessDate: [day, day] });
  expect(lines.check).toMatchObject({ ok: true });
  const [row] = sheet.rows;
  expect(row).toMatchObject({ businessDate: day });
  expect(Number(row!.closingMeals) - Number(row!.openingMeals)).toBe(lines.sums.meals);
  const { rows } = await bench.app.services.pool.query<{ meals: number }>(
    `select sum(balance_fen)::bigint as meals from wallet where organization_id = $1 and kind = 'COUNT'`,
    [bench.organizationId],
  );
  // Between midnight and four a grant belongs to the calendar's day, what else is booked to the day before.
  const whole = await list('count_statement', { businessDate: [null, null] });
  expect(whole.check).toMatchObject({ ok: true });
  expect(whole.rows[0]!.closingMeals).toBe(rows[0]!.meals);
});

test('no account is closed over meals, and no money is told where there are only meals', async () => {
  const personId = await bench.person();
  const { id } = await bench.call<Slip>('count_recharge', 'create', { personId, meals: 9 });
  expect(await bench.call('user', 'close', { id: personId })).toMatchObject({
    errormsg: expect.stringContaining('的次数账户尚有 9 次'),
  });
  await bench.call('count_recharge', 'reverse', { id, reason: '离校' });
  expect((await bench.call('user', 'close', { id: personId })).errormsg).toBeUndefined();
});

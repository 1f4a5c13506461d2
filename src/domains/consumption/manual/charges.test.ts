/** Manual charges over the server: who is found, what is due, the total that is approved, the run, its failures, its taking back. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { walkFlow } from '../../../../tests/support/walk-flow.ts';
import { takeUpRuns } from '../../../kit/server/batch/queue.ts';
import { type Called, type ConsumptionBench, consumptionBench, type Diner, until } from '../testing.ts';
import { artificialChopping } from './pages/artificial-chopping.page.ts';
import { manualCharges } from './run.ts';
import { chargeFlow } from './states.ts';

let b: ConsumptionBench;
let next = 0;
const page = 'artificial_chopping';
interface Row extends Record<string, unknown> {
  id: number;
  status: string;
}
interface Plan {
  rows: {
    personId: number;
    amountFen: number;
    problem: string | null;
    warning: string | null;
    note: string;
    off: boolean;
  }[];
  notices: { text: string }[];
}
interface Totals {
  agreed: { totalCount: number; totalFen: number };
  submit: string;
}
const fresh = async (fen = 5_000): Promise<Diner> => {
  const who = b.diners[next++]!;
  await b.pay(who.id, fen);
  return who;
};
const terms = (more: Record<string, unknown> = {}) => ({
  kind: 'ORDER',
  diningDate: b.today,
  mealPeriodId: b.lunchId,
  restaurantId: b.device.restaurantId,
  way: 'RULE',
  reason: 'DEVICE_DOWN',
  ...more,
});
const preview = async (body: Record<string, unknown>) => (await b.school<Plan>(page, 'preview', body)).data;
/** Everybody ticked that can be. */
const tick = ({ rows }: Plan) => rows.filter((r) => !r.problem && !r.off).map(({ personId }) => ({ personId }));
const totals = async (body: Record<string, unknown>) => {
  const lines = tick(await preview(body));
  return { lines, ...(await b.school<Totals>(page, 'preview', { ...body, lines })).data };
};
/** Previews and hands in what was seen. */
async function submit(body: Record<string, unknown>): Promise<number> {
  const { lines, agreed } = await totals(body);
  const made = await b.school<{ id: number }>(page, 'create', { ...body, lines, ...agreed });
  if (made.errorcode !== 0) throw new Error(made.errormsg);
  return made.data.id;
}
const rowOf = async (id: number) => (await b.school<Row>(page, 'get', { id })).data;
const done = (id: number) =>
  until(
    () => rowOf(id),
    (r) => r.status !== 'APPROVED' && r.status !== 'REVERSING',
  );
const linesOf = async (id: number) =>
  (await b.school<{ rows: Row[] }>(`${page}/lines`, 'query', { search: { batchId: id } })).data.rows;

beforeAll(async () => {
  b = await consumptionBench();
});
afterAll(() => b?.app.stop());
afterEach(async () => {
  expect(await b.breaks()).toEqual([]);
  expect(b.app.errors).toEqual([]);
});

describe('a meal eaten while the terminal was down', () => {
  test('a pasted list names who is unknown and who stands twice; the price is the rule’s', async () => {
    const people = [await fresh(), await fresh()];
    const numbers = `${people[0]!.jobNumber}\n${people[1]!.cardNo}, ${people[0]!.cardNo}\n99-NOBODY`;
    const plan = await preview(terms({ numbers }));
    expect(plan.notices.map((notice) => notice.text)).toEqual([
      '1 个号码没有找到人：99-NOBODY',
      `1 个号码重复，只扣一次：${people[0]!.cardNo}`,
    ]);
    const seen = await totals(terms({ numbers }));
    expect(seen).toMatchObject({ agreed: { totalCount: 2 }, submit: expect.stringContaining('立即扣款') });
    const before = await Promise.all(people.map((p) => b.balance(p.id)));
    const id = await submit(terms({ numbers }));
    expect(await done(id)).toMatchObject({
      status: 'POSTED',
      postedCount: 2,
      failedCount: 0,
      postedFen: seen.agreed.totalFen,
    });
    for (const [i, person] of people.entries()) {
      const after = await b.balance(person.id);
      const sum = (x: Record<string, number>) => (x.MAIN ?? 0) + (x.SUBSIDY ?? 0);
      expect(sum(before[i]!) - sum(after)).toBe(plan.rows.find((l) => l.personId === person.id)!.amountFen);
    }
    const line = (await linesOf(id))[0]!;
    const trade = await b.school<Row>('consume', 'get', { id: Number(line.tradeNo) });
    expect(trade.data).toMatchObject({ mode: 'MANUAL', identify: 'MANUAL', deviceId: 0, mealPeriodId: b.lunchId });
    expect(JSON.stringify(trade.data.ruleTrace)).toContain('人工消费 RG');
    // It counts as a meal: the terminal charges the second time's price.
    const second = await b.eat(people[0]!, 0, { mode: 'FIXED' });
    const first = plan.rows.find((l) => l.personId === people[0]!.id)!.amountFen;
    expect(second.amountFen).toBeGreaterThan(first);
  });

  test('above the limit another person approves; a price that changed meanwhile fails its line alone', async () => {
    const people = [await fresh(), await fresh()];
    await b.school('consume/setting', 'update', { manualLimitFen: 100 });
    const id = await submit(terms({ personIds: people.map((p) => p.id) }));
    expect(await rowOf(id)).toMatchObject({ status: 'SUBMITTED' });
    expect(await b.school(page, 'approve', { id })).toMatchObject({
      errorcode: 1204,
      errormsg: expect.stringContaining('须由另一人审核'),
    });
    // He found his card after all.
    await b.eat(people[0]!, 0, { mode: 'FIXED' });
    expect(await b.finance(page, 'approve', { id })).toMatchObject({ errorcode: 0 });
    const row = await done(id);
    expect(row).toMatchObject({ status: 'PART_FAILED', postedCount: 1, failedCount: 1, checkerName: '何会计' });
    expect((row.postedFen as number) + (row.failedFen as number)).toBe(row.totalFen);
    const failed = (await linesOf(id)).filter((line) => line.status === 'FAILED');
    expect(failed).toMatchObject([{ failReason: expect.stringContaining('提交后情况有变') }]);
    await b.school('consume/setting', 'update', { manualLimitFen: 50_000 });
  });

  test('who cannot pay fails with the figure, and is charged once he can', async () => {
    const who = await fresh();
    await b.drain(who.id);
    const body = terms({ way: 'PRICE', priceFen: 500, personIds: [who.id] });
    const plan = await preview(body);
    expect(plan.rows[0]).toMatchObject({ problem: null, warning: expect.stringContaining('可能不足') });
    const id = await submit(body);
    expect(await done(id)).toMatchObject({ status: 'PART_FAILED', failedCount: 1, postedCount: 0 });
    expect((await linesOf(id))[0]).toMatchObject({ failReason: expect.stringContaining('余额不足') });
    const token = await b.app.login('school');
    const sheet = await b.app.fastify.inject({
      method: 'POST',
      url: `/api/admin/organization/${page}/problems`,
      payload: { id },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(sheet.headers['content-disposition']).toContain(encodeURIComponent('未完成1行.xlsx'));
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
    await b.pay(who.id, 500);
    expect(await b.school(page, 'retry', { id })).toMatchObject({ errorcode: 0 });
    expect(await done(id)).toMatchObject({ status: 'POSTED', postedCount: 1, failedCount: 0 });
    expect((await b.balance(who.id)).MAIN).toBe(0);
  });

  test('with debts allowed the missing part is owed', async () => {
    const who = await fresh();
    await b.drain(who.id);
    await b.pay(who.id, 200);
    const id = await submit(terms({ way: 'PRICE', priceFen: 500, allowArrears: true, personIds: [who.id] }));
    expect(await done(id)).toMatchObject({ status: 'POSTED' });
    expect(await b.balance(who.id)).toMatchObject({ MAIN: 0, ARREARS: -300 });
  });

  test('撤销 gives every line back to its purses, the meal is uneaten again', async () => {
    const people = [await fresh(), await fresh(), await fresh()];
    const before = await Promise.all(people.map((p) => b.balance(p.id)));
    const id = await submit(terms({ personIds: people.map((p) => p.id) }));
    const posted = await done(id);
    const told = await b.school<{ lines: string[][]; amountFen: number }>(page, 'outcome', { action: 'reverse', id });
    expect(told.data.amountFen).toBeGreaterThan(0);
    expect(told.data.lines[1]![1]).toMatch(/^\d+ 笔 [\d.,]+ 元，逐笔回到原来扣款的账户$/);
    // As the ten seconds after handing it in offer it.
    const { key, values } = artificialChopping.form!.undo!;
    expect(await b.school(page, key, { id, ...values })).toMatchObject({ errorcode: 0 });
    expect(await done(id)).toMatchObject({
      status: 'REVERSED',
      reversedCount: 3,
      reversedFen: posted.totalFen,
      postedCount: 0,
    });
    expect(await Promise.all(people.map((p) => b.balance(p.id)))).toEqual(before);
    const again = await preview(terms({ personIds: [people[0]!.id] }));
    expect(again.rows[0]).toMatchObject({ problem: null, warning: null });
    expect((await b.school(page, 'reverse', { id, reason: '再来' })).errorcode).not.toBe(0);
  });

  test('a run that was killed between the money and its own notes doubles nothing', async () => {
    const people = [await fresh(), await fresh()];
    const id = await submit(terms({ personIds: people.map((p) => p.id) }));
    await done(id);
    const { pool } = b.app.services;
    await pool.query(`update manual_charge_line set status = 'PENDING', posting_id = null where batch_id = $1`, [id]);
    await pool.query(`update manual_charge set status = 'APPROVED' where id = $1`, [id]);
    await b.app.services.jobs.enqueue(
      'manual-charge',
      { organizationId: b.organizationId, id },
      { key: `again:${id}` },
    );
    expect(await done(id)).toMatchObject({ status: 'POSTED', postedCount: 2 });
    const { rows } = await pool.query(
      `select count(*)::int as n from trade t join posting g on g.organization_id = t.organization_id and g.id = t.id
       where g.source_type = 'manual_charge' and g.source_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('a run whose job is gone is taken up again', async () => {
    const id = await submit(terms({ personIds: [(await fresh()).id] }));
    await done(id);
    const { services } = b.app;
    await services.pool.query(
      `update manual_charge_line set status = 'PENDING', posting_id = null where batch_id = $1`,
      [id],
    );
    await services.pool.query(`update manual_charge set status = 'APPROVED' where id = $1`, [id]);
    await takeUpRuns(services, manualCharges);
    expect(await done(id)).toMatchObject({ status: 'POSTED', postedCount: 1 });
  });
});

describe('the other kinds', () => {
  test('a supplement charges an amount without counting as a meal', async () => {
    const who = await fresh();
    const id = await submit(terms({ kind: 'SUPPLEMENT', way: 'PRICE', priceFen: 650, personIds: [who.id] }));
    expect(await done(id)).toMatchObject({ status: 'POSTED', postedFen: 650 });
    const plan = await preview(terms({ personIds: [who.id] }));
    expect(plan.rows[0]).toMatchObject({ warning: null });
  });

  test('a redemption takes a meal from the count account', async () => {
    const who = await fresh();
    const body = terms({ kind: 'REDEEM', personIds: [who.id] });
    expect((await preview(body)).rows[0]).toMatchObject({ amountFen: 0, warning: '次数账户剩余 0 次' });
    await b.app.services.wallet.submit({
      kind: 'SUBSIDY_GRANT',
      organizationId: b.organizationId,
      requestKey: `redeem:${who.id}`,
      personId: who.id,
      occurredAt: b.app.clock.now(),
      amountFen: 2,
      purse: 'COUNT',
    });
    const id = await submit(body);
    expect(await done(id)).toMatchObject({ status: 'POSTED', totalFen: 0 });
    expect((await b.balance(who.id)).COUNT).toBe(1);
  });
});

describe('what is refused', () => {
  const refused = (body: Record<string, unknown>): Promise<Called> => b.school(page, 'preview', body);

  test.each([
    ['a meal that has not begun', { diningDate: '2099-01-01' }, 2550],
    ['no price for all', { way: 'PRICE' }, 1101],
    ['no meal', { mealPeriodId: null }, 1101],
    ['a kind nobody knows', { kind: 'GIFT' }, 1101],
  ])('%s', async (_what, more, errorcode) => {
    expect(await refused(terms(more))).toMatchObject({ errorcode });
  });

  test('a site of another restaurant; a total that is not the one seen; nobody', async () => {
    const who = await fresh();
    const other = await b.app.services.pool.query<{ id: number }>(
      'select id from deploy_site where organization_id = $1 and restaurant_id <> $2 limit 1',
      [b.organizationId, b.device.restaurantId],
    );
    expect(await refused(terms({ deploySiteId: other.rows[0]!.id }))).toMatchObject({
      fields: { deploySiteId: '部署点所选记录不存在' },
    });
    const body = terms({ personIds: [who.id] });
    const lines = [{ personId: who.id }];
    expect(await b.school(page, 'create', { ...body, lines, totalCount: 1, totalFen: 1 })).toMatchObject({
      errorcode: 2542,
    });
    expect(await b.school(page, 'create', { ...terms(), lines, totalCount: 0, totalFen: 0 })).toMatchObject({
      errorcode: 2540,
    });
    expect(await b.school(page, 'create', { ...body, totalCount: 0, totalFen: 0 })).toMatchObject({
      fields: { lines: expect.stringContaining('不能为空') },
    });
  });
});

test('every move of a charge goes where its flow says, by the hand it says, and is refused by one code elsewhere', async () => {
  const { pool } = b.app.services;
  const who = await fresh();
  const id = await submit(terms({ kind: 'SUPPLEMENT', way: 'PRICE', priceFen: 100, personIds: [who.id] }));
  await done(id);
  // Its one line stays taken back: a run has nothing to move.
  await pool.query(`update manual_charge_line set status = 'REVERSED' where batch_id = $1`, [id]);
  const accounts = await pool.query<{ id: number; login: string }>('select id, login_name as login from account');
  const accountOf = (login: string) => accounts.rows.find((a) => a.login === login)!.id;
  const ends: Partial<Record<string, string>> = { approve: 'POSTED', retry: 'POSTED', reverse: 'REVERSED' };
  expect(
    await walkFlow(chargeFlow, {
      place: (status, mine) =>
        pool.query(
          `update manual_charge set status = $2, maker_id = $3, failed_count = 1, reversed_count = 0, posted_count = 1
           where id = $1`,
          [id, status, accountOf(mine ? 'finance' : 'school')],
        ),
      call: (event) => b.finance(page, event, { id, reason: '表', note: '' }),
      status: async () => (await rowOf(id)).status,
      ends: (event) => ends[event],
    }),
  ).toEqual([]);
});

/** Activities at the demo's school: gifts with recharges, meals reduced, coupons, and budgets nobody overdraws. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signing } from '../../../tests/api/terminal.ts';
import { addDays, dateAt, isoAt } from '../../kit/server/clock.ts';
import { inTransaction } from '../../kit/server/jobs/in-transaction.ts';
import { type ConsumptionBench, consumptionBench, type Diner } from '../consumption/testing.ts';
import { settleAll } from '../settlement/testing.ts';
import { couponFen, discountFen, giftFen } from './activities/terms.ts';
import { closeLane, closeLapsed, Lanes } from './budget/lanes.ts';
import { expireCoupons } from './coupons/expire-coupons.ts';
import { clearExpiredGifts, followRecharges, followRefunds } from './gifts/follow-recharges.ts';
import { undoUses } from './offers/undo-uses.ts';

const path = '/admin/contractor/activity';
let b: ConsumptionBench;
let caterer: string;
let contractorId: number;
let catererLogin: 'contractor';
let nth = 0;

interface Answer<T = Record<string, unknown>> {
  errorcode: number;
  errormsg: string;
  data: T;
}
const at = async <T = Record<string, unknown>>(verb: string, body: object): Promise<Answer<T>> =>
  (await b.app.post(path, verb, body, caterer)).body as Answer<T>;

async function call(verb: string, body: object): Promise<Record<string, unknown>> {
  const answer = await at(verb, body);
  expect([verb, answer.errorcode, answer.errormsg]).toEqual([verb, 0, '']);
  return answer.data;
}

const draft = async (values: object): Promise<number> => {
  const now = b.app.clock.now();
  const made = await call('create', {
    name: `活动${++nth}`,
    organizationIds: [b.organizationId],
    bearer: 'CONTRACTOR',
    budgetFen: 100_000,
    startAt: isoAt(now - 1_000),
    endAt: isoAt(now + 5 * 86_400_000),
    ...values,
  });
  return made.id as number;
};
const started = async (values: object): Promise<number> => {
  const id = await draft(values);
  await call('start', { id });
  return id;
};
const gifts = {
  kind: 'RECHARGE_GIFT',
  giftDays: 30,
  onlineOnly: false,
  tiers: [{ thresholdFen: 10_000, giftFen: 1_000 }],
};
const discount = { kind: 'DISCOUNT', percentPaid: 8_000, maxEachFen: 500, leastFen: 0 };
const ended = (id: number) => call('end', { id });

const recharge = (diner: Diner, amountFen: number, key?: string) =>
  b.school(
    'recharge',
    'create',
    { personId: diner.id, amountFen, giftFen: 0, channel: 'CASH', channelNo: '', remark: '' },
    key,
  );
const giftOf = async (diner: Diner) => (await b.balance(diner.id)).GIFT ?? 0;

interface Spent {
  reserved: number;
  budget: number;
  given: number;
  missed: number;
}
/** The budget as the activity has it, and as its uses have it: the two must agree once no lane is open. */
async function spent(id: number): Promise<Spent> {
  const { pool } = b.app.services;
  const lanes = await pool.query<{ organization_id: number; id: number }>(
    'select organization_id, id from activity_lane where activity_id = $1 and closed_at is null',
    [id],
  );
  for (const lane of lanes.rows) await closeLane(b.app.services, lane.organization_id, lane.id);
  const { rows } = await pool.query<Spent>(
    `select a.reserved_fen as reserved, a.budget_fen as budget,
       coalesce((select sum(u.fen - u.returned_fen) from activity_use u where u.activity_id = a.id and u.kind <> 'COUPON'), 0)::bigint as given,
       (select count(*)::int from activity_use u where u.activity_id = a.id and u.status = 'MISSED') as missed
     from activity a where a.id = $1`,
    [id],
  );
  return rows[0]!;
}

beforeAll(async () => {
  b = await consumptionBench();
  const { rows } = await b.app.services.pool.query<{ id: number; login: string }>(
    `select c.contractor_id as id, (select x.login_name from employee e join account x on x.id = e.account_id
       where e.unit_type = 'CONTRACTOR' and e.unit_id = c.contractor_id order by e.id limit 1) as login
     from contract_restaurant c where c.organization_id = $1 and c.restaurant_id = $2 and $3::date between c.from_date and c.to_date`,
    [b.organizationId, b.device.restaurantId, b.today],
  );
  contractorId = rows[0]!.id;
  catererLogin = rows[0]!.login as 'contractor';
  caterer = await b.app.login(catererLogin);
});
afterAll(() => b?.app.stop());

describe('what an activity gives', () => {
  test('the gift is that of the highest tier reached', () => {
    const tiers = [
      { thresholdFen: 20_000, giftFen: 2_500 },
      { thresholdFen: 10_000, giftFen: 1_000 },
    ];
    expect([9_999, 10_000, 19_999, 20_000].map((fen) => giftFen(tiers, fen))).toEqual([0, 1_000, 1_000, 2_500]);
  });

  test('a reduction is at most what it may be, and something is always paid', () => {
    fc.assert(
      fc.property(
        fc.record({
          percentPaid: fc.integer({ min: 1, max: 9_999 }),
          leastFen: fc.nat(2_000),
          maxEachFen: fc.integer({ min: 1, max: 900 }),
        }),
        fc.integer({ min: 1, max: 10_000 }),
        (terms, priceFen) => {
          const cut = discountFen(terms, priceFen);
          expect(cut).toBeGreaterThanOrEqual(0);
          expect(cut).toBeLessThanOrEqual(Math.min(terms.maxEachFen, priceFen - 1));
          if (priceFen < terms.leastFen) expect(cut).toBe(0);
          expect(couponFen({ faceFen: terms.maxEachFen, leastFen: 0 }, priceFen)).toBe(
            Math.min(terms.maxEachFen, priceFen - 1),
          );
        },
      ),
    );
  });
});

describe('a gift with a recharge', () => {
  test('is one lot for one recharge, however often it is sent, and goes when the recharge is taken back', async () => {
    const diner = b.diners[20]!;
    const id = await started(gifts);
    const before = await giftOf(diner);
    await recharge(diner, 10_000, 'gift-once');
    await recharge(diner, 10_000, 'gift-once');
    await followRecharges(b.app.services);
    expect(await giftOf(diner)).toBe(before + 1_000);
    expect(await spent(id)).toMatchObject({ reserved: 1_000, given: 1_000 });
    const { rows } = await b.app.services.pool.query(
      'select w.expires_on, w.batch_id from wallet w join activity_use u on u.organization_id = w.organization_id and u.wallet_id = w.id where u.activity_id = $1',
      [id],
    );
    expect(rows).toEqual([{ expires_on: addDays(b.today, 30), batch_id: id }]);

    const { data } = await b.school<{ rows: { id: number }[] }>('recharge', 'query', {
      search: { keyword: diner.jobNumber },
    });
    const order = Math.max(...data.rows.map((row) => row.id));
    expect((await b.school('recharge', 'reverse', { id: order, reason: '充错' })).errormsg).toBe('');
    await followRefunds(b.app.services);
    await followRefunds(b.app.services);
    expect(await giftOf(diner)).toBe(before);
    expect(await spent(id)).toMatchObject({ reserved: 0, given: 0 });
    await ended(id);
  });

  test('only what is still there goes back; what was eaten is kept and counted', async () => {
    const diner = b.diners[21]!;
    const id = await started({ ...gifts, tiers: [{ thresholdFen: 5_000, giftFen: 900 }] });
    await recharge(diner, 5_000);
    expect(await giftOf(diner)).toBe(900);
    await b.drain(diner.id);
    await b.pay(diner.id, 10_000);
    await b.eat(diner, 600);
    expect(await giftOf(diner)).toBe(300);
    const { data } = await b.school<{ rows: { id: number }[] }>('recharge', 'query', {
      search: { keyword: diner.jobNumber },
    });
    const order = Math.max(...data.rows.map((row) => row.id));
    expect((await b.school('recharge', 'reverse', { id: order, reason: '充错' })).errormsg).toBe('');
    await followRefunds(b.app.services);
    expect(await giftOf(diner)).toBe(0);
    expect(await spent(id)).toMatchObject({ reserved: 600, given: 600 });
    await ended(id);
  });

  test('two nodes that see different money left take it back once', async () => {
    const diner = b.diners[44]!;
    const id = await started(gifts);
    await recharge(diner, 10_000);
    await b.drain(diner.id);
    await b.pay(diner.id, 10_000);
    await b.eat(diner, 400);
    const { data } = await b.school<{ rows: { id: number }[] }>('recharge', 'query', {
      search: { keyword: diner.jobNumber },
    });
    const order = Math.max(...data.rows.map((row) => row.id));
    expect((await b.school('recharge', 'reverse', { id: order, reason: '充错' })).errormsg).toBe('');
    const { services } = b.app;
    // One node has read 600 left; before it asks, 300 more are eaten, another node takes the rest back, and both meals are undone.
    const slow = Object.create(services.wallet) as typeof services.wallet;
    slow.submit = async (asked) => {
      const meal = await b.eat(diner, 300);
      await followRefunds(services);
      await services.wallet.submit({
        kind: 'REVERSE',
        organizationId: b.organizationId,
        requestKey: 'undo-between',
        personId: diner.id,
        occurredAt: b.app.clock.now(),
        originalPostingId: meal.postingId,
      });
      await b.pay(diner.id, 10_000);
      return services.wallet.submit(asked);
    };
    await followRefunds({ ...services, wallet: slow });
    expect(await giftOf(diner)).toBe(300);
    expect(await spent(id)).toMatchObject({ reserved: 700, given: 700 });
    await ended(id);
  });

  test('recharges before it, during a pause and after its end get nothing; who was missed on the way is found', async () => {
    const diner = b.diners[22]!;
    const { services } = b.app;
    await recharge(diner, 10_000);
    b.app.clock.set(b.app.clock.now() + 60_000);
    const id = await started(gifts);
    await call('pause', { id });
    await recharge(diner, 10_000);
    b.app.clock.set(b.app.clock.now() + 60_000);
    await call('resume', { id });
    const tell = services.rechargeCredited!;
    services.rechargeCredited = async () => {
      throw new Error('the node is gone');
    };
    expect((await recharge(diner, 10_000)).errorcode).toBe(0);
    services.rechargeCredited = tell;
    expect(await giftOf(diner)).toBe(0);
    b.app.clock.set(b.app.clock.now() + 60_000);
    await ended(id);
    await recharge(diner, 10_000);
    await followRecharges(services);
    expect(await giftOf(diner)).toBe(1_000);
  });

  test('a gift past its last day leaves the account', async () => {
    const diner = b.diners[23]!;
    const id = await started({ ...gifts, giftDays: 1 });
    await recharge(diner, 10_000);
    const then = b.app.clock.now();
    b.app.clock.set(then + 3 * 86_400_000);
    await clearExpiredGifts(b.app.services);
    expect(await giftOf(diner)).toBe(0);
    b.app.clock.set(then);
    await ended(id);
  });

  test('recharges at once, seen by two nodes at once, never overspend the budget and are each given once or told why not', async () => {
    b.app.clock.set(b.app.clock.now() + 60_000);
    const id = await started({ ...gifts, budgetFen: 7_300 });
    const diners = b.diners.slice(24, 40);
    const before = await Promise.all(diners.map(giftOf));
    await Promise.all(
      diners
        .map((diner) => recharge(diner, 10_000))
        .concat([1, 2, 3].map(() => followRecharges(b.app.services) as never)),
    );
    await Promise.all([followRecharges(b.app.services), followRecharges(b.app.services)]);
    await followRecharges(b.app.services);
    const after = await Promise.all(diners.map(giftOf));
    expect(await spent(id)).toEqual({ reserved: 7_000, budget: 7_300, given: 7_000, missed: 9 });
    const got = after.map((fen, i) => fen - before[i]!);
    expect(got.toSorted((x, y) => x - y)).toEqual([...Array(9).fill(0), ...Array(7).fill(1_000)]);
    await ended(id);
  });
});

describe('a reduced meal', () => {
  test('costs less, says why, is written once, and gives back what it cost when it is taken back wholly', async () => {
    const diner = b.diners[41]!;
    await b.pay(diner.id, 20_000);
    const id = await started(discount);
    const record = { seq: 990_001, amountFen: 1_001 };
    const posted = await b.eat(diner, 1_001, record);
    expect(posted.amountFen).toBe(801);
    expect((await b.eat(diner, 1_001, record)).replayed).toBe(true);
    const { rows } = await b.app.services.pool.query<{
      trace: { price: { lines: string[] } };
      origin: number;
      less: number;
    }>(
      'select rule_trace as trace, origin_fen as origin, discount_fen as less from trade where organization_id = $1 and id = $2',
      [b.organizationId, posted.postingId],
    );
    expect(rows[0]).toMatchObject({ origin: 1_001, less: 200 });
    expect(rows[0]!.trace.price.lines.at(-1)).toMatch(/^活动「活动\d+」减 2\.00 元$/);
    expect(await spent(id)).toMatchObject({ reserved: 200, given: 200 });
    // Not what was eaten while cut off: the terminal has said what it costs.
    const [late] = await b.upload([{ cardNo: diner.cardNo, amountFen: 1_000, occurredAt: b.app.clock.now() - 60_000 }]);
    expect(late).toMatchObject({ posted: { amountFen: 1_000 } });
    await b.app.services.wallet.submit({
      kind: 'REVERSE',
      organizationId: b.organizationId,
      requestKey: 'undo-reduced',
      personId: diner.id,
      occurredAt: b.app.clock.now(),
      originalPostingId: posted.postingId,
    });
    await undoUses(b.app.services);
    await undoUses(b.app.services);
    expect(await spent(id)).toMatchObject({ reserved: 0, given: 0 });
    expect(await b.breaks()).toEqual([]);
    await ended(id);
  });

  test('swipes at once on two nodes end at the budget to the fen; afterwards meals cost what they cost', async () => {
    const id = await started({ ...discount, budgetFen: 2_350, percentPaid: 5_000, maxEachFen: 300 });
    const diners = b.diners.slice(0, 20);
    await Promise.all(diners.map((diner) => b.pay(diner.id, 20_000)));
    const other = new Lanes({ ...b.app.services, pool: b.app.services.aside });
    const of = { organizationId: b.organizationId, contractorId, activityId: id };
    const held = await other.hold(of, 300, 600);
    const posted = await Promise.all(diners.map((diner) => b.eat(diner, 1_000)));
    expect(held?.fen).toBe(300);
    const cut = posted.reduce((sum, one) => sum + 1_000 - one.amountFen, 0);
    // What the other node holds is not given by this one.
    expect(cut).toBe(1_750);
    held?.done(0);
    await other.close();
    b.app.clock.set(b.app.clock.now() + 10_000);
    const more: number[] = [];
    for (const diner of diners.slice(0, 4)) more.push(1_000 - (await b.eat(diner, 1_000)).amountFen);
    expect(more).toEqual([300, 300, 0, 0]);
    expect(await spent(id)).toMatchObject({ reserved: 2_350, budget: 2_350, given: 2_350 });
    await ended(id);
  });

  test('a node that dies with a lane open loses nothing of the budget', async () => {
    const id = await started({ ...discount, budgetFen: 5_000 });
    const dead = new Lanes({ ...b.app.services, pool: b.app.services.aside });
    await dead.hold({ organizationId: b.organizationId, contractorId, activityId: id }, 500, 5_000);
    const then = b.app.clock.now();
    expect(await closeLapsed(b.app.services)).toBe(0);
    b.app.clock.set(then + 300_000);
    await closeLapsed(b.app.services);
    expect(await spent(id)).toMatchObject({ reserved: 0, given: 0 });
    await ended(id);
  });
});

describe('a coupon', () => {
  const coupons = { kind: 'COUPON', faceFen: 300, couponDays: 10, leastFen: 500 };
  const issue = { organizationId: 0, audience: 'EATING' };

  test('is sent within the budget, used once, comes back with the meal, and lapses into the budget', async () => {
    const { pool } = b.app.services;
    const id = await started({ ...coupons, budgetFen: 300 });
    issue.organizationId = b.organizationId;
    expect(await at('issue', { id, ...issue })).toMatchObject({
      errorcode: 3752,
      errormsg: expect.stringMatching(/^发给 \d+ 人共需 .*预算只剩 3\.00 元/),
    });
    await call('setBudget', { id, budgetFen: 1_000_000 });
    await call('issue', { id, ...issue });
    const sent = await pool.query<{ person_id: number }>(
      'select person_id from activity_coupon where activity_id = $1 order by person_id',
      [id],
    );
    const diner = b.diners.slice(42).find((one) => sent.rows.some((row) => row.person_id === one.id))!;
    await b.pay(diner.id, 20_000);
    b.app.clock.set(b.app.clock.now() + 60_000);
    const both = await Promise.all([b.eat(diner, 900), b.eat(diner, 800)]);
    expect(both.reduce((sum, one) => sum + one.amountFen, 0)).toBe(1_400);
    const used = await pool.query<{ trade_id: number }>('select trade_id from activity_use where activity_id = $1', [
      id,
    ]);
    expect(used.rows).toHaveLength(1);
    await b.app.services.wallet.submit({
      kind: 'REVERSE',
      organizationId: b.organizationId,
      requestKey: 'undo-coupon',
      personId: diner.id,
      occurredAt: b.app.clock.now(),
      originalPostingId: used.rows[0]!.trade_id,
    });
    await undoUses(b.app.services);
    const open = async () =>
      (
        await pool.query<{ n: number }>(
          `select count(*)::int as n from activity_coupon where activity_id = $1 and status = 'ISSUED'`,
          [id],
        )
      ).rows[0]!.n;
    expect(await open()).toBe(sent.rows.length);
    const then = b.app.clock.now();
    b.app.clock.set(then + 12 * 86_400_000);
    await expireCoupons(b.app.services);
    expect(await open()).toBe(0);
    b.app.clock.set(then);
    expect(await spent(id)).toMatchObject({ reserved: 0 });
    await ended(id);
  });
});

describe('what is refused', () => {
  test('a budget below what is taken, terms changed after the start, units not served, accounts not open, another caterer’s', async () => {
    const id = await started(gifts);
    await recharge(b.diners[40]!, 10_000);
    expect(await at('setBudget', { id, budgetFen: 999 })).toMatchObject({
      errorcode: 3751,
      errormsg: expect.stringMatching(/已占用预算 10\.00 元/),
    });
    await call('setBudget', { id, budgetFen: 1_000 });
    const { data } = await at<{ rows: Record<string, unknown>[] }>('query', { search: { status: ['ONGOING'] } });
    const row = data.rows.find((one) => one.id === id)!;
    expect(row).toMatchObject({
      useCount: 1,
      givenFen: 1_000,
      baseFen: 10_000,
      terms: expect.stringContaining('充 100.00 送 10.00'),
    });
    expect((await at('update', { ...row, version: row.version })).errormsg).toMatch(/上架后不能再改/);
    const other = await b.app.login('contractor2');
    expect(((await b.app.post(path, 'end', { id }, other)).body as Answer).errorcode).not.toBe(0);
    await ended(id);
    await b.app.services.pool.query('update contract_restaurant set to_date = $2 where organization_id = $1', [
      b.organizationId,
      addDays(b.today, -1),
    ]);
    const none = await draft(discount);
    expect(await at('start', { id: none })).toMatchObject({
      errorcode: 3753,
      errormsg: expect.stringContaining('没有在服务'),
    });
    await b.app.services.pool.query(
      `update contract_restaurant set to_date = '9999-12-31' where organization_id = $1`,
      [b.organizationId],
    );
  });
});

test('a change that sends one field keeps the others and is held against them', async () => {
  const id = await draft(discount);
  const { name } = await call('get', { id });
  const change = async (values: object) => {
    const now = await call('get', { id });
    return at('update', { id, version: now.version, ...values });
  };
  const day = (n: number) => isoAt(b.app.clock.now() + n * 86_400_000);
  expect(await change({ startAt: day(9) })).toMatchObject({ errormsg: expect.stringContaining('结束须晚于开始') });
  expect(await change({ endAt: day(9) })).toMatchObject({ errorcode: 0 });
  expect(await change({ startAt: day(8) })).toMatchObject({ errorcode: 0 });
  expect(await call('get', { id })).toMatchObject({
    name,
    budgetFen: 100_000,
    percentPaid: 8_000,
    maxEachFen: 500,
  });
});

/** What coupons are left lapse: meals of other tests cost what they cost. */
async function lapsed(): Promise<void> {
  const then = b.app.clock.now();
  b.app.clock.set(then + 12 * 86_400_000);
  await expireCoupons(b.app.services);
  b.app.clock.set(then);
}

test('coupons go to nobody where nobody is meant, and not before the unit that bears them has agreed', async () => {
  const body = { kind: 'COUPON', faceFen: 300, couponDays: 10, leastFen: 500 };
  const id = await started(body);
  expect(await at('issue', { id, organizationId: b.organizationId, audience: 'AWAY' })).toMatchObject({
    errorcode: 3755,
    errormsg: expect.stringContaining('没有符合条件的就餐人，请换一种发放对象'),
  });
  await ended(id);
  const borne = await started({ ...body, bearer: 'ORGANIZATION' });
  expect(await at('issue', { id: borne, organizationId: b.organizationId, audience: 'EATING' })).toMatchObject({
    errorcode: 3756,
    errormsg: expect.stringContaining('还没有同意承担费用，不能发券'),
  });
  await ended(borne);
});

test('no gifts with recharges where the unit keeps its diners’ accounts to itself', async () => {
  const { pool } = b.app.services;
  const visible = (how: string) =>
    pool.query('update contract_site set accounts_visible = $3 where organization_id = $1 and contractor_id = $2', [
      b.organizationId,
      contractorId,
      how,
    ]);
  const before = await pool.query<{ how: string }>(
    'select accounts_visible as how from contract_site where organization_id = $1 and contractor_id = $2 order by id',
    [b.organizationId, contractorId],
  );
  await visible('NO');
  const kept = caterer;
  caterer = await b.app.login(catererLogin);
  expect(await at('start', { id: await draft(gifts) })).toMatchObject({
    errorcode: 3754,
    errormsg: expect.stringContaining('没有向本公司开放就餐人账户，不能办充值赠送'),
  });
  await visible(before.rows[0]!.how);
  caterer = kept;
});

test('a coupon two meals have in hand is kept by the first that is written', async () => {
  const { services } = b.app;
  const id = await started({ kind: 'COUPON', faceFen: 200, couponDays: 10, leastFen: 0 });
  await call('issue', { id, organizationId: b.organizationId, audience: 'EATING' });
  const { rows } = await services.pool.query<{ person: number }>(
    'select person_id as person from activity_coupon where activity_id = $1 order by id limit 1',
    [id],
  );
  const occurredAt = b.app.clock.now();
  const asked = {
    organizationId: b.organizationId,
    personId: rows[0]!.person,
    restaurantId: b.device.restaurantId,
    date: dateAt(occurredAt),
    occurredAt,
  };
  const held = [await services.offerDesk!(asked as never), await services.offerDesk!(asked as never)];
  const own = { amountFen: 900, discountFen: 0, originFen: 900, trace: {} };
  const priced = held.map((one) => one!.price(() => own as never)({} as never));
  expect(priced).toMatchObject([{ amountFen: 700 }, { amountFen: 700 }]);
  const posted = { postingId: 1, businessDate: asked.date } as never;
  await inTransaction(services.pool, async (tx) => {
    expect(await held[0]!.keep(tx as never, posted)).toBeUndefined();
    // 3750: asked and answered within the swipe, which is then priced again without it.
    expect(await held[1]!.keep(tx as never, posted)).toMatchObject({ code: 'OFFER_GONE' });
    throw new Error('taken back');
  }).catch((error: Error) => expect(error.message).toBe('taken back'));
  await ended(id);
  await lapsed();
});

test('a diner sees in the app his own coupons: what is good where until when, and what became of it', async () => {
  const { pool } = b.app.services;
  const id = await started({ kind: 'COUPON', faceFen: 250, couponDays: 10, leastFen: 600 });
  await call('issue', { id, organizationId: b.organizationId, audience: 'EATING' });
  const { rows } = await pool.query<{ person: number }>(
    'select person_id as person from activity_coupon where activity_id = $1 order by person_id',
    [id],
  );
  // Once at lunch already, and with no gift to spend.
  const lunched = b.diners.slice(6, 19).filter((one) => rows.some(({ person }) => person === one.id));
  const [mine, other] = lunched as [Diner, Diner];
  const made = await b.school<{ id: number; secret: { value: string } }>('diner_app', 'create', { name: '食堂小程序' });
  const { id: appId, secret } = made.data;
  const phoneOf = async (personId: number) => {
    const shown = await b.school<{ secret: { value: string } }>('diner_app', 'code', { id: appId, personId });
    const { body } = await signing(b.app, appId, secret.value, 1).send(
      'POST',
      '/api/diner/v1/bind',
      JSON.stringify({ code: shown.data.secret.value }),
    );
    return signing(b.app, (body.data as { bindingId: number }).bindingId, secret.value, 1);
  };
  const seen = async (phone: Awaited<ReturnType<typeof phoneOf>>) => {
    const { body } = await phone.send('GET', '/api/diner/v1/coupons', '', { seq: 0 });
    expect(body.errormsg).toBe('');
    return (body.data as { coupons: Record<string, unknown>[] }).coupons.filter((one) => one.faceFen === 250);
  };
  const [own, others] = [await phoneOf(mine.id), await phoneOf(other.id)];
  expect(await seen(own)).toMatchObject([
    { faceFen: 250, leastFen: 600, status: 'ISSUED', usedAt: null, usedFen: null, restaurants: [expect.any(String)] },
  ]);
  await b.pay(mine.id, 20_000);
  expect((await b.eat(mine, 900)).amountFen).toBe(650);
  expect(await seen(own)).toMatchObject([{ status: 'USED', usedFen: 250, usedAt: expect.any(Number) }]);
  expect(await seen(others)).toMatchObject([{ status: 'ISSUED' }]);
  await ended(id);
  await lapsed();
});

test('who bears a reduction pays for it on the contract day: the unit only after it has agreed', async () => {
  const diner = b.diners[45]!;
  await b.pay(diner.id, 20_000);
  const id = await started({ ...discount, bearer: 'ORGANIZATION' });
  expect((await b.eat(diner, 1_000)).amountFen).toBe(1_000);
  const asked = await b.school<{ rows: { id: number }[] }>('activity', 'query', { search: { status: ['WAITING'] } });
  expect(b.app.errors).toEqual([]);
  const unit = asked.data.rows[0]!.id;
  expect((await b.school('activity', 'agree', { id: unit })).errormsg).toBe('');
  b.app.clock.set(b.app.clock.now() + 60_000);
  expect((await b.eat(diner, 1_000)).amountFen).toBe(800);
  await ended(id);
  const day = dateAt(b.app.clock.now());
  b.app.clock.set(Date.parse(`${addDays(day, 1)}T12:00:00+08:00`));
  await settleAll(b.app.services);
  const { rows } = await b.app.services.pool.query<{ due: number; offers: number; gifts: number }>(
    `select d.due_fen - (d.main_fen + d.subsidy_fen + d.third_fen + d.arrears_fen + d.gift_fen + d.count_fen) as offers
     from settle_day d where d.organization_id = $1 and d.business_date = $2 and d.contractor_id = $3`,
    [b.organizationId, day, contractorId],
  );
  // 2.00 the unit bears is added; of the gifts above 6.00 and 4.00 were eaten at the caterer's own cost.
  expect(rows).toEqual([{ offers: 200 - 600 - 400 }]);
  const { body } = await b.app.post(
    '/admin/contractor/contractor_trade_deatil',
    'query',
    { search: { businessDate: [day, day], organizationId: b.organizationId } },
    // The day that passed ended the session.
    await b.app.login(catererLogin),
  );
  expect(body.data).toMatchObject({ sums: { offersFen: 200 - 600 - 400 }, check: { ok: true } });
});

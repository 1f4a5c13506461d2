/** Every number of a report opens lines that add up to it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  equipmentDailyData,
  equipmentMonthlyData,
} from '../../src/domains/consumption/equipment/pages/equipment-daily-data.page.ts';
import {
  consumeSummary,
  dailyConsumeSummary,
} from '../../src/domains/consumption/summaries/pages/consume-summary.page.ts';
import {
  departmentConsumeSummary,
  personalConsumeSummary,
  restaurantMonthlyData,
} from '../../src/domains/consumption/summaries/pages/department-consume-summary.page.ts';
import thirdPartyConsumeSummary from '../../src/domains/consumption/summaries/pages/third-party-consume-summary.page.ts';
import { type ConsumptionBench, consumptionBench } from '../../src/domains/consumption/testing.ts';
import consumeDetail from '../../src/domains/consumption/trades/pages/consume-detail.page.ts';
import { noteBeat } from '../../src/domains/device/testing.ts';
import countStatement from '../../src/domains/funding/count/pages/count-statement.page.ts';
import {
  dailyIncomeSummary,
  dailyRechargeSummary,
} from '../../src/domains/funding/sheets/pages/daily-income-summary.page.ts';
import personalRechargeSummary from '../../src/domains/funding/sheets/pages/personal-recharge-summary.page.ts';
import foodMenuSalesSummary from '../../src/domains/menu/sales/pages/food_menu_sales_summary.page.ts';
import { foodMargin, goodsGap } from '../../src/domains/purchase/margin/pages/food_margin.page.ts';
import { countVerifySummary, verifySummary } from '../../src/domains/subsidy/pages/verify-summary.page.ts';
import type { ConsumeRequest } from '../../src/domains/wallet/public.server.ts';
import { foldAllWaiting } from '../../src/domains/wallet/testing.ts';
import type { Search } from '../../src/kit/console/screens/logic/search-url.ts';
import { type AnyPage, anyPage } from '../../src/kit/define/page.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { loadBindings } from '../../src/kit/server/page/registry.ts';
import { isRefusal } from '../../src/kit/server/refusal.ts';
import { type Listed as AnyList, type Asked, openCell } from './open-cells.ts';

let b: ConsumptionBench;
type Listed = AnyList & { sums: Record<string, number> };
const pathOf = (spec: AnyPage) => spec.places[0]!.path;
/** Pages of a caterer are asked by its own account. */
async function askCaterer(path: string, body: Record<string, unknown>) {
  const answer = await b.app.post(path, 'query', body, await b.app.login('contractor'));
  return answer.body as unknown as { errorcode: number; errormsg: string; data: Listed };
}
const query = async (path: string, search: Record<string, unknown>) => {
  const body = { size: 100, search };
  const answer = path.startsWith('/admin/contractor/')
    ? await askCaterer(path, body)
    : await b.school<Listed>(path.replace('/admin/organization/', ''), 'query', body);
  expect([path, answer.errorcode, answer.errormsg]).toEqual([path, 0, '']);
  return answer.data;
};

/** A meal booked past the terminals, with what the bench's swipes do not have. */
async function charge(
  key: string,
  diner: { id: number; typeId: number },
  amountFen: number,
  more: Partial<ConsumeRequest>,
) {
  const { wallet, clock } = b.app.services;
  const paid = await wallet.submit({
    kind: 'CONSUME',
    organizationId: b.organizationId,
    requestKey: `drills:${key}`,
    personId: diner.id,
    occurredAt: clock.now(),
    place: {
      restaurantId: b.device.restaurantId,
      deploySiteId: b.device.deploySiteId,
      deviceId: b.device.deviceId,
      mealPeriodId: b.lunchId,
      departmentId: 0,
      personTypeId: diner.typeId,
      mode: 'AMOUNT',
      identify: 'QR',
    },
    price: () => ({ originFen: amountFen, discountFen: 0, amountFen }),
    ...more,
  });
  if (isRefusal(paid)) throw new Error(paid.code);
  return paid.posted;
}
const putRight = async (verb: 'reverse' | 'SUPPLEMENT' | 'PART_REVERSE', id: number | undefined, amountFen: number) => {
  const answer =
    verb === 'reverse'
      ? await b.school('consume', 'reverse', { id, amountFen, reason: '多扣退回' })
      : await b.school('correct', 'create', { tradeId: id, kind: verb, amountFen, reason: '扣错' });
  expect([verb, answer.errorcode, answer.errormsg]).toEqual([verb, 0, '']);
};

beforeAll(async () => {
  b = await consumptionBench({ days: 3, share: 0.05 });
  const [who, other, third, debtor, late] = b.diners as (typeof b.diners)[0][] & { length: 5 };
  const { wallet, clock, pool } = b.app.services;
  for (const { id } of [who!, other!, late!]) await b.pay(id, 50_000);
  const eaten = await b.eat(who!, 1200);
  await b.eat(other!, 900);
  // A fen back takes no meal away, a fen more adds none.
  await putRight('reverse', eaten.postingId, 1);
  await putRight('SUPPLEMENT', (await b.eat(other!, 700)).tradeId, 300);
  await putRight('reverse', (await b.eat(late!, 650)).postingId, 650);
  // Gift money, and money that was owed.
  const gift = await wallet.submit({
    kind: 'RECHARGE',
    organizationId: b.organizationId,
    requestKey: 'drills:recharge',
    personId: third!.id,
    occurredAt: clock.now(),
    channel: 'CASH',
    amountFen: 2_000,
    giftFen: 900,
  });
  if (isRefusal(gift)) throw new Error(gift.code);
  await charge('gift', third!, 1_500, { purseCapFen: ({ kind }) => (kind === 'SUBSIDY' ? 0 : 100_000) });
  await b.drain(debtor!.id);
  const owed = await charge('owed', debtor!, 800, { arrearsLimitFen: 5_000 });
  await putRight('PART_REVERSE', owed.tradeId, 100);
  // Paid outside, in part or wholly.
  const byCode = await charge('w', other!, 800, { third: { channel: 'WECHAT', amountFen: 600 } });
  await pool.query(
    `insert into third_trade (organization_id, id, trade_no, business_date, restaurant_id, deploy_site_id, device_id, epoch, seq,
       channel, merchant_no, amount_fen, fee_fen, charge, posting_id, at, expires_at, paid_at, status)
     values ($1, 1, 'drills1', $2, $3, $4, $5, 1, 1, 'WECHAT', 'm', 600, 4, '{}', $6, now(), now(), now(), 'SUCCESS')`,
    [b.organizationId, b.today, b.device.restaurantId, b.device.deploySiteId, b.device.deviceId, byCode.postingId],
  );
  const paid = await charge('a', other!, 800, { third: { channel: 'ALIPAY', amountFen: 800 } });
  await putRight('PART_REVERSE', paid.tradeId, 300);
  // Out of a terminal that was cut off: yesterday's, one of a month ago, and two nobody knows, one of them at night.
  const hour = 3_600_000;
  const night = Date.parse(`${b.today}T01:30:00+08:00`);
  await b.upload([
    { cardNo: late!.cardNo, amountFen: 950, occurredAt: clock.now() - 24 * hour },
    { cardNo: late!.cardNo, amountFen: 850, occurredAt: clock.now() - 35 * 24 * hour },
    { cardNo: '99990001', amountFen: 640, occurredAt: clock.now() - hour },
    { cardNo: '99990002', amountFen: 730, occurredAt: night },
  ]);
  const say = { count: 40, amountFen: 40_000, waiting: 2, waitingFen: 1_700 };
  await noteBeat(pool, b.organizationId, b.device.deviceId, clock.now(), [{ date: b.today, ...say }]);
  // One who sits in the department itself, above the classes.
  await pool.query(
    `update person set department_id = (select above[1] from department where organization_id = $1 and id = department_id
       and cardinality(above) > 0 limit 1) where organization_id = $1 and id = $2`,
    [b.organizationId, who!.id],
  );
  await b.eat(who!, 1100);
});
afterAll(() => b?.app.stop());

/** A column that is 0 in every row is compared with nothing: these must have been opened. */
const paidWith = ['thirdFen', 'giftFen', 'arrearsFen', 'supplementFen'];
const reports: [string, AnyPage, Record<string, unknown>, string[]?][] = [
  ['消费汇总 餐次', anyPage(consumeSummary), { group: 'meal' }, paidWith],
  ['消费汇总 餐厅', anyPage(consumeSummary), { group: 'restaurant' }, paidWith],
  ['消费汇总 部门', anyPage(consumeSummary), { group: 'department' }, paidWith],
  ['消费汇总 设备', anyPage(consumeSummary), { group: 'device' }, paidWith],
  ['消费汇总 人员类别', anyPage(consumeSummary), { group: 'type' }, paidWith],
  ['消费汇总 日', anyPage(consumeSummary), { group: 'day' }, paidWith],
  ['每日消费汇总', anyPage(dailyConsumeSummary), {}, paidWith],
  ['部门消费汇总', anyPage(departmentConsumeSummary), {}, paidWith],
  ['部门消费汇总 一级', anyPage(departmentConsumeSummary), { level: '1' }, paidWith],
  ['个人消费汇总', anyPage(personalConsumeSummary), {}, ['lunchCount', 'count', 'reversedFen', ...paidWith]],
  ['餐厅月数据', anyPage(restaurantMonthlyData), {}, paidWith],
  ['设备日数据', anyPage(equipmentDailyData), {}],
  ['设备月数据', anyPage(equipmentMonthlyData), {}],
  ['第三方消费汇总', anyPage(thirdPartyConsumeSummary), {}],
  ['每日收入汇总', anyPage(dailyIncomeSummary), {}, ['mealFeeFen', 'thirdFen']],
  ['每日充值汇总', anyPage(dailyRechargeSummary), {}],
  ['个人充值汇总', anyPage(personalRechargeSummary), {}, ['onlineFen', 'refundFen', 'cashOutFen', 'subsidyFen']],
  ['补贴核销汇总 批次', anyPage(verifySummary), { group: 'batch' }],
  ['计次补贴核销汇总', anyPage(countVerifySummary), {}],
  ['计次对账单', anyPage(countStatement), {}],
  ['菜品销售汇总', anyPage(foodMenuSalesSummary), {}],
  ['毛利与用料差异 单位', anyPage(foodMargin), { group: 'unit' }],
  ['毛利与用料差异 日', anyPage(foodMargin), { group: 'day' }],
  ['用料差异', anyPage(goodsGap), {}],
  ['补贴核销汇总 部门', anyPage(verifySummary), { group: 'department' }],
];

describe.each(reports)('%s', (_name, spec, search, columns = []) => {
  test('opens what it says, cell by cell', async () => {
    const path = pathOf(spec);
    const { page } = b.app.services.registry.at(path)!;
    const asked: Asked = {
      days: { calendar: b.today, book: b.today },
      pageAt: (target) => b.app.services.registry.at(target)?.page,
      query,
    };
    const { rows, total: all } = await query(path, search);
    const opened = new Set<string>();
    // Persons stand richest first: who paid little, or got it back, is at the end.
    const many = spec.places[0]!.path.includes('/personal_') && all < 100 ? all : 20;
    for (const row of rows.slice(0, many))
      for (const key of page.list!.columns) {
        const found = await openCell(asked, { path, page }, row, key, search as Search);
        expect(found?.wrong).toBeUndefined();
        if (found) opened.add(key);
      }
    expect(opened.size).toBeGreaterThan(0);
    expect([...opened]).toEqual(expect.arrayContaining(columns));
  });
});

test('人次 are counted out of the lines they open, 人数 are not', () => {
  const counting = [consumeSummary, dailyConsumeSummary, departmentConsumeSummary, restaurantMonthlyData];
  for (const spec of counting.map((one) => anyPage(one as never)))
    expect(spec.report!.drill!.columns).toMatchObject({ heads: { path: pathOf(anyPage(consumeDetail)) } });
  expect(anyPage(consumeSummary).report!.drill!.columns).toMatchObject({ people: null });
});

test('what a person got by several kinds of documents opens none of them', () => {
  expect(anyPage(personalRechargeSummary).report!.drill!.columns).toMatchObject({
    netFen: null,
    cashFen: null,
    giftFen: null,
  });
});

test('what a consumption was paid from is one word a purse, of the column that is read', async () => {
  const words = { mainFen: '主账户', subsidyFen: '补贴', giftFen: '赠送', arrearsFen: '欠款', thirdFen: '第三方' };
  const wrong: unknown[] = [];
  let columns = 0;
  for (const { page, binding } of await loadBindings(`${import.meta.dirname}/../../src/domains`)) {
    if (!page.fields.arrearsFen) continue;
    for (const [key, word] of Object.entries(words)) {
      const label = page.fields[key]?.label;
      if (label === undefined) continue;
      columns += 1;
      const read = binding.proof?.reads?.[key] ?? binding.list?.columns[key];
      const elsewhere = typeof read === 'string' && !read.endsWith(`.${key.replace('Fen', '_fen')}`);
      if (label.replace(/^记|支付$|余额$/g, '') !== word || elsewhere) wrong.push([pathOf(page), key, label, read]);
    }
  }
  expect(wrong).toEqual([]);
  expect(columns).toBeGreaterThan(60);
});

test('what the purses paid and what they paid with third parties are two words', async () => {
  const labels = new Map<string, Set<string>>();
  for (const { page } of await loadBindings(`${import.meta.dirname}/../../src/domains`)) {
    for (const [key, { kind, label }] of Object.entries(page.fields))
      if (kind === 'money' && label.endsWith('消费净额')) labels.set(label, (labels.get(label) ?? new Set()).add(key));
  }
  // `eatenFen` is what settlement divides beside 第三方收款; `consumeFen` is all that was consumed.
  expect(labels).toEqual(
    new Map([
      ['账户消费净额', new Set(['eatenFen'])],
      ['消费净额', new Set(['consumeFen'])],
    ]),
  );
});

test('a department includes what lies below it; without them on request', async () => {
  const top = await b.app.services.pool.query<{ id: number }>(
    `select id from department d where organization_id = $1 and above = '{}' and exists
       (select 1 from department c where c.organization_id = $1 and d.id = any(c.above)) order by id limit 1`,
    [b.organizationId],
  );
  const id = top.rows[0]!.id;
  const below = await b.app.services.pool.query<{ fen: number }>(
    `select sum(case when t.kind = 'REVERSE' then -amount_fen else amount_fen end)::bigint as fen from trade t
       join department d on d.organization_id = t.organization_id and d.id = t.department_id
      where t.organization_id = $1 and (d.id = $2 or $2 = any(d.above))`,
    [b.organizationId, id],
  );
  const all = await query('consume_detail', { departmentId: [id] });
  expect(all.sums.amountFen).toBe(below.rows[0]!.fen);
  const own = await query('consume_detail', { ownDepartmentId: [id] });
  expect(own.sums.amountFen).toBeLessThan(all.sums.amountFen!);
  const people = await query('personal_consume_summary', { departmentId: [id] });
  expect(people.total).toBeGreaterThan(1);
});

test('a total that lost a trade is crossed against the one that did not', async () => {
  const pages = ['consume_summary', 'daily_consume_summary', 'department_consume_summary', 'personal_consume_summary'];
  const all = [...pages, 'restaurant/monthly_data', 'consume_detail', 'daily_income_summary'];
  const search = (page: string) => (page === 'consume_summary' ? { group: 'meal' } : {});
  for (const page of all) expect([page, (await query(page, search(page))).check?.ok]).toEqual([page, true]);
  // One line of the totals by place loses a yuan, as a bug or a hand would.
  await foldAllWaiting(b.app.services.pool, 9);
  await b.app.services.pool.query(
    `update rollup_consume_place set main_fen = main_fen - 100, amount_fen = amount_fen - 100
      where ctid = (select ctid from rollup_consume_place where organization_id = $1 and main_fen > 100 limit 1)`,
    [b.organizationId],
  );
  for (const page of all) expect([page, (await query(page, search(page))).check?.ok]).toEqual([page, false]);
  const { check } = await query('department_consume_summary', {});
  expect(check?.text).toMatch(/净额 [\d,.]+ = 合计 [\d,.]+ − 纠错 .*；净额 [\d,.]+ ≠ 消费汇总净额 [\d,.]+，差 1\.00/);
});

test('money that came in is crossed against where it arrived', async () => {
  const pages = ['daily_income_summary', 'daily_recharge_summary'];
  const days = { businessDate: [b.today, b.today] };
  for (const page of pages) expect([page, (await query(page, days)).sums.netInFen !== 0]).toEqual([page, true]);
  const { rowCount } = await b.app.services.pool.query(
    `update rollup_account_day set out_fen = out_fen - 100 where ctid = (select ctid from rollup_account_day
       where organization_id = $1 and business_date = $2 and account = 'cash_drawer' and posting_kind = 'RECHARGE' limit 1)`,
    [b.organizationId, b.today],
  );
  expect(rowCount).toBe(1);
  for (const page of pages) expect([page, (await query(page, days)).check?.ok]).toEqual([page, false]);
});

test('first and last are swipes, whatever a clerk puts right at the terminal later', async () => {
  const { clock } = b.app.services;
  const on = (date: string) => ({ businessDate: [date, date], deviceId: [b.device.deviceId] });
  const day = on(b.today);
  const times = async (search = day) =>
    (await query('equipment_daily_data', search)).rows.map(({ firstAt, lastAt, reversedFen }) => [
      firstAt,
      lastAt,
      reversedFen,
    ]);
  const [before] = await times();
  const { rows } = await query('consume_detail', { ...day, kind: ['CONSUME'], status: ['SUCCESS'] });
  b.app.clock.set(clock.now() + 2 * 3_600_000);
  await putRight('reverse', rows[0]!.id as number, 1);
  expect(await times()).toEqual([[before![0], before![1], (before![2] as number) + 1]]);
  // Of a day whose first line is put right, and whose last one is.
  const morrow = addDays(b.today, 1);
  const at = (time: string) => b.app.clock.set(Date.parse(`${morrow}T${time}:00+08:00`));
  at('04:30');
  await putRight('reverse', rows[0]!.id as number, 1);
  at('12:00');
  const noon = clock.now();
  const { tradeId } = await b.eat(b.diners[1]!, 500);
  at('14:00');
  await putRight('SUPPLEMENT', tradeId, 100);
  const [[first, last] = []] = await times(on(morrow));
  expect([first, last].map((time) => Date.parse(String(time)))).toEqual([noon, noon]);
});

/** Which meals a restaurant serves, its special prices, plates, third-party payments, terminals' days and months: over the server. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { type ConsumptionBench, consumptionBench, type Diner } from '../testing.ts';

let b: ConsumptionBench;
let next = 0;
const fresh = async (): Promise<Diner> => {
  const who = b.diners[next++]!;
  await b.pay(who.id, 10_000);
  return who;
};
interface Row extends Record<string, unknown> {
  id: number;
}
interface Listed {
  rows: Row[];
  total: number;
  sums: Record<string, number>;
  check: { ok: boolean; text: string };
}
const report = async (page: string, search: Record<string, unknown> = {}) => {
  const answer = await b.school<Listed>(page, 'query', { size: 100, search });
  expect(answer.errorcode).toBe(0);
  return answer.data;
};
const today = () => ({ businessDate: [b.today, b.today] });
/** Rules are held for three seconds. */
const later = () => b.app.clock.set(b.app.clock.now() + 4_000);
const codeOf = async (outcome: Promise<unknown>) => {
  const found = await outcome;
  return isRefusal(found) ? found.code : 'posted';
};

beforeAll(async () => {
  b = await consumptionBench();
});
afterAll(() => b?.app.stop());
afterEach(async () => {
  expect(await b.breaks()).toEqual([]);
  expect(b.app.errors).toEqual([]);
});

describe('餐厅餐次', () => {
  interface Serving {
    serving: { restaurantId: number; restaurantName: string; mealPeriodIds: number[]; version: number }[];
  }
  const read = async () => (await b.school<Serving>('restaurant/meal', 'get')).data.serving;
  const save = (restaurantId: number, mealPeriodIds: number[], version: number) =>
    b.school('restaurant/meal', 'update', { serving: [{ restaurantId, mealPeriodIds, version }] });

  test('a terminal refuses a meal its restaurant does not serve; what was eaten offline is taken', async () => {
    const who = await fresh();
    const own = (await read()).find((r) => r.restaurantId === b.device.restaurantId)!;
    expect(own.mealPeriodIds).toEqual([]);
    const [breakfast] = (await b.school<{ id: number }[]>('meal', 'options', { keyword: '早餐' })).data as [
      { id: number },
    ];
    expect(await save(own.restaurantId, [breakfast.id], own.version)).toMatchObject({ errorcode: 0 });
    expect(await save(own.restaurantId, [], own.version)).toMatchObject({ errorcode: 1200 });
    later();
    const no = await b.swipe(who, { mode: 'FIXED' });
    expect(isRefusal(no) && [no.code, no.params]).toEqual([
      'RESTAURANT_CLOSED',
      { restaurant: own.restaurantName, meal: '午餐' },
    ]);
    const [offline] = await b.upload([{ cardNo: who.cardNo, mode: 'FIXED' }]);
    expect(offline).toHaveProperty('posted');
    expect(await save(own.restaurantId, [], own.version + 1)).toMatchObject({ errorcode: 0 });
    later();
    expect(await codeOf(b.swipe(who, { mode: 'FIXED' }))).toBe('posted');
  });

  test('another unit’s restaurant, unknown meals and nonsense are refused', async () => {
    const other = await b.app.services.pool.query<{ id: number; version: number }>(
      'select id, version from restaurant where organization_id <> $1 limit 1',
      [b.organizationId],
    );
    const foreign = other.rows[0]!;
    expect(await save(foreign.id, [], foreign.version)).toMatchObject({ errorcode: 1101 });
    const own = (await read())[0]!;
    expect(await save(own.restaurantId, [12345], own.version)).toMatchObject({ errorcode: 1101 });
    expect(await b.school('restaurant/meal', 'update', { serving: 'all' })).toMatchObject({
      errorcode: 1101,
    });
  });
});

describe('被拒消费', () => {
  test('what a terminal refused is told with rule and figure', async () => {
    const who = await fresh();
    await b.drain(who.id);
    expect(await codeOf(b.swipe(who, { amountFen: 700 }))).toBe('INSUFFICIENT_BALANCE');
    expect(await codeOf(b.swipe({ ...who, cardNo: 'Z0Z0' }, { amountFen: 700 }))).toBe('UNKNOWN_CARD');
    await b.app.services.refusedSwipes.flush();
    const own = await report('consume/refused', { keyword: who.cardNo });
    expect(own.rows).toMatchObject([
      { personName: who.name, why: 'INSUFFICIENT', reason: '余额不足：应扣 7.00 元，可用 0.00 元', amountFen: 700 },
    ]);
    expect((await report('consume/refused', { why: ['UNKNOWN_PERSON'], keyword: 'Z0Z0' })).rows).toMatchObject([
      { personName: '未知', cardNo: 'Z0Z0', reason: '卡号 Z0Z0 未发卡或不属于本单位' },
    ]);
  });
});

describe('餐厅特殊价', () => {
  test('holds at its restaurant for its time, beats the meal’s own price and yields to a closer rule', async () => {
    const who = await fresh();
    const page = 'restaurant/sp';
    const before = (await report(page)).rows.map((r) => r.id);
    const terms = { restaurantId: b.device.restaurantId, mealPeriodId: b.lunchId, firstPriceFen: 333, dateType: 'ALL' };
    expect(await b.school(page, 'create', { ...terms, startDate: b.today, endDate: '2020-01-01' })).toMatchObject({
      fields: { endDate: '结束日期不能早于开始日期' },
    });
    const past = await b.school<Row>(page, 'create', { ...terms, startDate: '2020-01-01', endDate: '2020-01-02' });
    expect((await b.school<Row>(page, 'get', { id: past.data.id })).data).toMatchObject({ inForce: 'OVER' });
    const forType = await b.school<Row>(page, 'create', {
      ...terms,
      typeId: who.typeId,
      startDate: b.today,
      endDate: b.today,
    });
    expect((await b.school<Row>(page, 'get', { id: forType.data.id })).data).toMatchObject({ inForce: 'NOW' });
    later();
    expect((await b.eat(who, 0, { mode: 'FIXED' })).amountFen).toBe(333);
    const other = b.diners.find((d) => d.typeId !== who.typeId)!;
    await b.pay(other.id, 5_000);
    expect((await b.eat(other, 0, { mode: 'FIXED' })).amountFen).not.toBe(333);
    const { rows } = await report(page);
    expect(
      rows
        .map((r) => r.id)
        .filter((id) => !before.includes(id))
        .sort(),
    ).toEqual([past.data.id, forType.data.id].sort());
    await b.school(page, 'disable', { id: forType.data.id });
    expect((await b.school<Row>(page, 'get', { id: forType.data.id })).data).toMatchObject({ inForce: 'OFF' });
    later();
    expect((await b.eat(await fresh(), 0, { mode: 'FIXED' })).amountFen).not.toBe(333);
  });
});

describe('称重消费明细', () => {
  test('every take is a line, its trade is their sum, a refund shows', async () => {
    const who = await fresh();
    const takes = [
      { name: '清蒸鱼', grams: 151, pricePer100gFen: 455, trayNo: 'A1', beforeG: 900, afterG: 749, kcal: 190 },
      { name: '米饭', grams: 200, pricePer100gFen: 50 },
    ];
    const posted = await b.eat(who, 0, { mode: 'WEIGH', takes });
    expect(posted.amountFen).toBe(687 + 100);
    const all = await report('weigh_trade_detail', today());
    expect(all).toMatchObject({ total: 2, sums: { grams: 351, amountFen: 787, kcal: 190 }, check: { ok: true } });
    const fish = await report('weigh_trade_detail', { ...today(), keyword: '清蒸鱼' });
    expect(fish.rows).toMatchObject([
      { trayNo: 'A1', beforeG: 900, afterG: 749, grams: 151, amountFen: 687, status: 'SETTLED', personName: who.name },
    ]);
    expect(fish.check.ok).toBe(true);
    const trade = await b.school<Row>('consume', 'get', { id: posted.tradeId });
    expect(JSON.stringify(trade.data.ruleTrace)).toContain('清蒸鱼 151 克 × 每百克 4.55 元 = 6.87 元（四舍五入到分）');
    await b.school('correct', 'create', { tradeId: posted.tradeId, kind: 'FULL_REVERSE', reason: '称坏了' });
    expect((await report('weigh_trade_detail', { ...today(), status: ['REFUNDED'] })).total).toBe(2);
    await b.app.services.pool.query(`update trade_item set amount_fen = amount_fen + 1 where name = '米饭'`);
    expect((await report('weigh_trade_detail', today())).check).toMatchObject({ ok: false });
    await b.app.services.pool.query(`update trade_item set amount_fen = amount_fen - 1 where name = '米饭'`);
  });

  test('the same plate under another weight is another meaning, not another charge', async () => {
    const who = await fresh();
    const record = { mode: 'WEIGH' as const, epoch: 11, seq: 5 };
    const first = await b.eat(who, 0, { ...record, takes: [{ name: '菜', grams: 100, pricePer100gFen: 300 }] });
    const again = await b.eat(who, 0, { ...record, takes: [{ name: '菜', grams: 100, pricePer100gFen: 300 }] });
    expect(again).toMatchObject({ replayed: true, postingId: first.postingId });
    const other = b.swipe(who, { ...record, takes: [{ name: '菜', grams: 900, pricePer100gFen: 300 }] });
    expect(await codeOf(other)).toBe('IDEMPOTENCY_MISMATCH');
  });
});

describe('第三方消费汇总', () => {
  test('what WeChat paid at the till stands by channel and restaurant, refunds beside it', async () => {
    const who = await fresh();
    const { wallet, clock } = b.app.services;
    const pay = async (key: string, amountFen: number, thirdFen: number, channel: 'WECHAT' | 'ALIPAY') => {
      const outcome = await wallet.submit({
        kind: 'CONSUME',
        organizationId: b.organizationId,
        requestKey: key,
        personId: who.id,
        occurredAt: clock.now(),
        place: {
          restaurantId: b.device.restaurantId,
          deploySiteId: b.device.deploySiteId,
          deviceId: b.device.deviceId,
          mealPeriodId: b.lunchId,
          departmentId: 0,
          personTypeId: who.typeId,
          mode: 'AMOUNT',
          identify: 'QR',
        },
        price: () => ({ originFen: amountFen, discountFen: 0, amountFen }),
        third: { channel, amountFen: thirdFen },
      });
      if (isRefusal(outcome)) throw new Error(outcome.code);
      return outcome.posted;
    };
    const first = await pay('t1', 1_200, 1_200, 'WECHAT');
    await pay('t2', 1_000, 400, 'WECHAT');
    await pay('t3', 700, 700, 'ALIPAY');
    await b.school('correct', 'create', { tradeId: first.tradeId, kind: 'PART_REVERSE', amountFen: 300, reason: '退' });
    const { rows, sums, check } = await report('third_party_consume_summary', today());
    expect(rows).toMatchObject([
      { channel: 'ALIPAY', count: 1, amountFen: 700, refundFen: 0, netFen: 700 },
      { channel: 'WECHAT', count: 2, amountFen: 1_600, refundCount: 1, refundFen: 300, netFen: 1_300 },
    ]);
    expect(sums).toMatchObject({ count: 3, amountFen: 2_300, netFen: 2_000 });
    expect(check).toMatchObject({ ok: true, text: expect.stringContaining('消费汇总第三方支付 23.00') });
    expect((await report('third_party_consume_summary', { ...today(), channel: ['WECHAT'] })).sums.netFen).toBe(1_300);
    const lines = await report('consume_detail', { ...today(), thirdPaid: true, restaurantId: b.device.restaurantId });
    expect(lines.rows.reduce((sum, r) => sum + (r.thirdFen as number), 0)).toBe(2_000);
  });
});

describe('设备日数据 and 设备月数据', () => {
  const daily = async () => {
    const data = await report('equipment_daily_data', { ...today(), deviceId: [b.device.deviceId] });
    return { row: data.rows[0]!, check: data.check, sums: data.sums };
  };
  const tell = (count: number, fen: number, waiting: number, waitingFen: number) =>
    b.app.services.pool.query(
      `insert into device_day (organization_id, device_id, day, beats, online_seconds, first_beat_at, last_beat_at,
         taken_count, taken_fen, waiting_count, waiting_fen)
       values ($1, $2, $3, 10, 14400, now(), now(), $4, $5, $6, $7)
       on conflict (organization_id, device_id, day) do update set taken_count = $4, taken_fen = $5, waiting_count = $6,
         waiting_fen = $7`,
      [b.organizationId, b.device.deviceId, b.today, count, fen, waiting, waitingFen],
    );

  test('the terminal’s own totals are the books, what waits for a clerk, and what is not uploaded; corrections stand apart', async () => {
    const who = await fresh();
    const before = (await daily()).row;
    expect(before).toMatchObject({ state: 'UNTOLD', takenFen: null });
    // No terminal told anything of its own: there is nothing to prove.
    expect((await daily()).check).toBeNull();
    const eaten = await b.eat(who, 1_000);
    await b.upload([{ cardNo: 'NOBODY1', amountFen: 450 }]);
    const count = (before.count as number) + 1;
    const fen = (before.amountFen as number) + 1_000;
    const suspendedCount = (before.suspendedCount as number) + 1;
    const suspendedFen = (before.suspendedFen as number) + 450;
    await tell(count + suspendedCount + 2, fen + suspendedFen + 800, 2, 800);
    let { row, check } = await daily();
    expect(row).toMatchObject({
      count,
      amountFen: fen,
      suspendedCount,
      suspendedFen,
      waitingCount: 2,
      waitingFen: 800,
      diffFen: 0,
      state: 'PENDING_UPLOAD',
      // From 04:00 to a little past noon, 4 hours connected.
      onlineRate: expect.closeTo(5_000, -2),
    });
    expect(check).toMatchObject({ ok: true, text: expect.stringContaining('+ 未上传金额 8.00') });
    await b.school('correct', 'create', {
      tradeId: eaten.tradeId,
      kind: 'PART_REVERSE',
      amountFen: 300,
      reason: '多收',
    });
    ({ row, check } = await daily());
    expect(row).toMatchObject({ amountFen: fen, reversedFen: (before.reversedFen as number) + 300, diffFen: 0 });
    expect(row.netFen).toBe(fen - (row.reversedFen as number) + (row.supplementFen as number));
    // The clerk charges what waited, at another amount than the terminal had said.
    const [waiting] = (await report('offline_consume', { keyword: 'NOBODY1' })).rows;
    await b.school('offline_consume', 'post', { id: waiting!.id, personId: who.id, amountFen: 500 });
    ({ row, check } = await daily());
    expect(row).toMatchObject({ count: count + 1, suspendedCount: suspendedCount - 1, diffFen: 0 });
    // The fifty fen more stand where the clerk can see why the two sides still agree.
    expect(row.beyondFen).toBe((before.beyondFen as number) + 50);
    expect(row.takenFen).toBe(
      (row.amountFen as number) - (row.beyondFen as number) + (row.suspendedFen as number) + (row.waitingFen as number),
    );
    expect(check.text).toMatch(/ \+ 入账差额 [\d.]+ = 金额 /);
    await tell(count + suspendedCount + 1, fen + suspendedFen + 1_000, 0, 0);
    ({ row, check } = await daily());
    expect(row).toMatchObject({ state: 'DIFF', diffFen: 1_000 });
    expect(check.ok).toBe(false);
  });

  test('a gap lies on the day of the record before it; days add up to the month, the month to the books', async () => {
    const who = await fresh();
    const { deviceSequences } = b.app.services;
    await b.eat(who, 200, { epoch: 900, seq: 41 });
    for (let seq = 1; seq <= 41; seq++) deviceSequences.note(b.organizationId, b.device.deviceId, 900, seq);
    deviceSequences.used(b.organizationId, b.device.deviceId, 900, 44);
    expect((await daily()).row).toMatchObject({ missingCount: 3, state: 'PENDING_UPLOAD' });
    const month = [`${b.today.slice(0, 7)}-01`, b.today];
    const days = await report('equipment_daily_data', {
      businessDate: [`${b.today.slice(0, 7)}-01`, `${b.today.slice(0, 7)}-28`],
    });
    const months = await report('equipment_monthly_data', { businessDate: month });
    expect(months.check).toMatchObject({ ok: true });
    // Asked for by one of its days, a month is whole.
    const within = await report('equipment_monthly_data', {
      businessDate: [month[0]!.replace(/01$/, '15'), month[0]!.replace(/01$/, '15')],
    });
    expect(within.sums).toEqual(months.sums);
    const ofDevice = (rows: Row[], key: string) =>
      rows
        .filter(
          (r) => r.deviceId === b.device.deviceId && String(r.businessDate ?? b.today) <= `${b.today.slice(0, 7)}-28`,
        )
        .reduce((sum, r) => sum + (r[key] as number), 0);
    if (b.today <= `${b.today.slice(0, 7)}-28` && days.total <= 100)
      expect(ofDevice(months.rows, 'netFen')).toBe(ofDevice(days.rows, 'netFen'));
    const summary = await report('consume_summary', { businessDate: month });
    const whole = await report('equipment_daily_data', { businessDate: month });
    expect(whole.sums.netFen).toBe(summary.sums.netFen);
  });

  test('numbers a terminal says wait on it since the next morning are not missing on the day before', async () => {
    const { deviceSequences, pool } = b.app.services;
    await b.eat(await fresh(), 200, { epoch: 902, seq: 1 });
    deviceSequences.note(b.organizationId, b.device.deviceId, 902, 1);
    const before = (await daily()).row.missingCount as number;
    deviceSequences.used(b.organizationId, b.device.deviceId, 902, 4);
    expect((await daily()).row.missingCount).toBe(before + 3);
    await pool.query(
      `insert into device_day (organization_id, device_id, day, beats, online_seconds, first_beat_at, last_beat_at, taken_count,
         taken_fen, waiting_count, waiting_fen) values ($1, $2, $3::date + 1, 1, 30, now(), now(), 3, 900, 3, 900)`,
      [b.organizationId, b.device.deviceId, b.today],
    );
    expect((await daily()).row.missingCount).toBe(0);
  });
});

/** Payments the house did not hear of: asked again, credited once whatever is pressed twice; notices verified before they count. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestApp } from '../../../../tests/support/server.ts';

let app: TestApp;
const tokens: Record<string, string> = {};
let personId: number;

beforeAll(async () => {
  app = await startTestServer();
  for (const name of ['platform', 'school', 'contractor'] as const) tokens[name] = await app.login(name);
  const people = await app.post('/admin/organization/user', 'options', { size: 20 }, tokens.school!);
  personId = (people.body.data as { id: number }[])[0]!.id;
});
afterAll(() => app?.stop());

const ask = (path: string, verb: string, body: object) =>
  app.post(`/admin/platform/${path}`, verb, body, tokens.platform!);

/** An order of the school that its payer has paid, of which no notice came. */
async function paidUnheard(amountFen: number) {
  const opened = await app.post(
    '/admin/organization/recharge',
    'pay_code',
    { personId, amountFen, channel: 'WECHAT' },
    tokens.school!,
  );
  expect(opened.body.errormsg).toBe('');
  const { id, orderNo } = opened.body.data as { id: number; orderNo: string };
  const notice = app.services.pay.sandbox('WECHAT')!.pay(orderNo)!;
  await app.services.pool.query(
    `update recharge_order set created_at = created_at - interval '11 minutes' where id = $1`,
    [id],
  );
  return { id, orderNo, notice };
}
const creditedFen = async () => {
  const { rows } = await app.services.pool.query<{ fen: number }>(
    `select balance_fen as fen from wallet where person_id = $1 and kind = 'MAIN'`,
    [personId],
  );
  return rows[0]!.fen;
};

describe('线上充值补单', () => {
  test('an order paid and not heard of waits, is asked about, and is credited once though pressed four times at once', async () => {
    const { id, orderNo } = await paidUnheard(3_100);
    const listed = await ask('re_onlinere_charge', 'query', { size: 100, search: { keyword: orderNo } });
    const { rows } = listed.body.data as { rows: { personName: string; waitMinutes: number }[] };
    expect(rows).toHaveLength(1);
    expect(rows[0]!.personName).toContain('*');
    expect(rows[0]!.waitMinutes).toBeGreaterThanOrEqual(11);
    const asked = await ask('re_onlinere_charge', 'ask', { id });
    expect(JSON.stringify(asked.body.data)).toContain('31.00');
    const before = await creditedFen();
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask('re_onlinere_charge', 'credit', { ids: [id] })));
    expect(answers.some((answer) => answer.body.errorcode === 0)).toBe(true);
    expect(await creditedFen()).toBe(before + 3_100);
    const after = await ask('re_onlinere_charge', 'query', { size: 100, search: { keyword: orderNo } });
    expect((after.body.data as { rows: unknown[] }).rows).toEqual([]);
  });

  test('an order nobody paid is not credited, and says what the channel said', async () => {
    const opened = await app.post(
      '/admin/organization/recharge',
      'pay_code',
      { personId, amountFen: 500, channel: 'ALIPAY' },
      tokens.school!,
    );
    const { id } = opened.body.data as { id: number };
    await app.services.pool.query(
      `update recharge_order set created_at = created_at - interval '11 minutes' where id = $1`,
      [id],
    );
    const before = await creditedFen();
    const answer = await ask('re_onlinere_charge', 'credit', { id });
    expect(answer.body.errormsg).toContain('未支付');
    expect(await creditedFen()).toBe(before);
  });
});

describe('第三方支付回调', () => {
  const callbackOf = async (orderNo: string) => {
    const listed = await ask('third_pay_callback', 'query', { search: { outTradeNo: orderNo } });
    return (listed.body.data as { rows: { id: number; status: string; retry: number }[] }).rows[0]!;
  };

  test('one that failed is taken in again from its stored text, and what is credited stays credited once', async () => {
    const { orderNo, notice } = await paidUnheard(1_700);
    const before = await creditedFen();
    const { takeCallback } = await import('../pay/callback.ts');
    await takeCallback(app.services, app.services.pay.sandbox('WECHAT')!, notice);
    expect(await creditedFen()).toBe(before + 1_700);
    const { id } = await callbackOf(orderNo);
    const refused = await ask('third_pay_callback', 'again', { id });
    expect(refused.body.errorcode).not.toBe(0);
    // As if the server had died between booking and noting it.
    await app.services.pool.query(`update third_pay_callback set status = 'FAILED' where id = $1`, [id]);
    expect((await ask('third_pay_callback', 'again', { id })).body).toMatchObject({ errorcode: 0 });
    expect(await callbackOf(orderNo)).toMatchObject({ status: 'DUPLICATE', retry: 1 });
    expect(await creditedFen()).toBe(before + 1_700);
  });

  test('one altered in its store is not believed; one that was never believed is not tried', async () => {
    const { orderNo, notice } = await paidUnheard(900);
    const { takeCallback } = await import('../pay/callback.ts');
    await takeCallback(app.services, app.services.pay.sandbox('WECHAT')!, notice);
    const { id } = await callbackOf(orderNo);
    const before = await creditedFen();
    await app.services.pool.query(
      `update third_pay_callback set status = 'FAILED', raw = replace(raw, '900', '90000') where id = $1`,
      [id],
    );
    expect((await ask('third_pay_callback', 'again', { id })).body.errormsg).toContain('仍未能入账');
    await app.services.pool.query(`update third_pay_callback set sign_ok = false where id = $1`, [id]);
    expect((await ask('third_pay_callback', 'again', { id })).body).toMatchObject({ errorcode: 1204 });
    expect(await creditedFen()).toBe(before);
  });
});

describe('每日收款', () => {
  const receipts = async () => {
    const { body } = await ask('daily_cash_receipts', 'query', { size: 100, search: {} });
    expect(body.errormsg).toBe('');
    return body.data as {
      rows: Record<string, unknown>[];
      sums: Record<string, number>;
      check: { ok: boolean; text: string };
    };
  };

  test('is what was booked of what was paid, opens its recharges, and says when the books lack some', async () => {
    const found = await receipts();
    expect(found.check.ok).toBe(true);
    expect(found.sums.receivedFen).toBeGreaterThan(0);
    expect(found.sums.netFen).toBe(found.sums.receivedFen! - found.sums.refundFen! - found.sums.feeFen!);
    const row = found.rows.find((one) => (one.rechargeFen as number) > 0)!;
    const search = {
      organizationId: row.organizationId,
      paidAt: [row.day, row.day],
      channel: row.channel,
      online: true,
    };
    const opened = await ask('recharge_records', 'query', { size: 100, search });
    expect((opened.body.data as { sums: Record<string, number> }).sums.amountFen).toBe(row.rechargeFen);
    await app.services.pool.query(
      `update recharge_order set amount_fen = amount_fen + 1 where id = (select max(id) from recharge_order where credited_via is not null)`,
    );
    expect((await receipts()).check.ok).toBe(false);
  });
});

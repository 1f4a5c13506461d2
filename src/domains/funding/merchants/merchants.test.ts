/** A unit's own merchant number: it collects what its diners pay, and nothing of that is the platform's to hold or to reconcile. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overtaken } from '../../../../tests/support/overtaken.ts';
import { startTestServer, type TestApp } from '../../../../tests/support/server.ts';
import { takeCallback } from '../pay/callback.ts';

let app: TestApp;
const tokens: Record<string, string> = {};
const number = '2088000000000777';

beforeAll(async () => {
  app = await startTestServer();
  for (const name of ['platform', 'school'] as const) tokens[name] = await app.login(name);
});
afterAll(() => app?.stop());

const platform = async (path: string, verb: string, body: object) =>
  (await app.post(`/admin/platform/${path}`, verb, body, tokens.platform!)).body;
const school = async (path: string, verb: string, body: object) =>
  (await app.post(`/admin/organization/${path}`, verb, body, tokens.school!)).body;
const merchants = () => app.services.pay.direct!;

let organizationId: number;
let personId: number;
async function order(amountFen: number) {
  const opened = await school('recharge', 'pay_code', { personId, amountFen, channel: 'ALIPAY' });
  expect(opened.errormsg).toBe('');
  const { id, orderNo } = opened.data as { id: number; orderNo: string };
  const { rows } = await app.services.pool.query<{ no: string }>(
    'select merchant_no as no from recharge_order where id = $1',
    [id],
  );
  return { id, orderNo, merchantNo: rows[0]!.no };
}

test('is registered once, with keys that can be read, and not where the platform has collected', async () => {
  const people = await school('user', 'options', { size: 20 });
  personId = (people.data as { id: number }[])[0]!.id;
  organizationId = (
    await app.services.pool.query<{ id: number }>('select organization_id as id from person where id = $1', [personId])
  ).rows[0]!.id;
  const values = { organizationId, channel: 'ALIPAY', merchantNo: number, status: 'ON' };
  expect((await platform('merchant', 'create', { ...values, merchantNo: 'SANDBOX' })).errormsg).toContain('平台收款');
  const keyless = await platform('merchant', 'create', { ...values, keyFile: 'none.pem' });
  expect([keyless.errorcode !== 0, JSON.stringify(keyless)]).toEqual([true, expect.stringContaining('PAY_KEY_DIR')]);
  expect((await platform('merchant', 'create', values)).errormsg).toBe('');
  expect((await platform('merchant', 'create', values)).errorcode).not.toBe(0);
});

test('is not registered while two persons say that it is the platform’s', async () => {
  const { pool, ids } = app.services;
  const no = '2088000000000778';
  const answer = await overtaken(
    pool,
    `select pg_advisory_xact_lock(742011843, hashtext('ALIPAY ${no}'))`,
    () => platform('merchant', 'create', { organizationId, channel: 'ALIPAY', merchantNo: no, status: 'OFF' }),
    async (tx) =>
      tx.query(
        `insert into bill_merchant (id, channel, merchant_no, source, note, maker_id, maker_name, created_at, updated_at)
         values ($1, 'ALIPAY', $2, 'PERSON', '平台自己的', 1, '另一组', now(), now())`,
        [await ids.next(), no],
      ),
  );
  expect(answer).toMatchObject({ errorcode: 2673, errormsg: expect.stringContaining('已由平台收款') });
});

test('takes the unit’s payments; the books between units have nothing of them', async () => {
  const { id, orderNo, merchantNo } = await order(6_600);
  expect(merchantNo).toBe(number);
  const sandbox = app.services.pay.sandbox('ALIPAY')!;
  const own = (await merchants().ofNumber('ALIPAY', number))!;
  await takeCallback(app.services, own, sandbox.pay(orderNo, number)!);
  const { rows } = await app.services.pool.query<{ status: string; day: string }>(
    'select status, (paid_at at time zone $2)::date::text as day from recharge_order where id = $1',
    [id, 'Asia/Shanghai'],
  );
  expect(rows[0]!.status).toBe('CREDITED');
  const money = await school('money', 'figures', {});
  expect((money.data as { direct: string[] }).direct).toEqual([`支付宝 ${number}`]);
  const receipts = await platform('daily_cash_receipts', 'query', {
    size: 100,
    search: { day: [rows[0]!.day, rows[0]!.day], channel: ['ALIPAY'], organizationId },
  });
  const found = (receipts.data as { rows: { merchantNo: string; billState: string; rechargeFen: number }[] }).rows;
  expect(found.find((row) => row.merchantNo === number)).toMatchObject({ billState: 'DIRECT', rechargeFen: 6_600 });
});

test('is believed about what was paid to it alone, and the platform about its own', async () => {
  const { pool } = app.services;
  const sandbox = app.services.pay.sandbox('ALIPAY')!;
  const own = (await merchants().ofNumber('ALIPAY', number))!;
  const statusOf = async (id: number) =>
    (await pool.query<{ status: string }>('select status from recharge_order where id = $1', [id])).rows[0]!.status;
  const mine = await order(800);
  await takeCallback(app.services, sandbox, sandbox.pay(mine.orderNo)!);
  expect(await statusOf(mine.id)).not.toBe('CREDITED');
  // An order of the platform's number, told as paid by whoever holds the keys of the unit's.
  const theirs = await order(900);
  await pool.query(`update recharge_order set merchant_no = 'SANDBOX' where id = $1`, [theirs.id]);
  await takeCallback(app.services, own, sandbox.pay(theirs.orderNo, number)!);
  expect(await statusOf(theirs.id)).not.toBe('CREDITED');
});

test('that is stopped or broken takes nothing new; who was paid is still asked', async () => {
  const { rows } = await app.services.pool.query<{ id: number; version: number }>(
    'select id, version from direct_merchant where merchant_no = $1',
    [number],
  );
  // Somebody took the key away: nothing is collected, least of all by the platform in its place.
  await app.services.pool.query(`update direct_merchant set key_file = 'gone.pem' where id = $1`, [rows[0]!.id]);
  merchants().forget();
  const broken = await school('recharge', 'pay_code', { personId, amountFen: 100, channel: 'ALIPAY' });
  expect(broken.errormsg).toContain('未配置');
  await app.services.pool.query('update direct_merchant set key_file = null where id = $1', [rows[0]!.id]);
  merchants().forget();
  const record = (await platform('merchant', 'query', { search: { keyword: number } })).data as {
    rows: { id: number; version: number }[];
  };
  const stopped = await platform('merchant', 'update', {
    ...record.rows[0],
    organizationId,
    channel: 'ALIPAY',
    merchantNo: number,
    status: 'OFF',
  });
  expect(stopped.errormsg).toBe('');
  expect((await order(700)).merchantNo).toBe('SANDBOX');
  expect((await merchants().ofNumber('ALIPAY', number))?.merchantNo).toBe(number);
});

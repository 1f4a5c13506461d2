/** A demo school with two clerks, short ways to its pages, and a channel that answers what the test says. */
import { checkInvariants } from '../wallet/testing.ts';
import { expect } from 'vitest';
import { hire } from '../../../tests/api/walk.ts';
import { startTestServer, type TestApp } from '../../../tests/support/server.ts';
import type { PaymentState, PayProvider, RefundState } from './pay/provider.ts';

export const area = '/admin/organization';

export interface FundingBench {
  app: TestApp;
  organizationId: number;
  /** The school's administrator, and a colleague who may use every page given. */
  clerk: string;
  boss: string;
  /** `data` of an answer; the envelope where the server refused. */
  call<T = Record<string, unknown>>(
    path: string,
    verb: string,
    body?: unknown,
    who?: string,
    key?: string,
  ): Promise<T & { errorcode?: number; errormsg?: string }>;
  /** A new person with money by the ways given, in fen. */
  person(money?: { cash?: number; wechat?: number; closing?: boolean }): Promise<number>;
  /** Uploads a table as the clerk would; answers its key. */
  upload(content: string | Buffer, name?: string): Promise<string>;
  mainFen(personId: number): Promise<{ balance: number; held: number }>;
  /** All of the ledger still agrees with itself. */
  sound(): Promise<void>;
  stop(): Promise<void>;
}

let serial = 0;

/** Opens the bench; stop it in `afterAll`. `pages` are what the colleague may do. */
export async function fundingBench(grants: readonly string[]): Promise<FundingBench> {
  const app = await startTestServer({ demo: { days: 1, share: 0.06 } });
  const clerk = await app.login('school');
  const boss = await hire(app, 'school', 'organization', grants);
  const info = await app.post('/admin', 'get_admin_info_in_session', {}, clerk);
  const organizationId = (info.body.data as { belong: { id: number } }).belong.id;
  const call: FundingBench['call'] = async (path, verb, body = {}, who = clerk, key = undefined) => {
    const answer = await app.post(`${area}/${path}`, verb, body, who, key ? { 'x-request-key': key } : {});
    return (answer.body.errorcode === 0 ? (answer.body.data ?? {}) : answer.body) as never;
  };
  // The demo's school sees every refund; here small ones go at once.
  const limits = await call('balance_limit', 'get');
  await call('balance_limit', 'update', { ...limits, refundAloneFen: 20_000 });
  const type = await app.services.pool.query<{ id: number }>(
    'select id from person_type where organization_id = $1 order by is_default desc, id limit 1',
    [organizationId],
  );
  return {
    app,
    organizationId,
    clerk,
    boss,
    call,
    async person(money = {}) {
      serial += 1;
      const made = await call<{ id: number }>('user', 'create', {
        name: `退款人${serial}`,
        jobNumber: `TK${serial}`,
        typeId: type.rows[0]!.id,
      });
      expect(made.id).toBeGreaterThan(0);
      if (money.cash) await call('deposit', 'create', { personId: made.id, amountFen: money.cash });
      if (money.wechat)
        await call('recharge', 'create', {
          personId: made.id,
          amountFen: money.wechat,
          channel: 'WECHAT',
          channelNo: `4200000${made.id}`,
        });
      if (money.closing) await call('user', 'leave', { id: made.id });
      return made.id;
    },
    async upload(content, name = '名单.csv') {
      const form = new FormData();
      form.append('file', new File([content as BlobPart], name, { type: 'text/csv' }));
      const answer = await fetch(`${app.origin}/api/upload?purpose=import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${clerk}` },
        body: form,
      });
      return ((await answer.json()) as { data: { key: string } }).data.key;
    },
    async mainFen(personId) {
      const found = await app.services.pool.query<{ balance: number; held: number }>(
        `select balance_fen as balance, held_fen as held from wallet
          where organization_id = $1 and person_id = $2 and kind = 'MAIN'`,
        [organizationId, personId],
      );
      return found.rows[0]!;
    },
    async sound() {
      expect(await checkInvariants(app.services.pool)).toEqual([]);
      expect(app.errors).toEqual([]);
    },
    stop: () => app.stop(),
  };
}

/** A channel under the test's hand: `refunds` and `payments` are what it answers, in turn, then the last again. */
export function scriptedProvider(script: {
  refunds?: RefundState[];
  queries?: RefundState[];
  payments?: PaymentState[];
}) {
  const sent: string[] = [];
  const next = <T>(list: T[] | undefined, fallback: T): T =>
    list && list.length > 1 ? list.shift()! : (list?.[0] ?? fallback);
  const provider: PayProvider = {
    channel: 'WECHAT',
    merchantNo: '1900000001',
    createPayment: async (order) => ({ code: `weixin://${order.outTradeNo}` }),
    query: async () => next(script.payments, { state: 'WAITING' }),
    close: async () => 'CLOSED',
    payByCode: async () => ({ state: 'WAITING' }),
    revoke: async () => 'CLOSED',
    refund: async (ask) => {
      sent.push(ask.outRefundNo);
      const answer = next(script.refunds, { state: 'SUCCESS', channelRefundNo: `C${ask.outRefundNo}` });
      if (answer.state === 'UNKNOWN' && answer.detail === 'throw') throw new Error('connection reset');
      return answer;
    },
    queryRefund: async (ask) => next(script.queries, { state: 'SUCCESS', channelRefundNo: `C${ask.outRefundNo}` }),
    readCallback: () => ({ sign: 'BAD', detail: '测试' }),
    reply: () => ({ status: 200, contentType: 'text/plain', body: 'success' }),
  };
  return { provider, sent };
}

// A channel that answers as told, and the sweep of what it left open.
export { creditsOf } from './refund/credits.ts';
export { planRefund } from './refund/plan.ts';
export { sweepCodes } from './code/settle-code.ts';
export { sweep } from './jobs.ts';
export type { PayProvider, RefundState } from './pay/provider.ts';
export { type Pay, payService } from './pay/service.ts';

// Bill files as the channels write them.
export { alipayBill, billedAccount, type Paid, wechatBill } from './bill/written-bill.ts';

export type { BillAnswer } from './pay/provider.ts';
export { type BillServer, billServer } from './bill/bill-server.ts';

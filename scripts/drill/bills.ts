/**
 * A channel's bill of today, dropped again and again while servers come and go, each time with one line more: every version is
 * matched, every line stands once, and money nobody ordered is found once.
 */
import { billLines, sandboxNo, wechatBill, yuan } from '../../src/domains/clearing/testing.ts';
import { dateAt, isoAt } from '../../src/kit/server/clock.ts';
import type { Services } from '../../src/kit/server/context.ts';
import { again } from './again.ts';
import { clerk } from './calls.ts';

const orders = 20;
const firstStrange = 200;
const betweenMs = 2_000;
const page = '/admin/platform/merchant_bill';

export interface BillFigures {
  dropped: number;
  lines: number;
  /** Lines and findings that are there other than once, or not as they should be. */
  faults: number;
}

/** Pays the orders by the sandbox and begins to drop; `stop` holds the last bill against what was in it. */
export async function startBills(
  origins: readonly string[],
  services: Services,
  organizationId: number,
): Promise<{ stop(): Promise<BillFigures> }> {
  const { pool, clock } = services;
  const school = await clerk(origins, 'school');
  const platform = await clerk(origins, 'platform');
  const { rows: people } = await pool.query<{ id: number }>(
    `select person_id as id from wallet where organization_id = $1 and kind = 'MAIN' and status = 'ACTIVE' order by 1 limit ${orders}`,
    [organizationId],
  );
  for (const { id: personId } of people) {
    const { id } = await school.post<{ id: number }>('/admin/organization/recharge/pay_code', {
      personId,
      amountFen: 1_000,
      channel: 'WECHAT',
    });
    await school.post('/admin/organization/recharge/sandbox_pay', { id });
  }
  const day = dateAt(clock.now());
  const paid = await billLines({ services }, 'WECHAT', day);
  const at = isoAt(clock.now()).slice(0, 19).replace('T', ' ');
  const strange = (i: number) => ({
    outTradeNo: `DRILL${i}`,
    channelNo: `43${String(i).padStart(26, '0')}`,
    amount: yuan(100 + i),
    at,
    merchantNo: sandboxNo,
  });
  let dropped = 0;
  const stop = again(async () => {
    const lines = [...paid, ...Array.from({ length: firstStrange + dropped }, (_, i) => strange(i))];
    const form = new FormData();
    form.set('file', new Blob([wechatBill(lines)]), `${sandboxNo}-交易账单-${day}.csv`);
    const { key } = await platform.post<{ key: string }>('/upload?purpose=bill', form);
    const { sheets } = await platform.post<{ sheets: { refused: string }[] }>(`${page}/take`, { fileKey: key });
    if (sheets[0]!.refused) throw new Error(`账单没有收下：${sheets[0]!.refused}`);
    dropped += 1;
  }, betweenMs);
  return {
    async stop() {
      await stop();
      const unknown = firstStrange + dropped - 1;
      const { rows } = await pool.query<{ faults: number }>(
        `select /* wall: the platform's own */ abs(b.line_count - $3) + abs(b.matched_count + b.transit_count - $4) + abs(b.problem_count - $5)
           + abs($3 - (select count(*) from merchant_bill_line l where l.day = b.day and l.bill_id = b.id))
           + abs($5 - (select count(*) from abnormal_trade a where a.kind = 'ORPHAN' and a.day = b.day and a.ref_no like '43%'))::int as faults
         from merchant_bill b where b.merchant_no = $1 and b.day = $2 and b.kind = 'TRADE' and b.current`,
        [sandboxNo, day, paid.length + unknown, paid.length, unknown],
      );
      return { dropped, lines: paid.length + unknown, faults: Number(rows[0]?.faults ?? unknown) };
    },
  };
}

/** Days of ours whose bill is not here though the channel has it by now: the one of yesterday is there after ten in the morning. */
import { sql } from 'kysely';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { tellsOf } from '../merchants/known-merchants.ts';

export interface LateBill {
  day: string;
  channel: string;
  merchantNo: string;
  fen: number;
}

/** The channels keep them for three months. */
export const keptDays = 90;
const tenHoursMs = 10 * 3_600_000;

/** Newest first. Before the first bill of a merchant number nobody reconciles it here, and nothing is late. A unit need not hand in its own. */
export async function lateBills(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<LateBill[]> {
  const last = addDays(dateAt(ctx.clock.now() - tenHoursMs), -1);
  const from = addDays(last, -keptDays);
  const found = await sql<LateBill>`
    with taken as (
      select /* wall: the platform's own work */ o.channel, o.merchant_no as "merchantNo", (o.paid_at at time zone 'Asia/Shanghai')::date as day, sum(o.amount_fen)::bigint as fen
      from recharge_order o where o.credited_via is not null and o.paid_at >= ${`${from}T00:00:00+08:00`}
        and o.paid_at < ${isoAt(Date.parse(`${addDays(last, 1)}T00:00:00+08:00`))} and o.channel in ('WECHAT', 'ALIPAY') group by 1, 2, 3
      union all
      select /* wall: the platform's own work */ t.channel, t.merchant_no, (t.paid_at at time zone 'Asia/Shanghai')::date, sum(t.amount_fen)::bigint
      from third_trade t where t.status = 'SUCCESS' and t.paid_at >= ${`${from}T00:00:00+08:00`}
        and t.paid_at < ${isoAt(Date.parse(`${addDays(last, 1)}T00:00:00+08:00`))} group by 1, 2, 3),
    begun as (select channel, min(day) as day from merchant_bill where kind = 'TRADE' group by 1)
    select /* wall: the platform's own work */ t.day::text as day, t.channel, t."merchantNo", sum(t.fen)::bigint as fen
    from taken t join begun g on g.channel = t.channel and t.day >= g.day
    where not exists (select from direct_merchant d where d.channel = t.channel and d.merchant_no = t."merchantNo"
        and not exists (select from merchant_bill b where b.channel = d.channel and b.merchant_no = d.merchant_no and b.day <= t.day))
      and not exists (select from merchant_bill b where b.channel = t.channel and b.day = t.day and b.kind = 'TRADE' and b.current
      and ${sql.raw(tellsOf('t.channel', 't."merchantNo"'))})
    group by 1, 2, 3 order by 1 desc, 2, 3`.execute(ctx.db);
  return found.rows;
}

/** Of a row `f` of bill_fetch: it failed, and nobody has dropped the bill since. */
export const stillFailed = sql<boolean>`f.status = 'FAILED' and not exists (select /* wall: the platform's own work */ from merchant_bill b
  where b.channel = f.channel and ${sql.raw(tellsOf('f.channel', 'f.merchant_no'))} and b.day = f.day and b.kind = f.kind and b.current)`;

/** Bills that could not be fetched and are not here, the newest first. */
export const failedFetches = (ctx: Pick<Ctx, 'db'>) =>
  ctx.db
    .selectFrom('bill_fetch as f')
    .select(['f.day', 'f.channel', 'f.merchant_no', 'f.kind', 'f.said', 'f.tries'])
    .where(stillFailed)
    .orderBy('f.day', 'desc')
    .orderBy('f.channel')
    .orderBy('f.kind', 'desc')
    .execute();

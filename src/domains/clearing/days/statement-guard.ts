/** Statements wait for the bills of their days and for the books to balance. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import { paidDirect } from '../../funding/public.server.ts';
import { ofUnit, tellsOf } from '../merchants/known-merchants.ts';

/** Days on which the unit was paid to a number of the platform whose bill is not read, since its first bill of the channel that was. */
export async function statementGuardDays(
  db: Db,
  organizationId: number,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with taken as (
      select o.channel, o.merchant_no, (o.paid_at at time zone 'Asia/Shanghai')::date as day from recharge_order o
      where o.organization_id = ${organizationId} and not ${sql.raw(paidDirect('o'))} and o.credited_via is not null and o.channel in ('WECHAT', 'ALIPAY')
        and o.paid_at >= ${`${from}T00:00:00+08:00`} and o.paid_at < ${`${to}T23:59:59.999+08:00`}
      union
      select t.channel, t.merchant_no, (t.paid_at at time zone 'Asia/Shanghai')::date from third_trade t
      where t.organization_id = ${organizationId} and not ${sql.raw(paidDirect('t'))} and t.status = 'SUCCESS' and t.business_date between ${from}::date and ${to}::date)
    select distinct t.day::text as day from taken t
    where t.day between ${from}::date and ${to}::date
      and t.day >= (select min(b.day) from merchant_bill b where b.channel = t.channel and b.kind = 'TRADE'
        and not ${sql.raw(ofUnit('b.channel', 'b.merchant_no'))})
      and not exists (select from merchant_bill b where b.channel = t.channel and b.day = t.day and b.kind = 'TRADE' and b.current
        and ${sql.raw(tellsOf('t.channel', 't.merchant_no'))})
    order by 1`.execute(db);
  return rows.map(({ day }) => day);
}

export async function statementGuard(
  db: Db,
  organizationId: number,
  days: { from: string; to: string },
): Promise<string | undefined> {
  const missing = await statementGuardDays(db, organizationId, days);
  if (missing.length > 0)
    return `渠道账单未到：${missing.slice(0, 3).join('、')}${missing.length > 3 ? ` 等 ${missing.length} 天` : ''}`;
  const run = await db
    .selectFrom('invariant_run')
    .select(['break_count', 'started_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (run && run.break_count > 0) return `账目核对有 ${run.break_count} 处不平`;
  const units = await db
    .selectFrom('unit_invariant_run')
    .select('break_count')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return units && units.break_count > 0 ? `单位资金核对有 ${units.break_count} 处不平` : undefined;
}

/** Looks at the terminals' days of a unit and writes down how each stands, with the unit's light beside. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { wholeOrganization } from '../../../kit/server/query/scope.ts';
import { equipmentDays } from '../../consumption/public.server.ts';
import { safeToClose } from '../../device/public.server.ts';
import { paidDirect } from '../../funding/public.server.ts';
import { businessDay, businessDayEnd } from '../../wallet/public.server.ts';
import { ofUnit } from '../merchants/known-merchants.ts';

export type Checking = Pick<Services, 'pool' | 'db' | 'scoped' | 'clock' | 'ids' | 'deviceSequences' | 'log'>;

/** Late records come within days as a rule; older days are looked at again when one lands on them. */
export const checkedDays = 8;

/**
 * Paid by code per terminal and day, beside what the bills say of it once those of all numbers it was paid to are there: a unit's own
 * number has bills of its own, which the platform may never be given.
 */
async function codePayments({ pool }: Checking, organizationId: number, from: string, to: string) {
  const { rows } = await pool.query<{ key: string; third: number; channel: number; read: boolean }>(
    `select t.business_date::text || '|' || t.device_id as key, sum(t.amount_fen)::bigint as third,
       coalesce(sum(l.amount_fen), 0)::bigint as channel, bool_and(l.amount_fen is not null or exists (select from merchant_bill b
         where b.current and b.kind = 'TRADE' and b.channel = t.channel and b.day = (t.paid_at at time zone 'Asia/Shanghai')::date
           and case when ${paidDirect('t')} then b.merchant_no = t.merchant_no or exists (select from bill_merchant m
             where m.channel = b.channel and m.merchant_no = b.merchant_no and m.organization_id = t.organization_id)
           else not ${ofUnit('b.channel', 'b.merchant_no')} end)) as read
     from third_trade t
     left join lateral (select l.amount_fen from merchant_bill_line l join merchant_bill b on b.id = l.bill_id and b.current
       where l.out_no = t.trade_no and l.type = 'PAYMENT' order by l.row_no limit 1) l on true
     where t.organization_id = $1 and t.status = 'SUCCESS' and t.business_date between $2::date and $3::date group by 1`,
    [organizationId, from, to],
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** One unit's terminals from `from` to `to`, both included; days it said nothing of are not rows. */
export async function checkDays(tools: Checking, organizationId: number, from: string, to: string): Promise<void> {
  await tools.deviceSequences.flush();
  const db = tools.scoped(wholeOrganization(organizationId));
  const filter = { from, to, deviceIds: [], deploySiteIds: [] };
  const days = (await equipmentDays({ services: tools, db, organizationId }, filter)).filter(
    (day) => day.deviceId !== 0,
  );
  const paid = await codePayments(tools, organizationId, from, to);
  const now = isoAt(tools.clock.now());
  const rows = days.map((day) => {
    const code = paid.get(`${day.businessDate}|${day.deviceId}`);
    return [
      day.deviceId,
      day.deviceName,
      day.businessDate,
      day.takenCount,
      day.takenFen,
      day.count,
      day.amountFen,
      day.beyondFen,
      day.suspendedCount,
      day.suspendedFen,
      day.waitingCount,
      day.waitingFen,
      day.missingCount,
      day.diffCount,
      day.diffFen,
      code?.third ?? 0,
      code === undefined ? 0 : code.read ? code.channel : null,
      day.state === 'UNTOLD' ? 'NO_REPORT' : day.state,
    ];
  });
  const types = [
    'bigint',
    'text',
    'date',
    'int',
    'bigint',
    'int',
    'bigint',
    'bigint',
    'int',
    'bigint',
    'int',
    'bigint',
    'int',
    'int',
  ];
  const kinds = [...types, 'bigint', 'bigint', 'bigint', 'text'];
  if (rows.length > 0)
    await tools.pool.query(
      `insert into device_check_day (organization_id, checked_at, id, device_id, device_name, day, device_count, device_fen, booked_count,
         booked_fen, beyond_fen, pending_count, pending_fen, waiting_count, waiting_fen, missing_count, diff_count, diff_fen, third_fen,
         channel_fen, state)
       select $1, $2, r.* from unnest($3::bigint[], ${kinds.map((type, i) => `$${i + 4}::${type}[]`).join(', ')}) as r
       on conflict (organization_id, day, device_id) do update set checked_at = excluded.checked_at, device_name = excluded.device_name,
         device_count = excluded.device_count, device_fen = excluded.device_fen, booked_count = excluded.booked_count,
         booked_fen = excluded.booked_fen, beyond_fen = excluded.beyond_fen, pending_count = excluded.pending_count,
         pending_fen = excluded.pending_fen, waiting_count = excluded.waiting_count, waiting_fen = excluded.waiting_fen,
         missing_count = excluded.missing_count, diff_count = excluded.diff_count, diff_fen = excluded.diff_fen,
         third_fen = excluded.third_fen, channel_fen = excluded.channel_fen, state = excluded.state`,
      [organizationId, now, await tools.ids.take(rows.length), ...kinds.map((_, i) => rows.map((row) => row[i]))],
    );
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const light = await safeToClose(db, organizationId, businessDayEnd(day));
    const missing = days.filter((one) => one.businessDate === day).reduce((sum, one) => sum + one.missingCount, 0);
    await tools.pool.query(
      `insert into safe_light_day (organization_id, day, tone, said, missing_count, checked_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (organization_id, day) do update set tone = excluded.tone, said = excluded.said,
         missing_count = excluded.missing_count, checked_at = excluded.checked_at`,
      [organizationId, day, light.tone, light.text, missing, now],
    );
  }
}

/** The last days of every unit, and older ones on which a record has landed since; the trouble of one is not the others'. */
export async function checkAllDays(tools: Checking, signal?: AbortSignal): Promise<void> {
  const yesterday = addDays(businessDay(tools.clock.now()), -1);
  const from = addDays(yesterday, 1 - checkedDays);
  const { rows } = await tools.pool.query<{ id: number; late: string | null }>(
    `select /* wall: the house looks at every unit */ o.id, (select min(g.occurred_date)::text from posting g
       where g.organization_id = o.id and g.business_date >= $1::date and g.occurred_date < g.business_date
         and g.occurred_date > $1::date - 62) as late
     from organization o where exists (select from device d where d.organization_id = o.id) order by o.id`,
    [from],
  );
  for (const { id, late } of rows) {
    if (signal?.aborted) return;
    await checkDays(tools, id, late && late < from ? late : from, yesterday).catch((error: Error) =>
      tools.log.error('terminals of a unit not checked', { organizationId: id, error: error.message }),
    );
  }
}

/** The records that make a terminal's day differ: numbers that did not arrive or wait on it, what nothing explains, and what its channel says. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';
import { wholeOrganization } from '../../../kit/server/query/scope.ts';
import { gapDays } from '../../consumption/public.server.ts';
import type { DeviceCheckDayRow } from '../tables.ts';

/** Terminals' days looked into at once, the newest first: whoever wants more narrows the search. */
export const mostDays = 200;

/** Of a row `d` of device_check_day: the bills of what was paid there by code are read and say another amount than is booked. */
const channelApart = sql<boolean>`(d.channel_fen is not null and d.channel_fen <> d.third_fen)`;

/** So long as somebody has to look into it: what was explained is no difference any more. */
export const channelDiffers = sql<boolean>`(${channelApart} and exists (select /* wall: of the row's own unit */ from abnormal_trade a
  join third_trade t on t.organization_id = a.organization_id and t.id = a.ref_id
  where a.ref_type = 'MEAL' and a.organization_id = d.organization_id and a.status in ('OPEN', 'PROCESSING')
    and t.device_id = d.device_id and t.business_date = d.day))`;

/** How the day stands, its channel with it: a bill comes hours after the terminals were looked at. */
export const standing = sql<string>`case when d.state in ('OK', 'NO_REPORT') and ${channelApart}
  then case when ${channelDiffers} then 'CHANNEL' else 'EXPLAINED' end else d.state end`;

/**
 * Of the same row: how many records the terminal and the platform do not both have; totals off by money alone are one, and so is
 * what the channel says otherwise.
 */
export const differing = sql<number>`(d.missing_count + d.waiting_count
  + greatest(abs(coalesce(d.diff_count, 0)), sign(abs(coalesce(d.diff_fen, 0)))) + ${channelDiffers}::int)::int`;

export interface DifferingAsked {
  from: string | null;
  to: string | null;
  organizationIds: readonly number[];
  deviceIds: readonly number[];
  deviceName: string;
}

export interface DifferingRecord {
  organizationId: number;
  organizationName: string;
  day: string;
  deviceId: number;
  deviceName: string;
  kind: 'MISSING' | 'WAITING' | 'UNNUMBERED' | 'CHANNEL';
  numbers: string;
  recordCount: number;
  amountFen: number | null;
  reason: string;
}

type CheckedDay = DeviceCheckDayRow & { organization_name: string; channel_differs: boolean };

function differingDays(ctx: Ctx, { from, to, organizationIds, deviceIds, deviceName }: DifferingAsked) {
  let query = ctx.db
    .selectFrom('device_check_day as d')
    .innerJoin('organization as o', 'o.id', 'd.organization_id')
    .where(differing, '>', 0)
    .orderBy('d.day', 'desc')
    .orderBy('d.id', 'desc');
  if (from) query = query.where('d.day', '>=', from);
  if (to) query = query.where('d.day', '<=', to);
  if (organizationIds.length > 0) query = query.where('d.organization_id', 'in', organizationIds);
  if (deviceIds.length > 0) query = query.where('d.device_id', 'in', deviceIds);
  if (deviceName) query = query.where('d.device_name', 'like', likePattern(deviceName));
  return query;
}

const checkedDays = (ctx: Ctx, asked: DifferingAsked): Promise<CheckedDay[]> =>
  differingDays(ctx, asked)
    .selectAll('d')
    .select(['o.name as organization_name', channelDiffers.as('channel_differs')])
    .limit(mostDays)
    .execute();

/** The day of the newest terminal's day that is not looked into; undefined when all are. */
export async function leftOutFrom(ctx: Ctx, asked: DifferingAsked): Promise<string | undefined> {
  const next = await differingDays(ctx, asked).select('d.day').limit(1).offset(mostDays).executeTakeFirst();
  return next?.day;
}

const headOf = (row: CheckedDay) => ({
  organizationId: row.organization_id,
  organizationName: row.organization_name,
  day: row.day,
  deviceId: row.device_id,
  deviceName: row.device_name,
});
const bare = { numbers: '', amountFen: null };

interface Numbers {
  kind: 'MISSING' | 'WAITING';
  epoch: number;
  from: number;
  to: number;
}

/** Of the numbers that did not arrive the last are those that still wait on the terminal. */
function numbersOf(gaps: readonly { epoch: number; from: number; to: number }[], waiting: number): Numbers[] {
  let left = waiting;
  const parts: Numbers[] = [];
  for (const { epoch, from, to } of gaps.toReversed()) {
    const kept = Math.min(left, to - from + 1);
    left -= kept;
    if (kept > 0) parts.push({ kind: 'WAITING', epoch, from: to - kept + 1, to });
    if (kept < to - from + 1) parts.push({ kind: 'MISSING', epoch, from, to: to - kept });
  }
  return parts.reverse();
}

const unnumbered = (count: number) =>
  count === 0 ? '笔数相同，金额不符' : count > 0 ? '设备合计比平台多，流水号没有缺' : '设备合计比平台少';

async function ofUnit(ctx: Ctx, organizationId: number, rows: readonly CheckedDay[]): Promise<DifferingRecord[]> {
  const { services } = ctx;
  const db = services.scoped(wholeOrganization(organizationId));
  const gaps = await gapDays({ db, services, organizationId });
  return rows.flatMap((row): DifferingRecord[] => {
    const head = headOf(row);
    const missing = gaps.filter(({ day, gap }) => day === row.day && gap.deviceId === row.device_id);
    const parts = numbersOf(
      missing.map(({ gap }) => gap),
      row.waiting_count,
    );
    const numbers = parts.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    return [
      ...parts.map(({ kind, epoch, from, to }) => ({
        ...head,
        ...bare,
        kind,
        numbers: from === to ? `${epoch}-${from}` : `${epoch}-${from} 至 ${to}`,
        recordCount: to - from + 1,
        reason: kind === 'WAITING' ? '还在设备上，等它上传' : '设备已用、平台没有收到',
      })),
      ...(row.waiting_count > numbers
        ? [
            {
              ...head,
              ...bare,
              kind: 'WAITING' as const,
              recordCount: row.waiting_count - numbers,
              amountFen: numbers === 0 ? row.waiting_fen : null,
              reason: '设备报告未上传，还不知道流水号',
            },
          ]
        : []),
      ...((row.diff_count ?? 0) !== 0 || (row.diff_fen ?? 0) !== 0
        ? [
            {
              ...head,
              ...bare,
              kind: 'UNNUMBERED' as const,
              recordCount: Math.max(1, Math.abs(row.diff_count ?? 0)),
              amountFen: row.diff_fen,
              reason: unnumbered(row.diff_count ?? 0),
            },
          ]
        : []),
      ...(row.channel_differs && row.channel_fen !== null
        ? [
            {
              ...head,
              ...bare,
              kind: 'CHANNEL' as const,
              recordCount: 1,
              amountFen: row.channel_fen - row.third_fen,
              reason: `渠道账单 ${formatFenGrouped(row.channel_fen)} 元，平台 ${formatFenGrouped(row.third_fen)} 元，在「异常交易记录」处理`,
            },
          ]
        : []),
    ];
  });
}

/** Newest day first. Numbers are as they stand now: what has arrived since the day was checked is not among them. */
export async function differingRecords(ctx: Ctx, asked: DifferingAsked): Promise<DifferingRecord[]> {
  const days = await checkedDays(ctx, asked);
  const found: DifferingRecord[] = [];
  for (const [organizationId, rows] of Map.groupBy(days, (row) => row.organization_id))
    found.push(...(await ofUnit(ctx, organizationId, rows)));
  return found.sort((a, b) => (a.day === b.day ? a.deviceName.localeCompare(b.deviceName) : a.day < b.day ? 1 : -1));
}

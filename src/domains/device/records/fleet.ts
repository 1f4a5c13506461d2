/**
 * The terminals of an organization as the workbench of offline records sees them: what each has used, what arrived, what
 * is missing, how old its card list is, and whether its days may be closed.
 */
import { type RawBuilder, sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Db } from '../../../kit/server/context.ts';
import { businessDay, businessDayEnd, monthOf } from '../../wallet/public.server.ts';
import { onlineSeconds } from '../register/device-states.ts';
import { deviceGaps, usedNumbers as used } from './gaps.ts';
import type { Light } from './light-choices.ts';

/** The month that may be closed now and the instant it ended: every terminal must have been heard since. */
export function closableMonth(nowMs: number): { month: string; endMs: number } {
  const last = addDays(monthOf(businessDay(nowMs)), -1);
  return { month: last.slice(0, 7), endMs: businessDayEnd(last) };
}

/** Devices with their heartbeat, the moment (`clock.now`) and the instant to close up to (`clock.until`, the month's end) beside them. */
export function fleetFrom(db: Db, nowMs: number, untilMs = closableMonth(nowMs).endMs) {
  return db
    .selectFrom('device as d')
    .leftJoin('device_beat as b', 'b.device_id', 'd.id')
    .leftJoin('deploy_site as s', (on) =>
      on.onRef('s.organization_id', '=', 'd.organization_id').onRef('s.id', '=', 'd.deploy_site_id'),
    )
    .innerJoin(
      sql<{ now: string; until: string }>`(select ${isoAt(nowMs)}::timestamptz as now,
        ${isoAt(untilMs)}::timestamptz as until)`.as('clock'),
      (on) => on.onTrue(),
    )
    .where('d.organization_id', 'is not', null);
}

/** One figure over the epochs of the device's sequence numbers. */
const overEpochs = (figure: RawBuilder<unknown>) => sql<number>`coalesce((
  select sum(${figure}) from device_sequence q where q.organization_id = d.organization_id and q.device_id = d.id), 0)::bigint`;
const lengthOf = (multirange: RawBuilder<unknown>) =>
  sql`(select coalesce(sum(upper(g) - lower(g)), 0) from unnest(${multirange}) as g)`;

const missingRaw = overEpochs(lengthOf(sql`${used} - q.seen - q.given_up`));
const waiting = sql<number>`coalesce(b.offline_count, 0)`;
const missing = sql<number>`greatest(0, ${missingRaw} - ${waiting})::bigint`;
const usedCount = overEpochs(lengthOf(used));
/** Cards the terminal's list does not know as they are now; null for a terminal that never spoke. */
const behind = (condition: RawBuilder<unknown>) => sql<number | null>`case when b.device_id is null then null else (
  select count(*)::int from card c
  where c.organization_id = d.organization_id and c.list_version > b.list_version and ${condition}) end`;

/** How one terminal stands towards `clock.until`. */
export const terminalLight = sql<Light>`case
  when b.device_id is null and ${usedCount} = 0 then 'UNUSED'
  when ${missing} > 0 then 'GAP'
  when ${waiting} > 0 then 'WAITING'
  when b.last_beat_at is null or b.last_beat_at < clock.until then 'SILENT'
  else 'SAFE' end`;

export const fleetColumns = {
  name: 'd.name',
  sn: 'd.sn',
  deploySiteId: 'd.deploy_site_id',
  light: terminalLight,
  online: sql<boolean>`coalesce(b.last_beat_at > clock.now - make_interval(secs => ${sql.lit(onlineSeconds)}), false)`,
  lastBeatAt: 'b.last_beat_at',
  usedCount,
  receivedCount: overEpochs(lengthOf(sql`q.seen`)),
  offlineCount: waiting,
  missingCount: missing,
  /** `12–15、事件 20`, newest epoch first, money before events, at most twenty ranges. */
  gaps: sql<string>`coalesce((select string_agg(t.gap, '、') from (
      select case when q.stream = 'EVENT' then '事件 ' else '' end || case when upper(g) - lower(g) = 1 then lower(g)::text else lower(g) || '–' || (upper(g) - 1) end as gap
      from device_sequence q, unnest(${used} - q.seen - q.given_up) as g
      where q.organization_id = d.organization_id and q.device_id = d.id
      order by q.epoch desc, q.stream desc, lower(g) limit 20) t), '')`,
  /** Without those that arrived after all. */
  givenUpCount: overEpochs(lengthOf(sql`q.given_up - q.seen`)),
  listVersion: 'b.list_version',
  listBehind: behind(sql`true`),
  lostBehind: behind(sql`c.status in ('LOST', 'FROZEN', 'REPLACED', 'RETURNED', 'CANCELLED')`),
};

/** Writes down what a killed process had taken and not noted, so that the figures are right. */
export async function healSequences(db: Db, organizationId: number): Promise<void> {
  await deviceGaps(db, organizationId);
}

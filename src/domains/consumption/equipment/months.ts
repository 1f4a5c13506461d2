/** A terminal's month: its days added up. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type DayFilter, type EquipmentDay, equipmentDays } from './days.ts';

export interface EquipmentMonth extends Record<string, unknown> {
  id: number;
  month: string;
  firstDay: string;
  lastDay: string;
  deviceId: number;
  deviceName: string;
  deploySiteName: string;
  count: number;
  amountFen: number;
  reversedFen: number;
  supplementFen: number;
  netFen: number;
  /** Days with trades. */
  days: number;
  /** Net per day with trades, rounded down: a figure to compare by, not to add. */
  perDayFen: number;
  onlineRate: number | null;
}

/** Whole months: the filter's days reach to the ends of theirs. */
export function wholeMonths(filter: DayFilter): DayFilter {
  const from = filter.from && `${filter.from.slice(0, 7)}-01`;
  const to = filter.to && addDays(`${addDays(`${filter.to.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
  return { ...filter, from, to };
}

/** Months of the filter, newest first. */
export async function equipmentMonths(ctx: Ctx, filter: DayFilter): Promise<EquipmentMonth[]> {
  const days = await equipmentDays(ctx, wholeMonths(filter));
  const groups = Map.groupBy(days, (day) => `${day.businessDate.slice(0, 7)}|${day.deviceId}`);
  return [...groups.values()].map((group, i) => monthOf(group, i + 1));
}

function monthOf(group: readonly EquipmentDay[], id: number): EquipmentMonth {
  const newest = group[0]!;
  const month = newest.businessDate.slice(0, 7);
  const sum = (of: (day: EquipmentDay) => number) => group.reduce((total, day) => total + of(day), 0);
  const days = group.filter((day) => day.count > 0).length;
  const netFen = sum((day) => day.netFen);
  const possible = sum((day) => day.possibleSeconds);
  return {
    id,
    month,
    firstDay: `${month}-01`,
    lastDay: addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1),
    deviceId: newest.deviceId,
    deviceName: newest.deviceName,
    deploySiteName: newest.deploySiteName,
    count: sum((day) => day.count),
    amountFen: sum((day) => day.amountFen),
    reversedFen: sum((day) => day.reversedFen),
    supplementFen: sum((day) => day.supplementFen),
    netFen,
    days,
    perDayFen: days > 0 ? Math.floor(netFen / days) : 0,
    onlineRate: possible > 0 ? Math.round((sum((day) => day.onlineSeconds) * 10_000) / possible) : null,
  };
}

/** Net of all terminals and the back office in the days, straight from the rollups. */
export async function bookedNetFen(ctx: Ctx, { from, to, deviceIds }: DayFilter): Promise<number> {
  let query = ctx.db
    .selectFrom('rollup_consume_place as u')
    .select(sql<number>`coalesce(sum(u.amount_fen - u.reversed_fen + u.supplement_fen), 0)::bigint`.as('fen'));
  if (from) query = query.where('u.business_date', '>=', from);
  if (to) query = query.where('u.business_date', '<=', to);
  if (deviceIds.length > 0) query = query.where(sql<boolean>`u.device_id = any(${deviceIds}::bigint[])`);
  return (await query.executeTakeFirstOrThrow()).fen;
}

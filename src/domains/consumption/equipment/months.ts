/** A terminal's month: its days added up. */
import { averageFen, basisPoints } from '../../../kit/define/fen.ts';
import { lastOfMonth } from '../../../kit/define/month.ts';
import { type DayFilter, type EquipmentDay, equipmentDays } from './days.ts';
import type { EquipmentBooks } from './gap-days.ts';

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
  /** Net per day with trades: a figure to compare by, not to add. */
  perDayFen: number;
  onlineRate: number | null;
}

/** Months of the filter, which reaches to the ends of its months; newest first. */
export async function equipmentMonths(books: EquipmentBooks, filter: DayFilter): Promise<EquipmentMonth[]> {
  const days = await equipmentDays(books, filter);
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
    lastDay: lastOfMonth(month),
    deviceId: newest.deviceId,
    deviceName: newest.deviceName,
    deploySiteName: newest.deploySiteName,
    count: sum((day) => day.count),
    amountFen: sum((day) => day.amountFen),
    reversedFen: sum((day) => day.reversedFen),
    supplementFen: sum((day) => day.supplementFen),
    netFen,
    days,
    perDayFen: averageFen(netFen, days),
    onlineRate: basisPoints(
      sum((day) => day.onlineSeconds),
      possible,
    ),
  };
}

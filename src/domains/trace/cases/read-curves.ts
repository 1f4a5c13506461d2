/** How cold the samples of a case were kept: the days of each cabinet they stand or stood in. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { type CabinetDay, readCabinetDay } from '../../samples/public.server.ts';

/** Days of one cabinet that are drawn; a sealed sample may stand for weeks, and its first days are those that matter. */
const mostDays = 10;

interface Kept {
  sampleNo: string;
  deviceId: number | null;
  cabinet: string | null;
  putAt: string | null;
  removedAt: string | null;
}

export interface CaseCurve {
  cabinet: string;
  /** Numbers of the samples that were inside on that day. */
  samples: string[];
  day: CabinetDay;
}

/** Days, `YYYY-MM-DD`, and samples of each, by cabinet. Pure. */
export function daysInside(samples: readonly Kept[], today: string): Map<number, Map<string, string[]>> {
  const found = new Map<number, Map<string, string[]>>();
  for (const { deviceId, putAt, removedAt, sampleNo } of samples) {
    if (deviceId === null || putAt === null) continue;
    const days = found.get(deviceId) ?? new Map<string, string[]>();
    found.set(deviceId, days);
    const last = removedAt === null ? today : dateAt(Date.parse(removedAt));
    for (let day = dateAt(Date.parse(putAt)); day <= last; day = addDays(day, 1))
      days.set(day, [...(days.get(day) ?? []), sampleNo]);
  }
  return found;
}

export async function curvesOf(ctx: Ctx, samples: readonly Kept[]): Promise<CaseCurve[]> {
  const curves: CaseCurve[] = [];
  for (const [deviceId, days] of daysInside(samples, dateAt(ctx.clock.now()))) {
    const cabinet = samples.find((one) => one.deviceId === deviceId)?.cabinet ?? '';
    for (const [date, inside] of [...days].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostDays)) {
      const day = await readCabinetDay(ctx, deviceId, date);
      // A cabinet that has left the unit took its readings' page with it.
      if (isRefusal(day)) continue;
      curves.push({ cabinet, samples: inside, day });
    }
  }
  return curves;
}

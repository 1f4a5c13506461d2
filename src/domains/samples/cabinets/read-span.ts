/** A week hour by hour, a month day by day: lowest and highest of each, for an average would hide what spoils food. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { knownCabinet } from './cabinets.ts';

export const spans = { WEEK: { days: 7, bucketHours: 1 }, MONTH: { days: 30, bucketHours: 24 } } as const;
export type Span = keyof typeof spans;

export interface Bucket {
  /** When it begins. */
  at: string;
  /** Tenths of a degree; null where nothing is known of it. */
  min10: number | null;
  max10: number | null;
  /** Minutes that are known, and those of them out of bounds. */
  n: number;
  out: number;
}

export interface CabinetSpan {
  /** Bounds of now. */
  min10: number;
  max10: number;
  buckets: Bucket[];
}

const sources = {
  WEEK: `select hour as at, min10, max10, n, out_minutes as out from reading_hour
    where organization_id = $1 and device_id = $2 and sensor = 1 and hour >= $3 and hour < $4 and n > 0`,
  MONTH: `select day::timestamp at time zone 'Asia/Shanghai' as at, min10, max10, n, out_minutes as out from reading_day
    where organization_id = $1 and device_id = $2 and sensor = 1 and day >= $3::timestamptz::date and day < $4::timestamptz::date
      and n > 0`,
} as const satisfies Record<Span, string>;

/** The days that end with `day`; every bucket is there, known or not. */
export async function readCabinetSpan(
  ctx: Ctx,
  deviceId: number,
  day: string,
  span: Span,
): Promise<CabinetSpan | Refusal> {
  if (!(await knownCabinet(ctx, deviceId))) return refuse('NOT_FOUND');
  const { days, bucketHours } = spans[span];
  const to = Date.parse(`${addDays(day, 1)}T00:00:00+08:00`);
  const from = to - days * 86_400_000;
  const { rows } = await sqlOf(ctx.db).query<Bucket>(sources[span], [
    ownOrganization(ctx),
    deviceId,
    isoAt(from),
    isoAt(to),
  ]);
  const known = new Map(rows.map((row) => [Date.parse(row.at), row]));
  const state = await ctx.db
    .selectFrom('cabinet_state')
    .select(['temp_min10 as min10', 'temp_max10 as max10'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  const step = bucketHours * 3_600_000;
  return {
    ...(state ?? { min10: 0, max10: 80 }),
    buckets: Array.from({ length: (to - from) / step }, (_, i) => {
      const at = from + i * step;
      return { ...(known.get(at) ?? { min10: null, max10: null, n: 0, out: 0 }), at: isoAt(at) };
    }),
  };
}

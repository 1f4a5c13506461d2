/** The unit's calendar: days that are not what their weekday says. Prices, meals reported and ordered, and forecasts go by it. */
import { sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { type NationalDay, nationalDays, provisionalNote } from './national-days.ts';
import type { DayKind } from './price.ts';

/** Most days set at once. */
export const longestDays = 366;

export interface DaysAsked {
  /** `YYYY-MM-DD`, both included. */
  startDate: string;
  endDate: string;
  dayKind: DayKind;
  note: string;
}

/** A day that is not what its weekday says. */
export interface SetDay {
  id: number;
  /** `YYYY-MM-DD`. */
  day: string;
  kind: string;
  note: string;
}

/** The days of a year that are set, in their order. */
export const daysOfYear = (ctx: Ctx, year: number): Promise<SetDay[]> =>
  ctx.db
    .selectFrom('calendar_day')
    .select(['id', 'day', 'kind', 'note'])
    .where('day', '>=', `${year}-01-01`)
    .where('day', '<=', `${year}-12-31`)
    .orderBy('day')
    .execute();

/** Every day of the range is of this kind from now on, whatever it was. */
export async function setDays(ctx: Ctx, { startDate, endDate, dayKind, note }: DaysAsked): Promise<Refusal | null> {
  if (endDate < startDate) return refuseField('endDate', '结束日期不能早于开始日期');
  if (addDays(startDate, longestDays) < endDate) return refuseField('endDate', '一次最多设置一年');
  const at = isoAt(ctx.clock.now());
  await sql`
    insert into calendar_day (organization_id, day, kind, note, created_at, updated_at)
    select ${ownOrganization(ctx)}::bigint, day::date, ${dayKind}, ${note}, ${at}::timestamptz, ${at}::timestamptz
    from generate_series(${startDate}::date, ${endDate}::date, interval '1 day') as day
    on conflict (organization_id, day) do update set kind = excluded.kind, note = excluded.note,
      updated_at = excluded.updated_at`.execute(ctx.db);
  await ctx.audit({
    action: '节假日设置',
    changes: [{ key: 'days', label: `${startDate} 至 ${endDate}`, before: null, after: dayKind }],
  });
  return null;
}

/** The days are again what their weekday says. */
export async function clearDays(ctx: Ctx, days: readonly string[]): Promise<null> {
  await ctx.db
    .deleteFrom('calendar_day')
    .where('day', 'in', [...days])
    .execute();
  await ctx.audit({ action: '恢复按星期判断', targetName: days.join('、') });
  return null;
}

/** Loads the days of a year as the State Council named them. Days somebody set by hand stay as they are. */
export async function loadNationalDays(ctx: Ctx, year: string): Promise<{ days: NationalDay[]; loaded: number }> {
  const days = nationalDays(year);
  const { rowCount } = await sqlOf(ctx.db).query(
    `insert into calendar_day (organization_id, day, kind, note, created_at, updated_at)
     select $1, n.day, n.kind, n.note, $2, $2 from unnest($3::date[], $4::text[], $5::text[]) as n (day, kind, note)
     on conflict (organization_id, day) do update set kind = excluded.kind, note = excluded.note,
       updated_at = excluded.updated_at
     where calendar_day.note like $6`,
    [
      ownOrganization(ctx),
      isoAt(ctx.clock.now()),
      days.map((one) => one.day),
      days.map((one) => one.kind),
      days.map((one) => one.note),
      `%${provisionalNote}`,
    ],
  );
  const loaded = rowCount ?? 0;
  await ctx.audit({ action: '载入节假日', targetName: `${year} 年 ${loaded} 天` });
  return { days, loaded };
}

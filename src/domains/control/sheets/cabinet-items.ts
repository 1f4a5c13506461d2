/** Cabinets of samples on a sheet: minutes out of bounds and without a reading, openings that nobody was allowed. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { counted } from './counted.ts';
import type { SheetItem } from './sheet-words.ts';

/** Fewer minutes than these without a reading are on their way yet. */
const lateMinutes = 10;
/** From so many minutes on a day is not well: out of bounds at a stretch, or unknown. */
const outMinutes = 15;
const unknownMinutes = 60;

interface Counts {
  cabinets: number;
  out: number;
  unknown: number;
  bad: boolean;
  openings: number;
  illegal: number;
}

/** None where there is no cabinet. What is within bounds is not told: it grows all day, and the sheet is signed before midnight. */
export async function cabinetItems(ctx: Ctx, from: string, to: string): Promise<SheetItem[]> {
  const { rows } = await sqlOf(ctx.db).query<Counts>(
    `with cabinets as (
       select d.id, d.created_at from device d join device_type t on t.id = d.type_id and t.kind = 'SAMPLE_CABINET'
       where d.organization_id = $1 and d.status = 'ACTIVE'
     ), days as (
       select c.id, coalesce(y.out_minutes, 0) as out, coalesce(y.longest_out, 0) as longest,
         least(1440, floor(extract(epoch from $4::timestamptz - s.day) / 60)) - coalesce(y.ok_minutes + y.out_minutes, 0) as gap
       from cabinets c
         cross join generate_series($2::date, least($3::date, $4::timestamptz::date), interval '1 day') as g
         cross join lateral (select (g::date)::timestamp at time zone 'Asia/Shanghai' as day) s
         left join reading_day y on y.organization_id = $1 and y.device_id = c.id and y.sensor = 1 and y.day = g::date
       where c.created_at < s.day
     )
     select (select count(*)::int from cabinets) as cabinets, coalesce(sum(out), 0)::int as out,
       coalesce(sum(gap) filter (where gap >= ${lateMinutes}), 0)::int as unknown,
       coalesce(bool_or(longest >= ${outMinutes} or gap >= ${unknownMinutes}), false) as bad,
       (select count(*)::int from cabinet_open o where o.organization_id = $1 and (o.illegal or o.alarm)
          and o.opened_at >= $2::date::timestamp at time zone 'Asia/Shanghai'
          and o.opened_at < ($3::date + 1)::timestamp at time zone 'Asia/Shanghai') as openings,
       (select count(*)::int from cabinet_open o where o.organization_id = $1 and o.illegal
          and o.opened_at >= $2::date::timestamp at time zone 'Asia/Shanghai'
          and o.opened_at < ($3::date + 1)::timestamp at time zone 'Asia/Shanghai') as illegal
     from days`,
    [ownOrganization(ctx), from, to, isoAt(ctx.clock.now())],
  );
  const { cabinets, out, unknown, bad, openings, illegal } = rows[0]!;
  if (cabinets === 0) return [];
  return [
    counted('cabinets', '留样柜温', `${cabinets} 台，超限 ${out} 分钟，无数据 ${unknown} 分钟`, bad),
    counted('openings', '开柜', `非法 ${illegal} 次，开门超时 ${openings - illegal} 次`, illegal > 0),
  ];
}

/** Sheets that are due and not signed: of days the kitchen worked, of weeks and months with such days, once they are over. */
import { labelIn } from '../../../kit/define/states.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Work } from '../../shell/public.server.ts';
import { type SheetKind, sheetKinds } from './sheet-words.ts';

const path = '/admin/organization/food_safety_employee';

/** Days after its end that a sheet is asked for anew. */
const backDays = 7;
/** Days back whose menus and rosters say that the kitchen worked: a whole month that has just ended lies among them. */
const workedDays = 62;
/** Days back whose trades say so, where there is neither: the end of whatever has just ended lies among them. */
const tradedDays = 14;

export interface Unsigned {
  organizationId: number;
  kind: SheetKind;
  /** Its first day, `YYYY-MM-DD`. */
  period: string;
  /** Its last one. */
  ends: string;
}

export const sheetPath = (kind: SheetKind, day: string): string => `${path}?tab=${kind}&day=${day}`;

/**
 * Those that ended by `upTo`, oldest first; of one unit or, for the job, of all. What an alert was raised for is among them for as
 * long as it is not signed. Units without an officer sign nothing.
 */
export async function unsignedSheets(
  executor: Sql,
  { upTo, organizationId }: { upTo: string; organizationId: number | null },
): Promise<Unsigned[]> {
  const own = organizationId === null ? '' : 'and organization_id = $5';
  const { rows } = await executor.query<Unsigned>(
    `with worked as (
       select /* wall: a job over every unit, or the unit named */ organization_id, menu_date as day from food_menu
         where status in ('PUBLISHED', 'CLOSED') and menu_date between $2 and $1 ${own}
       union select organization_id, day from kitchen_roster where leave is null and day between $2 and $1 ${own}
       union select organization_id, business_date from consumed_by_place
         where restaurant_heads > 0 and business_date between $3 and $1 ${own}),
     periods as (
       select organization_id, 'DAY' as kind, day as period, day as ends from worked
       union select organization_id, 'WEEK', date_trunc('week', day)::date, date_trunc('week', day)::date + 6 from worked
       union select organization_id, 'MONTH', date_trunc('month', day)::date,
         (date_trunc('month', day) + interval '1 month')::date - 1 from worked),
     due as (
       select organization_id, kind, period, ends from periods where ends between $4 and $1
       union select organization_id, split_part(object_key, ':', 2), split_part(object_key, ':', 3)::date,
         split_part(object_key, ':', 3)::date
       from alert where kind = 'SHEET_UNSIGNED' and status in ('OPEN', 'HANDLING') ${own})
     select d.organization_id as "organizationId", d.kind, d.period, max(d.ends) as ends from due d
     where exists (select from safety_officer o where o.organization_id = d.organization_id and o.status = 'NORMAL')
       and not exists (select from control_sheet s where s.organization_id = d.organization_id and s.kind = d.kind
         and s.period = d.period and s.status = 'SIGNED') group by 1, 2, 3 order by 1, ends, 3`,
    [
      upTo,
      addDays(upTo, -workedDays),
      addDays(upTo, -tradedDays),
      addDays(upTo, -backDays),
      ...(organizationId === null ? [] : [organizationId]),
    ],
  );
  return rows;
}

const hints: Readonly<Record<SheetKind, string>> = {
  DAY: '供餐的日子每天一张',
  WEEK: '供餐的每周一张',
  MONTH: '供餐的每月一张',
};

/** On the home of who signs: the oldest first, today's too; what is over is overdue. */
export async function sheetWork(ctx: Ctx): Promise<Work[]> {
  const today = dateAt(ctx.clock.now());
  const sheets = await unsignedSheets(sqlOf(ctx.db), { upTo: today, organizationId: ownOrganization(ctx) });
  return sheetKinds.flatMap(({ value: kind }): Work[] => {
    const own = sheets.filter((one) => one.kind === kind);
    const [oldest] = own;
    if (!oldest) return [];
    return [
      {
        label: `${labelIn(sheetKinds, kind)}待签名`,
        count: own.length,
        path: sheetPath(kind, oldest.period),
        needs: 'sign',
        bad: oldest.ends < today,
        hint: `${hints[kind]}，最早的是 ${oldest.period}`,
      },
    ];
  });
}

/** Days on which a menu was served or somebody was rostered, and no 日管控 is signed. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Work } from '../../shell/public.server.ts';

const path = '/admin/organization/food_safety_employee';

/** Days back that an unsigned sheet is still asked for. */
export const backDays = 7;

export interface Unsigned {
  organizationId: number;
  day: string;
}

/** Oldest first; of one unit or, for the job, of all. Units without an officer sign nothing. */
export async function unsignedDays(
  executor: Sql,
  { from, to, organizationId }: { from: string; to: string; organizationId: number | null },
): Promise<Unsigned[]> {
  const own = organizationId === null ? '' : 'and organization_id = $3';
  const { rows } = await executor.query<Unsigned>(
    `select /* wall: a job over every unit, or the unit named */ d.organization_id as "organizationId", d.day
     from (select organization_id, menu_date as day from food_menu where status in ('PUBLISHED', 'CLOSED')
             and menu_date between $1 and $2 ${own}
           union select organization_id, day from kitchen_roster where leave is null and day between $1 and $2 ${own}) d
     where exists (select 1 from safety_officer o where o.organization_id = d.organization_id and o.status = 'NORMAL')
       and not exists (select 1 from control_sheet s where s.organization_id = d.organization_id and s.kind = 'DAY'
         and s.period = d.day and s.status = 'SIGNED') order by 1, 2`,
    organizationId === null ? [from, to] : [from, to, organizationId],
  );
  return rows;
}

/** On the home of who signs: the oldest first, today's too; a day that is over is overdue. */
export async function sheetWork(ctx: Ctx): Promise<Work[]> {
  const today = dateAt(ctx.clock.now());
  const days = await unsignedDays(sqlOf(ctx.db), {
    from: addDays(today, -backDays),
    to: today,
    organizationId: ownOrganization(ctx),
  });
  const [oldest] = days;
  if (!oldest) return [];
  return [
    {
      label: '日管控待签名',
      count: days.length,
      path: `${path}?tab=DAY&day=${oldest.day}`,
      needs: 'sign',
      bad: oldest.day < today,
      hint: `供餐的日子每天一张，最早的是 ${oldest.day}`,
    },
  ];
}

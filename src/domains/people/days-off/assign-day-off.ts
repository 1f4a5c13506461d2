/** 批量设置 of 周末就餐人员: registers everybody a selection of departments, types and people means. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { departmentWithin } from '../departments/department-sql.ts';
import { type DayOffRule, refuseDays, registerDayOff } from './register-day-off.ts';

/** How many people one command may register. */
const most = 5_000;

interface Choice extends Omit<DayOffRule, 'mealPeriodIds'> {
  departmentIds: number[] | null;
  typeIds: number[] | null;
  personIds: number[] | null;
  mealPeriodIds: number[] | null;
}

/** The people a selection means: departments and types narrow each other, named people come on top. */
async function chosen(ctx: Ctx, { departmentIds, typeIds, personIds }: Choice): Promise<number[]> {
  let query = ctx.db.selectFrom('person as p').select('p.id').where('p.status', '<>', 'CLOSED');
  const wide = [
    departmentIds?.length ? departmentWithin('p.organization_id', 'p.department_id', departmentIds) : undefined,
    typeIds?.length ? sql<boolean>`p.type_id = any(${typeIds}::bigint[])` : undefined,
  ].filter((c) => c !== undefined);
  const some = personIds?.length ? sql<boolean>`p.id = any(${personIds}::bigint[])` : undefined;
  const all = wide.length > 0 ? sql<boolean>`(${sql.join(wide, sql` and `)})` : undefined;
  query = query.where(some && all ? sql<boolean>`(${all} or ${some})` : (all ?? some ?? sql<boolean>`false`));
  const rows = await query.limit(most + 1).execute();
  return rows.map((r) => r.id);
}

/** Registers who is chosen and is not registered alike yet; the receipt counts both. Refuses nobody and more than 5,000. */
export async function assignDayOff(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const choice = values as unknown as Choice;
  const wrong = refuseDays(choice);
  if (wrong) return wrong;
  const people = await chosen(ctx, choice);
  if (people.length === 0) return refuseField('departmentIds', '没有选中任何人员，请选择部门、类别或人员');
  if (people.length > most) return refuse('TOO_LARGE', { limit: `一次 ${most} 人，请按部门分批设置` });
  const rule = { ...choice, mealPeriodIds: choice.mealPeriodIds ?? [] };
  const added = await registerDayOff(sqlOf(ctx.db), acting(ctx), people, rule);
  await ctx.audit({ action: '批量设置', targetName: `周末就餐登记 ${added} 人` });
  return {
    receipt: {
      title: '批量设置结果',
      lines: [
        ['选中人员', `${people.length} 人`],
        ['本次登记', `${added} 人`],
        ['已有相同登记', `${people.length - added} 人`],
      ],
    },
  };
}

/** 固定周历. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { mealSetting } from '../../rules/setting.ts';
import { endHabits, registerHabits } from '../habit-actions.ts';
import spec from './manual-report-meal-habit.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'meal_habit as h',
    {
      inner: ['personId as p'],
      refs: ['departmentId as d'],
      columns: {
        departmentId: 'p.department_id',
        state: sql`case when h.status = 'REVOKED' or h.to_date < now.today then 'OVER' when h.from_date > now.today then 'COMING'
          else 'ON' end`,
      },
      names: {
        departmentId: departmentPath,
        mealPeriodIds: sql`array(select m.name from meal_period m
          where m.organization_id = h.organization_id and m.id = any(h.meal_period_ids) order by m.start_time)`,
      },
      where: { keyword: personOr() },
    },
    (from, ctx) =>
      from.innerJoin(sql<{ today: string }>`(select ${dateAt(ctx.clock.now())}::date as today)`.as('now'), (on) =>
        on.onTrue(),
      ),
  ),
  notice: async (ctx) => {
    const { rules } = await mealSetting(sqlOf(ctx.db), ownOrganization(ctx), ctx.clock.now());
    const names = rules.filter((rule) => rule.mode === 'CALENDAR').map((rule) => `「${rule.name}」`);
    return {
      tone: 'info',
      text:
        names.length > 0
          ? `规则${names.join('、')}按此表报餐：到截止时没有另说的，表里有的餐自动报餐。其他餐次可在按周报餐里「按固定周历填充」。`
          : '还没有「按固定周历」的报餐规则；按周报餐时可以「按固定周历填充」。',
    };
  },
  actions: {
    register: registerHabits,
    end: endHabits,
  },
});

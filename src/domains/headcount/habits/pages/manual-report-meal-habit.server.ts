/** 固定周历. */
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import type { Refusal } from '../../../../kit/server/refusal.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { type ChosenPeople, peopleOr } from '../../reports/chosen-people.ts';
import { mealSetting } from '../../rules/setting.ts';
import { type HabitAsked, registerHabit } from '../register-habit.ts';
import spec from './manual-report-meal-habit.page.ts';

const most = 5_000;

async function register(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const asked = values as unknown as ChosenPeople & Omit<HabitAsked, 'personIds'>;
  if (asked.toDate !== null && asked.toDate < asked.fromDate) return refuseField('toDate', '结束日期不能早于开始日期');
  const personIds = await peopleOr(ctx, asked, most);
  if ('refused' in personIds) return personIds;
  const people = await registerHabit(ctx, { ...asked, personIds });
  await ctx.audit({ action: '登记固定周历', targetName: `${asked.fromDate} 起 ${people} 人` });
  const same = personIds.length - people;
  return {
    receipt: {
      title: '固定周历登记结果',
      lines: [['登记', `${people} 人`], ...(same > 0 ? [['已有相同登记', `${same} 人`] as const] : [])],
    },
  };
}

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
    register,
    end: async (ctx, { rows, values }) => {
      const lastOn = String(values.lastOn);
      if (lastOn < businessDay(ctx.clock.now())) return refuseField('lastOn', '最后一天不能早于今天');
      await ctx.db
        .updateTable('meal_habit')
        .set((eb) => ({
          status: sql`case when from_date > ${lastOn}::date then 'REVOKED' else status end`,
          to_date: sql`case when from_date > ${lastOn}::date then to_date else least(to_date, ${lastOn}::date) end`,
          ended_at: isoAt(ctx.clock.now()),
          ended_name: ctx.session.name,
          version: eb('version', '+', 1),
        }))
        .where(
          'id',
          'in',
          rows.map((row) => row.id),
        )
        .execute();
      await ctx.audit({ action: '停用固定周历', targetName: `${rows.length} 条，到 ${lastOn} 为止` });
      return null;
    },
  },
});

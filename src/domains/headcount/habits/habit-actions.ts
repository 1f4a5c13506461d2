/** 登记 and 停用 of 固定周历. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { type ChosenPeople, peopleOr } from '../reports/chosen-people.ts';
import { type HabitAsked, registerHabit } from './register-habit.ts';

/** Registers a habit for everybody chosen; the receipt tells who had it already. */
export async function registerHabits(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const asked = values as unknown as ChosenPeople & Omit<HabitAsked, 'personIds'>;
  if (asked.toDate !== null && asked.toDate < asked.fromDate) return refuseField('toDate', '结束日期不能早于开始日期');
  const personIds = await peopleOr(ctx, asked);
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

/** Ends habits after `lastOn`; one that has not begun by then is revoked. Refuses days that are past. */
export async function endHabits(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
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
}

/** 缺勤登记. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { isRefusal, type Refusal } from '../../../../kit/server/refusal.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { type ChosenPeople, peopleOr } from '../../reports/chosen-people.ts';
import { lateReasonOf } from '../../reports/late-reason.ts';
import { type AbsenceKind, absenceWord } from '../absence-words.ts';
import { endAbsence } from '../end-absence.ts';
import { absenceImport } from '../import-absences.ts';
import { longestDays, registerAbsence } from '../register-absence.ts';
import spec from './manual-report-meal-absence.page.ts';

interface Choice extends ChosenPeople {
  kind: AbsenceKind;
  fromDate: string;
  toDate: string;
  mealPeriodIds: number[] | null;
  reason: string | null;
}

async function register(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const choice = values as unknown as Choice;
  const { fromDate, toDate, kind } = choice;
  if (toDate < fromDate) return refuseField('toDate', '结束日期不能早于开始日期');
  if (Date.parse(toDate) - Date.parse(fromDate) > longestDays * 86_400_000)
    return refuseField('toDate', `一次最多 ${longestDays} 天`);
  const personIds = await peopleOr(ctx, choice);
  if ('refused' in personIds) return personIds;
  const done = await registerAbsence(ctx, {
    personIds,
    kind,
    fromDate,
    toDate,
    mealPeriodIds: choice.mealPeriodIds ?? [],
    reason: choice.reason ?? '',
    lateReason: lateReasonOf(ctx, values.lateReason),
  });
  if (isRefusal(done)) return done;
  await ctx.audit({
    action: '登记缺勤',
    targetName: `${absenceWord(kind)} ${fromDate} 至 ${toDate} ${done.people} 人`,
  });
  const before = personIds.length - done.people;
  const lines: [string, string][] = [
    ['登记', `${done.people} 人，${fromDate} 至 ${toDate}`],
    ['已取消的报餐', `${done.cancelled} 人次`],
  ];
  if (before > 0) lines.push(['已有相同登记', `${before} 人`]);
  if (done.left > 0) lines.push(['已过取消截止，餐仍会备', `${done.left} 人次，不计未就餐`]);
  return { receipt: { title: '缺勤登记结果', lines } };
}

export default bind(spec, {
  list: over(
    spec,
    'meal_absence as a',
    {
      inner: ['personId as p'],
      refs: ['departmentId as d'],
      columns: {
        jobNumber: 'p.job_number',
        mealNames: null,
        departmentId: 'p.department_id',
        state: sql`case when a.status = 'REVOKED' then 'REVOKED' when a.to_date < now.today then 'OVER'
          when a.from_date > now.today then 'COMING' else 'AWAY' end`,
      },
      names: {
        departmentId: departmentPath,
        mealPeriodIds: sql`array(select m.name from meal_period m
          where m.organization_id = a.organization_id and m.id = any(a.meal_period_ids) order by m.start_time)`,
      },
      where: { keyword: personOr() },
    },
    (from, ctx) =>
      from.innerJoin(sql<{ today: string }>`(select ${dateAt(ctx.clock.now())}::date as today)`.as('now'), (on) =>
        on.onTrue(),
      ),
  ),
  importRows: absenceImport,
  actions: {
    register,
    end: async (ctx, { rows, values }) => {
      const absence = rows[0] as unknown as { id: number; fromDate: string; toDate: string; personName: string };
      const no = await endAbsence(ctx, absence, String(values.backOn));
      if (no) return no;
      await ctx.audit({
        action: '销假',
        targetId: absence.id,
        targetName: `${absence.personName}，${values.backOn} 起就餐`,
      });
      return null;
    },
  },
});

/** 报餐明细. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import type { Refusal } from '../../../../kit/server/refusal.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { chargesJob } from '../../settle/jobs.ts';
import { type Waived, waiveMeals } from '../../settle/waive.ts';
import { outcomeOf } from '../outcome-sql.ts';
import { standingColumns, standingProof } from '../standing-sql.ts';
import spec from './report-meal-detail.page.ts';

async function waive(ctx: Ctx, { rows }: ActionInput, reason: string | null): Promise<Done | Refusal> {
  const no = await waiveMeals(ctx, rows as unknown as Waived[], reason);
  if (no) return no;
  await ctx.audit({
    action: reason === null ? '撤销豁免' : '豁免',
    targetName: `${rows.length} 人次`,
    ...(reason ? { changes: [{ key: 'reason', label: '原因', before: null, after: reason }] } : {}),
  });
  // Money is moved behind: the command itself holds the reports.
  await ctx.services.jobs.enqueue(
    chargesJob,
    { organizationId: ctx.session.unitId },
    { key: String(ctx.session.unitId), within: sqlOf(ctx.db) },
  );
  return null;
}

export default bind(spec, {
  list: over(spec, 'meal_report as r', {
    inner: ['personId as p'],
    refs: ['departmentId as d'],
    columns: {
      outcome: outcomeOf,
      ownDepartmentId: 'r.department_id',
      pending: sql`(r.eaten_at is null)`,
      ...standingColumns,
      waits: sql`(r.due and r.charge_wait <> '')`,
    },
    names: { departmentId: departmentPath },
    where: {
      keyword: personOr(),
    },
  }),
  proof: standingProof,
  actions: {
    waive: (ctx, input) => waive(ctx, input, String(input.values.reason)),
    unwaive: (ctx, input) => waive(ctx, input, null),
  },
});

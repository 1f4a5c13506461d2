/** 报餐明细. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { consumptionSetting } from '../../../consumption/public.server.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { headcountRefusals } from '../../refusals.ts';
import { chargesJob } from '../../settle/jobs.ts';
import { type Waived, waiveMeals } from '../../settle/waive.ts';
import { foreseeWholeMeal, waivedOutcome, waiveWholeMeal } from '../../settle/waive-meal.ts';
import { outcomeOf } from '../outcome-sql.ts';
import { standingColumns, standingProof } from '../standing-sql.ts';
import spec from './report-meal-detail.page.ts';

/** Money is moved behind: the command itself holds the reports. */
const bookSoon = (ctx: Ctx) =>
  ctx.services.jobs.enqueue(
    chargesJob,
    { organizationId: ctx.session.unitId },
    { key: String(ctx.session.unitId), within: sqlOf(ctx.db) },
  );

const because = (reason: string | null) =>
  reason ? { changes: [{ key: 'reason', label: '原因', before: null, after: reason }] } : {};

/** Up to the limit of corrections one person decides alone; above it another one has signed in the same dialog. */
async function aboveLimit(ctx: Ctx, rows: ActionInput['rows']): Promise<Refusal | undefined> {
  const { correctLimitFen } = await consumptionSetting(sqlOf(ctx.db), ownOrganization(ctx));
  const total = rows.reduce((sum, row) => sum + Number(row.chargeFen ?? 0), 0);
  if (ctx.witness || total <= correctLimitFen) return undefined;
  const figures = { total: formatFenGrouped(total), limit: formatFenGrouped(correctLimitFen) };
  return refuse(headcountRefusals.WAIVE_ABOVE, figures, { 'witness.account': '请见证人输入账号和密码' });
}

async function waive(ctx: Ctx, { rows }: ActionInput, reason: string | null): Promise<Done | Refusal> {
  const above = reason === null ? undefined : await aboveLimit(ctx, rows);
  const no = above ?? (await waiveMeals(ctx, rows as unknown as Waived[], reason));
  if (no) return no;
  await ctx.audit({
    action: reason === null ? '撤销豁免' : '豁免',
    targetName: `${rows.length} 人次`,
    ...because(reason),
  });
  await bookSoon(ctx);
  return null;
}

async function waiveAll(ctx: Ctx, { values }: ActionInput, reason: string | null): Promise<Done | Refusal> {
  const meal = await waiveWholeMeal(ctx, values, reason);
  if (isRefusal(meal)) return meal;
  const { diningDate, mealName, of } = meal;
  await ctx.audit({
    action: reason === null ? '撤销整餐豁免' : '整餐豁免',
    targetName: `${diningDate} ${mealName} ${of.length} 人`,
    ...because(reason),
  });
  await bookSoon(ctx);
  return null;
}

export default bind(spec, {
  list: over(spec, 'meal_report as r', {
    inner: ['personId as p'],
    refs: ['departmentId as d'],
    columns: {
      // A report taken back waits for nobody.
      fate: sql`case when r.status = 'CANCELLED' and r.fate = '' then 'CANCELLED' else r.fate end`,
      outcome: outcomeOf,
      ownDepartmentId: 'r.department_id',
      heard: sql`(select s.heard from meal_settlement s where s.organization_id = r.organization_id
        and s.dining_date = r.dining_date and s.meal_period_id = r.meal_period_id)`,
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
  outcomes: {
    waive: async (_ctx, { rows }) => waivedOutcome(rows as unknown as { chargedFen: number }[]),
    waiveMeal: (ctx, { values }) => foreseeWholeMeal(ctx, values, false),
    unwaiveMeal: (ctx, { values }) => foreseeWholeMeal(ctx, values, true),
  },
  actions: {
    waive: (ctx, input) => waive(ctx, input, String(input.values.reason)),
    unwaive: (ctx, input) => waive(ctx, input, null),
    waiveMeal: (ctx, input) => waiveAll(ctx, input, String(input.values.reason)),
    unwaiveMeal: (ctx, input) => waiveAll(ctx, input, null),
  },
});

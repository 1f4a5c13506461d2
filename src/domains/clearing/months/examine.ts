/** 初审, 说明 and 审核通过 of a unit's month. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { organizationNames } from '../../tenancy/public.server.ts';
import { clearingRefusals } from '../refusals.ts';
import type { UnitMonthRow } from '../tables.ts';
import { monthEvidence } from './evidence.ts';
import { type MonthStep, settled } from './month-states.ts';

const nameOf = (row: Readonly<Record<string, unknown>>) =>
  `${String(row.organizationName ?? '')} ${String(row.month).slice(0, 7)}`;

/** Keeps the evidence as it is now, and who looked at it. */
export async function examineMonths(ctx: Ctx, { rows }: ActionInput): Promise<Done | Refusal> {
  for (const row of rows) {
    if (row.status !== 'PENDING') return refuse('NOT_NOW', { why: `${nameOf(row)} 不在待审核` });
    const steps = await monthEvidence(beyondScope(ctx), Number(row.organizationId), String(row.month));
    await ctx.db
      .updateTable('unit_month')
      .set((eb) => ({
        steps: JSON.stringify(steps) as never,
        maker_id: ctx.session.accountId,
        maker_name: ctx.session.name,
        examined_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', row.id)
      .execute();
    const open = steps.filter((step) => !step.ok).map(({ title, figure }) => `${title}（${figure}）`);
    await ctx.audit({
      action: '初审',
      targetId: row.id,
      targetName: `${nameOf(row)} ${open.join('；') || '各项为绿'}`,
    });
  }
  return null;
}

export async function noteStep(ctx: Ctx, { rows, values }: ActionInput): Promise<Done | Refusal> {
  const row = rows[0]!;
  const [organizationId, month] = [Number(row.organizationId), String(row.month)];
  const step = (await monthEvidence(beyondScope(ctx), organizationId, month)).find(({ key }) => key === values.step);
  if (!step || step.ok) return null;
  const kept = {
    figure: step.figure,
    note: String(values.note),
    noted_id: ctx.session.accountId,
    noted_name: ctx.session.name,
    noted_at: isoAt(ctx.clock.now()),
  };
  await ctx.db
    .insertInto('unit_month_note')
    .values({ organization_id: organizationId, month, step: step.key, ...kept })
    .onConflict((on) => on.columns(['organization_id', 'month', 'step']).doUpdateSet(kept))
    .execute();
  await ctx.audit({
    action: '月度审核说明',
    targetId: row.id,
    targetName: `${nameOf(row)} ${step.title}：${step.figure}，${kept.note}`,
  });
  return examineMonths(ctx, { ids: [row.id], rows: [row], values: {} });
}

/** Why the month cannot be approved now: a step is open, or is another than the examiner saw. */
export async function refuseApproval(ctx: Ctx, doc: UnitMonthRow, batch: boolean): Promise<Refusal | undefined> {
  const names = await organizationNames(ctx.db, [doc.organization_id]);
  const name = `${names.get(doc.organization_id) ?? ''} ${doc.month.slice(0, 7)}`;
  if (doc.maker_id === null) return refuse('NOT_NOW', { why: `${name} 还没有初审` });
  const seen = doc.steps as MonthStep[];
  for (const step of await monthEvidence(beyondScope(ctx), doc.organization_id, doc.month)) {
    const { title, figure } = step;
    if (!settled(step)) return refuse(clearingRefusals.MONTH_STEP_OPEN, { name, step: title, figure });
    if (batch && !step.ok) return refuse(clearingRefusals.MONTH_BATCH, { name, step: title });
    if (seen.find(({ key }) => key === step.key)?.ok !== step.ok)
      return refuse(clearingRefusals.MONTH_CHANGED, { name, step: title, figure });
  }
  return undefined;
}

/** 陪餐排班: arranged in turn, given to another, taken off. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { type Arrangement, arrangeDuty } from './arrange-duty.ts';

/** 排班 over days and meals; meals that have somebody keep them. */
export async function arrangeDuties(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const asked = values as unknown as Arrangement;
  const done = await arrangeDuty(ctx, asked);
  if (isRefusal(done)) return done;
  await ctx.audit({ action: '陪餐排班', targetName: `${asked.fromDate} 至 ${asked.toDate}，${done.given} 餐` });
  return {
    receipt: {
      title: '陪餐排班',
      lines: [['已排', `${done.given} 餐`], ...(done.kept > 0 ? [['原已排、未改', `${done.kept} 餐`] as const] : [])],
    },
  };
}

/** Gives the chosen meals to another leader. */
export async function swapDuties(ctx: Ctx, { rows, values }: ActionInput): Promise<null> {
  for (const row of rows) {
    await ctx.db
      .updateTable('duty_plan')
      .set((eb) => ({ inspector_id: Number(values.inspectorId), version: eb('version', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
    await ctx.audit({ action: '陪餐换人', targetId: row.id, targetName: `${row.day} ${row.inspectorName}` });
  }
  return null;
}

/** Takes the chosen meals off the plan. */
export async function strikeDuties(ctx: Ctx, { rows }: ActionInput): Promise<null> {
  for (const row of rows) {
    await ctx.db.deleteFrom('duty_plan').where('id', '=', row.id).execute();
    await ctx.audit({ action: '取消陪餐', targetId: row.id, targetName: `${row.day} ${row.inspectorName}` });
  }
  return null;
}

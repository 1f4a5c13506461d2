/** 销假: somebody is back earlier than was said. What the absence excused until then stays excused. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';

/** The first day they eat again, today or later; before the absence begins, it is taken back whole. */
export async function endAbsence(
  ctx: Ctx,
  absence: { id: number; fromDate: string; toDate: string },
  backOn: string,
): Promise<Refusal | undefined> {
  const { id, fromDate, toDate } = absence;
  const today = businessDay(ctx.clock.now());
  if (backOn < today) return refuseField('backOn', '恢复就餐日期不能早于今天');
  if (backOn > toDate) return refuseField('backOn', `本次缺勤到 ${toDate} 为止，恢复就餐日期应不晚于这一天`);
  const ended = { ended_at: isoAt(ctx.clock.now()), ended_name: ctx.session.name };
  await ctx.db
    .updateTable('meal_absence')
    .set((eb) => ({
      ...(backOn <= fromDate ? { status: 'REVOKED' as const } : { to_date: addDays(backOn, -1) }),
      ...ended,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  return undefined;
}

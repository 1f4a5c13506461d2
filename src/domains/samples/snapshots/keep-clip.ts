/** 延长保存视频. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { mostDays } from '../../device/public.ts';

/** Keeps a clip until a later day; refuses days before it would go anyway, and beyond what a clip may be kept. */
export async function keepClip(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const { id, keepUntil: now } = rows[0] as unknown as { id: number; keepUntil: string };
  const { keepUntil, reason } = values as { keepUntil: string; reason: string };
  const latest = addDays(dateAt(ctx.clock.now()), mostDays);
  if (keepUntil <= now) return refuseField('keepUntil', `应晚于现在的 ${now}`);
  if (keepUntil > latest) return refuseField('keepUntil', `最长到 ${latest}`);
  await ctx.db
    .updateTable('snapshot')
    .set({ keep_until: keepUntil, kept_by: ctx.session.name, kept_why: reason })
    .where('id', '=', id)
    .execute();
  await ctx.audit({ action: '延长保存视频', targetId: id, targetName: `至 ${keepUntil}，${reason}` });
  return null;
}

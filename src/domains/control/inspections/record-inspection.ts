/** 登记巡检: what a leader who ate along, or an inspector, found; a finding opens an issue. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { findIssue } from '../issues/find-issue.ts';
import { controlRefusals } from '../refusals.ts';
import type spec from './pages/inspection_user-record_log.page.ts';

/** Refuses days to come, an inspector nobody knows, and a leader without a meal. */
export async function recordInspection(
  ctx: Ctx,
  values: Values<typeof spec.fields>,
): Promise<{ id: number } | Refusal> {
  const nowMs = ctx.clock.now();
  const today = dateAt(nowMs);
  const day = values.day!;
  if (day > today) return refuse(controlRefusals.INSPECTION_AHEAD, {}, { day: '不能晚于今天' });
  const who = await ctx.db
    .selectFrom('inspector')
    .select(['kind', 'name'])
    .where('id', '=', values.inspectorId!)
    .executeTakeFirst();
  if (!who) return refuse('NOT_FOUND');
  if (who.kind === 'LEADER' && !values.mealPeriodId) return refuseField('mealPeriodId', '陪餐须选餐次');
  const id = await ctx.ids.next();
  const restaurantId = values.restaurantId!;
  const finding = values.finding ?? '';
  await ctx.db
    .insertInto('inspection')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      inspector_id: values.inspectorId!,
      restaurant_id: restaurantId,
      day,
      meal_period_id: values.mealPeriodId ?? null,
      dishes: values.dishes ?? '',
      taste: values.taste ?? null,
      warmth: values.warmth ?? null,
      hygiene: values.hygiene ?? null,
      finding,
      picture: values.picture ?? null,
      late: day < today,
      made_at: isoAt(nowMs),
      made_by: ctx.session.accountId,
      made_name: ctx.session.name,
    })
    .execute();
  if (finding)
    await findIssue(ctx, {
      source: 'INSPECTION',
      sourceId: id,
      restaurantId,
      what: `${who.name}：${finding}`,
      picture: values.picture ?? null,
    });
  await ctx.audit({ action: '登记巡检', targetId: id, targetName: `${day} ${who.name}` });
  return { id };
}

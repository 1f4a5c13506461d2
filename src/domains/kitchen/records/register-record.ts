/** Writes a record of the kitchen's work, or one in place of another. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { kitchenRefusals } from '../refusals.ts';
import '../services.ts';
import { isNitrite, type RecordKind } from './record-words.ts';

export interface RecordSaid {
  kind: RecordKind;
  restaurantId: number;
  mealPeriodId?: number | null;
  at?: string | null;
  object: string;
  way?: string | null;
  ppm?: number | null;
  celsius?: number | null;
  minutes?: number | null;
  batch?: string | null;
  value?: string | null;
  passed?: boolean | null;
  kilograms?: number | null;
  collector?: string | null;
  grams?: number | null;
  dish?: string | null;
  cookUserId?: number | null;
  picture?: string | null;
  remark?: string | null;
}

/** Nitrite is refused whatever it is for; a test that failed becomes an issue in the same transaction. */
export async function registerRecord(
  ctx: Ctx,
  said: RecordSaid,
  correctsId: number | null,
): Promise<{ id: number } | Refusal> {
  if (isNitrite(`${said.object}${said.way ?? ''}${said.remark ?? ''}`))
    return refuse(kitchenRefusals.NITRITE, {}, { object: '禁止使用亚硝酸盐' });
  const nowMs = ctx.clock.now();
  const at = said.at ? Date.parse(said.at) : nowMs;
  if (at > nowMs) return refuseField('at', '时间不能晚于现在');
  const id = await ctx.ids.next();
  const test = said.kind === 'PESTICIDE_TEST';
  await ctx.db
    .insertInto('operate_record')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      kind: said.kind,
      restaurant_id: said.restaurantId,
      cook_user_id: said.cookUserId ?? null,
      business_date: businessDay(at),
      at: isoAt(at),
      meal_period_id: said.mealPeriodId ?? null,
      object: said.object,
      way: said.way ?? '',
      ppm: said.ppm ?? null,
      celsius: said.celsius ?? null,
      minutes: said.minutes ?? null,
      batch: said.batch ?? '',
      value: said.value ?? '',
      passed: test ? (said.passed ?? false) : null,
      grams: said.kind === 'WASTE' ? Math.round((said.kilograms ?? 0) * 1_000) : (said.grams ?? null),
      collector: said.collector ?? '',
      dish: said.dish ?? '',
      picture: said.picture ?? null,
      remark: said.remark ?? '',
      corrects_id: correctsId,
      made_at: isoAt(nowMs),
      made_by: ctx.session.accountId,
      made_name: ctx.session.name,
    })
    .execute();
  if (test && said.passed !== true)
    await ctx.services.takeFinding?.(ctx, {
      restaurantId: said.restaurantId,
      recordId: id,
      what: `农残检测不合格：${said.object}${said.value ? `，${said.value}` : ''}`,
    });
  return { id };
}

/** What the platform does with a shop's subscription: opens it, sets its ratio from the next window on, stops it, ends it. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { marketRefusals } from '../refusals.ts';
import { windowOf } from './windows.ts';

export interface SubscriptionValues {
  contractorId: number;
  name: string;
  subscribeType: 'MONTHLY' | 'YEARLY';
  ratio: number;
  startDate: string;
  graceDays: number;
  autoFreeze: boolean;
}

const noted = async (ctx: Ctx, of: { contractorId: number; id: number }, from: string, ratio: number) =>
  ctx.db
    .insertInto('market_ratio')
    .values({
      contractor_id: of.contractorId,
      id: await ctx.ids.next(),
      subscription_id: of.id,
      from_date: from,
      ratio,
      maker_name: ctx.session.name,
      created_at: isoAt(ctx.clock.now()),
    })
    .onConflict((conflict) =>
      conflict.constraint('market_ratio_from').doUpdateSet({ ratio, maker_name: ctx.session.name }),
    )
    .execute();

export async function subscribe(ctx: Ctx, values: SubscriptionValues): Promise<{ id: number } | Refusal> {
  const { contractorId } = values;
  const other = await ctx.db
    .selectFrom('market_subscription')
    .select('name')
    .where('contractor_id', '=', contractorId)
    .where('status', '<>', 'CLOSED')
    .executeTakeFirst();
  if (other) return refuse(marketRefusals.SUB_TWICE, { name: other.name }, { contractorId: '已开通' });
  const at = isoAt(ctx.clock.now());
  const id = await ctx.ids.next();
  await ctx.db
    .insertInto('market_subscription')
    .values({
      contractor_id: contractorId,
      id,
      name: values.name,
      subscribe_type: values.subscribeType,
      service_fee_ratio: values.ratio,
      start_date: values.startDate,
      end_date: null,
      grace_days: values.graceDays,
      auto_freeze: values.autoFreeze,
      freezes_at: null,
      freeze_reason: '',
      freeze_kind: null,
      status: 'ACTIVE',
      created_at: at,
      created_by: ctx.session.accountId,
      updated_at: at,
      version: 1,
    })
    .execute();
  await noted(ctx, { contractorId, id }, values.startDate, values.ratio);
  await ctx.audit({ action: '开通', targetId: id, targetName: values.name });
  return { id };
}

const locked = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('market_subscription').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

/** The window under way keeps its ratio. */
export async function setRatio(ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> {
  const of = await locked(ctx, ids[0] ?? 0);
  const today = dateAt(ctx.clock.now());
  const ratio = Number(values.ratio);
  const from = today < of.start_date ? of.start_date : addDays(windowOf(of.start_date, of.subscribe_type, today).to, 1);
  await noted(ctx, { contractorId: of.contractor_id, id: of.id }, from, ratio);
  await ctx.audit({ action: '调整费率', targetId: of.id, targetName: `${of.name} ${from} 起 ${ratio / 100}%` });
  return null;
}

export async function withdrawRatio(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done | Refusal> {
  const gone = await ctx.db
    .deleteFrom('market_ratio')
    .where('id', 'in', ids)
    .where('from_date', '>', dateAt(ctx.clock.now()))
    .executeTakeFirstOrThrow();
  if (Number(gone.numDeletedRows) < ids.length) return refuse('NOT_NOW', { why: '费率已经生效，不能撤回' });
  for (const row of rows) await ctx.audit({ action: '撤回费率', targetId: row.id, targetName: String(row.fromDate) });
  return null;
}

const stop =
  (kind: 'HOUSE' | null, action: string) =>
  async (ctx: Ctx, { ids, values }: ActionInput) => {
    const of = await locked(ctx, ids[0] ?? 0);
    const now = ctx.clock.now();
    const reason = String(values.reason ?? '');
    // Three days' notice, as for a bill.
    const from = kind === null ? null : `${addDays(dateAt(now), 4)}T00:00:00+08:00`;
    await ctx.db
      .updateTable('market_subscription')
      .set((eb) => ({
        freezes_at: from,
        freeze_kind: kind,
        freeze_reason: kind === null ? '' : reason,
        updated_at: isoAt(now),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', of.id)
      .execute();
    await ctx.audit({ action, targetId: of.id, targetName: `${of.name} ${reason}` });
    return null;
  };

export const freeze = stop('HOUSE', '冻结');
export const unfreeze = stop(null, '解冻');

/** It ends with the window under way, whose bill is still drawn. */
export async function endSubscription(ctx: Ctx, { ids }: ActionInput): Promise<Done | Refusal> {
  const of = await locked(ctx, ids[0] ?? 0);
  const { to } = windowOf(of.start_date, of.subscribe_type, dateAt(ctx.clock.now()));
  await ctx.db.updateTable('market_subscription').set({ end_date: to }).where('id', '=', of.id).execute();
  await ctx.audit({ action: '终止', targetId: of.id, targetName: `${of.name} 至 ${to}` });
  return null;
}

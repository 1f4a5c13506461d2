/** Saves 余额限制: figures checked against each other, every change in the log by its type. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { refuseLine } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { changeTypeOverdraft } from '../../people/public.server.ts';
import spec from './pages/balance-limit.page.ts';
import type { TypeLimit } from './read-limits.ts';
import { readLimits } from './read-limits.ts';

/** A row of the page, its cells checked. */
type TypeFigures = Omit<TypeLimit, 'typeName' | 'lowCount'>;

const labels = {
  minBalanceFen: '最低消费余额',
  overdraftFen: '透支额',
  maxBalanceFen: '存储上限',
  lowAlertFen: '低额提醒',
} as const;
const keys = Object.keys(labels) as (keyof typeof labels)[];
const yuan = (value: number | null) => (value === null ? '不限' : formatFenGrouped(value));

async function saveType(ctx: Ctx, before: TypeLimit, after: TypeFigures, row: number): Promise<Refusal | undefined> {
  const changed = keys.filter((key) => before[key] !== after[key]);
  if (changed.length === 0) return undefined;
  if (after.minBalanceFen !== null && after.minBalanceFen > after.maxBalanceFen)
    return refuseLine(
      spec.fields,
      'limits',
      row,
      'minBalanceFen',
      ` ${formatFenGrouped(after.minBalanceFen)} 元高于存储上限 ${formatFenGrouped(after.maxBalanceFen)} 元`,
    );
  const at = isoAt(ctx.clock.now());
  const values = {
    min_balance_fen: after.minBalanceFen,
    max_balance_fen: after.maxBalanceFen,
    low_alert_fen: after.lowAlertFen,
    updated_at: at,
  };
  await ctx.db
    .insertInto('balance_limit')
    .values({ organization_id: ownOrganization(ctx), type_id: before.typeId, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'type_id']).doUpdateSet(values))
    .execute();
  if (changed.includes('overdraftFen')) {
    const no = await changeTypeOverdraft(ctx, before.typeId, after.overdraftFen);
    if (no) return no;
  }
  await ctx.audit({
    action: '编辑',
    targetId: before.typeId,
    targetName: `余额限制 ${before.typeName}`,
    changes: changed.map((key) => ({ key, label: labels[key], before: yuan(before[key]), after: yuan(after[key]) })),
  });
  return undefined;
}

/** Refused: figures that contradict each other, a type that is gone, somebody deeper in debt than allowed. */
export async function saveLimits(
  ctx: Ctx,
  input: { refundAloneFen: number | null | undefined; limits: readonly TypeFigures[] },
): Promise<Refusal | null> {
  const before = await readLimits(ctx);
  for (const [row, after] of input.limits.entries()) {
    const type = before.limits.find((l) => l.typeId === after.typeId);
    if (!type) return refuse('NOT_FOUND');
    const no = await saveType(ctx, type, after, row);
    if (no) return no;
  }
  const aloneFen = input.refundAloneFen ?? before.refundAloneFen;
  const at = isoAt(ctx.clock.now());
  const saved = await ctx.db
    .insertInto('funding_setting')
    .values({
      organization_id: ownOrganization(ctx),
      refund_alone_fen: aloneFen,
      created_at: at,
      created_by: ctx.session.accountId,
      updated_at: at,
      version: 1,
    })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet((eb) => ({
          refund_alone_fen: aloneFen,
          updated_at: at,
          version: eb('funding_setting.version', '+', 1),
        }))
        .where('funding_setting.version', '=', before.version),
    )
    .returning('version')
    .executeTakeFirst();
  if (!saved) return refuse('STALE', { of: ownOrganization(ctx) });
  if (aloneFen !== before.refundAloneFen)
    await ctx.audit({
      action: '编辑',
      targetId: ownOrganization(ctx),
      targetName: '退款免审限额',
      changes: [
        { key: 'refundAloneFen', label: '退款免审限额', before: yuan(before.refundAloneFen), after: yuan(aloneFen) },
      ],
    });
  return null;
}

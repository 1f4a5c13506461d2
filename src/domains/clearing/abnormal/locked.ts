/** An abnormal trade for a command that acts on it, and how its end is written down. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { clearingRefusals } from '../refusals.ts';
import type { AbnormalTradeRow } from '../tables.ts';
import { type AbnormalKind, type AbnormalStatus, abnormalFlow } from './abnormal-states.ts';

/** Locked where `ctx` is inside a command. Refused when it is closed or of another kind. */
export async function openAbnormal(
  ctx: Ctx,
  id: number,
  kinds: readonly AbnormalKind[],
  lock = true,
): Promise<AbnormalTradeRow | Refusal> {
  const query = ctx.db.selectFrom('abnormal_trade').selectAll().where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  if (row.status !== 'OPEN' && row.status !== 'PROCESSING')
    return refuse(clearingRefusals.ABNORMAL_NOT, {
      no: row.abnormal_no,
      why: `当前状态为「${abnormalFlow.labelOf(row.status)}」，不能再处理`,
    });
  if (!kinds.includes(row.kind as AbnormalKind))
    return refuse(clearingRefusals.ABNORMAL_NOT, { no: row.abnormal_no, why: '不是可以这样处理的类型' });
  return row;
}

/** Writes what was done, under the command's transaction, with its line in the log. */
export async function settleAbnormal(
  ctx: Ctx,
  row: AbnormalTradeRow,
  action: string,
  status: AbnormalStatus,
  said: string,
  more: Partial<AbnormalTradeRow> = {},
): Promise<void> {
  const { accountId, name } = ctx.session;
  await ctx.db
    .updateTable('abnormal_trade')
    .set((eb) => ({
      status,
      said,
      closed_itself: false,
      handled_id: accountId,
      handled_name: name,
      second_name: ctx.witness?.name ?? '',
      handled_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
      ...more,
    }))
    .where('id', '=', row.id)
    .execute();
  await ctx.audit({
    action,
    targetId: row.id,
    targetName: row.abnormal_no,
    changes: [
      {
        key: 'status',
        label: '状态',
        before: abnormalFlow.labelOf(row.status),
        after: `${abnormalFlow.labelOf(status)}：${said}`,
      },
    ],
  });
}

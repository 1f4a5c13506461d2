/** What paying, calling off or ending refunds would do to the person's main account; nothing is written. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Channel } from '../../wallet/public.server.ts';
import { purseLines } from '../../wallet/public.server.ts';

/** `pay` takes the held money out, `release` gives it free again. */
export const refundOutcome =
  (what: 'pay' | 'release') =>
  async (ctx: Ctx, { ids, rows }: ActionInput): Promise<Outcome | Refusal> => {
    const orders = await ctx.db.selectFrom('refund_order').selectAll().where('id', 'in', ids).execute();
    const fen = orders.reduce((sum, order) => sum + order.amount_fen, 0);
    if (orders.length > 1)
      return { lines: [['选中', `${orders.length} 笔 ${formatFenGrouped(fen)} 元`]], amountFen: fen };
    const [order] = orders;
    if (!order) return refuse('NOT_FOUND');
    const facts = [
      ['人员', String(rows[0]!.personName ?? '')],
      ['退款单', `${order.refund_no}，${formatFenGrouped(fen)} 元`],
    ] as const;
    if (what === 'release') return { lines: [...facts, ['主账户', '余额不变，冻结的金额可以再用']], amountFen: fen };
    const outcome = await ctx.services.wallet.foresee({
      kind: 'HOLD_POST',
      organizationId: ownOrganization(ctx),
      requestKey: `foresee:refund:${order.id}`,
      personId: order.person_id,
      occurredAt: ctx.clock.now(),
      holdId: order.hold_id,
      channel: order.channel as Channel,
    });
    if (isRefusal(outcome)) return outcome;
    return { lines: [...facts, ...purseLines(outcome.posted), ['入账后', '在 账户流水 可查']], amountFen: fen };
  };

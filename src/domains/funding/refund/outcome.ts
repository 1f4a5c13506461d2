/** What applying for, paying, calling off or ending refunds would do to the person's main account; nothing is written. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { readId } from '../../../kit/server/page/read-id.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Channel } from '../../wallet/public.server.ts';
import { purseLines } from '../../wallet/public.server.ts';
import { counterPerson } from '../counter/person.ts';
import { refundAloneFen } from '../settings.ts';
import { partsOf } from './apply.ts';

/** Holds the money of what is free; who has to agree, and where the parts go, is said before it is handed in. */
export async function applyOutcome(ctx: Ctx, { values }: ActionInput): Promise<Outcome | Refusal> {
  const person = await counterPerson(ctx, readId(values.personId) ?? 0, 'OUT');
  if (isRefusal(person)) return person;
  const asked = typeof values.amountFen === 'number' ? values.amountFen : null;
  const planned = await partsOf(ctx.services, ownOrganization(ctx), { person, amountFen: asked });
  if (isRefusal(planned)) return planned;
  const fen = planned.parts.reduce((sum, part) => sum + part.amountFen, 0);
  const alone = fen <= (await refundAloneFen(sqlOf(ctx.db), ownOrganization(ctx)));
  const free = `${formatFenGrouped(planned.freeFen)} → ${formatFenGrouped(planned.freeFen - fen)} 元`;
  return {
    lines: [
      ['人员', person.name],
      ['主账户可退', free],
      ['提交后', alone ? '金额冻结，即可付款' : '金额冻结，由另一人审核后付款'],
    ],
    amountFen: fen,
  };
}

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

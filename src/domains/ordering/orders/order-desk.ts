/** What the desk does for many people at once: ordering for them, handing out, taking back. One person's «no» stops nobody else. */

import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { type Ctx, formKey, ownOrganization } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { may } from '../../../kit/server/page/grants.ts';
import { isRefusal, type Refusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { changeOrder } from './change-order.ts';
import type { WantedOrder } from './judge-order.ts';
import { type Hand, type Order, ordersWhere } from './order-store.ts';
import { lateOrderVerb, ordersPath } from './order-words.ts';
import { placeOrder } from './place-order.ts';

/** Who acts, as orders keep it. */
export const handOf = ({ session }: Pick<Ctx, 'session'>): Hand => ({ id: session.accountId, name: session.name });

/** The right to do this to orders from their list, 订餐明细. */
export function mayOrders(ctx: Ctx, verb: string): boolean {
  const entry = ctx.services.registry.at(ordersPath);
  return entry !== undefined && may(ctx.session, entry.page, entry.path, verb);
}

/** The right to act after the cut-off. */
export const mayLate = (ctx: Ctx): boolean => mayOrders(ctx, lateOrderVerb);

/** A line of the log about an order, in the transaction that moves its money. */
export const toldAs =
  (ctx: Ctx, action: string, reason = '') =>
  (tx: Sql, order: Order): Promise<void> =>
    auditInto(ctx, tx, {
      action,
      targetId: order.id,
      targetName: order.orderNo,
      changes: [
        { key: 'amountFen', label: '金额（元）', before: null, after: formatFenGrouped(order.amountFen) },
        ...(reason ? [{ key: 'reason', label: '原因', before: null, after: reason }] : []),
      ],
    });

const shownReasons = 8;

/** How many were done, and why the others were not. A single refusal of everything is the answer itself. */
export function tally(
  title: string,
  done: readonly Order[],
  refused: readonly { name: string; refusal: Refusal }[],
): Show | Refusal {
  const [first] = refused;
  if (done.length === 0 && first) return first.refusal;
  const reasons = Map.groupBy(refused, (one) => refusalMessage(one.refusal));
  return {
    receipt: {
      title,
      lines: [
        ['完成', `${done.length} 单，${formatFenGrouped(done.reduce((sum, order) => sum + order.amountFen, 0))} 元`],
        ...(refused.length > 0 ? [['未办', `${refused.length} 单`] as const] : []),
        ...[...reasons].slice(0, shownReasons).map(([why, of]) => [`${of.length} 单`, why] as const),
      ],
    },
  };
}

/** Orders the same for everybody; who has ordered is changed where `changes` says so. */
export async function orderForPeople(
  ctx: Ctx,
  personIds: readonly number[],
  wanted: Omit<WantedOrder, 'personId'>,
  { changes, lateReason, unitPays }: { changes: boolean; lateReason: string; unitPays: boolean },
): Promise<{ done: Order[]; refused: { name: string; refusal: Refusal }[] }> {
  const organizationId = ownOrganization(ctx);
  const key = formKey(ctx);
  const done: Order[] = [];
  const refused: { name: string; refusal: Refusal }[] = [];
  for (const personId of personIds) {
    const ordering = {
      organizationId,
      by: handOf(ctx),
      source: 'STAFF' as const,
      requestKey: `${key}:${personId}`.slice(-120),
      lateReason: mayLate(ctx) ? lateReason : '',
      unitPays,
      told: toldAs(ctx, '代订', lateReason),
    };
    const [before] = changes
      ? await ordersWhere(
          sqlOf(ctx.db),
          organizationId,
          `dining_date = $2 and meal_period_id = $3 and person_id = $4 and restaurant_id = $5
             and status in ('PAID', 'ACCEPTED') order by id desc limit 1`,
          [wanted.diningDate, wanted.mealPeriodId, personId, wanted.restaurantId],
        )
      : [];
    const answer = before
      ? await changeOrder(ctx.services, before.id, wanted, { ...ordering, told: toldAs(ctx, '改单', lateReason) })
      : await placeOrder(ctx.services, { ...wanted, personId }, ordering);
    if (isRefusal(answer)) refused.push({ name: String(personId), refusal: answer });
    else done.push(answer);
  }
  return { done, refused };
}

/** Whether the order is of whoever acts: nobody gives money back to himself. */
export async function isOwn(ctx: Ctx, personId: number): Promise<boolean> {
  const { rows } = await sqlOf(ctx.db).query<{ own: boolean }>(
    `select exists (select from person p join account a on a.id = $3
       where p.organization_id = $1 and p.id = $2 and a.phone <> '' and p.phone = a.phone) as own`,
    [ownOrganization(ctx), personId, ctx.session.accountId],
  );
  return rows[0]?.own ?? false;
}

/** Who does something to an order, with the line of the log that is written in the same transaction. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Hand } from './order-store.ts';

export const handAs = (ctx: Ctx, action: string, id: number, said = ''): Hand => ({
  id: ctx.session.accountId,
  name: ctx.session.name,
  told: (tx, orderNo) =>
    auditInto(ctx, tx as never, { action, targetId: id, targetName: `${orderNo}${said ? `：${said}` : ''}` }),
});

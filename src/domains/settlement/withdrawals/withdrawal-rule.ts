/** What a withdrawal costs and may come to, as the platform has set it. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { WithdrawalRuleRow } from '../tables.ts';

export const withdrawalRule = (ctx: Pick<Ctx, 'db'>): Promise<WithdrawalRuleRow> =>
  ctx.db.selectFrom('withdrawal_rule').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();

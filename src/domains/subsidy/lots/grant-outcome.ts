/** What 审核通过 of a single grant would do to the person's purses; nothing is written. */
import type { Outcome } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { grantOf } from '../batch/line-request.ts';

/** The approval itself runs its batch behind; of that run this is the one line. */
export const grantOutcome = (ctx: Ctx, { rows }: ActionInput): Promise<Outcome | Refusal> =>
  ctx.services.rehearse(ctx, async ({ db, services, clock }) => {
    const line = await db
      .selectFrom('subsidy_item')
      .selectAll()
      .where('id', '=', rows[0]!.id)
      .executeTakeFirstOrThrow();
    const batch = await db.selectFrom('subsidy_batch').selectAll().where('id', '=', line.batch_id).executeTakeFirst();
    const { person_id: personId, amount_fen: amountFen, attempt } = line;
    if (!batch || personId === null) return refuse('NOT_FOUND');
    return services.wallet.submit(grantOf(batch, { personId, amountFen, attempt, sourceWalletId: null }, clock.now()));
  });

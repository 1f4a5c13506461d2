/** What 审核 and 撤销 of a return would do to the person's purses; nothing is written. */
import type { Outcome } from '../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { purseAmount, purseLines } from '../../wallet/public.server.ts';

export const returnOutcome =
  (event: 'approve' | 'reverse') =>
  async (ctx: Ctx, { rows }: ActionInput): Promise<Outcome | Refusal> => {
    const row = rows[0]!;
    const paper = await ctx.db
      .selectFrom('subsidy_return as r')
      .innerJoin('wallet as w', (on) =>
        on.onRef('w.organization_id', '=', 'r.organization_id').onRef('w.id', '=', 'r.wallet_id'),
      )
      .select(['r.person_id', 'r.wallet_id', 'r.amount_fen', 'r.posting_id', 'r.return_no', 'w.kind'])
      .where('r.id', '=', row.id)
      .executeTakeFirst();
    if (!paper || (event === 'reverse' && paper.posting_id === null)) return refuse('NOT_FOUND');
    const common = {
      organizationId: ownOrganization(ctx),
      requestKey: `foresee:subret:${event}:${row.id}`,
      personId: paper.person_id,
      occurredAt: ctx.clock.now(),
    };
    const outcome = await ctx.services.wallet.foresee(
      event === 'approve'
        ? { ...common, kind: 'SUBSIDY_RETURN', walletId: paper.wallet_id, amountFen: paper.amount_fen }
        : { ...common, kind: 'REVERSE', originalPostingId: paper.posting_id! },
    );
    if (isRefusal(outcome)) return outcome;
    const { posted } = outcome;
    return {
      lines: [
        ['人员', String(row.personName)],
        ['退补贴单', `${paper.return_no}，${purseAmount(paper.kind, paper.amount_fen)}`],
        ...purseLines(posted),
        ['入账后', paper.kind === 'COUNT' ? '在 计次流水 可查' : '在 补贴明细 可查'],
      ],
      ...(paper.kind === 'COUNT'
        ? { amount: purseAmount('COUNT', paper.amount_fen) }
        : { amountFen: posted.amountFen }),
    };
  };

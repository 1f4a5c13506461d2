/** What taking a charge back at once would do: whose it is, the charge, what goes back and where to. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { purseLines } from '../../wallet/public.server.ts';
import { consumptionRefusals } from '../refusals.ts';
import { consumptionSetting } from '../settings.ts';
import { checkWanted } from './charged.ts';
import { correctionRequest } from './request.ts';

/** @param amountFen null for all that is left. @param facts what names the charge: number, time, place */
export async function reverseOutcome(
  ctx: Ctx,
  tradeId: number,
  amountFen: number | null,
  facts: string,
): Promise<Outcome | Refusal> {
  const kind = amountFen === null ? 'FULL_REVERSE' : 'PART_REVERSE';
  const checked = await checkWanted(ctx, tradeId, kind, amountFen);
  if (isRefusal(checked)) return checked;
  const { trade, fen } = checked;
  const organizationId = ownOrganization(ctx);
  const setting = await consumptionSetting(sqlOf(ctx.db), organizationId);
  if (fen > setting.correctLimitFen)
    return refuse(consumptionRefusals.NEEDS_AUDIT, {
      amount: formatFenGrouped(fen),
      limit: formatFenGrouped(setting.correctLimitFen),
    });
  const outcome = await ctx.services.wallet.foresee(
    correctionRequest(
      { organizationId, id: 0, tradeId, personId: trade.personId, kind, amountFen: fen, reason: '' },
      `foresee:${tradeId}`,
      { operatorId: ctx.session.accountId, now: ctx.clock.now(), setting },
    ),
  );
  if (isRefusal(outcome)) return outcome;
  const { posted } = outcome;
  const third = posted.thirdFen ? ([['原路退回', `${formatFenGrouped(posted.thirdFen)} 元`]] as const) : [];
  return {
    lines: [
      ['人员', trade.personName],
      ['原消费', `${facts}，${formatFenGrouped(trade.amountFen)} 元`],
      ...(trade.reversedFen > 0 ? ([['已退回', `${formatFenGrouped(trade.reversedFen)} 元`]] as const) : []),
      ['本次退回', `${formatFenGrouped(posted.amountFen)} 元`],
      ...purseLines(posted),
      ...third,
    ],
    amountFen: posted.amountFen,
  };
}

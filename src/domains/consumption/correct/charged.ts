/** The charge that is to be put right: what was taken, what went back already, and how much may still move. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { personOrGuest } from '../../people/public.server.ts';
import { consumptionRefusals } from '../refusals.ts';
import { type CorrectionKind, correctionStatuses, openStatuses } from './states.ts';

export interface ChargedTrade {
  id: number;
  personId: number;
  personName: string;
  amountFen: number;
  reversedFen: number;
  /** Fen and meals that may still go back. */
  leftFen: number;
  leftCount: number;
}

/** The trade as it stands now; refused when it is itself a giving back, or of somebody the caller may not see. */
export async function chargedTrade(ctx: Ctx, tradeId: number): Promise<ChargedTrade | Refusal> {
  const row = await ctx.db
    .selectFrom('trade as t')
    .leftJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 't.organization_id').onRef('p.id', '=', 't.person_id'),
    )
    .leftJoin('posting_reversed as r', (on) =>
      on.onRef('r.organization_id', '=', 't.organization_id').onRef('r.posting_id', '=', 't.id'),
    )
    .select([
      't.id',
      't.kind',
      't.person_id as personId',
      personOrGuest.as('personName'),
      't.amount_fen as amountFen',
      't.count_used as countUsed',
      sql<number>`coalesce(r.reversed_fen, 0)`.as('reversedFen'),
      sql<number>`coalesce(r.reversed_count, 0)`.as('reversedCount'),
    ])
    .where('t.id', '=', tradeId)
    .executeTakeFirst();
  if (!row) return refuse(consumptionRefusals.TRADE_NOT_FOUND, { no: tradeId });
  if (row.kind === 'REVERSE') return refuse(consumptionRefusals.NOT_A_TRADE);
  const { kind: _kind, countUsed, reversedCount, ...trade } = row;
  return { ...trade, leftFen: row.amountFen - row.reversedFen, leftCount: countUsed - reversedCount };
}

/** Fen a correction of this kind moves (a whole one: all that is left), or why it cannot. */
export function wantedFen(
  trade: ChargedTrade,
  kind: CorrectionKind,
  amountFen: number | null | undefined,
): number | Refusal {
  if (kind === 'SUPPLEMENT') return amountFen ? amountFen : refuseField('amountFen', '请输入要补扣的金额');
  if (trade.leftFen === 0 && trade.leftCount === 0)
    return refuse(consumptionRefusals.NOTHING_TO_CORRECT, { amount: formatFenGrouped(trade.amountFen) });
  if (kind !== 'PART_REVERSE') return trade.leftFen;
  if (trade.leftFen === 0) return refuseField('kind', '计次消费没有金额，只能全额冲正');
  if (!amountFen) return refuseField('amountFen', '请输入要退回的金额');
  if (amountFen <= trade.leftFen) return amountFen;
  const params = {
    amount: formatFenGrouped(trade.amountFen),
    reversed: formatFenGrouped(trade.reversedFen),
    left: formatFenGrouped(trade.leftFen),
    wanted: formatFenGrouped(amountFen),
  };
  return refuse(consumptionRefusals.CORRECT_TOO_MUCH, params, { amountFen: `最多可退 ${params.left} 元` });
}

/** Refused while another correction of the trade is not decided; `exceptId` is the one being worked on. */
export async function refuseOpen(ctx: Ctx, tradeId: number, exceptId = 0): Promise<Refusal | undefined> {
  const open = await ctx.db
    .selectFrom('correction')
    .select(['correct_no', 'status'])
    .where('trade_id', '=', tradeId)
    .where('id', '<>', exceptId)
    .where('status', 'in', [...openStatuses])
    .executeTakeFirst();
  return open
    ? refuse(consumptionRefusals.CORRECTION_OPEN, {
        no: open.correct_no,
        state: labelIn(correctionStatuses, open.status),
      })
    : undefined;
}

/** Trade and amount of a new or accepted correction, or the first reason against it. */
export async function checkWanted(
  ctx: Ctx,
  tradeId: number,
  kind: CorrectionKind,
  amountFen: number | null | undefined,
  exceptId = 0,
): Promise<{ trade: ChargedTrade; fen: number } | Refusal> {
  const trade = await chargedTrade(ctx, tradeId);
  if (isRefusal(trade)) return trade;
  const open = await refuseOpen(ctx, tradeId, exceptId);
  if (open) return open;
  const fen = wantedFen(trade, kind, amountFen);
  return isRefusal(fen) ? fen : { trade, fen };
}

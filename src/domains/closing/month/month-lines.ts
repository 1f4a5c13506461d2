/** Which lines of 账户流水 each figure of 月结 adds up. Pure: the view and its proof share it. */
import type { LedgerKind } from '../../funding/public.ts';
import type { MonthDays, MonthTotals } from '../closing-state.ts';

const both = (...kinds: string[]) => kinds.flatMap((kind) => [kind, `${kind}_BACK`]) as LedgerKind[];

const kindsOf: Readonly<Partial<Record<keyof MonthTotals, readonly LedgerKind[]>>> = {
  incomingFen: both('RECHARGE', 'DEPOSIT'),
  grantedFen: both('SUBSIDY_GRANT'),
  consumedFen: both('CONSUME', 'SUPPLEMENT'),
  paidOutFen: both('REFUND', 'CASH_OUT'),
  takenBackFen: both('SUBSIDY_CLEAR', 'SUBSIDY_RETURN'),
  otherFen: [
    ...both('CARD_FEE', 'CARD_DEPOSIT', 'CARD_DEPOSIT_RETURN', 'ADJUST'),
    'CARD_FEE_AGAIN',
    'CARD_FEE_AGAIN_BACK',
  ],
};

/** The search of a figure's lines; balances are made of everything up to their day. */
export function monthSearch(figure: keyof MonthTotals, days: MonthDays): Record<string, unknown> {
  if (figure === 'openingFen') return { businessDate: [null, days.before] };
  if (figure === 'closingFen') return { businessDate: [null, days.to] };
  return { businessDate: [days.from, days.to], kind: [...(kindsOf[figure] ?? [])] };
}

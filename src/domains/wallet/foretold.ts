/** What a posting would do to a person's purses, in the clerk's words. */
import { formatFenGrouped } from '../../kit/define/fen.ts';
import { purseNames } from './refusals.ts';
import type { Posted, PurseKind } from './types.ts';

type Line = readonly [label: string, text: string];

/** An amount of a purse with its unit: meals in COUNT, fen in the others. */
export const purseAmount = (kind: PurseKind, amount: number): string =>
  kind === 'COUNT' ? `${amount.toLocaleString('en-US')} 次` : `${formatFenGrouped(amount)} 元`;

/** `主账户 73.00 → 88.00 元` of every purse it moves; a kind gave what is positive in the split. */
export function purseLines({ split, balances }: Pick<Posted, 'split' | 'balances'>): Line[] {
  return (Object.keys(purseNames) as PurseKind[]).flatMap((kind): Line[] => {
    const moved = split[kind] ?? 0;
    if (moved === 0) return [];
    const after = balances[kind] ?? 0;
    return [
      [purseNames[kind], `${purseAmount(kind, after + moved).replace(/ [元次]$/, '')} → ${purseAmount(kind, after)}`],
    ];
  });
}

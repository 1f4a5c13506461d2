/** Lines of a posting between units before they are written: merged, ordered, and what is still to post of what is wanted. Pure. */
import type { UnitType } from '../../../kit/define/page.ts';
import type { Purse } from './purses.ts';

export interface UnitPurse {
  unitType: UnitType;
  unitId: number;
  purse: Purse;
}

/** A purse of a unit, or an account outside: `channel:<channel>:<merchant>`, `bank:<account>`, `channel_fee`. */
export type Side = UnitPurse | { account: string };

export type Line = Side & { amountFen: number };

export const isPurse = (side: Side): side is UnitPurse => 'purse' in side;

/** One text per account; their order is the order in which purses are locked. */
export const sideKey = (side: Side): string =>
  isPurse(side) ? `unit/${side.unitType}/${String(side.unitId).padStart(16, '0')}/${side.purse}` : side.account;

/** One line per account, none of 0, in the order of locking. */
export function merged(lines: readonly Line[]): Line[] {
  const byKey = new Map<string, Line>();
  for (const line of lines) {
    const key = sideKey(line);
    const known = byKey.get(key);
    byKey.set(key, known ? { ...known, amountFen: known.amountFen + line.amountFen } : { ...line });
  }
  return [...byKey]
    .filter(([, line]) => line.amountFen !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line);
}

/** What takes `posted` to `want`. */
export const difference = (want: readonly Line[], posted: readonly Line[]): Line[] =>
  merged([...want, ...posted.map((line) => ({ ...line, amountFen: -line.amountFen }))]);

/** @throws when lines do not sum to 0 or are not whole fen: a bug of who asked. */
export function mustBalance(lines: readonly Line[]): void {
  let sum = 0;
  for (const { amountFen } of lines) {
    if (!Number.isSafeInteger(amountFen)) throw new Error(`not whole fen: ${amountFen}`);
    sum += amountFen;
  }
  if (sum !== 0) throw new Error(`entries of a unit posting sum to ${sum}`);
}

/** In what order purses pay, and how much each of them gives. */
import type { PurseView } from '../types.ts';
import type { PurseRow } from './state.ts';

export interface Share {
  purse: PurseRow;
  fen: number;
}

/** By spend order, then the lot that ends first, then the smaller balance, then the older purse. */
export function byDebitOrder(a: PurseRow, b: PurseRow): number {
  if (a.spendOrder !== b.spendOrder) return a.spendOrder - b.spendOrder;
  if (a.expiresOn !== b.expiresOn) {
    if (a.expiresOn === null) return 1;
    if (b.expiresOn === null) return -1;
    return a.expiresOn < b.expiresOn ? -1 : 1;
  }
  return a.balanceFen - b.balanceFen || a.id - b.id;
}

/** A purse as rules see it. */
export function viewOf(purse: PurseRow): PurseView {
  return {
    walletId: purse.id,
    kind: purse.kind,
    batchId: purse.batchId,
    ruleId: purse.ruleId,
    expiresOn: purse.expiresOn,
    availableFen: purse.balanceFen - purse.heldFen,
  };
}

/** Money purses that may pay on `date` (the day it happened: an expired lot pays not even offline). */
export function payingPurses(purses: readonly PurseRow[], date: string): PurseRow[] {
  return purses
    .filter(
      (p) =>
        p.status === 'ACTIVE' &&
        p.kind !== 'COUNT' &&
        p.kind !== 'ARREARS' &&
        (p.expiresOn === null || p.expiresOn >= date),
    )
    .sort(byDebitOrder);
}

/** What bounds the purses one by one, and the lots of a subsidy rule together. */
export interface Bounds {
  capFen?: ((purse: PurseView) => number) | undefined;
  /** By rule: what its lots may still give today. */
  ruleLeftFen?: ReadonlyMap<number, number> | undefined;
}

/**
 * Splits `dueFen` over `purses` (already in debit order): first what they hold, then what overdraft they allow.
 * `missingFen` is what nobody could give; `availableFen` all they could have given together.
 */
export function splitDebit(
  dueFen: number,
  purses: readonly PurseRow[],
  { capFen, ruleLeftFen }: Bounds = {},
): { shares: Share[]; missingFen: number; availableFen: number } {
  const shares: Share[] = [];
  let left = dueFen;
  let available = 0;
  const caps = purses.map((p) => (capFen ? Math.max(0, capFen(viewOf(p))) : Number.POSITIVE_INFINITY));
  const ruleLeft = new Map(ruleLeftFen);
  for (const [i, purse] of purses.entries()) {
    const ofRule = ruleLeft.get(purse.ruleId);
    const own = Math.min(
      caps[i] ?? 0,
      ofRule ?? Number.POSITIVE_INFINITY,
      Math.max(0, purse.balanceFen - purse.heldFen),
    );
    if (ofRule !== undefined) ruleLeft.set(purse.ruleId, ofRule - own);
    available += own;
    const fen = Math.min(left, own);
    if (fen > 0) shares.push({ purse, fen });
    left -= fen;
  }
  for (const [i, purse] of purses.entries()) {
    if (purse.floorFen >= 0) continue;
    const own = Math.max(0, purse.balanceFen - purse.heldFen);
    const room = Math.max(0, purse.balanceFen - purse.heldFen - purse.floorFen - own);
    const over = Math.min(Math.max(0, (caps[i] ?? 0) - own), room);
    available += over;
    const fen = Math.min(left, over);
    if (fen <= 0) continue;
    const share = shares.find((s) => s.purse === purse);
    if (share) share.fen += fen;
    else shares.push({ purse, fen });
    left -= fen;
  }
  return { shares, missingFen: left, availableFen: available };
}

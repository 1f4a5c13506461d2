/**
 * What documents do to balances and lots, decided over loaded state: moving average as a pool of value, lots taken first-expired
 * first, never below zero. Pure; `post.ts` loads, locks and writes.
 */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import { type EntryKind, pricing } from './entry-kinds.ts';

export interface Move {
  lineId: number;
  storehouseId: number;
  goodsId: number;
  kind: EntryKind;
  /** Base units, signed; 0 for a revaluation alone. */
  qty: number;
  /**
   * What comes in is worth; where it is left out of goods found by a count, the average. Of what leaves: what it is to be worth
   * outside, where that is not the average (a return at its price, a document taken back); the rest is a variance.
   */
  valueFen?: number;
  /** Made of what the moves before it took: worth what they were, to the fen. */
  carries?: true;
  /** The lot that comes in, or is chosen to leave; left out, what expires first leaves. */
  lotId?: number;
  /** Sealed and expired lots may leave too: written off, returned, not there when counted. */
  anyLot?: true;
  /** It has left already: promises made of it give way. */
  physical?: true;
  ofEntryId?: number;
}

export interface Pool {
  qty: number;
  valueFen: number;
  reserved: number;
  version: number;
  lastQty: number;
  lastFen: number;
}

export interface LotAt {
  lotId: number;
  qty: number;
  status: 'NORMAL' | 'SEALED' | 'EXPIRED';
  expiresOn: string | null;
}

export interface StockState {
  pools: Map<string, Pool>;
  /** In the order they leave. */
  lots: Map<string, LotAt[]>;
  /** Lots that expired before it leave no more. */
  today: string;
}

export interface Planned {
  lineId: number;
  storehouseId: number;
  goodsId: number;
  kind: EntryKind;
  lotId: number | null;
  qty: number;
  valueFen: number;
  qtyAfter: number;
  valueAfterFen: number;
  version: number;
  ofEntryId: number | null;
}

export interface Variance {
  lineId: number;
  storehouseId: number;
  goodsId: number;
  lotId: number | null;
  kind: 'RETURN' | 'REVALUE';
  amountFen: number;
}

/** A line that takes more than there is. */
export interface Short {
  move: Move;
  /** What may be taken. */
  left: number;
  why: 'QTY' | 'LOT' | 'LOT_STATE' | 'VALUE';
}

export interface Plan {
  entries: Planned[];
  variances: Variance[];
}

export const stockKey = (storehouseId: number, goodsId: number): string => `${storehouseId}:${goodsId}`;

const mayLeave = (lot: LotAt, today: string) =>
  lot.status === 'NORMAL' && (lot.expiresOn === null || lot.expiresOn >= today);

/** What lies there and may not leave: sealed, or past its date. */
export const deadIn = (lots: readonly LotAt[], today: string): number =>
  lots.filter((lot) => !mayLeave(lot, today)).reduce((sum, lot) => sum + lot.qty, 0);

/** What lies there and may leave. */
export const leaveable = (lots: readonly LotAt[], today: string): number =>
  lots.filter((lot) => mayLeave(lot, today)).reduce((sum, lot) => sum + lot.qty, 0);

/** What of the pool nobody was promised, and no seal or date holds. */
export function issuable(pool: Pick<Pool, 'qty' | 'reserved'>, lots: readonly LotAt[], today: string): number {
  return Math.max(0, pool.qty - deadIn(lots, today) - pool.reserved);
}

/** A part of the value: all of it with the last of the quantity, otherwise in proportion, half up. */
export const partOf = (valueFen: number, qty: number, whole: number): number =>
  qty === whole ? valueFen : mulDivHalfUp(valueFen, qty, whole);

interface Portion {
  lotId: number;
  qty: number;
}

/** The lots a move takes its quantity of; a short one where they do not hold it. */
function portionsOf(move: Move, lots: readonly LotAt[], pool: Pool, today: string): Portion[] | Short {
  const want = -move.qty;
  const chosen = move.lotId === undefined ? lots : lots.filter((lot) => lot.lotId === move.lotId);
  const usable = chosen.filter((lot) => move.anyLot || mayLeave(lot, today));
  const there = usable.reduce((sum, lot) => sum + lot.qty, 0);
  if (move.lotId !== undefined && usable.length === 0 && chosen.some((lot) => lot.qty > 0))
    return { move, left: 0, why: 'LOT_STATE' };
  const free = move.physical ? there : Math.min(there, issuable(pool, move.anyLot ? [] : lots, today));
  if (want > free) return { move, left: free, why: move.lotId === undefined ? 'QTY' : 'LOT' };
  const portions: Portion[] = [];
  let rest = want;
  for (const lot of usable) {
    const qty = Math.min(lot.qty, rest);
    if (qty > 0) portions.push({ lotId: lot.lotId, qty });
    rest -= qty;
  }
  return portions;
}

function lotAt(state: StockState, key: string, lotId: number): LotAt {
  const lots = state.lots.get(key) ?? [];
  state.lots.set(key, lots);
  let lot = lots.find((one) => one.lotId === lotId);
  if (!lot) {
    lot = { lotId, qty: 0, status: 'NORMAL', expiresOn: null };
    lots.push(lot);
  }
  return lot;
}

/** Applies the moves in their order to `state`; the first that takes more than there is ends it. */
export function planMoves(state: StockState, moves: readonly Move[]): Plan | Short {
  const plan: Plan = { entries: [], variances: [] };
  for (const move of moves) {
    const { storehouseId, goodsId, lineId, kind } = move;
    const key = stockKey(storehouseId, goodsId);
    const pool = state.pools.get(key)!;
    const write = (lotId: number | null, qty: number, valueFen: number) => {
      pool.qty += qty;
      pool.valueFen += valueFen;
      pool.version += 1;
      if (lotId !== null) lotAt(state, key, lotId).qty += qty;
      const { qty: qtyAfter, valueFen: valueAfterFen, version } = pool;
      const at = { lineId, storehouseId, goodsId, kind, lotId, ofEntryId: move.ofEntryId ?? null };
      plan.entries.push({ ...at, qty, valueFen, qtyAfter, valueAfterFen, version });
    };
    if (move.qty === 0) {
      const { valueFen = 0 } = move;
      if (pool.valueFen + valueFen < 0 || pool.qty === 0) return { move, left: pool.valueFen, why: 'VALUE' };
      write(move.lotId ?? null, 0, valueFen);
    } else if (move.qty > 0) {
      const found = () =>
        pool.qty > 0
          ? mulDivHalfUp(pool.valueFen, move.qty, pool.qty)
          : pool.lastQty > 0
            ? mulDivHalfUp(pool.lastFen, move.qty, pool.lastQty)
            : 0;
      const carried = () => -plan.entries.reduce((sum, entry) => sum + entry.valueFen, 0);
      const valueFen = move.valueFen ?? (move.carries ? carried() : found());
      write(move.lotId!, move.qty, valueFen);
      if (pricing.has(kind)) Object.assign(pool, { lastQty: move.qty, lastFen: valueFen });
    } else {
      const portions = portionsOf(move, state.lots.get(key) ?? [], pool, state.today);
      if (!Array.isArray(portions)) return portions;
      let [qtyLeft, worth] = [-move.qty, move.valueFen ?? 0];
      for (const { lotId, qty } of portions) {
        const valueFen = partOf(pool.valueFen, qty, pool.qty);
        write(lotId, -qty, -valueFen);
        if (move.valueFen === undefined) continue;
        // At its own price outside, at the average here: the difference belongs to no goods.
        const outside = partOf(worth, qty, qtyLeft);
        [qtyLeft, worth] = [qtyLeft - qty, worth - outside];
        const at = { lineId, storehouseId, goodsId, lotId, kind: 'RETURN' as const };
        if (valueFen !== outside) plan.variances.push({ ...at, amountFen: valueFen - outside });
      }
    }
  }
  return plan;
}

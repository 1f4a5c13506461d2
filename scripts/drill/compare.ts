/** What was answered beside what is booked: nothing lost, nothing twice, nothing nobody asked for, and all invariants. */
import type { Pool } from 'pg';
import type { RushTerminal } from '../../bench/rush-setup.ts';
import { checkInvariants } from '../../src/domains/wallet/testing.ts';
import type { Acknowledged } from './swiping.ts';

export interface Compared {
  acknowledged: number;
  /** Answered and not booked, or booked as something else. */
  lost: number;
  /** Numbers with more than one trade. */
  doubled: number;
  /** Booked and never answered. */
  unasked: number;
  invariantBreaks: number;
}

interface Booked {
  deviceId: number;
  deviceSeq: string;
  id: number;
  fen: number;
}

/** Holds the answers against the trades of the terminals. The database stands still meanwhile. */
export async function compare(
  pool: Pool,
  organizationId: number,
  terminals: readonly RushTerminal[],
  answers: readonly Acknowledged[],
  /** Those that may be booked beside them: answered too late to be sure. */
  asked: readonly Acknowledged[] = answers,
): Promise<Compared> {
  const { rows } = await pool.query<Booked>(
    `select device_id as "deviceId", device_seq as "deviceSeq", id, amount_fen as fen from trade
     where organization_id = $1 and device_id = any($2::bigint[]) and kind = 'CONSUME'`,
    [organizationId, terminals.map((one) => one.deviceId)],
  );
  const booked = Map.groupBy(rows, (row) => `${row.deviceId}:${row.deviceSeq}`);
  const keyOf = (one: Acknowledged) => `${one.deviceId}:${one.epoch}-${one.seq}`;
  const keys = new Set(asked.map(keyOf));
  const lost = answers.filter((one) => {
    const trades = booked.get(keyOf(one));
    return !trades?.some((row) => row.id === one.tradeId && row.fen === one.amountFen);
  });
  const breaks = await checkInvariants(pool, organizationId);
  for (const one of breaks.slice(0, 5)) console.error('不变式', one);
  return {
    acknowledged: answers.length,
    lost: lost.length,
    doubled: [...booked.values()].filter((trades) => trades.length > 1).length,
    unasked: [...booked.keys()].filter((key) => !keys.has(key)).length,
    invariantBreaks: breaks.length,
  };
}

export const isWhole = (one: Compared): boolean =>
  one.acknowledged > 0 && one.lost + one.doubled + one.unasked + one.invariantBreaks === 0;

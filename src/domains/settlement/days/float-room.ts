/** 备付 of an organization, and how much of it is free to be paid to its contracts. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { onlineOpen, onlineUnspent } from '../online/online-money.ts';
import { holdingSite, toppedSites } from './top-ups.ts';

/** What of 备付 is not free, and the contract whose receivers hold diners' money instead of it. */
export interface Bound {
  fen: number;
  /** What diners may claim back in all; bound too, unless receivers hold it. */
  unspentFen: number;
  toppedSite: { contractId: number; last: string } | undefined;
}

/**
 * What diners may claim back, less what is on its way in, more what is on its way out. Where top-ups have been divided, what
 * diners may claim back lies with the receivers.
 */
export async function boundFloat(tx: Sql, organizationId: number, today: string): Promise<Bound> {
  const open = await onlineOpen(tx, organizationId, '2000-01-01');
  const toppedSite = holdingSite(await toppedSites(tx, organizationId), today);
  const unspentFen = await onlineUnspent(tx, organizationId);
  const boundFen = toppedSite ? 0 : unspentFen;
  return { fen: boundFen - open.reduce((sum, b) => sum + b.wantFen - b.postedFen, 0), unspentFen, toppedSite };
}

export async function floatOf(tx: Sql, organizationId: number): Promise<number> {
  const { rows } = await tx.query<{ fen: number }>(
    `select balance_fen as fen from unit_wallet where unit_type = 'ORGANIZATION' and unit_id = $1 and purse = 'FLOAT'`,
    [organizationId],
  );
  return rows[0]?.fen ?? 0;
}

/**
 * 备付, what of it is on its way in or out included, less what diners may still claim back; below 0 where returned meals must be
 * backed again.
 */
export const floatRoom = async (tx: Sql, organizationId: number, today: string): Promise<number> =>
  (await floatOf(tx, organizationId)) - (await boundFloat(tx, organizationId, today)).fen;

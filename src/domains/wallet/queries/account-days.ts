/** Day totals per account: the base of balance, income and operator reports. From the rollups, lanes summed. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import type { PostingKind, PurseKind } from '../types.ts';

export interface AccountDay {
  businessDate: string;
  /** `wallet:MAIN` …, `cash_drawer`, `channel:wechat`, `revenue`, `card_fee`, `card_deposit`, `subsidy_pool` … */
  account: string;
  postingKind: PostingKind;
  /** Kind of what was undone when postingKind is REVERSE, '' otherwise. */
  reversesKind: PostingKind | '';
  inFen: number;
  outFen: number;
  entryCount: number;
}

export interface DayRange {
  from: string;
  to: string;
}

/** The ledger account names of purses that hold money; all of them when no kind is given. */
export function purseAccounts(kind?: PurseKind): string[] {
  if (kind) return [`wallet:${kind}`];
  return ['wallet:MAIN', 'wallet:SUBSIDY', 'wallet:GIFT', 'wallet:ARREARS'];
}

/** Totals per day, account and kind of posting. For outside accounts «in» is money the ledger received from a purse. */
export async function accountDays(db: Db, range: DayRange, accounts?: readonly string[]): Promise<AccountDay[]> {
  let query = db
    .selectFrom('rollup_account_day as r')
    .select([
      'r.business_date as businessDate',
      'r.account as account',
      'r.posting_kind as postingKind',
      'r.reverses_kind as reversesKind',
      sql<number>`sum(r.in_fen)::bigint`.as('inFen'),
      sql<number>`sum(r.out_fen)::bigint`.as('outFen'),
      sql<number>`sum(r.entry_count)::bigint`.as('entryCount'),
    ])
    .where('r.business_date', '>=', range.from)
    .where('r.business_date', '<=', range.to);
  if (accounts) query = query.where('r.account', 'in', accounts);
  return (await query
    .groupBy(['r.business_date', 'r.account', 'r.posting_kind', 'r.reverses_kind'])
    .orderBy('r.business_date')
    .execute()) as AccountDay[];
}

export interface OperatorDay extends AccountDay {
  operatorId: number;
}

/**
 * What went through operators' hands. Cash to hand in = Σ out − Σ in of account `cash_drawer` (the drawer «gives» to the
 * ledger what was paid in at the counter).
 */
export async function operatorDays(
  db: Db,
  range: DayRange,
  filter: { operatorId?: number; account?: string } = {},
): Promise<OperatorDay[]> {
  let query = db
    .selectFrom('rollup_operator_day as r')
    .select([
      'r.operator_id as operatorId',
      'r.business_date as businessDate',
      'r.account as account',
      'r.posting_kind as postingKind',
      'r.reverses_kind as reversesKind',
      sql<number>`sum(r.in_fen)::bigint`.as('inFen'),
      sql<number>`sum(r.out_fen)::bigint`.as('outFen'),
      sql<number>`sum(r.entry_count)::bigint`.as('entryCount'),
    ])
    .where('r.business_date', '>=', range.from)
    .where('r.business_date', '<=', range.to);
  if (filter.operatorId !== undefined) query = query.where('r.operator_id', '=', filter.operatorId);
  if (filter.account !== undefined) query = query.where('r.account', '=', filter.account);
  return (await query
    .groupBy(['r.operator_id', 'r.business_date', 'r.account', 'r.posting_kind', 'r.reverses_kind'])
    .orderBy('r.business_date')
    .execute()) as OperatorDay[];
}

/**
 * Reads of the money tables that other domains may use. All take a handle narrowed to a scope (`ctx.db`), so a wider scope
 * sums over its organizations. Amounts are fen; dates are business days, both ends included.
 */
import { sql } from 'kysely';
import type { Db } from '../../kit/server/context.ts';
import { purseLines } from './queries/purse-lines.ts';
import type { PostingKind, PurseKind, PurseStatus } from './types.ts';

export interface Purse {
  walletId: number;
  kind: PurseKind;
  balanceFen: number;
  heldFen: number;
  floorFen: number;
  expiresOn: string | null;
  batchId: number;
  status: PurseStatus;
}

/** All purses of a person that are not closed, in debit order. COUNT balances are meals. */
export async function pursesOf(db: Db, organizationId: number, personId: number): Promise<Purse[]> {
  const rows = await db
    .selectFrom('wallet')
    .select(['id', 'kind', 'balance_fen', 'held_fen', 'floor_fen', 'expires_on', 'batch_id', 'status'])
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .where('status', '<>', 'CLOSED')
    .orderBy('spend_order')
    .orderBy('expires_on', (order) => order.asc().nullsLast())
    .orderBy('balance_fen')
    .execute();
  return rows.map((row) => ({
    walletId: row.id,
    kind: row.kind,
    balanceFen: row.balance_fen,
    heldFen: row.held_fen,
    floorFen: row.floor_fen,
    expiresOn: row.expires_on,
    batchId: row.batch_id,
    status: row.status,
  }));
}

export interface PersonBalance {
  mainFen: number;
  subsidyFen: number;
  giftFen: number;
  mealCount: number;
  arrearsFen: number;
  heldFen: number;
  totalFen: number;
  status: PurseStatus;
  lastPostingAt: string | null;
}

/** Balances by person; people without purses are absent. For lists, join the view `person_balance` instead. */
export async function balancesOf(
  db: Db,
  organizationId: number,
  personIds: readonly number[],
): Promise<Map<number, PersonBalance>> {
  if (personIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('person_balance')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`person_id = any(${personIds}::bigint[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.person_id,
      {
        mainFen: row.main_fen,
        subsidyFen: row.subsidy_fen,
        giftFen: row.gift_fen,
        mealCount: row.meal_count,
        arrearsFen: row.arrears_fen,
        heldFen: row.held_fen,
        totalFen: row.total_fen,
        status: row.status,
        lastPostingAt: row.last_posting_at,
      },
    ]),
  );
}

/**
 * Balances at the end of a business day, one row per person with purses (a sub-select to join or select from): what the
 * purses hold now less what was booked after that day. Columns as in `person_balance`, without held and status.
 */
export function balancesAt(db: Db, date: string) {
  const later = db
    .selectFrom('ledger_entry as e')
    .select(['e.organization_id', 'e.wallet_id', sql<number>`sum(e.amount_fen)::bigint`.as('fen')])
    .where('e.business_date', '>', date)
    .where('e.wallet_id', '<>', 0)
    .groupBy(['e.organization_id', 'e.wallet_id']);
  const of = (kind: PurseKind) =>
    sql<number>`coalesce(sum(w.balance_fen - coalesce(l.fen, 0)) filter (where w.kind = ${sql.lit(kind)}), 0)::bigint`;
  return db
    .selectFrom('wallet as w')
    .leftJoin(later.as('l'), (on) =>
      on.onRef('l.organization_id', '=', 'w.organization_id').onRef('l.wallet_id', '=', 'w.id'),
    )
    .select([
      'w.organization_id',
      'w.person_id',
      of('MAIN').as('main_fen'),
      of('SUBSIDY').as('subsidy_fen'),
      of('GIFT').as('gift_fen'),
      of('COUNT').as('meal_count'),
      of('ARREARS').as('arrears_fen'),
      sql<number>`coalesce(sum(w.balance_fen - coalesce(l.fen, 0)) filter (where w.kind <> 'COUNT'), 0)::bigint`.as(
        'total_fen',
      ),
    ])
    .groupBy(['w.organization_id', 'w.person_id']);
}

export interface StatementLine {
  postingId: number;
  kind: PostingKind;
  /** Kind of what a REVERSE undid, '' otherwise. */
  reversesKind: string;
  walletId: number;
  purse: PurseKind;
  /** Signed. */
  amountFen: number;
  balanceAfterFen: number;
  businessDate: string;
  occurredAt: string;
  recordedAt: string;
  operatorId: number;
  reason: string;
}

/** A person's ledger lines, newest first; `before` (a posting id) continues a page. At most 500 lines. */
export async function statementLines(
  db: Db,
  filter: {
    organizationId: number;
    personId: number;
    from?: string;
    to?: string;
    purse?: PurseKind;
    before?: number;
    limit: number;
  },
): Promise<StatementLine[]> {
  let query = purseLines(db)
    .select([
      'p.id as postingId',
      'p.kind as kind',
      'p.reverses_kind as reversesKind',
      'w.id as walletId',
      'w.kind as purse',
      'e.amount_fen as amountFen',
      sql<number>`e.balance_after_fen`.as('balanceAfterFen'),
      'p.business_date as businessDate',
      'p.occurred_at as occurredAt',
      'p.recorded_at as recordedAt',
      'p.operator_id as operatorId',
      'p.reason as reason',
    ])
    .where('w.organization_id', '=', filter.organizationId)
    .where('w.person_id', '=', filter.personId);
  if (filter.from !== undefined) query = query.where('e.business_date', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('e.business_date', '<=', filter.to);
  if (filter.purse !== undefined) query = query.where('w.kind', '=', filter.purse);
  if (filter.before !== undefined) query = query.where('p.id', '<', filter.before);
  return (await query
    .orderBy('p.id', 'desc')
    .orderBy('e.line_no', 'desc')
    .limit(Math.min(filter.limit, 500))
    .execute()) as StatementLine[];
}

export interface LotTotals {
  batchId: number;
  people: number;
  grantedFen: number;
  usedFen: number;
  clearedFen: number;
  returnedFen: number;
  remainingFen: number;
}

/** 发放 = 使用 + 清零 + 退回 + 剩余 per subsidy batch, from the ledger; what was undone is taken out of its own column. */
export async function lotTotals(db: Db, organizationId: number, batchIds: readonly number[]): Promise<LotTotals[]> {
  if (batchIds.length === 0) return [];
  const of = (...kinds: PostingKind[]) =>
    sql<number>`coalesce(sum(e.amount_fen) filter (where p.kind = any(${kinds}) or p.reverses_kind = any(${kinds})), 0)::bigint`;
  const rows = await purseLines(db)
    .select([
      'w.batch_id as batchId',
      sql<number>`count(distinct w.person_id)::int`.as('people'),
      of('SUBSIDY_GRANT', 'ADJUST').as('grantedFen'),
      of('CONSUME', 'SUPPLEMENT').as('spentFen'),
      of('SUBSIDY_CLEAR').as('takenFen'),
      of('SUBSIDY_RETURN').as('backFen'),
      sql<number>`sum(e.amount_fen)::bigint`.as('remainingFen'),
    ])
    .where('w.organization_id', '=', organizationId)
    .where(sql<boolean>`w.batch_id = any(${batchIds}::bigint[])`)
    .groupBy('w.batch_id')
    .execute();
  return rows.map(({ spentFen, takenFen, backFen, ...row }) => ({
    ...row,
    usedFen: 0 - spentFen,
    clearedFen: 0 - takenFen,
    returnedFen: 0 - backFen,
  }));
}

/** First business day postings may be booked on, '' when no month was ever closed. */
export async function openFrom(db: Db, organizationId: number): Promise<string> {
  const row = await db
    .selectFrom('period')
    .select(sql<string | null>`(max(month) + interval '1 month')::date`.as('day'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row?.day ?? '';
}

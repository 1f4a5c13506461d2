/** 对账单: opening + income − spending = closing per purse kind and period, for the unit or for some people. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import type { PostingKind, PurseKind } from '../types.ts';
import { type DayRange, purseAccounts } from './account-days.ts';
import { purseLines } from './purse-lines.ts';

/** Columns of the statement, income first. */
export const statementColumns = [
  'rechargeFen',
  'depositFen',
  'grantFen',
  'correctedFen',
  'otherInFen',
  'consumeFen',
  'supplementFen',
  'refundFen',
  'cashOutFen',
  'clearFen',
  'returnFen',
  'cardFeeFen',
  'otherOutFen',
] as const;
export type StatementColumn = (typeof statementColumns)[number];

export type StatementRow = {
  /** Day, first day of the month, or the range's first day. */
  period: string;
  purse: PurseKind;
  openingFen: number;
  closingFen: number;
} & Record<StatementColumn, number>;

export type StatementStep = 'DAY' | 'MONTH' | 'ALL';

const inColumns: Partial<Record<PostingKind, StatementColumn>> = {
  RECHARGE: 'rechargeFen',
  DEPOSIT: 'depositFen',
  SUBSIDY_GRANT: 'grantFen',
};
const outColumns: Partial<Record<PostingKind, StatementColumn>> = {
  CONSUME: 'consumeFen',
  SUPPLEMENT: 'supplementFen',
  REFUND: 'refundFen',
  CASH_OUT: 'cashOutFen',
  SUBSIDY_CLEAR: 'clearFen',
  SUBSIDY_RETURN: 'returnFen',
  CARD_FEE: 'cardFeeFen',
};

interface Sum {
  day: string;
  account: string;
  kind: PostingKind;
  reversesKind: string;
  inFen: number;
  outFen: number;
}

/**
 * Adds a movement to its columns. A reversed consumption is 纠错退回; every other reversal is netted in the column of what
 * it undoes, so that 充值 shows what really came in and 取款 what really went out.
 */
function add(row: StatementRow, { kind, reversesKind, inFen, outFen }: Sum): void {
  row.closingFen += inFen - outFen;
  if (kind === 'REVERSE') {
    if (reversesKind === 'CONSUME' || reversesKind === 'SUPPLEMENT') {
      row.correctedFen += inFen;
      row.otherOutFen += outFen;
      return;
    }
    const income = inColumns[reversesKind as PostingKind];
    const spending = outColumns[reversesKind as PostingKind];
    if (income) row[income] += inFen - outFen;
    else if (spending) row[spending] += outFen - inFen;
    if (income || spending) return;
  }
  row[inColumns[kind] ?? 'otherInFen'] += inFen;
  row[outColumns[kind] ?? 'otherOutFen'] += outFen;
}

function emptyRow(period: string, purse: PurseKind): StatementRow {
  const columns = Object.fromEntries(statementColumns.map((column) => [column, 0])) as Record<StatementColumn, number>;
  return { period, purse, openingFen: 0, closingFen: 0, ...columns };
}

/** Sums before the range carry the day before it. */
async function unitSums(db: Db, range: DayRange, accounts: string[]): Promise<Sum[]> {
  return (await db
    .selectFrom('rollup_account_day as r')
    .select([
      sql<string>`greatest(r.business_date, ${range.from}::date - 1)`.as('day'),
      'r.account as account',
      'r.posting_kind as kind',
      'r.reverses_kind as reversesKind',
      sql<number>`sum(r.in_fen)::bigint`.as('inFen'),
      sql<number>`sum(r.out_fen)::bigint`.as('outFen'),
    ])
    .where('r.account', 'in', accounts)
    .where('r.business_date', '<=', range.to)
    .groupBy([sql`1`, 'r.account', 'r.posting_kind', 'r.reverses_kind'])
    .execute()) as Sum[];
}

async function peopleSums(db: Db, range: DayRange, accounts: string[], personIds: readonly number[]): Promise<Sum[]> {
  return (await purseLines(db)
    .select([
      sql<string>`greatest(e.business_date, ${range.from}::date - 1)`.as('day'),
      'e.account as account',
      'p.kind as kind',
      'p.reverses_kind as reversesKind',
      sql<number>`coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint`.as('inFen'),
      sql<number>`coalesce(-sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint`.as('outFen'),
    ])
    .where(sql<boolean>`w.person_id = any(${personIds}::bigint[])`)
    .where('e.account', 'in', accounts)
    .where('e.business_date', '<=', range.to)
    .groupBy([sql`1`, 'e.account', 'p.kind', 'p.reverses_kind'])
    .execute()) as Sum[];
}

/**
 * Rows per period (those with movement, and the first) and purse kind. With `personIds` (one person, or the people of a
 * department) the lines are summed, otherwise the rollups. COUNT is left out unless asked for: meals are not money.
 */
export async function accountStatement(
  db: Db,
  range: DayRange,
  options: { step: StatementStep; purse?: PurseKind; personIds?: readonly number[] },
): Promise<StatementRow[]> {
  const accounts = purseAccounts(options.purse);
  const sums = options.personIds
    ? await peopleSums(db, range, accounts, options.personIds)
    : await unitSums(db, range, accounts);
  const periodOf = (day: string) => {
    if (options.step === 'ALL') return range.from;
    return options.step === 'DAY' ? day : `${day.slice(0, 7)}-01`;
  };
  const result: StatementRow[] = [];
  for (const account of accounts) {
    const purse = account.slice('wallet:'.length) as PurseKind;
    const own = sums.filter((sum) => sum.account === account);
    let balance = 0;
    const rows = new Map([[periodOf(range.from), emptyRow(periodOf(range.from), purse)]]);
    for (const sum of own) {
      if (sum.day < range.from) {
        balance += sum.inFen - sum.outFen;
        continue;
      }
      const period = periodOf(sum.day);
      const row = rows.get(period) ?? emptyRow(period, purse);
      rows.set(period, row);
      add(row, sum);
    }
    for (const row of [...rows.values()].sort((a, b) => (a.period < b.period ? -1 : 1))) {
      row.openingFen = balance;
      balance += row.closingFen;
      row.closingFen = balance;
      result.push(row);
    }
  }
  return result.filter(
    (row) => row.purse === 'MAIN' || row.purse === 'SUBSIDY' || row.purse === options.purse || moved(row),
  );
}

function moved(row: StatementRow): boolean {
  return row.openingFen !== 0 || statementColumns.some((column) => row[column] !== 0);
}

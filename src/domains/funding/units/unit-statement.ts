/** 对账单 unit by unit: what stood before the period is the sum of all movements, what stands after it is read from the balances. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { organizationName } from '../../tenancy/public.server.ts';
import { purseAccounts, type StatementColumn, statementColumn, statementColumns } from '../sheets/account-words.ts';
import { daysOf } from '../sheets/ledger-lines.ts';
import { type UnitMovement, unitMovements, unitsAsked } from './unit-movements.ts';

export type StatementRow = {
  id: number;
  organizationId: number;
  organizationName: string;
  account: string;
  /** The day before the first, where the search has one. */
  dayBefore?: string;
  openingFen: number;
  closingFen: number;
} & { [K in StatementColumn]: number };

interface Balances {
  organizationId: number;
  organizationName: string;
  mainFen: number;
  subsidyFen: number;
  giftFen: number;
  arrearsFen: number;
}

const balanceOf: Readonly<Record<string, keyof Balances>> = {
  'wallet:MAIN': 'mainFen',
  'wallet:SUBSIDY': 'subsidyFen',
  'wallet:GIFT': 'giftFen',
  'wallet:ARREARS': 'arrearsFen',
};

/** The balances that stand now, unit by unit. */
function balances(ctx: Ctx, search: Search): Promise<Balances[]> {
  const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(`b.${column}`)}), 0)::bigint`;
  let query = ctx.db
    .selectFrom('person_balance as b')
    .select([
      'b.organization_id as organizationId',
      sql<string>`${organizationName('b.organization_id')}`.as('organizationName'),
      sum('main_fen').as('mainFen'),
      sum('subsidy_fen').as('subsidyFen'),
      sum('gift_fen').as('giftFen'),
      sum('arrears_fen').as('arrearsFen'),
    ])
    .groupBy('b.organization_id')
    .orderBy('b.organization_id');
  const units = unitsAsked(search.organizationId);
  if (units.length > 0) query = query.where('b.organization_id', 'in', units);
  return query.execute();
}

const net = (moved: readonly UnitMovement[], organizationId: number, account: string) =>
  moved
    .filter((one) => one.organizationId === organizationId && one.account === account)
    .reduce((sum, { inFen, outFen }) => sum + inFen - outFen, 0);

/** A row per unit and account of the search; the units are those whose accounts the scope opens. */
export async function unitStatement(ctx: Ctx, search: Search): Promise<StatementRow[]> {
  const [from, to] = daysOf(search);
  const wanted = [search.account].flat().filter((one) => typeof one === 'string' && one !== '');
  const accounts = purseAccounts.map(({ value }) => value).filter((one) => wanted.length === 0 || wanted.includes(one));
  const { organizationId } = search;
  const [before, during, after, now] = await Promise.all([
    from ? unitMovements(ctx, { from: null, to: addDays(from, -1), accounts, organizationId }) : [],
    unitMovements(ctx, { from, to, accounts, organizationId }),
    to ? unitMovements(ctx, { from: addDays(to, 1), to: null, accounts, organizationId }) : [],
    balances(ctx, search),
  ]);
  const none = Object.fromEntries(Object.keys(statementColumns).map((key) => [key, 0])) as Record<
    StatementColumn,
    number
  >;
  return now.flatMap((unit) =>
    accounts.map((account) => {
      const columns = { ...none };
      for (const one of during) {
        if (one.organizationId !== unit.organizationId || one.account !== account) continue;
        const column = statementColumn(one.kind, one.reversesKind, one.inFen >= one.outFen);
        columns[column] += (statementColumns[column] === 'in' ? 1 : -1) * (one.inFen - one.outFen);
      }
      return {
        id: unit.organizationId * 8 + purseAccounts.findIndex(({ value }) => value === account),
        organizationId: unit.organizationId,
        organizationName: unit.organizationName,
        account,
        ...(from ? { dayBefore: addDays(from, -1) } : {}),
        openingFen: net(before, unit.organizationId, account),
        ...columns,
        closingFen: Number(unit[balanceOf[account]!]) - net(after, unit.organizationId, account),
      };
    }),
  );
}

/** Day movements of the purses: out of the rollups, or out of the ledger lines where one person or department is asked for. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';

export interface Movement {
  account: string;
  kind: string;
  reversesKind: string;
  inFen: number;
  outFen: number;
}

export interface MovementFilter {
  /** Business days, both included; null is open. */
  from: string | null;
  to: string | null;
  accounts: readonly string[];
  personIds: readonly number[] | null;
  departmentIds: readonly number[] | null;
}

function days(column: RawBuilder<unknown>, { from, to }: MovementFilter): RawBuilder<boolean> {
  const parts = [sql`true`];
  if (from) parts.push(sql`${column} >= ${from}::date`);
  if (to) parts.push(sql`${column} <= ${to}::date`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

async function fromRollup(ctx: Ctx, filter: MovementFilter): Promise<Movement[]> {
  return ctx.db
    .selectFrom('rollup_account_day as u')
    .select([
      'u.account',
      'u.posting_kind as kind',
      'u.reverses_kind as reversesKind',
      sql<number>`sum(u.in_fen)::bigint`.as('inFen'),
      sql<number>`sum(u.out_fen)::bigint`.as('outFen'),
    ])
    .where('u.account', 'in', [...filter.accounts])
    .where(days(sql`u.business_date`, filter))
    .groupBy(['u.account', 'u.posting_kind', 'u.reverses_kind'])
    .execute();
}

async function fromLedger(ctx: Ctx, filter: MovementFilter): Promise<Movement[]> {
  let query = ctx.db
    .selectFrom('ledger_entry as e')
    .innerJoin('posting as g', (on) =>
      on
        .onRef('g.organization_id', '=', 'e.organization_id')
        .onRef('g.id', '=', 'e.posting_id')
        .onRef('g.business_date', '=', 'e.business_date'),
    )
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'g.organization_id').onRef('p.id', '=', 'g.person_id'),
    )
    .select([
      'e.account',
      'g.kind as kind',
      'g.reverses_kind as reversesKind',
      sql<number>`coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint`.as('inFen'),
      sql<number>`coalesce(-sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint`.as('outFen'),
    ])
    .where('e.account', 'in', [...filter.accounts])
    .where(days(sql`e.business_date`, filter))
    .groupBy(['e.account', 'g.kind', 'g.reverses_kind']);
  if (filter.personIds !== null) query = query.where(sql<boolean>`g.person_id = any(${filter.personIds}::bigint[])`);
  if (filter.departmentIds !== null)
    query = query.where(sql<boolean>`p.department_id = any(${filter.departmentIds}::bigint[])`);
  return query.execute();
}

/** Sums in and out per account and kind, fen. */
export function movements(ctx: Ctx, filter: MovementFilter): Promise<Movement[]> {
  return filter.personIds === null && filter.departmentIds === null ? fromRollup(ctx, filter) : fromLedger(ctx, filter);
}

/** Net of movements per account. */
export function netByAccount(list: readonly Movement[]): Map<string, number> {
  const net = new Map<string, number>();
  for (const m of list) net.set(m.account, (net.get(m.account) ?? 0) + m.inFen - m.outFen);
  return net;
}

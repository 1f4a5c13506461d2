/** Movements of accounts unit by unit, out of the day totals. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';

export interface UnitMovement {
  organizationId: number;
  account: string;
  kind: string;
  reversesKind: string;
  inFen: number;
  outFen: number;
  lines: number;
}

interface Filter {
  /** Business days, both included; null is open. */
  from: string | null;
  to: string | null;
  accounts: readonly string[];
  /** One unit, several, or all of the scope. */
  organizationId?: unknown;
}

export const unitsAsked = (value: unknown): number[] =>
  [value].flat().filter((one): one is number => typeof one === 'number' && one > 0);

/** Sums in and out per unit, account and kind, fen; the accounts of the units the scope opens. */
export async function unitMovements(
  ctx: Ctx,
  { from, to, accounts, organizationId }: Filter,
): Promise<readonly UnitMovement[]> {
  let query = ctx.db
    .selectFrom('rollup_account_day as u')
    .select([
      'u.organization_id as organizationId',
      'u.account',
      'u.posting_kind as kind',
      'u.reverses_kind as reversesKind',
      sql<number>`sum(u.in_fen)::bigint`.as('inFen'),
      sql<number>`sum(u.out_fen)::bigint`.as('outFen'),
      sql<number>`sum(u.entry_count)::bigint`.as('lines'),
    ])
    .where('u.account', 'in', [...accounts])
    .groupBy(['u.organization_id', 'u.account', 'u.posting_kind', 'u.reverses_kind']);
  if (from) query = query.where('u.business_date', '>=', from);
  if (to) query = query.where('u.business_date', '<=', to);
  const units = unitsAsked(organizationId);
  if (units.length > 0) query = query.where('u.organization_id', 'in', units);
  return query.execute();
}

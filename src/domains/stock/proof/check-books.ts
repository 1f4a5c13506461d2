/** All the books of a caterer together: stock by its own rules, and what the domains above have added. */
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type {} from '../services.ts';
import { checkStock, type StockBreak } from './invariants.ts';

/** All breaks, of one contractor or of all, of what was done since a day or ever. */
export async function checkBooks(
  { stockRulesAbove }: Pick<Services, 'stockRulesAbove'>,
  db: Sql,
  contractorId: number | null = null,
  since: string | null = null,
): Promise<StockBreak[]> {
  const breaks = await checkStock(db, contractorId, since);
  for (const find of stockRulesAbove) breaks.push(...(await find(db, contractorId, since)));
  return breaks;
}

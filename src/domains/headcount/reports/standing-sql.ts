/** Columns and proof of the lists of reports `r`. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { isAsked } from '../../../kit/server/page/is-asked.ts';
import { askedOf } from '../summaries/asked.ts';
import { journalOf } from '../summaries/journal.ts';
import { outcomeOf } from './outcome-sql.ts';
import { byJournal } from './standing.ts';

const portionsOf = (outcome: string) =>
  sql<number>`case when ${outcomeOf} = ${sql.lit(outcome)} then r.portions else 0 end`;

export const standingColumns = {
  standing: null,
  eatenPortions: portionsOf('EATEN'),
  missedPortions: portionsOf('MISSED'),
  unclearPortions: portionsOf('UNCLEAR'),
  waitingPortions: portionsOf('WAITING'),
};

/** What the journal can be asked for; of people and of what became of a report it says nothing. */
const journalled = ['diningDate', 'mealPeriodId', 'departmentId', 'restaurantId', 'organizationId'];

async function portionsOfJournal(ctx: Ctx, search: Search): Promise<number | undefined> {
  // Who sees some departments sees people where they are now, not where they were.
  if (ctx.scope.departments !== 'ALL') return undefined;
  if (Object.entries(search).some(([key, value]) => isAsked(value) && !journalled.includes(key))) return undefined;
  const rows = await journalOf(ctx, askedOf(ctx, search));
  return rows.reduce((sum, row) => sum + row.portions, 0);
}

export const standingProof = { held: { [byJournal]: portionsOfJournal } };

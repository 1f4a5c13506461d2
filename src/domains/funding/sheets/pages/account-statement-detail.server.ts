/** 账户流水 over postings and their ledger lines. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import {
  accountsOf,
  asked,
  daysOf,
  ledgerColumns,
  ledgerId,
  ledgerIds,
  linesAsked,
  outside,
  purses,
  recentLines,
} from '../ledger-lines.ts';
import { movements, netByAccount } from '../movements.ts';
import spec from './account-statement-detail.page.ts';

/** What 对账单 says of the same accounts and days; undefined for any other search, and for accounts it does not have. */
async function movedFen(ctx: Ctx, search: Search): Promise<number | undefined> {
  const accounts = accountsOf(search);
  const narrowed = Object.keys(search).some((k) => !['businessDate', 'account'].includes(k) && asked(search[k]));
  if (narrowed || accounts.some((account) => !purses.includes(account))) return undefined;
  const [from, to] = daysOf(search);
  const moved = await movements(ctx, { from, to, accounts, personIds: null, departmentIds: null });
  return [...netByAccount(moved).values()].reduce((a, b) => a + b, 0);
}

export default bind(spec, {
  list: over(
    spec,
    'posting as g',
    {
      inner: ['personId as p'],
      id: ledgerId,
      columns: {
        ...ledgerColumns,
        personName: 'p.name',
        departmentId: 'p.department_id',
        operatorId: sql`nullif(g.operator_id, 0)`,
      },
      names: { operatorId: 'a.name' },
      byId: ledgerIds,
      partition: 'g.business_date',
      newest: recentLines,
      // A person's lines are found by their purses.
      narrow: async (ctx, search) => {
        const parts = linesAsked(search);
        const people = [search.personId].flat().filter((id): id is number => typeof id === 'number');
        if (people.length > 0 && !accountsOf(search).some((account) => outside.includes(account))) {
          const found = await ctx.db.selectFrom('wallet').select('id').where('person_id', 'in', people).execute();
          parts.push(sql`e.wallet_id <> 0 and e.wallet_id = any(${found.map((w) => w.id)}::bigint[])`);
        }
        return sql`(${sql.join(parts, sql` and `)})`;
      },
    },
    (from) =>
      from
        .innerJoin('ledger_entry as e', (on) =>
          on
            .onRef('e.organization_id', '=', 'g.organization_id')
            .onRef('e.business_date', '=', 'g.business_date')
            .onRef('e.posting_id', '=', 'g.id'),
        )
        .leftJoin('account as a', 'a.id', 'g.operator_id'),
  ),
  proof: { held: { '对账单收入 − 支出': movedFen } },
});

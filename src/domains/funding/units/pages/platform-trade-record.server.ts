/** 交易记录 of the platform and 账户流水 of a contractor, over postings and their ledger lines. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import {
  accountsOf,
  asked,
  daysOf,
  ledgerColumns,
  ledgerId,
  ledgerIds,
  linesAsked,
  purses,
  recentLines,
} from '../../sheets/ledger-lines.ts';
import { unitMovements } from '../unit-movements.ts';
import spec, { movedElsewhere } from './platform-trade-record.page.ts';

/** What the day totals say of the same accounts, units and days; undefined for any other search. */
async function movedFen(ctx: Ctx, search: Search): Promise<number | undefined> {
  const accounts = accountsOf(search);
  const known = ['businessDate', 'account', 'organizationId'];
  if (Object.keys(search).some((key) => !known.includes(key) && asked(search[key]))) return undefined;
  if (accounts.some((account) => !purses.includes(account))) return undefined;
  const [from, to] = daysOf(search);
  const moved = await unitMovements(ctx, { from, to, accounts, organizationId: search.organizationId });
  return moved.reduce((sum, { inFen, outFen }) => sum + inFen - outFen, 0);
}

export default bind(spec, {
  list: over(
    spec,
    'posting as g',
    {
      byUnit: true,
      id: ledgerId,
      columns: {
        ...ledgerColumns,
        personName: sql`case when g.person_id = 0 then '散客' else p.name end`,
        undoneNo: sql`g.reverses_posting_id::text`,
        undoneBy: sql`(select b.id::text from posting b where b.organization_id = g.organization_id
          and b.reverses_posting_id = g.id order by b.id desc limit 1)`,
        reversedFen: sql`coalesce(r.reversed_fen, 0)`,
        lineOf: 'g.id',
      },
      where: {
        keyword: (value) =>
          /^\d{7,16}$/.test(String(value).trim()) ? sql`g.id = ${Number(value)}` : personOr()(value),
      },
      byId: ledgerIds,
      partition: 'g.business_date',
      newest: recentLines,
      narrow: async (_ctx, search) => sql`(${sql.join(linesAsked(search), sql` and `)})`,
    },
    (from) =>
      from
        .innerJoin('ledger_entry as e', (on) =>
          on
            .onRef('e.organization_id', '=', 'g.organization_id')
            .onRef('e.business_date', '=', 'g.business_date')
            .onRef('e.posting_id', '=', 'g.id'),
        )
        .leftJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'g.organization_id').onRef('p.id', '=', 'g.person_id'),
        )
        .leftJoin('posting_reversed as r', (on) =>
          on.onRef('r.organization_id', '=', 'g.organization_id').onRef('r.posting_id', '=', 'g.id'),
        )
        .leftJoin('account as a', 'a.id', 'g.operator_id'),
  ),
  proof: { held: { [movedElsewhere]: movedFen } },
});

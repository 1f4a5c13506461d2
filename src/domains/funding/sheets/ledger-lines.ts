/** Lines of the ledger as lists show them: what each says, and how it is found. */
import { type RawBuilder, sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { businessDay, businessDayEnd } from '../../wallet/public.server.ts';
import { purseAccounts } from './account-words.ts';
import { outsideAccounts } from './ledger-words.ts';

export const purses: readonly string[] = purseAccounts.map((a) => a.value);
export const outside: readonly string[] = outsideAccounts.map((a) => a.value);
/** Outside the purses what comes in is written with a minus: the books of the purses balance against it. */
export const ledgerAmount = sql<number>`(case when e.account = any(${outside}::text[]) then -e.amount_fen else e.amount_fen end)`;
// What a fee was for stands only in its reason.
export const ledgerKind = sql<string>`(case
  when g.reverses_kind = 'CARD_FEE' and g.reason not like '退发卡%' then 'CARD_FEE_AGAIN_BACK'
  when g.kind = 'REVERSE' then g.reverses_kind || '_BACK'
  when g.kind = 'CARD_FEE' and g.reason not like '发卡%' then 'CARD_FEE_AGAIN' else g.kind end)`;
/** What a line says in every list of lines: `e` the line, `g` its posting, `p` its person, `a` who booked it. */
export const ledgerColumns = {
  entryNo: sql`e.posting_id::text`,
  at: 'g.occurred_at',
  businessDate: 'e.business_date',
  jobNumber: 'p.job_number',
  account: 'e.account',
  kind: ledgerKind,
  side: sql`(case when ${ledgerAmount} >= 0 then 'IN' else 'OUT' end)`,
  amountFen: ledgerAmount,
  balanceAfterFen: sql`(case when e.wallet_id <> 0 then e.balance_after_fen end)`,
  operatorName: sql`coalesce(a.name, '')`,
};
/** A posting has fewer than 128 lines. */
export const ledgerId: RawBuilder<number> = sql<number>`(e.posting_id * 128 + e.line_no)`;
export const ledgerIds = (ids: readonly number[]): RawBuilder<unknown> =>
  sql`g.id = any(${ids.map((id) => Math.floor(id / 128))}::bigint[])`;

export const asked = (value: unknown) => value !== null && value !== undefined && value !== '' && String(value) !== '';
/** Weeks a list without a first day asks first. */
const recentDays = 62;

export const accountsOf = (search: Search): readonly string[] =>
  asked(search.account) ? ([search.account].flat() as string[]) : purses;
export const daysOf = (search: Search): [string | null, string | null] => {
  const [from, to] = Array.isArray(search.businessDate) ? (search.businessDate as (string | null)[]) : [];
  return [from ?? null, to ?? null];
};

/** Accounts and days asked for; both tables are cut into partitions by the day. */
export function linesAsked(search: Search): RawBuilder<unknown>[] {
  const [from, to] = daysOf(search);
  return [
    asked(search.account) ? sql`true` : sql`e.account = any(${purses}::text[])`,
    ...(from ? [sql`g.business_date >= ${from}::date`] : []),
    ...(to ? [sql`g.business_date <= ${to}::date`] : []),
  ];
}

/** Where the newest lines lie: nothing is booked before the day it happened on, so all else of the search is older. */
export function recentLines(ctx: Ctx, search: Search): RawBuilder<unknown> | undefined {
  const [from, to] = daysOf(search);
  if (from) return undefined;
  const since = addDays(to ?? businessDay(ctx.clock.now()), -recentDays);
  return sql`g.business_date >= ${since}::date and e.business_date >= ${since}::date
    and g.occurred_at >= ${isoAt(businessDayEnd(addDays(since, -1)))}`;
}

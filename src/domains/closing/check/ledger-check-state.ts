/** What 账目核对 shows: the run under way, the last one rule by rule, and the ones before. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Break } from '../../wallet/public.server.ts';
import type { CheckRun, LedgerCheckState, RuleResult } from '../closing-state.ts';
import { ownBooks } from '../own-books.ts';
import { breaksInWords } from './break-words.ts';
import { ruleOrder, ruleWords } from './rule-words.ts';

const shownRuns = 30;
/** A first run of an organization is guessed to take this long. */
const guessSeconds = 20;

interface RunRow {
  id: number;
  started_at: string;
  finished_at: string;
  posting_count: number;
  break_count: number;
  breaks: Break[];
  asked_name: string | null;
  /** The close it was part of. */
  closing: string | null;
}

const toRun = (r: RunRow): CheckRun => ({
  id: r.id,
  startedAt: r.started_at,
  finishedAt: r.finished_at,
  seconds: (Date.parse(r.finished_at) - Date.parse(r.started_at)) / 1000,
  postingCount: r.posting_count,
  breakCount: r.break_count,
  by: r.asked_name ?? (r.closing ? `月结（${r.closing}）` : '夜间自动'),
});

/** The newest runs, with their breaks. */
async function runsOf(ctx: Ctx, organizationId: number): Promise<RunRow[]> {
  const { rows } = await sqlOf(ctx.db).query<RunRow>(
    `select r.id, r.started_at, r.finished_at, r.posting_count, r.break_count,
       case when row_number() over (order by r.started_at desc, r.id desc) = 1 then r.breaks else '[]'::jsonb end as breaks,
       c.asked_name, m.asked_name as closing
     from invariant_run r
     left join ledger_check c on c.organization_id = r.organization_id and c.run_id = r.id
     left join lateral (
       select asked_name from month_close m where m.organization_id = r.organization_id
         and r.started_at >= m.asked_at and r.started_at <= coalesce(m.finished_at, 'infinity') limit 1) m on c.id is null
     where r.organization_id = $1 order by r.started_at desc, r.id desc limit $2`,
    [organizationId, shownRuns],
  );
  return rows;
}

async function rulesOf(ctx: Ctx, organizationId: number, last: RunRow): Promise<RuleResult[]> {
  const shown = await breaksInWords(ownBooks(ctx.services, organizationId), last.breaks);
  const codes = [...new Set([...ruleOrder, ...last.breaks.map((b) => b.rule)])];
  return codes.map((rule) => ({
    rule,
    title: ruleWords[rule]?.title ?? rule,
    meaning: ruleWords[rule]?.meaning ?? '',
    breaks: shown.filter((_, i) => last.breaks[i]!.rule === rule),
  }));
}

async function scopeOf(ctx: Ctx, organizationId: number): Promise<LedgerCheckState['scope']> {
  const books = ownBooks(ctx.services, organizationId);
  const [days, purses] = await Promise.all([
    books
      .selectFrom('rollup_account_day as u')
      .select([sql<string | null>`min(u.business_date)`.as('from'), sql<string | null>`max(u.business_date)`.as('to')])
      .executeTakeFirstOrThrow(),
    books
      .selectFrom('wallet as w')
      .select([
        sql<number>`count(*)::int`.as('wallets'),
        sql<number>`count(distinct w.person_id)::int`.as('people'),
        sql<number>`coalesce(sum(w.balance_fen) filter (where w.kind <> 'COUNT'), 0)::bigint`.as('floatFen'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { ...days, ...purses };
}

interface AskedRow {
  status: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED';
  askedAt: string;
  askedName: string;
  startedAt: string | null;
  error: string | null;
}

/** The check that was asked for last. */
async function lastAsked(ctx: Ctx, organizationId: number): Promise<AskedRow | undefined> {
  const { rows } = await sqlOf(ctx.db).query<AskedRow>(
    `select status, asked_at as "askedAt", asked_name as "askedName", started_at as "startedAt", error
     from ledger_check where organization_id = $1 order by asked_at desc, id desc limit 1`,
    [organizationId],
  );
  return rows[0];
}

/** Everything the page shows. */
export async function ledgerCheckState(ctx: Ctx): Promise<LedgerCheckState> {
  const organizationId = ownOrganization(ctx);
  // First, and alone: of a check that is read as ended the result is there, whenever it ended.
  const latest = await lastAsked(ctx, organizationId);
  const [runs, scope] = await Promise.all([runsOf(ctx, organizationId), scopeOf(ctx, organizationId)]);
  const [last] = runs;
  let running: LedgerCheckState['running'] = null;
  if (latest && (latest.status === 'QUEUED' || latest.status === 'RUNNING')) {
    // One statement proves all rules on one snapshot, so what is known of its progress is how long it took before.
    const expected = Math.max(1, last ? toRun(last).seconds : guessSeconds);
    const passed = latest.startedAt ? (ctx.clock.now() - Date.parse(latest.startedAt)) / 1000 : 0;
    running = {
      askedAt: latest.askedAt,
      askedName: latest.askedName,
      status: latest.status,
      percent: Math.min(95, Math.round((passed / expected) * 100)),
    };
  }
  return {
    running,
    failed: latest?.status === 'FAILED' ? (latest.error ?? '核对没有完成') : null,
    last: last ? toRun(last) : null,
    rules: last ? await rulesOf(ctx, organizationId, last) : [],
    scope,
    runs: runs.map(toRun),
  };
}

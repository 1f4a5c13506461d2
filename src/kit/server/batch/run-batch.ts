/**
 * 执行 of a batch as a job: its open lines chunk by chunk, what became of each written down with the head's figures in one
 * transaction, then the state its lines ask for. Safe to run again after a kill, and beside itself on another node.
 */
import type { Pool, PoolClient } from 'pg';
import { type Clock, isoAt } from '../clock.ts';
import { inTransaction } from '../jobs/in-transaction.ts';
import type { Tables } from '../query/tables.ts';
import { type Answer, type LineResult, linesAtOnce, runLines } from './run-lines.ts';
import { type BatchTables, type HeadTable, type LineTable, type Pass, recountText } from './tables.ts';

export interface BatchJob {
  organizationId: number;
  id: number;
}

/** What the engine knows of an open line; `columns` brings along the rest. */
export interface OpenLine {
  id: number;
  lineNo: number;
  personId: number;
  amountFen: number;
  attempt: number;
}

/** What was done for a line: its posting, if it has one. */
export interface LineDone {
  posted?: { postingId: number };
}

export interface Run<H extends HeadTable, Line extends OpenLine, A extends LineDone> {
  /** State of the head while it runs, and those it ends in: every line done, or some failed. */
  states: { runs: string; done: string; failed: string };
  /** Which lines, if not those the tables' own pass says. */
  pass?: Pass;
  /** What a line brings along, in SQL over its alias `l`: `p.type_id as "typeId"`, with its joins. */
  columns?: string;
  joins?: string;
  /** Works lines; the head is as it stands now. */
  work(lines: readonly Line[], head: Tables[H], signal: AbortSignal): Promise<readonly (Answer<A> | undefined)[]>;
  /** Further rows, in the transaction that writes down what became of the lines. */
  beside?(client: PoolClient, head: Tables[H], results: readonly LineResult<Line, A>[]): Promise<void>;
  /** As in `LineRun`. */
  size?(head: Tables[H]): number;
  chunksAtOnce?: number;
}

type Deps = { pool: Pool; clock: Clock };

/** The head of a batch; undefined when there is none. */
export async function readHead<H extends HeadTable>(
  pool: Pick<Pool, 'query'>,
  { head }: BatchTables<H>,
  { organizationId, id }: BatchJob,
): Promise<Tables[H] | undefined> {
  const { rows } = await pool.query(`select * from ${head} where organization_id = $1 and id = $2`, [
    organizationId,
    id,
  ]);
  return rows[0];
}

/** Open lines behind `after`, in their order. */
async function openLines<L extends OpenLine>(
  pool: Pool,
  tables: BatchTables,
  { organizationId, id }: BatchJob,
  { pass = tables.pass, columns, joins }: { pass?: Pass | undefined; columns?: string; joins?: string },
  limit: number,
  after: L | undefined,
): Promise<L[]> {
  const { rows } = await pool.query<L>(
    `select l.id, l.line_no as "lineNo", l.person_id as "personId", l.amount_fen as "amountFen", l.attempt${columns ? `, ${columns}` : ''}
       from ${tables.lines} l ${joins ?? ''}
      where l.organization_id = $1 and l.batch_id = $2 and l.status = $3 and l.fail_reason = ''
        and l.line_no >= $4 and (l.line_no, l.id) > ($4, $5)
      order by l.line_no, l.id limit $6`,
    [organizationId, id, pass.from, after?.lineNo ?? 0, after?.id ?? 0, limit],
  );
  return rows;
}

/** What became of lines that are still open, and the head's figures after it. */
async function settle(
  deps: Deps,
  tables: BatchTables,
  { organizationId, id }: BatchJob,
  { from, to, failed, keeps = 'posting_id' }: Pass,
  results: readonly LineResult<OpenLine, LineDone>[],
  beside: (client: PoolClient) => Promise<void> | undefined,
): Promise<void> {
  await inTransaction(deps.pool, async (client) => {
    await client.query(`select from ${tables.head} where organization_id = $1 and id = $2 for update`, [
      organizationId,
      id,
    ]);
    await client.query(
      `update ${tables.lines} l set status = case when n.done then $4 else $5 end, fail_code = n.code, fail_reason = n.reason,
         ${keeps} = coalesce(n.posting_id, l.${keeps}), posted_at = case when n.done then $6::timestamptz else l.posted_at end
       from unnest($7::bigint[], $8::boolean[], $9::bigint[], $10::text[], $11::text[]) as n(id, done, posting_id, code, reason)
       where l.organization_id = $1 and l.batch_id = $2 and l.id = n.id and l.status = $3 and l.fail_reason = ''`,
      [
        organizationId,
        id,
        from,
        to,
        failed,
        isoAt(deps.clock.now()),
        results.map(({ line }) => line.id),
        results.map(({ done }) => done !== undefined),
        results.map(({ done }) => done?.posted?.postingId ?? null),
        results.map(({ code }) => code ?? null),
        results.map(({ reason }) => reason ?? ''),
      ],
    );
    await beside(client);
    await client.query(recountText(tables), [organizationId, id]);
  });
}

/** The last word: the figures once more, and the state they ask for. */
async function finish(
  deps: Deps,
  tables: BatchTables,
  { organizationId, id }: BatchJob,
  pass: Pass,
  states: { runs: string; done: string; failed: string },
): Promise<void> {
  await inTransaction(deps.pool, async (client) => {
    const { rowCount } = await client.query(
      `select from ${tables.head} where organization_id = $1 and id = $2 and status = $3 for update`,
      [organizationId, id, states.runs],
    );
    if (rowCount !== 1) return;
    await client.query(recountText(tables), [organizationId, id]);
    await client.query(
      `update ${tables.head} b set finished_at = $3, version = version + 1,
         status = case when exists (select from ${tables.lines} l where l.organization_id = $1 and l.batch_id = $2
           and l.status = $4 and l.fail_reason <> '') then $5 else $6 end
       where b.organization_id = $1 and b.id = $2`,
      [organizationId, id, isoAt(deps.clock.now()), pass.failed, states.failed, states.done],
    );
  });
}

/**
 * Runs a batch to its end; does nothing when it is not in the state that runs, and ends when it leaves it. @throws when it
 * was interrupted: the next run goes on behind the last line written. Answers how many lines it came across.
 */
export async function runBatch<H extends HeadTable, L extends LineTable, Line extends OpenLine, A extends LineDone>(
  deps: Deps,
  tables: BatchTables<H, L>,
  job: BatchJob,
  run: Run<H, Line, A>,
  signal: AbortSignal,
): Promise<number> {
  const { states, pass = tables.pass } = run;
  let head = await readHead(deps.pool, tables, job);
  const runs = () => head !== undefined && head.status === states.runs;
  if (!runs()) return 0;
  const count = await runLines<Line, A>(
    {
      size: () => run.size?.(head!) ?? linesAtOnce,
      ...(run.chunksAtOnce ? { beside: run.chunksAtOnce } : {}),
      next: async (limit, after) => {
        head = await readHead(deps.pool, tables, job);
        return runs() ? openLines<Line>(deps.pool, tables, job, run, limit, after) : [];
      },
      work: (lines, told) => run.work(lines, head!, told),
      settle: (results) => settle(deps, tables, job, pass, results, (client) => run.beside?.(client, head!, results)),
    },
    signal,
  );
  await finish(deps, tables, job, pass, states);
  return count;
}

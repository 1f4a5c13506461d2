/**
 * A batch is a head and its lines. Their columns have the same names in every pair of tables (`BatchHead`, `BatchLine`), so
 * that one engine reads the open lines, writes down what became of them, lets the head's figures follow, and opens failed
 * lines again. A migration that makes a pair copies these columns; the compiler holds the row types to them.
 */
import { type Ctx, ownOrganization } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import type { CheckedDoc } from '../page/moves.ts';
import type { Tables } from '../query/tables.ts';

/** What the head of every batch says. Figures in lines and fen; the sums are of `amount_fen` of its lines. */
export interface BatchHead extends CheckedDoc {
  organization_id: number;
  batch_no: string;
  /** Lines that may be worked: what the second person sees. */
  total_count: number;
  total_fen: number;
  posted_count: number;
  posted_fen: number;
  failed_count: number;
  failed_fen: number;
  created_at: string;
  finished_at: string | null;
}

/** What every line says. */
export interface BatchLine {
  organization_id: number;
  id: number;
  batch_id: number | null;
  /** Its place among the lines, from 1; several lines may come from one row of a spreadsheet. */
  line_no: number | null;
  person_id: number | null;
  amount_fen: number;
  status: string;
  /** Counts what was tried anew; part of the key under which the line is worked. */
  attempt: number;
  posting_id: number | null;
  posted_at: string | null;
  /** Code and words of the refusal, of the check or of the run; null and '' where there is none. */
  fail_code: string | null;
  fail_reason: string;
}

export type HeadTable = { [T in keyof Tables & string]: Tables[T] extends BatchHead ? T : never }[keyof Tables &
  string];
export type LineTable = { [T in keyof Tables & string]: Tables[T] extends BatchLine ? T : never }[keyof Tables &
  string];

/** From which state lines are worked, and where they go. A line that fails keeps why; `failed` may be the state it was in. */
export interface Pass {
  from: string;
  to: string;
  failed: string;
  /** Column of the lines that keeps the posting; `posting_id` unless given. */
  keeps?: string;
}

export interface BatchTables<H extends HeadTable = HeadTable, L extends LineTable = LineTable> {
  head: H;
  lines: L;
  /** The pass a run makes unless it says otherwise: PENDING to POSTED or FAILED. */
  pass: Pass;
  /** Further figures of the head, each an aggregate over its lines. */
  figures: Readonly<Record<string, string>>;
}

/** Says which tables keep a kind of batch. */
export const batchTables = <H extends HeadTable, L extends LineTable>(
  head: H,
  lines: L,
  more: {
    pass?: Partial<Pass>;
    figures?: { readonly [C in keyof Tables[H] & string]?: string };
  } = {},
): BatchTables<H, L> => ({
  head,
  lines,
  pass: { from: 'PENDING', to: 'POSTED', failed: 'FAILED', ...more.pass },
  figures: { ...more.figures } as Record<string, string>,
});

/** Lines that failed in a pass are open for it again, under new keys; the head's figures follow. */
export async function reopenFailed(ctx: Ctx, tables: BatchTables, id: number, pass = tables.pass): Promise<void> {
  const unit = ownOrganization(ctx);
  await sqlOf(ctx.db).query(
    `update ${tables.lines} set status = $3, fail_code = null, fail_reason = '', attempt = attempt + 1
      where organization_id = $1 and batch_id = $2 and status = $4 and fail_reason <> ''`,
    [unit, id, pass.from, pass.failed],
  );
  await sqlOf(ctx.db).query(recountText(tables), [unit, id]);
}

/** The head's figures out of its lines: `$1` organization, `$2` batch. Its row is locked before, or the sums are stale. */
export function recountText({ head, lines, pass, figures }: BatchTables): string {
  const failed = `status = '${pass.failed}' and fail_reason <> ''`;
  const all: Record<string, string> = {
    posted_count: `count(*) filter (where status = '${pass.to}')`,
    posted_fen: `coalesce(sum(amount_fen) filter (where status = '${pass.to}'), 0)`,
    failed_count: `count(*) filter (where ${failed})`,
    failed_fen: `coalesce(sum(amount_fen) filter (where ${failed}), 0)`,
    ...figures,
  };
  const names = Object.keys(all);
  return `update ${head} b set ${names.map((name) => `${name} = s.${name}`).join(', ')}
    from (select ${names.map((name) => `${all[name]}::bigint as ${name}`).join(', ')}
            from ${lines} where organization_id = $1 and batch_id = $2) s
    where b.organization_id = $1 and b.id = $2`;
}

/** Writes a new batch with its lines. */
import { isoAt } from '../clock.ts';
import { type Ctx, ownOrganization } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import type { Tables } from '../query/tables.ts';
import type { BatchHead, BatchLine, BatchTables, HeadTable, LineTable } from './tables.ts';

type Columns = Readonly<Record<string, unknown>>;

/** What the engine writes by itself. */
type Own<T, Known> = { [C in Exclude<keyof T, keyof Known>]?: T[C] };

export type NewHead<H extends HeadTable> = Own<Tables[H], BatchHead> & {
  status: string;
  /** Why nobody else was asked, where it runs at once: it then counts as checked. */
  check_note?: string;
};
export type NewLine<L extends LineTable> = Own<Tables[L], BatchLine> &
  Pick<BatchLine, 'person_id' | 'amount_fen'> &
  Partial<Pick<BatchLine, 'line_no' | 'status' | 'fail_reason'>>;

/** Inserts rows of one shape; columns not among theirs take their defaults. */
async function insertRows(ctx: Ctx, table: string, rows: readonly Columns[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await sqlOf(ctx.db).query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/**
 * Writes the head, numbered `prefix` with day and id, and its lines (all of one shape), in the command's transaction. The
 * totals are of the lines in the state that is worked; lines without a state are, lines without a number are numbered.
 */
export async function insertBatch<H extends HeadTable, L extends LineTable>(
  ctx: Ctx,
  tables: BatchTables<H, L>,
  prefix: string,
  head: NewHead<H>,
  lines: readonly NewLine<L>[],
): Promise<{ id: number; batchNo: string }> {
  const organizationId = ownOrganization(ctx);
  const id = await ctx.ids.next();
  const ids = await ctx.ids.take(lines.length);
  const at = isoAt(ctx.clock.now());
  const batchNo = `${prefix}${at.slice(0, 10).replaceAll('-', '')}${id}`;
  const kept = lines.map(({ status = tables.pass.from, ...line }, i) => ({
    organization_id: organizationId,
    id: ids[i],
    batch_id: id,
    line_no: i + 1,
    status,
    ...line,
  }));
  const open = kept.filter(({ status }) => status === tables.pass.from);
  const row: Columns = {
    organization_id: organizationId,
    id,
    batch_no: batchNo,
    total_count: open.length,
    total_fen: open.reduce((sum, line) => sum + line.amount_fen, 0),
    maker_id: ctx.session.accountId,
    maker_name: ctx.session.name,
    created_at: at,
    ...(head.check_note ? { checked_at: at } : {}),
    ...head,
  };
  await insertRows(ctx, tables.head, [row]);
  if (kept.length > 0) await insertRows(ctx, tables.lines, kept);
  return { id, batchNo };
}

/** Writes versions down: a change made at once, or one planned for a later day. */

import { fromKey, type PlannedChange } from '../../define/versions.ts';
import { isoAt } from '../clock.ts';
import type { Ctx } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import { refuseField } from '../page/values.ts';
import type { Refusal } from '../refusal.ts';
import type { RowAt } from './due.ts';

interface Version extends RowAt {
  state: 'PLANNED' | 'IN_FORCE';
  validFrom: string;
  content: Readonly<Record<string, unknown>>;
  words: string;
}

/** In the command's transaction; false when another change of the row is planned for that instant. */
async function write(ctx: Ctx, version: Version): Promise<boolean> {
  const { rowCount } = await sqlOf(ctx.db).query(
    `insert into row_version (organization_id, id, table_name, row_id, valid_from, state, content, words, made_at, made_by, made_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [
      version.organizationId,
      await ctx.ids.next(),
      version.table,
      version.rowId,
      version.validFrom,
      version.state,
      JSON.stringify(version.content),
      version.words,
      isoAt(ctx.clock.now()),
      ctx.session.accountId,
      ctx.session.name,
    ],
  );
  return rowCount === 1;
}

/** The change holds from now. */
export const noteVersion = (ctx: Ctx, row: RowAt, words: string): Promise<boolean> =>
  write(ctx, { ...row, state: 'IN_FORCE', validFrom: isoAt(ctx.clock.now()), content: {}, words });

/** The change holds from `ctx.effectiveFrom`. */
export async function planVersion(
  ctx: Ctx,
  row: RowAt,
  content: Readonly<Record<string, unknown>>,
  words: string,
): Promise<Refusal | undefined> {
  const planned = await write(ctx, { ...row, state: 'PLANNED', validFrom: ctx.effectiveFrom!, content, words });
  return planned ? undefined : refuseField(fromKey, '该日已有一个待生效的改动，请先在「版本」中撤回');
}

/** What the columns would change of the stored row, by its own types; null when nothing. The row stays locked. */
export async function changedColumns(
  ctx: Ctx,
  row: RowAt,
  columns: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown> | null> {
  const { rows } = await sqlOf(ctx.db).query<{ content: Record<string, unknown> | null }>(
    `select (select jsonb_object_agg(n.key, n.value)
        from jsonb_each(to_jsonb(jsonb_populate_record(null::${row.table}, $3::jsonb))) n
        where n.key in (select jsonb_object_keys($3::jsonb)) and n.value is distinct from to_jsonb(t) -> n.key) as content
     from ${row.table} t where t.organization_id = $1 and t.id = $2 for update`,
    [row.organizationId, row.rowId, JSON.stringify(columns)],
  );
  return rows[0]?.content ?? null;
}

/** What is still to come of a row. */
export async function plansOf(ctx: Ctx, rowId: number): Promise<PlannedChange[]> {
  const rows = await ctx.db
    .selectFrom('row_version')
    .select(['valid_from as from', 'words'])
    .where('row_id', '=', rowId)
    .where('state', '=', 'PLANNED')
    .orderBy('valid_from')
    .execute();
  return rows;
}

/** With the row its plans go. */
export async function dropPlans(ctx: Ctx, row: RowAt): Promise<void> {
  await sqlOf(ctx.db).query(
    `update row_version set state = 'WITHDRAWN' where organization_id = $1 and table_name = $2 and row_id = $3 and state = 'PLANNED'`,
    [row.organizationId, row.table, row.rowId],
  );
}

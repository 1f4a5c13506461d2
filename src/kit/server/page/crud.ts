/** Create, update and remove of plain records: one table, columns named after the fields, audited, versioned. */
import { type Kysely, sql } from 'kysely';
import type { Fields, ValueOf } from '../../define/field.ts';
import type { PageSpec } from '../../define/page.ts';
import { fromKey } from '../../define/versions.ts';
import { changesOf } from '../audit/entry.ts';
import { isoAt } from '../clock.ts';
import { type Ctx, type Db, ownOrganization } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import { beyondScope } from '../query/beyond-scope.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { applyDue, type RowAt } from '../versions/due.ts';
import { changedColumns, dropPlans, noteVersion, planVersion } from '../versions/record.ts';
import { versionWords } from '../versions/words.ts';
import type { Binding, RowValues, Values } from './binding.ts';
import { snake } from './over.ts';
import { refuseField } from './values.ts';

export interface CrudTable<F extends Fields> {
  table: string;
  /** What the record is called in the log: by its `name` field unless given. */
  nameField?: keyof F & string;
  /** Columns set from the session at creation: the organization's own records unless said otherwise. */
  owner?: (ctx: Ctx) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Field → column where the snake_case of the field is not it. */
  columns?: { [K in keyof F]?: string };
  /** Fields of the form written elsewhere (by `after`), not columns. */
  skip?: readonly (keyof F & string)[];
  /** What an input left blank is in a column that takes no null: `{ phone: '' }`. `check`, `after` and the log see it so. */
  blank?: { [K in keyof F]?: ValueOf<F[K]> };
  /** Fields whose repetition within the owner reads as a refusal at that field; a unique index must hold it. */
  unique?: Readonly<Record<string, keyof F & string>>;
  /** Has the table created_at, created_by, updated_at, version? Default yes. */
  stamps?: boolean;
  /** A rule over the values before they are written. `before` is null at creation. */
  check?: (ctx: Ctx, values: Values<F>, before: RowValues | null) => Promise<Refusal | undefined> | Refusal | undefined;
  /** Further writes in the same transaction. */
  after?: (ctx: Ctx, id: number, values: Values<F>, before: RowValues | null) => Promise<Refusal | undefined>;
  /** What refers to the record; a removal while something does is refused with these words. */
  usedBy?: readonly { table: string; column: string; what: string }[];
}

const columnOf = <F extends Fields>(table: CrudTable<F>, key: string) =>
  (table.columns as Record<string, string> | undefined)?.[key] ?? snake(key);

interface PgError {
  code?: string;
  constraint?: string;
  column?: string;
  detail?: string;
}

function conflict<F extends Fields>(
  spec: PageSpec<F>,
  table: CrudTable<F>,
  values: Values<F>,
  error: unknown,
): Refusal | undefined {
  const { code, constraint, column } = error as PgError;
  if (code === '23505' && constraint) {
    const key = table.unique?.[constraint] ?? 'name';
    const label = (spec.fields as Fields)[key]?.label ?? key;
    const value = String((values as Record<string, unknown>)[key] ?? '');
    return refuse('DUPLICATE', { label, value }, { [key]: `${label}「${value}」已存在` });
  }
  if (code === '23503') return refuse('NOT_FOUND');
  const blank = code === '23502' ? Object.keys(values).find((key) => columnOf(table, key) === column) : undefined;
  if (blank !== undefined) {
    const message = `${(spec.fields as Fields)[blank]?.label ?? blank}不能为空`;
    return refuse('INVALID_FIELDS', { detail: message }, { [blank]: message });
  }
  return undefined;
}

/** A row of a table with versions, as those know it. */
const rowAt = (ctx: Ctx, table: string, rowId: number): RowAt => ({
  organizationId: ownOrganization(ctx),
  table,
  rowId,
});

/** The change of a stored row waits for its day; tried now, so that what the row forbids is said at once, and taken back. */
async function planned<F extends Fields>(
  ctx: Ctx,
  spec: PageSpec<F>,
  table: CrudTable<F>,
  { id, ...before }: RowValues,
  values: Values<F>,
): Promise<Refusal | undefined> {
  const row = rowAt(ctx, table.table, id);
  const content = await changedColumns(ctx, row, written(spec, table, values, true));
  if (!content) return refuseField(fromKey, '没有改动，不必定生效日期');
  const sqlText = sqlOf(ctx.db);
  await sqlText.query('savepoint planned');
  const refused = await guarded(ctx, spec, table, values, () =>
    anyTable(ctx.db)
      .updateTable(table.table)
      .where('id', '=', id)
      .set(written(spec, table, values))
      .execute(),
  );
  await sqlText.query('rollback to savepoint planned');
  if (refused) return refused;
  return planVersion(ctx, row, content, await versionWords(ctx, spec.fields, before, values));
}

/** Runs one write; a unique or foreign-key conflict becomes a refusal, the savepoint keeps the transaction usable. */
async function guarded<F extends Fields>(
  ctx: Ctx,
  spec: PageSpec<F>,
  table: CrudTable<F>,
  values: Values<F>,
  write: () => Promise<unknown>,
): Promise<Refusal | undefined> {
  await sql`savepoint crud`.execute(ctx.db);
  try {
    await write();
    await sql`release savepoint crud`.execute(ctx.db);
    return undefined;
  } catch (error) {
    const refusal = conflict(spec, table, values, error);
    if (!refusal) throw error;
    await sql`rollback to savepoint crud`.execute(ctx.db);
    return refusal;
  }
}

/** The values with those of `blank` where an input was left empty. */
function filled<F extends Fields>({ blank = {} }: CrudTable<F>, values: Values<F>): Values<F> {
  const instead: Readonly<Record<string, unknown>> = blank;
  const entries = Object.entries(values).map(([key, value]) => [key, value === null ? (instead[key] ?? null) : value]);
  return Object.fromEntries(entries) as Values<F>;
}

/** Columns of the values; structured ones as text for a statement, or `asJson` as they are. */
function written<F extends Fields>(
  spec: PageSpec<F>,
  table: CrudTable<F>,
  values: Values<F>,
  asJson = false,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values as Record<string, unknown>)) {
    if (value === undefined || (table.skip as readonly string[] | undefined)?.includes(key)) continue;
    const kind = (spec.fields as Fields)[key]?.kind;
    row[columnOf(table, key)] =
      !asJson && (kind === 'json' || kind === 'lines')
        ? JSON.stringify(value)
        : (kind === 'refs' || kind === 'choices') && value === null
          ? []
          : value;
  }
  return row;
}

/** Any table by its name; the tenant wall holds as for one that is typed. */
const anyTable = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** The three commands for a binding: `{...tableCrud(page, {...}), list: …}`. */
export function tableCrud<F extends Fields>(
  spec: PageSpec<F>,
  table: CrudTable<F>,
): Required<Pick<Binding<F>, 'create' | 'update' | 'remove'>> {
  const nameField = table.nameField ?? 'name';
  const stamps = table.stamps ?? true;
  const fields = spec.fields as Fields;
  return {
    async create(ctx, sent) {
      const values = filled(table, sent);
      const no = await table.check?.(ctx, values, null);
      if (no) return no;
      const id = await ctx.ids.next();
      const at = isoAt(ctx.clock.now());
      const columns = written(spec, table, values);
      const waits = ctx.effectiveFrom === undefined ? {} : (spec.versions?.until ?? {});
      const row = {
        id,
        ...columns,
        ...waits,
        ...(table.owner ? await table.owner(ctx) : { organization_id: ownOrganization(ctx) }),
        ...(stamps ? { created_at: at, created_by: ctx.session.accountId, updated_at: at } : {}),
      };
      const refused = await guarded(ctx, spec, table, values, () =>
        anyTable(ctx.db).insertInto(table.table).values(row).execute(),
      );
      if (refused) return refused;
      const more = await table.after?.(ctx, id, values, null);
      if (more) return more;
      if (spec.versions) {
        const at = rowAt(ctx, table.table, id);
        const words = await versionWords(ctx, fields, null, values);
        const then = Object.fromEntries(Object.keys(waits).map((key) => [key, columns[key] ?? null]));
        const no = ctx.effectiveFrom
          ? await planVersion(ctx, at, then, words)
          : void (await noteVersion(ctx, at, words));
        if (no) return no;
      }
      await ctx.audit({
        action: '新增',
        targetId: id,
        targetName: String((values as Record<string, unknown>)[nameField] ?? id),
        changes: changesOf(fields, null, values),
      });
      return { id };
    },
    async update(ctx, id, sent, before) {
      const values = filled(table, sent);
      const no = await table.check?.(ctx, values, before);
      if (no) return no;
      if (spec.versions) await applyDue(sqlOf(ctx.db), rowAt(ctx, table.table, id), ctx.clock.now());
      if (ctx.effectiveFrom) {
        const refused = await planned(ctx, spec, table, before, values);
        if (refused) return refused;
        const changes = [
          { key: fromKey, label: '生效日期', before: null, after: ctx.effectiveFrom.slice(0, 10) },
          ...changesOf(fields, before, values),
        ];
        await ctx.audit({ action: '编辑', targetId: id, targetName: String(before[nameField] ?? id), changes });
        return null;
      }
      const row = { ...written(spec, table, values), ...(stamps ? { updated_at: isoAt(ctx.clock.now()) } : {}) };
      const expected = (before as { version?: number }).version;
      if (Object.keys(row).length > 0) {
        let touched = 0n;
        const refused = await guarded(ctx, spec, table, values, async () => {
          let update = anyTable(ctx.db).updateTable(table.table).where('id', '=', id);
          if (stamps && expected !== undefined) update = update.where('version', '=', expected);
          const result = await update
            .set({ ...row, ...(stamps ? { version: sql`version + 1` } : {}) })
            .executeTakeFirst();
          touched = result.numUpdatedRows;
        });
        if (refused) return refused;
        if (touched === 0n) return refuse('STALE');
      }
      const more = await table.after?.(ctx, id, values, before);
      if (more) return more;
      const words = spec.versions ? await versionWords(ctx, fields, before, values) : '';
      if (words) await noteVersion(ctx, rowAt(ctx, table.table, id), words);
      await ctx.audit({
        action: '编辑',
        targetId: id,
        targetName: String((before as Record<string, unknown>)[nameField] ?? id),
        changes: changesOf(fields, before, values),
      });
      return null;
    },
    async remove(ctx, id, before) {
      // Any row that refers to it, seen or not.
      for (const use of table.usedBy ?? []) {
        const used = await anyTable(beyondScope(ctx))
          .selectFrom(use.table)
          .select(use.column)
          .where(use.column, '=', id)
          .limit(1)
          .execute();
        if (used.length > 0) return refuse('IN_USE', { what: use.what });
      }
      const refused = await guarded(ctx, spec, table, {}, async () => {
        const rows = anyTable(ctx.db);
        // Where the past of the table is kept, it ends at the command's instant.
        if (stamps)
          await rows
            .updateTable(table.table)
            .set({ updated_at: isoAt(ctx.clock.now()) })
            .where('id', '=', id)
            .execute();
        await rows.deleteFrom(table.table).where('id', '=', id).execute();
      });
      if (refused) return refuse('IN_USE', { what: '其他记录' });
      if (spec.versions) await dropPlans(ctx, rowAt(ctx, table.table, id));
      await ctx.audit({
        action: '删除',
        targetId: id,
        targetName: String((before as Record<string, unknown>)[nameField] ?? id),
      });
      return null;
    },
  };
}

/** The actions of `onOff` buttons: 启用 and 停用 of a table with a status. */
export const onOff = (table: string, nameField = 'name') => ({
  enable: setColumn(table, 'status', 'NORMAL', '启用', nameField),
  disable: setColumn(table, 'status', 'DISABLED', '停用', nameField),
});

/** An action that sets one column to one value on the rows, audited: 启用, 停用. */
export function setColumn(table: string, column: string, value: unknown, action: string, nameField = 'name') {
  return async (ctx: Ctx, input: { ids: number[]; rows: RowValues[] }): Promise<null> => {
    const versions = ctx.services.registry.at(ctx.path)?.page.versions;
    if (versions)
      for (const id of input.ids.toSorted((a, b) => a - b))
        await applyDue(sqlOf(ctx.db), rowAt(ctx, table, id), ctx.clock.now());
    await anyTable(ctx.db)
      .updateTable(table)
      .set({ [column]: value, version: sql`version + 1`, updated_at: isoAt(ctx.clock.now()) })
      .where('id', 'in', input.ids)
      .execute();
    if (versions) for (const { id } of input.rows) await noteVersion(ctx, rowAt(ctx, table, id), action);
    for (const row of input.rows)
      await ctx.audit({
        action,
        targetId: row.id,
        targetName: String(row[nameField] ?? row.id),
        changes: [{ key: column, label: '状态', before: row[column] ?? null, after: value }],
      });
    return null;
  };
}

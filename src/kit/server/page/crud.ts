/** Create, update and remove of plain records: one table, columns named after the fields, audited, versioned. */
import { sql } from 'kysely';
import type { Fields } from '../../define/field.ts';
import type { PageSpec } from '../../define/page.ts';
import { changesOf } from '../audit/entry.ts';
import { isoAt } from '../clock.ts';
import type { Ctx } from '../context.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Binding, RowValues, Values } from './binding.ts';

export interface CrudTable<F extends Fields> {
  table: string;
  /** What the record is called in the log: by its `name` field unless given. */
  nameField?: keyof F & string;
  /** Columns set from the session at creation: organization_id, belong_type … */
  owner: (ctx: Ctx) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Field → column where the snake_case of the field is not it. */
  columns?: { [K in keyof F]?: string };
  /** Fields written elsewhere (by `after`), not columns. */
  skip?: readonly (keyof F & string)[];
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

const snake = (key: string) => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

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

function written<F extends Fields>(spec: PageSpec<F>, table: CrudTable<F>, values: Values<F>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values as Record<string, unknown>)) {
    if (value === undefined || (table.skip as readonly string[] | undefined)?.includes(key)) continue;
    const kind = (spec.fields as Fields)[key]?.kind;
    row[columnOf(table, key)] =
      kind === 'json' ? JSON.stringify(value) : (kind === 'refs' || kind === 'choices') && value === null ? [] : value;
  }
  return row;
}

/** The three commands for a binding: `{...tableCrud(page, {...}), list: …}`. */
export function tableCrud<F extends Fields>(
  spec: PageSpec<F>,
  table: CrudTable<F>,
): Required<Pick<Binding<F>, 'create' | 'update' | 'remove'>> {
  const target = sql.table(table.table);
  const nameField = table.nameField ?? 'name';
  const stamps = table.stamps ?? true;
  const fields = spec.fields as Fields;
  return {
    async create(ctx, values) {
      const no = await table.check?.(ctx, values, null);
      if (no) return no;
      const id = await ctx.ids.next();
      const at = isoAt(ctx.clock.now());
      const row = {
        id,
        ...written(spec, table, values),
        ...(await table.owner(ctx)),
        ...(stamps ? { created_at: at, created_by: ctx.session.accountId, updated_at: at } : {}),
      };
      const columns = sql.join(Object.keys(row).map((c) => sql.ref(c)));
      const refused = await guarded(ctx, spec, table, values, () =>
        sql`insert into ${target} (${columns}) values (${sql.join(Object.values(row))})`.execute(ctx.db),
      );
      if (refused) return refused;
      const more = await table.after?.(ctx, id, values, null);
      if (more) return more;
      await ctx.audit({
        action: '新增',
        targetId: id,
        targetName: String((values as Record<string, unknown>)[nameField] ?? id),
        changes: changesOf(fields, null, values),
      });
      return { id };
    },
    async update(ctx, id, values, before) {
      const no = await table.check?.(ctx, values, before);
      if (no) return no;
      const row = { ...written(spec, table, values), ...(stamps ? { updated_at: isoAt(ctx.clock.now()) } : {}) };
      const sets = Object.entries(row).map(([c, v]) => sql`${sql.ref(c)} = ${v}`);
      if (stamps) sets.push(sql`version = version + 1`);
      const expected = (before as { version?: number }).version;
      if (sets.length > 0) {
        let touched = 0n;
        const refused = await guarded(ctx, spec, table, values, async () => {
          const result = await sql`update ${target} set ${sql.join(sets)} where id = ${id}
            ${stamps && expected !== undefined ? sql`and version = ${expected}` : sql``}`.execute(ctx.db);
          touched = result.numAffectedRows ?? 0n;
        });
        if (refused) return refused;
        if (touched === 0n) return refuse('STALE');
      }
      const more = await table.after?.(ctx, id, values, before);
      if (more) return more;
      await ctx.audit({
        action: '编辑',
        targetId: id,
        targetName: String((before as Record<string, unknown>)[nameField] ?? id),
        changes: changesOf(fields, before, values),
      });
      return null;
    },
    async remove(ctx, id, before) {
      for (const use of table.usedBy ?? []) {
        const used =
          await sql`select 1 from ${sql.table(use.table)} where ${sql.ref(use.column)} = ${id} limit 1`.execute(ctx.db);
        if (used.rows.length > 0) return refuse('IN_USE', { what: use.what });
      }
      const refused = await guarded(ctx, spec, table, {}, () =>
        sql`delete from ${target} where id = ${id}`.execute(ctx.db),
      );
      if (refused) return refuse('IN_USE', { what: '其他记录' });
      await ctx.audit({
        action: '删除',
        targetId: id,
        targetName: String((before as Record<string, unknown>)[nameField] ?? id),
      });
      return null;
    },
  };
}

/** An action that sets one column to one value on the rows, audited: 启用, 停用. */
export function setColumn(table: string, column: string, value: unknown, action: string, nameField = 'name') {
  return async (ctx: Ctx, input: { ids: number[]; rows: RowValues[] }): Promise<null> => {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}, version = version + 1, updated_at = ${isoAt(ctx.clock.now())}
      where id = any(${input.ids}::bigint[])`.execute(ctx.db);
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

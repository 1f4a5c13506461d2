/** Settings of which an organization has one row: the first saving writes it, later ones write it anew. */
import type { Insertable } from 'kysely';
import type { Fields } from '../../define/field.ts';
import type { PageSpec } from '../../define/page.ts';
import { changesOf } from '../audit/entry.ts';
import { isoAt } from '../clock.ts';
import { type Ctx, ownOrganization } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import type { Tables } from '../query/tables.ts';
import type { ActionInput, RowValues, Values } from './binding.ts';

/** What such a table has besides the settings themselves. */
interface SettingRow {
  organization_id: number;
  updated_at: string;
  version: number;
}
type SettingTable = { [T in keyof Tables]: Tables[T] extends SettingRow ? T : never }[keyof Tables];
type Settings<T extends SettingTable> = Omit<Insertable<Tables[T]>, keyof SettingRow>;

/** What the settings are once saved: those that were not sent stay as they are. */
export const settingsAfter = <F extends Fields>(before: RowValues, values: Values<F>): Values<F> =>
  ({ ...before, ...values }) as Values<F>;

/** Saves the columns of `table` for the session's organization and tells the log what of the page's fields has changed. */
export async function saveSettings<F extends Fields, T extends SettingTable>(
  ctx: Ctx,
  spec: Pick<PageSpec<F>, 'title' | 'fields'>,
  table: T,
  settings: Settings<T>,
  before: Readonly<Record<string, unknown>>,
  values: ActionInput['values'],
): Promise<null> {
  const row = { ...settings, updated_at: isoAt(ctx.clock.now()) };
  const columns = Object.keys(row);
  await sqlOf(ctx.db).query(
    `insert into ${table} (organization_id, version, ${columns.join(', ')})
     values ($1, 1, ${columns.map((_, i) => `$${i + 2}`).join(', ')})
     on conflict (organization_id) do update set version = ${table}.version + 1,
       ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [ownOrganization(ctx), ...Object.values(row)],
  );
  await ctx.audit({
    action: `修改${spec.title}`,
    targetName: spec.title,
    changes: changesOf(spec.fields, before, values),
  });
  return null;
}

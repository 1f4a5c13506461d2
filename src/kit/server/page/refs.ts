/** A submitted reference must be a record the session can see: another unit's id reads as absent. */
import { type Field, type Fields, nameKey } from '../../define/field.ts';
import type { Ctx } from '../context.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Registry } from './registry.ts';

type Values = Readonly<Record<string, unknown>>;

interface Asked {
  field: Field;
  ids: readonly number[];
  /** Where the message goes: the field, and for a cell of `lines` the cell too. */
  at: readonly string[];
  label: string;
  within: Readonly<Record<string, number>>;
}

/** What the field's choices hang on, as its source names it. */
function withinOf(field: Field, values: Values): Record<string, number> {
  return Object.fromEntries(
    Object.entries(field.within ?? {}).flatMap(([name, key]) =>
      typeof values[key] === 'number' ? [[name, values[key]]] : [],
    ),
  );
}

/** Every reference in the values, those in the cells of `lines` too. */
function askedRefs(fields: Fields, values: Values, all: Values): Asked[] {
  return Object.entries(values).flatMap(([key, value]): Asked[] => {
    const field: Field | undefined = fields[key];
    if (!field || value === null || value === undefined) return [];
    if (field.kind === 'lines')
      return (value as Values[]).flatMap((row, i) =>
        askedRefs(field.lines!.fields, row, { ...all, ...row }).map((asked) => ({
          ...asked,
          at: [key, `${key}.${i}.${asked.at[0]}`],
          label: `第 ${i + 1} 行 ${asked.label}`,
        })),
      );
    const ids = (Array.isArray(value) ? value : [value]) as number[];
    return field.source && ids.length > 0
      ? [{ field, ids, at: [key], label: field.label, within: withinOf(field, all) }]
      : [];
  });
}

/**
 * INVALID_FIELDS naming each field whose record does not exist in the scope, or lies outside of what its choices hang on
 * (`within`). A source is asked once for all references that hang on the same.
 */
export async function checkRefs(
  registry: Registry,
  fields: Fields,
  ctx: Ctx,
  values: Values,
  before: Values = {},
): Promise<Refusal | undefined> {
  const groups = new Map<string, Asked[]>();
  for (const asked of askedRefs(fields, values, { ...before, ...values })) {
    const name = JSON.stringify([asked.field.source, asked.within]);
    groups.set(name, [...(groups.get(name) ?? []), asked]);
  }
  const errors: Record<string, string> = {};
  for (const group of groups.values()) {
    const [{ field, within }] = group as [Asked];
    const options = registry.at(field.source!)?.binding.options;
    if (!options) throw new Error(`no options at ${field.source}`);
    const ids = [...new Set(group.flatMap((asked) => asked.ids))];
    const found = new Set((await options(ctx, { keyword: '', ids, size: ids.length, within })).map((o) => o.id));
    for (const asked of group)
      if (asked.ids.some((id) => !found.has(id)))
        for (const at of asked.at) errors[at] ??= `${asked.label}所选记录不存在`;
  }
  const messages = Object.entries(errors).flatMap(([at, message]) => (at.includes('.') ? [] : [message]));
  return messages.length > 0 ? refuse('INVALID_FIELDS', { detail: messages.join('；') }, errors) : undefined;
}

/**
 * The record with the names of the records in its `lines`, under `nameKey` of each cell; who may see the record sees what
 * its rows are of, without a right to the choices.
 */
export async function withLineNames<R extends Values>(
  registry: Registry,
  fields: Fields,
  ctx: Ctx,
  record: R,
): Promise<R> {
  const named: Record<string, unknown> = {};
  for (const [key, { lines }] of Object.entries(fields)) {
    const rows = record[key];
    if (!lines || !Array.isArray(rows) || rows.length === 0) continue;
    const copies = (rows as Values[]).map((row) => ({ ...row }) as Record<string, unknown>);
    for (const [cell, { source, kind }] of Object.entries(lines.fields)) {
      const options = source && kind !== 'region' ? registry.at(source)?.binding.options : undefined;
      const ids = [...new Set(copies.flatMap((row) => (row[cell] ?? []) as number | number[]))];
      if (!options || ids.length === 0) continue;
      const found = await options(ctx, { keyword: '', ids, size: ids.length, within: {} });
      const names = new Map(found.map((o) => [o.id, o.name]));
      for (const row of copies) {
        const value = row[cell];
        if (typeof value === 'number') row[nameKey(cell)] ??= names.get(value) ?? null;
        else if (Array.isArray(value)) row[nameKey(cell)] ??= value.map((id: number) => names.get(id) ?? '');
      }
    }
    named[key] = copies;
  }
  return { ...record, ...named };
}

/** Names of the records a search refers to, by key, for the words of a filter. */
export async function refNames(
  registry: Registry,
  fields: Fields,
  ctx: Ctx,
  search: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const [key, value] of Object.entries(search)) {
    const source = fields[key]?.source;
    const ids = (Array.isArray(value) ? value : [value]).filter((v): v is number => typeof v === 'number');
    const options = source ? registry.at(source)?.binding.options : undefined;
    if (!options || ids.length === 0) continue;
    const found = await options(ctx, { keyword: '', ids, size: ids.length, within: {} });
    const none = ids.includes(0) ? fields[key]?.none : undefined;
    names[key] = [...(none ? [none] : []), ...found.map((o) => o.name)].join('、');
  }
  return names;
}

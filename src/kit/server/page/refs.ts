/** A submitted reference must be a record the session can see: another unit's id reads as absent. */
import type { Field, Fields } from '../../define/field.ts';
import type { Ctx } from '../context.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Registry } from './registry.ts';

/** INVALID_FIELDS naming each field whose record does not exist in the scope. */
export async function checkRefs(
  registry: Registry,
  fields: Fields,
  ctx: Ctx,
  values: Readonly<Record<string, unknown>>,
): Promise<Refusal | undefined> {
  const errors: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    const field: Field | undefined = fields[key];
    if (!field?.source || value === null || value === undefined) continue;
    const ids = (Array.isArray(value) ? value : [value]) as number[];
    if (ids.length === 0) continue;
    const options = registry.at(field.source)?.binding.options;
    if (!options) throw new Error(`no options at ${field.source}`);
    const found = new Set((await options(ctx, { keyword: '', ids, size: ids.length })).map((o) => o.id));
    if (ids.some((id) => !found.has(id))) errors[key] = `${field.label}所选记录不存在`;
  }
  const messages = Object.values(errors);
  return messages.length > 0 ? refuse('INVALID_FIELDS', { detail: messages.join('；') }, errors) : undefined;
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
    const found = await options(ctx, { keyword: '', ids, size: ids.length });
    names[key] = found.map((o) => o.name).join('、');
  }
  return names;
}

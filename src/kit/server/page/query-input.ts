/** Reads `{page, size, sort, search}`; bounds everything. */
import { z } from 'zod';
import { isDate, isInstant } from '../../define/check-value.ts';
import type { Field } from '../../define/field.ts';
import { wholeMonths } from '../../define/month.ts';
import { type AnyPage, searchFields } from '../../define/page.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { QueryInput } from './binding.ts';

const scalar = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]);
const searchValue = z.union([scalar, z.array(scalar).max(500)]);

export const queryBody = z.object({
  page: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(500).default(20),
  sort: z.string().max(60).nullish(),
  search: z.record(z.string().max(60), searchValue).nullish(),
});

const numeric = new Set(['ref', 'refs', 'region', 'int', 'money', 'percent', 'weight']);
const dated = new Set(['date', 'time']);

const isText = (v: unknown): v is string => typeof v === 'string' && !v.includes('\u0000') && v.isWellFormed();

function misfit(field: Field, value: unknown): boolean {
  const parts = Array.isArray(value) ? value : [value];
  return parts.some((v) => {
    if (v === null || v === '') return false;
    if (field.kind === 'decimal') return typeof v !== 'number' || !Number.isFinite(v);
    if (numeric.has(field.kind)) return typeof v !== 'number' || !Number.isSafeInteger(v);
    if (dated.has(field.kind)) return typeof v !== 'string' || !(isDate(v) || (field.kind === 'time' && isInstant(v)));
    if (field.kind === 'bool') return typeof v !== 'boolean';
    if (field.choices) return !field.choices.some((c) => c.value === v);
    return !isText(v);
  });
}

/** The last day of which the next, its month's end and its first instant have names; «9999-12-31» is how many say «for ever». */
const lastDay = '9998-12-31';
const named = (day: unknown) => (typeof day === 'string' && isDate(day) && day > lastDay ? lastDay : day);

/** Empty choices say nothing: they are null, and a list loses them, so that no «» reaches a number; so is a range's open end. */
function withoutBlanks(isRange: boolean, value: unknown): unknown {
  if (!Array.isArray(value)) return value === '' ? null : value;
  if (isRange) {
    const bounds = [value[0], value[1]].map((v) => (v === '' || v === undefined ? null : v));
    return bounds.every((v) => v === null) ? null : bounds;
  }
  const said = value.filter((v) => v !== null && v !== '');
  return said.length || !value.length ? said : null;
}

/** Yes, no, or null for either: a list of both, or of none, asks for nothing. */
function yesOrNo(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const said = new Set(value.filter((v) => typeof v === 'boolean'));
  return said.size === 1 ? [...said][0] : null;
}

/** The checked search; MALFORMED names the first key that does not fit. Keys the page does not search are refused. */
export function readSearch(
  page: AnyPage,
  sent: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, unknown> | Refusal {
  const search: Record<string, unknown> = {};
  const known = new Map(searchFields(page).map((s) => [s.key, s]));
  for (const [key, value] of Object.entries(sent ?? {})) {
    if (key === 'group' && page.report?.groups) {
      if (!page.report.groups.some((g) => g.value === value)) return refuse('MALFORMED', { detail: '分组方式不存在' });
      search.group = value;
      continue;
    }
    const item = known.get(key);
    if (!item) return refuse('MALFORMED', { detail: `不支持的查询条件 ${key}` });
    const field = page.fields[key];
    if (item.keys ? !isText(value) : field && misfit(field, value))
      return refuse('MALFORMED', { detail: `查询条件「${item.label ?? field?.label ?? key}」的值不正确` });
    const isDay = field !== undefined && dated.has(field.kind);
    search[key] =
      field?.kind === 'bool' && !item.keys
        ? yesOrNo(value)
        : withoutBlanks(
            item.range === true || isDay,
            isDay ? (Array.isArray(value) ? value.map(named) : named(value)) : value,
          );
    const days = search[key];
    if (item.months && Array.isArray(days)) search[key] = wholeMonths(days[0], days[1]);
  }
  if (page.report?.groups && search.group === undefined) search.group = page.report.groups[0]!.value;
  return search;
}

/**
 * May a list be sorted by this key? Lists over tables only by columns that say so (an index carries them) and by their
 * own order; a report made in code by any column.
 */
export function maySort(page: AnyPage, sort: string, overTables: boolean): boolean {
  const key = sort.replace(/^-/, '');
  if (!(page.list?.columns as readonly string[] | undefined)?.includes(key)) return false;
  return !overTables || page.fields[key]?.sortable === true || page.list?.sort?.replace(/^-/, '') === key;
}

/** The checked query, or MALFORMED. `overTables`: the list engine makes the rows, not code. */
export function readQuery(page: AnyPage, body: unknown, overTables = true): QueryInput | Refusal {
  const parsed = queryBody.safeParse(body ?? {});
  if (!parsed.success) return refuse('MALFORMED', { detail: parsed.error.issues[0]?.path.join('.') ?? 'body' });
  const search = readSearch(page, parsed.data.search);
  if (isRefusal(search)) return search;
  const sort = parsed.data.sort || null;
  if (sort && !maySort(page, sort, overTables)) return refuse('MALFORMED', { detail: `不能按 ${sort} 排序` });
  return { page: parsed.data.page, size: parsed.data.size, sort, search };
}

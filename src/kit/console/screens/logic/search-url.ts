/**
 * A list's state and its URL: search, page, size, sort and report group, so that a link opens the same list.
 * A range is `from,to`, several choices `A,B`; `*` says "emptied by hand" and beats an initial value.
 */
import type { Field } from '../../../define/field.ts';
import { type AnyPage, type SearchField, searchFields } from '../../../define/page.ts';
import { initialRange } from '../../../define/quick-ranges.ts';
import type { Days } from '../../clock.ts';

export type SearchValue = string | number | boolean | readonly unknown[] | null;
export type Search = Record<string, SearchValue>;

export const pageSizes = [20, 50, 100] as const;

/** Rows of a tree belong together: it starts with the largest page. */
const startSize = (spec: AnyPage): number => (spec.list?.treeBy ? 100 : 20);

export interface ListState {
  page: number;
  size: number;
  /** `key`, `-key`, or null for the server's own order. */
  sort: string | null;
  search: Search;
}

const reserved = new Set(['page', 'size', 'sort', 'id']);
const paramOf = (key: string) => (reserved.has(key) ? `search.${key}` : key);

/** How the value of one search key is written: as two bounds, as a list, or as it is. */
type Shape = 'range' | 'numbers' | 'strings' | 'number' | 'bool' | 'text';

function shapeOf(spec: AnyPage, search: SearchField): Shape {
  const field = search.keys ? undefined : spec.fields[search.key];
  if (search.range) return 'range';
  switch (field?.kind) {
    case 'ref':
    case 'refs':
    case 'region':
      return 'numbers';
    case 'choice':
    case 'choices':
      return 'strings';
    case 'bool':
      return 'bool';
    case 'int':
    case 'money':
    case 'percent':
    case 'weight':
    case 'decimal':
      return 'number';
    default:
      return 'text';
  }
}

const anything = '*';

/** Lists in links made elsewhere may come as JSON. */
function unquote(raw: string): string {
  if (!raw.startsWith('[')) return raw;
  try {
    const list: unknown = JSON.parse(raw);
    return Array.isArray(list) ? list.map((v) => v ?? '').join(',') : raw;
  } catch {
    return raw;
  }
}

function decode(shape: Shape, sent: string, field: Field | undefined): SearchValue {
  if (sent === '' || sent === anything) return null;
  const raw = shape === 'text' ? sent : unquote(sent);
  switch (shape) {
    case 'range': {
      const numeric = field !== undefined && ['int', 'money', 'percent', 'weight', 'decimal'].includes(field.kind);
      const [from = '', to = ''] = raw.split(',');
      const bound = (s: string) => (s === '' ? null : numeric ? finite(s) : s);
      const pair = [bound(from), bound(to)];
      return pair.every((b) => b === null) ? null : pair;
    }
    case 'numbers': {
      const list = raw
        .split(',')
        .map(finite)
        .filter((n) => n !== null);
      return list.length === 0 ? null : list;
    }
    case 'strings':
      return raw.split(',').filter(Boolean);
    case 'number':
      return finite(raw);
    case 'bool':
      return raw === 'true' ? true : raw === 'false' ? false : null;
    case 'text':
      return raw;
  }
}

function finite(raw: string): number | null {
  const n = Number(raw);
  return raw.trim() !== '' && Number.isFinite(n) ? n : null;
}

function encode(value: SearchValue | undefined): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value)
    ? value.map((v) => (v === null || v === undefined ? '' : String(v))).join(',')
    : String(value);
}

/** Is there nothing to compare with? */
export function isEmptySearch(value: SearchValue | undefined): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.every((v) => v === null || v === undefined || v === ''))
  );
}

/** The search a first visit starts with. */
export function initialSearch(spec: AnyPage, days: Days): Search {
  const search: Search = {};
  for (const field of searchFields(spec)) {
    if (!field.initial) continue;
    const def = field.keys ? undefined : spec.fields[field.key];
    const today = def?.kind === 'date' ? days.book : days.calendar;
    if (field.range) {
      const pair = initialRange(field.initial, today);
      if (pair) search[field.key] = pair;
    } else {
      search[field.key] = decode(shapeOf(spec, field), field.initial === 'today' ? today : field.initial, def);
    }
  }
  if (spec.report?.groups?.[0]) search.group = spec.report.groups[0].value;
  return search;
}

/** Reads a list's state from its tab's query. Unknown names and impossible numbers are passed over. */
export function readListState(spec: AnyPage, query: Readonly<Record<string, string>>, days: Days): ListState {
  const search = initialSearch(spec, days);
  for (const field of searchFields(spec)) {
    const raw = query[paramOf(field.key)];
    if (raw === undefined) continue;
    const value = decode(shapeOf(spec, field), raw, field.keys ? undefined : spec.fields[field.key]);
    if (value === null) delete search[field.key];
    else search[field.key] = value;
  }
  const groups = spec.report?.groups;
  if (groups?.some((g) => g.value === query.group)) search.group = query.group as string;
  const page = finite(query.page ?? '') ?? 1;
  const size = finite(query.size ?? '') ?? startSize(spec);
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    size: (pageSizes as readonly number[]).includes(size) ? size : startSize(spec),
    sort: query.sort ?? spec.list?.sort ?? null,
    search,
  };
}

/** Writes a list's state as a tab query; what a first visit has anyway stays out. */
export function writeListState(spec: AnyPage, state: ListState, days: Days): Record<string, string> {
  const query: Record<string, string> = {};
  const initial = initialSearch(spec, days);
  const touched = JSON.stringify(clean(state.search)) !== JSON.stringify(clean(initial));
  if (touched) {
    for (const key of new Set([...Object.keys(initial), ...Object.keys(state.search)])) {
      if (!isEmptySearch(state.search[key])) query[paramOf(key)] = encode(state.search[key]);
      else if (key in initial) query[paramOf(key)] = anything;
    }
  }
  if (state.page !== 1) query.page = String(state.page);
  if (state.size !== startSize(spec)) query.size = String(state.size);
  if (state.sort !== null && state.sort !== spec.list?.sort) query.sort = state.sort;
  return query;
}

function clean(search: Search): [string, SearchValue][] {
  return Object.entries(search)
    .filter(([, v]) => !isEmptySearch(v))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * The search as it travels: empty values dropped; a day that bounds an instant becomes its first or last
 * millisecond at +08:00.
 */
export function wireSearch(spec: AnyPage, search: Search): Search {
  const wire: Search = {};
  for (const [key, value] of Object.entries(search)) {
    if (isEmptySearch(value)) continue;
    if (Array.isArray(value) && spec.fields[key]?.kind === 'time') {
      const [from, to] = value as (string | null)[];
      wire[key] = [dayBound(from ?? null, 'T00:00:00.000+08:00'), dayBound(to ?? null, 'T23:59:59.999+08:00')];
    } else wire[key] = typeof value === 'string' ? value.trim() : value;
  }
  return wire;
}

function dayBound(value: string | null, clockTime: string): string | null {
  return value && /^\d{4}-\d\d-\d\d$/.test(value) ? value + clockTime : value;
}

/**
 * Query of the tab that opens with this search, for drill-downs. What the report does not filter by, its lines are not
 * filtered by either, whatever their page starts with.
 */
export function searchQuery(search: Readonly<Record<string, unknown>>): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [key, value] of Object.entries(search)) {
    if (key === 'group') continue;
    const raw = encode(value as SearchValue);
    query[paramOf(key)] = raw.replaceAll(',', '') === '' ? anything : raw;
  }
  return query;
}

/** The query of a link to `path`: a record is told by its number, a list (which may be one of records) by its search and its grouping. */
export function linkQuery(
  path: string,
  search: Readonly<Record<string, unknown>>,
  group?: string,
): Record<string, string> {
  if (path.endsWith('/record') && 'id' in search) return { id: encode(search.id as SearchValue) };
  return { ...searchQuery(search), ...(group === undefined ? {} : { group }) };
}

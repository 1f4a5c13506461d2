/** How a page's columns are written into a sheet, and its filter put into words. */
import { formatFenGrouped } from '../../define/fen.ts';
import type { Field, Fields } from '../../define/field.ts';
import { nameKey } from '../../define/field.ts';
import { type AnyPage, searchFields } from '../../define/page.ts';
import type { ExportColumn } from '../jobs/export/types.ts';
import type { CellKind } from '../sheet/types.ts';

const kinds: Partial<Record<Field['kind'], CellKind>> = {
  int: 'int',
  weight: 'int',
  decimal: 'number',
  money: 'money',
  percent: 'percent',
  date: 'date',
  time: 'time',
};

const titleOf = (field: Field): string =>
  field.kind === 'money'
    ? `${field.label}(元)`
    : field.kind === 'weight'
      ? `${field.label}(克)`
      : field.kind === 'decimal' && field.unit
        ? `${field.label}(${field.unit})`
        : field.label;

/** Kinds whose values add up. */
const added: ReadonlySet<CellKind> = new Set(['int', 'number', 'money']);

function column(key: string, field: Field, totals: readonly string[]): ExportColumn {
  const kind = kinds[field.kind] ?? ('text' as const);
  const base = {
    ...(totals.includes(key) && added.has(kind) ? { total: true as const } : {}),
    key: field.kind === 'ref' || field.kind === 'refs' || field.kind === 'region' ? nameKey(key) : key,
    title: titleOf(field),
    kind,
  };
  const width = field.columnWidth ? { width: Math.round(field.columnWidth / 7) } : {};
  const mask = field.mask ? { mask: field.mask } : {};
  if (field.kind === 'bool') return { ...base, ...width, labels: { true: '是', false: '否' } };
  if (field.choices)
    return { ...base, ...width, labels: Object.fromEntries(field.choices.map((c) => [c.value, c.label])) };
  return { ...base, ...width, ...mask };
}

/**
 * Columns of a page in the order asked for; all of the list's when none are. Columns no page has are left out, structured
 * ones too unless they are `worded`.
 */
export function exportColumns(
  page: AnyPage,
  keys: readonly string[] | null,
  worded: readonly string[] = [],
): ExportColumn[] {
  const listed = (page.list?.columns ?? []) as readonly string[];
  const wanted = keys?.filter((k) => listed.includes(k));
  const shown = wanted && wanted.length > 0 ? wanted : listed;
  const sublines = Object.entries((page.list?.subline ?? {}) as Record<string, string>);
  return shown.flatMap((key) => {
    const under = sublines.find(([over]) => over === key)?.[1];
    return [key, ...(under && !shown.includes(under) ? [under] : [])]
      .map((k) => [k, (page.fields as Fields)[k]] as const)
      .flatMap(([k, field]) =>
        field && field.kind !== 'lines' && (field.kind !== 'json' || worded.includes(k)) && field.kind !== 'image'
          ? [column(k, field, (page.list?.totals ?? []) as readonly string[])]
          : [],
      );
  });
}

/** `日期 2026-04-01 至 2026-04-30；状态 正常`. Names of referenced records come from `names`, by key. */
export function filterWords(
  page: AnyPage,
  search: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>> = {},
): string {
  const words: string[] = [];
  for (const item of searchFields(page)) {
    const value = search[item.key];
    if (
      value === undefined ||
      value === null ||
      value === '' ||
      (Array.isArray(value) && value.every((v) => v === null || v === ''))
    )
      continue;
    const field = (page.fields as Fields)[item.key];
    const label = item.label ?? field?.label ?? item.key;
    const show = (v: unknown): string =>
      field?.choices?.find((c) => c.value === v)?.label ??
      (item.months
        ? String(v).slice(0, 7)
        : v === true
          ? '是'
          : v === false
            ? '否'
            : field?.kind === 'money'
              ? formatFenGrouped(Number(v))
              : String(v));
    if (names[item.key]) words.push(`${label} ${names[item.key]}`);
    else if (Array.isArray(value) && (item.range || ['date', 'time', 'money', 'int'].includes(field?.kind ?? '')))
      words.push(`${label} ${value[0] ? show(value[0]) : '最早'} 至 ${value[1] ? show(value[1]) : '现在'}`);
    else words.push(`${label} ${(Array.isArray(value) ? value : [value]).map(show).join('、')}`);
  }
  const group = page.report?.groups?.find((g) => g.value === search.group);
  if (group) words.unshift(`按${group.label}`);
  return words.join('；');
}

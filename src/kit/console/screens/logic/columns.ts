/** The columns a list shows: the definition's order and widths with the user's own on top. */
import type { Field, FieldKind } from '../../../define/field.ts';
import { formKeys } from '../../../define/form.ts';
import type { AnyPage } from '../../../define/page.ts';

/** What the server keeps per user, page and column. */
export interface ColumnPrefs {
  hidden?: boolean;
  width?: number;
  pin?: 'left' | 'right' | null;
  order?: number;
  /** Asked for by hand: shown however narrow the window is. */
  keep?: boolean;
}

export interface Column {
  key: string;
  label: string;
  field: Field;
  width: number;
  pin: 'left' | 'right' | null;
  hidden: boolean;
  /** Asked for by hand: never folded away for want of room. */
  keep: boolean;
  /** Key shown under it in the same cell. */
  subline?: string;
}

const kindWidth: Record<FieldKind, number> = {
  text: 132,
  longText: 220,
  phone: 120,
  idCard: 170,
  int: 96,
  money: 116,
  percent: 90,
  weight: 100,
  decimal: 100,
  date: 104,
  time: 156,
  hm: 80,
  bool: 72,
  choice: 96,
  choices: 160,
  ref: 128,
  refs: 180,
  image: 72,
  file: 120,
  region: 200,
  password: 100,
  lines: 80,
  json: 160,
};

export const minColumnWidth = 56;
export const maxColumnWidth = 800;

/** Width in px that fits a column's values and its title (13 px type, sort arrow included). */
export function defaultWidth(field: Field): number {
  if (field.columnWidth) return field.columnWidth;
  return Math.max(kindWidth[field.kind], titleWidth(field));
}

/** What a heading needs, sort arrow included. */
export const titleWidth = (field: Field): number =>
  [...columnTitle(field)].reduce((w, c) => w + (c.charCodeAt(0) > 255 ? 13 : 8), 0) + 16 + (field.sortable ? 22 : 0);

/** Column heading; money names its unit. */
export function columnTitle(field: Field): string {
  if (field.kind === 'money' && !/[（(]/.test(field.label)) return `${field.label}(元)`;
  const unit = field.unit ?? (field.kind === 'weight' ? '克' : undefined);
  if (unit && !/[（(]/.test(field.label) && !field.label.endsWith(unit)) return `${field.label}(${unit})`;
  return field.label;
}

/** What a column means. Of what a form asks the words are for who fills it in. */
export const columnHelp = (spec: AnyPage, { key, field }: Column): string | undefined =>
  formKeys(spec).includes(key) ? undefined : field.help;

/** Numbers stand to the right so that their digits line up. */
export function alignOf(field: Field): 'left' | 'right' | 'center' {
  return ['money', 'int', 'percent', 'weight', 'decimal'].includes(field.kind)
    ? 'right'
    : field.kind === 'image'
      ? 'center'
      : 'left';
}

/**
 * Merges stored preferences over the definition. Columns that came later than the preferences keep their place
 * beside their neighbour; preferences for columns that no longer exist are passed over. Pinned ones move outward.
 */
export function mergeColumns(spec: AnyPage, prefs: Readonly<Record<string, ColumnPrefs>> = {}): Column[] {
  const subs = spec.list?.subline ?? {};
  const columns = (spec.list?.columns ?? []).flatMap((key, index) => {
    const field = spec.fields[key];
    if (!field) return [];
    const own = prefs[key] ?? {};
    const width = own.width ?? defaultWidth(field);
    const column: Column & { at: number } = {
      key,
      label: field.label,
      field,
      width: Math.min(maxColumnWidth, Math.max(minColumnWidth, Math.round(width))),
      pin: own.pin ?? null,
      hidden: own.hidden ?? false,
      keep: own.keep ?? false,
      at: own.order ?? index,
    };
    const sub = subs[key];
    if (sub) column.subline = sub;
    return [column];
  });
  const side = (c: Column) => (c.pin === 'left' ? 0 : c.pin === 'right' ? 2 : 1);
  return columns
    .map((c, index) => ({ c, index }))
    .sort((a, b) => side(a.c) - side(b.c) || a.c.at - b.c.at || a.index - b.index)
    .map(({ c: { at: _, ...column } }) => column);
}

/** In the address of the lines behind a figure: the column it stood in. */
export const addedKey = 'added';

/** The column of these lines that adds up to the figure they were opened from: of its name, else of an amount the one that is due. */
export function addedColumn(spec: AnyPage, added: string | undefined): string | undefined {
  const columns = (spec.list?.columns ?? []) as readonly string[];
  const due = added?.endsWith('Fen') ? ['amountFen'] : [];
  return added === undefined ? undefined : [added, ...due].find((key) => columns.includes(key));
}

const groupingOf = (spec: AnyPage, group: unknown) =>
  spec.report?.groups?.find((one) => one.value === group) ?? spec.report?.groups?.[0];

/** What paper is headed with: beside the page's title the grouping that is chosen, which the table itself does not say. */
export function titleIn(spec: AnyPage, group: unknown): string {
  const chosen = groupingOf(spec, group);
  return chosen ? `${spec.title}（${chosen.label}）` : spec.title;
}

/** Without the columns that belong to other groupings of the report than the chosen one. */
export function inGroup(spec: AnyPage, columns: readonly Column[], group: unknown): Column[] {
  const groups = spec.report?.groups ?? [];
  const chosen = groupingOf(spec, group);
  return columns.filter(
    ({ key }) =>
      chosen?.also?.includes(key as never) === true || !groups.some((one) => one.also?.includes(key as never)),
  );
}

/** The preferences that bring back exactly this order, visibility, pinning and width. */
export function prefsOf(spec: AnyPage, columns: readonly Column[]): Record<string, ColumnPrefs> {
  const prefs: Record<string, ColumnPrefs> = {};
  columns.forEach((column, order) => {
    const own: ColumnPrefs = { order };
    if (column.hidden) own.hidden = true;
    if (column.pin) own.pin = column.pin;
    if (column.keep) own.keep = true;
    const field = spec.fields[column.key];
    if (field && column.width !== defaultWidth(field)) own.width = column.width;
    prefs[column.key] = own;
  });
  return prefs;
}

/** How much a column says, by its kind; what is not listed says most. Names and numbers of cards are folded last. */
const kindRank: Partial<Record<FieldKind, number>> = {
  json: 0,
  image: 0,
  file: 0,
  longText: 1,
  time: 2,
  region: 3,
  idCard: 3,
  phone: 3,
  refs: 3,
  choices: 3,
  bool: 4,
  percent: 4,
  weight: 4,
  decimal: 4,
  int: 5,
  date: 5,
  ref: 6,
  choice: 6,
};

/** Amounts that find room beside each other at 1440. */
const mostAmounts = 5;

/** What the rows are about: the first column, and where that is a day, the first that is none. */
function identityOf({ list, fields, wide }: AnyPage): readonly string[] {
  const columns = (list?.columns ?? []) as readonly string[];
  // Beside the unit, what is the first where there is one only.
  const first = columns.find((one) => !(wide as readonly string[] | undefined)?.includes(one));
  const dated = ['date', 'time'].includes(fields[first ?? '']?.kind ?? '');
  const named = dated ? columns.find((one) => ['text', 'ref'].includes(fields[one]?.kind ?? '')) : undefined;
  return [columns[0], first, named].filter((one): one is string => one !== undefined);
}

/** Identity, money and state: what a list is opened for. They are in view at every width a clerk works at. */
export function isImportant(spec: AnyPage, key: string): boolean {
  const { columns = [], important } = spec.list ?? {};
  if (important) return (important as readonly string[]).includes(key);
  const field = spec.fields[key];
  const amounts = (columns as readonly string[]).filter((one) => spec.fields[one]?.kind === 'money');
  // Of a long row of amounts those at its ends are what it comes to: opening, net, closing.
  const inView = amounts.length <= mostAmounts ? amounts : [amounts[0], ...amounts.slice(-3)];
  const state = field?.kind === 'choice' && /^status$|Status$|^state$/.test(key);
  return identityOf(spec).includes(key) || inView.includes(key) || state;
}

/** Who a row is about, its state, and what it comes to: without these a row says nothing. */
function isCore(spec: AnyPage, key: string): boolean {
  const columns = (spec.list?.columns ?? []) as readonly string[];
  const amounts = columns.filter((one) => spec.fields[one]?.kind === 'money' && isImportant(spec, one));
  const state = spec.fields[key]?.kind === 'choice' && /^status$|^state$/.test(key);
  return key === columns[0] || key === amounts.at(-1) || state;
}

/** Important columns are ranked above all others. */
export const importantRank = 100;

/** Rank for folding; undefined for a column that is never folded. */
export function foldRank(spec: AnyPage, column: Column): number | undefined {
  // Widened or pinned by hand is asked for, too.
  if (column.keep || column.pin || column.width !== defaultWidth(column.field) || isCore(spec, column.key))
    return undefined;
  return (isImportant(spec, column.key) ? importantRank : 0) + (kindRank[column.field.kind] ?? 7);
}

/** Moves a column to just before another (or to the end), within a new array. */
export function moveColumn(columns: readonly Column[], key: string, beforeKey: string | null): Column[] {
  const moved = columns.find((c) => c.key === key);
  if (!moved || key === beforeKey) return [...columns];
  const rest = columns.filter((c) => c.key !== key);
  const at = beforeKey === null ? rest.length : rest.findIndex((c) => c.key === beforeKey);
  return at < 0 ? [...columns] : [...rest.slice(0, at), moved, ...rest.slice(at)];
}

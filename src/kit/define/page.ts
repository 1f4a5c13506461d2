/**
 * The language a page is written in. One `.page.ts` is the single source of a page's columns, labels, search,
 * form, validation, permissions, menu place, export and API schema; server and console both derive from it.
 */
import type { Field, Fields, Tone, ValueOf } from './field.ts';

/** The four kinds of account; the super administrator has none. */
export type UnitType = 'PLATFORM' | 'AGENT' | 'CONTRACTOR' | 'ORGANIZATION';
export type Area = 'platform' | 'agent' | 'contractor' | 'organization' | 'system' | 'base' | 'admin' | 'public';

export type Row<F extends Fields> = { id: number } & { [K in keyof F]: ValueOf<F[K]> | null };
type Key<F extends Fields> = Extract<keyof F, string>;

/** How a search field is compared. Default by kind: text contains, choice and ref one or several, date and time range. */
export interface SearchField<K extends string = string> {
  key: K;
  label?: string;
  /** `keyword` searches several text fields at once and travels under its own key. */
  keys?: readonly K[];
  range?: boolean;
  /** A first visit starts with this, e.g. today's business date. */
  initial?: 'today' | 'thisMonth' | 'last7Days' | string;
  required?: boolean;
}

/** One text box over several fields; travels as `search.keyword`. */
export const keyword = <K extends string>(label: string, ...keys: K[]): SearchField<K> => ({
  key: 'keyword' as K,
  label,
  keys,
});
/** A pair of bounds; travels as `[from, to]`, either may be null. */
export const range = <K extends string>(key: K, initial?: SearchField['initial']): SearchField<K> =>
  initial ? { key, range: true, initial } : { key, range: true };

/** A state-changing or opening button of one row, or of the toolbar over a selection. */
export interface Action<F extends Fields = Fields> {
  /** Verb: the last part of the API path and of the permission; `edit` and `remove` are built in. */
  key: string;
  label: string;
  tone?: Tone | 'primary';
  /** Asked before it runs; `{name}` takes fields of the row. */
  confirm?: string;
  /** Fields asked in a small dialog before it runs. */
  form?: Fields;
  /** Which rows show it. Rows that fail it but could be of interest get `whyNot`'s text on a disabled button. */
  when?: (row: Row<F>) => boolean;
  whyNot?: (row: Row<F>) => string | undefined;
  /** Opens this location instead of calling; `{field}` takes fields of the row. */
  open?: string;
  /** Works on a selection of rows as `{ids}` as well. */
  batch?: boolean;
  /** Success message; 操作成功 otherwise. */
  done?: string;
  /** Answers something to show: `receipt` prints, `secret` shows once, `detail` opens the drawer's named section. */
  shows?: 'receipt' | 'secret';
}

export interface ListSpec<F extends Fields> {
  columns: readonly Key<F>[];
  search?: readonly (Key<F> | SearchField<Key<F>>)[];
  /** Key, `-` in front for descending. */
  sort?: Key<F> | `-${Key<F>}`;
  /** Money or count columns summed for the page and for the whole filter. */
  totals?: readonly Key<F>[];
  row?: readonly ('edit' | 'remove' | 'view' | Action<F>)[];
  tools?: readonly ('create' | Action<F>)[];
  export?: boolean;
  /** Two-line first column: name over number. */
  subline?: Partial<Record<Key<F>, Key<F>>>;
  /** Rows are a tree by this parent key (menus, departments, regions). */
  treeBy?: Key<F>;
  /** Fields shown in the detail drawer; all columns otherwise. */
  detail?: readonly Key<F>[];
  /** Seconds between automatic refreshes while the tab is visible. */
  refreshSeconds?: number;
}

export interface FormSpec<F extends Fields> {
  /** Sections with a short title, or one flat list. */
  sections: readonly { title?: string; fields: readonly Key<F>[] }[];
  /** The toolbar's button that opens an empty form, and the permission: 新增 by default. */
  create?: string;
  /** Told when a new record is in; 已新增 by default. */
  done?: string;
  /** The primary verb: 保存 by default; `{amountFen}` and the like take values, money formatted. */
  submit?: string;
  /** No editing of a stored record: the sibling form only creates, and shows read only with an id. */
  createOnly?: boolean;
}

export interface ImportSpec<F extends Fields> {
  fields: readonly Key<F>[];
  /** Keys that must not repeat within a file or against stored records. */
  unique?: readonly Key<F>[];
  /** Line of help over the template link. */
  help?: string;
}

/** Where a number leads: the target path, and how the report's row and filter become its search. */
export interface Drill {
  path: string | ((row: Record<string, unknown>) => string);
  /** A key whose value is empty is shown unfiltered, whatever the target starts with. */
  search: (row: Record<string, unknown>, search: Record<string, unknown>) => Record<string, unknown>;
}

export interface ReportSpec<F extends Fields> {
  /** Choices of 分组; the first is the default. The chosen one travels as `search.group`. */
  groups?: readonly { value: string; label: string }[];
  /** The identity shown below, in words; the server answers `check: {ok, text}`. */
  identity?: string;
  /** Numbers open these lines; `columns` says which lines where a column counts others, null where there are none. */
  drill?: Drill & { columns?: { [K in Key<F>]?: Drill | null } };
  /** A chart beside the table: x and y are column keys. */
  chart?: { kind: 'line' | 'bar'; x: Key<F>; y: readonly Key<F>[] };
}

export interface Place {
  path: string;
  title?: string;
  /** [top item, child]; the page itself is the third level. null: reached only from elsewhere. */
  menu: readonly [string, string] | null;
}

export type PageKind = 'list' | 'report' | 'settings' | 'custom' | 'dashboard';

export interface PageSpec<F extends Fields = Fields> {
  title: string;
  kind: PageKind;
  /** Every path the page is seen from; the scope decides the rows. */
  places: readonly Place[];
  fields: F;
  list?: ListSpec<F>;
  form?: FormSpec<F>;
  import?: ImportSpec<F>;
  report?: ReportSpec<F>;
  /** Further verbs of this page that no button of the list shows (views call them). Key → label for roles. */
  verbs?: Readonly<Record<string, string>>;
  /** Path aliases that lead here. */
  aliases?: readonly string[];
  /** Order among its menu siblings; smaller first. */
  order?: number;
  /** Everyone signed in may open it (own profile, password). */
  everyone?: boolean;
}

export interface PageInput<F extends Fields> extends Omit<PageSpec<F>, 'places' | 'kind'> {
  path?: string;
  menu?: Place['menu'];
  places?: readonly Place[];
  kind?: PageKind;
}

/** Writes a page down. A list column, search or form key that is no field does not compile. */
export function page<const F extends Fields>(input: PageInput<F>): PageSpec<F> {
  const { path, menu, places, kind, ...rest } = input;
  const all = places ?? (path ? [{ path, menu: menu ?? null }] : []);
  if (all.length === 0) throw new Error(`page without a path: ${input.title}`);
  return { kind: kind ?? (input.report ? 'report' : 'list'), places: all, ...rest };
}

/** Any page, whatever its fields. */
export type AnyPage = PageSpec<Fields>;

/** Loosens a page for engines that treat all alike. */
export function anyPage<F extends Fields>(spec: PageSpec<F>): AnyPage {
  return spec as unknown as AnyPage;
}

/** The area a path lies in. */
export function areaOf(path: string): Area {
  const part = /^\/admin\/(platform|agent|contractor|organization|system|base)(\/|$)/.exec(path)?.[1];
  return part ? (part as Area) : path.startsWith('/admin') ? 'admin' : 'public';
}

/** Account type that an area belongs to; undefined where it belongs to none of the four. */
export function unitTypeOf(area: Area): UnitType | undefined {
  switch (area) {
    case 'platform':
      return 'PLATFORM';
    case 'agent':
      return 'AGENT';
    case 'contractor':
      return 'CONTRACTOR';
    case 'organization':
      return 'ORGANIZATION';
    default:
      return undefined;
  }
}

/** Verbs of a page with their labels, for roles: view, the built-in ones it has, its actions. */
export function verbsOf(spec: AnyPage): Record<string, string> {
  const verbs: Record<string, string> = { query: '查看' };
  if (spec.list?.tools?.includes('create') || spec.form) verbs.create = spec.form?.create ?? '新增';
  if (spec.form && !spec.form.createOnly) verbs.update = '编辑';
  if (spec.list?.row?.includes('remove')) verbs.remove = '删除';
  if (spec.list?.export) verbs.export = '导出';
  if (spec.import) verbs.import = '导入';
  if (Object.values(spec.fields).some((f) => f.mask)) verbs.reveal = '查看完整信息';
  for (const action of [...(spec.list?.row ?? []), ...(spec.list?.tools ?? [])])
    if (typeof action !== 'string' && !action.open) verbs[action.key] = action.label;
  return { ...verbs, ...spec.verbs };
}

/** The search fields of a list in their full form. */
export function searchFields<F extends Fields>(spec: PageSpec<F>): SearchField[] {
  return (spec.list?.search ?? []).map((s) => {
    if (typeof s !== 'string') return s as SearchField;
    const kind = (spec.fields[s] as Field).kind;
    return kind === 'date' || kind === 'time' ? { key: s, range: true } : { key: s };
  });
}

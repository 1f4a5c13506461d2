/**
 * The language a page is written in. One `.page.ts` is the single source of a page's columns, labels, search,
 * form, validation, permissions, menu place, export and API schema; server and console both derive from it.
 */
import type { AnyBlock } from './blocks.ts';
import type { Duty } from './duty.ts';
import type { Field, Fields, Tone, ValueOf } from './field.ts';
import type { FlowMove } from './flow.ts';
import type { Identity } from './identity.ts';
import type { Versions } from './versions.ts';
import { keeping, widened } from './wide.ts';
import type { Witness } from './witness.ts';

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
  initial?: 'today' | 'thisWeek' | 'thisMonth' | 'last7Days' | 'past7Days' | 'next7Days' | 'weekAround' | string;
  /** Days that are asked for and taken by whole months. */
  months?: true;
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

/** A pair of bounds on days, asked for by month; travels as the first and the last day of the months. */
export const months = <K extends string>(key: K, initial?: SearchField['initial']): SearchField<K> => ({
  ...range(key, initial),
  months: true,
});

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
  /** The move of a flow this button makes; the engine checks its graph and its hand (`flow`). */
  move?: FlowMove;
  /** Opens this location instead of calling; `{field}` takes fields of the row. */
  open?: string;
  /** A page with many buttons sorts those behind 更多, and those of the record, under headings. */
  group?: string;
  /** Works on a selection of rows as `{ids}` as well. */
  batch?: boolean;
  /** Success message; 操作成功 otherwise. */
  done?: string;
  /** For ten seconds the message offers to take it back, where it ran on one record. */
  undo?: Undo;
  /**
   * Its dialog states what it will do before it does it: the server's `outcomes` answers it, or the command itself, run up
   * to the door it writes through, where it is one of those `outsideTransaction`.
   */
  outcome?: true;
  /** Its dialog asks a second person to sign. */
  witness?: Witness;
  /** Answers something to show: `receipt` prints, `secret` shows once, `link` is an address that needs no session, `file` is saved. */
  shows?: 'receipt' | 'secret' | 'link' | 'file';
  /** The page has it only where it is seen from these areas; the command refuses elsewhere. */
  only?: readonly Area[];
  /** Acts on the whole unit at once: not for sessions of a limited data scope, though the page is. */
  whole?: true;
}

/** How a thing just done is taken back: a button of the page's rows, with what it asks for. */
export interface Undo {
  key: string;
  values?: Readonly<Record<string, unknown>>;
  /** Told afterwards; 已撤销 by default. */
  done?: string;
}

export interface ListSpec<F extends Fields> {
  columns: readonly Key<F>[];
  search?: readonly (Key<F> | SearchField<Key<F>>)[];
  /**
   * Columns that are in view at every width; the others are folded behind the column settings when there is no room.
   * Default: the first, amounts and the state.
   */
  important?: readonly Key<F>[];
  /** Key, `-` in front for descending. */
  sort?: Key<F> | `-${Key<F>}`;
  /** Money or count columns summed for the page and for the whole filter. */
  totals?: readonly Key<F>[];
  row?: readonly ('edit' | 'remove' | 'view' | Action<F>)[];
  /** Rows that still offer 编辑 and 删除; all of them by default. The commands refuse the others by themselves. */
  changeable?: (row: Row<F>) => boolean;
  tools?: readonly ('create' | Action<F>)[];
  /** What `create` is called where 新增 says too little: 开户. */
  createLabel?: string;
  export?: boolean;
  /** Two-line first column: name over number. */
  subline?: Partial<Record<Key<F>, Key<F>>>;
  /** Rows are a tree by this parent key (menus, departments, regions). */
  treeBy?: Key<F>;
  /** Fields shown in the record, as far as the row has them. */
  detail?: readonly Key<F>[];
  /** Seconds between automatic refreshes while the tab is visible. */
  refreshSeconds?: number;
  /** Something to be said above the rows; the server's `notice` answers it, or null for nothing. */
  notice?: true;
  /** Columns whose value opens other lines; zero and nothing open none. */
  drills?: { [K in Key<F>]?: Drill };
  /** Newest rows of other lists, shown in the record to those who may look there. */
  related?: readonly Related[];
}

/** The newest rows of another list inside a record. */
export interface Related {
  title: string;
  path: string;
  /** The list's search for this record. */
  search: (row: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** Narrowed to the last days by this key of the list. */
  recent?: { key: string; days: number };
  /** Keys of the list's fields. */
  columns: readonly string[];
  /** How many are shown; 5 by default. */
  rows?: number;
  /** Said when there is none. */
  none: string;
}

/** What a button is about to do: whom it is about, the original, what becomes of the balance. */
export interface Outcome {
  lines: readonly (readonly [label: string, text: string])[];
  /** Carried by the button that does it: 退回 15.00 元. */
  amountFen?: number;
  /** The same in words, where it is no money. */
  amount?: string;
  /** Fields of its dialog (`whenTold`) that are to be asked because of what is told. */
  asks?: readonly string[];
}

/** What a list has to say above its rows. */
export interface Notice {
  tone: 'info' | 'success' | 'warning' | 'danger';
  text: string;
  /** A way to go on: a location. */
  open?: { label: string; path: string };
  /** A way to go on: a tool of the page by its key, its dialog filled with these values. */
  tool?: { key: string; values?: Record<string, unknown> };
}

export interface FormSection<K extends string = string> {
  /** Begins a step of this name; sections after it without one belong to it. Only in forms with `steps`. */
  step?: string;
  title?: string;
  fields: readonly K[];
}

/**
 * Handing in by steps: the sections' inputs, then what the page's `preview` answers (`kit/define/preview.ts`) — its rows
 * to be chosen from and corrected, if there is a `lines` field, and its totals in large digits — then `create`.
 *
 * A batch hangs on it so: `preview` plans without writing, `create` gets the inputs with the chosen rows under `lines`
 * and the `agreed` figures, plans again, refuses when the figures differ from those seen, writes the batch with its
 * lines and answers its id; `opens` leads to the batch on its way. Where a batch waits for a check and runs behind,
 * `after` names those stages in the path, which the record shows on.
 */
export interface StepsSpec<F extends Fields> {
  /** The field of kind lines that the preview fills; without it the totals follow the inputs at once. */
  lines?: Key<F>;
  /** What a row is counted as: 人, 笔; 行 by default. */
  unit?: string;
  /** What the step of the rows is, where they are worked on rather than looked through; 预览 by default. */
  linesStep?: string;
  /** Form fields that nobody types: the preview answers them, `create` receives them back. */
  agreed?: readonly Key<F>[];
  /** What follows once it is handed in: 审核, 执行, 结果. */
  after?: readonly string[];
}

export interface FormSpec<F extends Fields> {
  /** Sections with a short title, or one flat list. */
  sections: readonly FormSection<Key<F>>[];
  steps?: StepsSpec<F>;
  /** Location a new record leads to, `{id}` its id, `{key}` what the form asked; back to the list otherwise. */
  opens?: string;
  /** Told when a new record is in; 已新增 by default. */
  done?: string;
  /** Told when a changed record is kept; 已保存 by default. */
  saved?: string;
  /** For ten seconds the message offers to take it back. */
  undo?: Undo;
  /** The primary verb: 保存 by default; `{amountFen}` and the like take values, money formatted. */
  submit?: string;
  /** No editing of a stored record: the sibling form only creates, and shows read only with an id. */
  createOnly?: boolean;
  /** A second person signs before it is handed in. */
  witness?: Witness;
  /** Says under its inputs what handing it in will do, as the dialog of a button does. */
  outcome?: true;
}

/** The verb of a form's new record. */
export const createVerb = 'create';

export interface ImportSpec<F extends Fields> {
  fields: readonly Key<F>[];
  /** Keys that must not repeat within a file or against stored records. */
  unique?: readonly Key<F>[];
  /** Line of help over the template link. */
  help?: string;
  /** A workbook may have lines of its rows on a second sheet. */
  second?: SecondSheet<Key<F>>;
}

/** A second sheet's lines: whose they are, the cell they come into, and its columns by the names they go by. */
export interface SecondSheet<K extends string> {
  by: K;
  into: K;
  parts: readonly (readonly string[])[];
}

/**
 * A document that works its lines behind (`kit/server/batch`). Its record shows in large digits how much it is, how far a run
 * has come, what failed with its sheet, and asks again by itself while a job works on it; its lines are the page that
 * `batchLines` makes of it. The figures are the fields under the engine's names: `totalCount`, `totalFen`, `leftOutCount`,
 * `postedCount`, `postedFen`, `failedCount`, `failedFen`.
 */
export interface BatchSpec<F extends Fields> {
  /** Is a job at work on it? */
  busy: (row: Readonly<Record<string, unknown>>) => boolean;
  /** Figures between the total and what became of it; those with nothing in them do not show. */
  figures?: readonly Key<F>[];
  /** Lines done and to be done while a job works, where they are not those posted and failed of all. */
  progress?: (row: Readonly<Record<string, unknown>>) => readonly [done: number, of: number];
  /** What has to be known of it now. */
  says?: (row: Readonly<Record<string, unknown>>) => readonly Pick<Notice, 'tone' | 'text'>[];
}

/** Where a value leads: the target path, and how the row and the list's filter become its search. */
export interface Drill {
  /** Undefined where the value of the row has no lines. */
  path: string | ((row: Record<string, unknown>) => string | undefined);
  /** A key whose value is empty is shown unfiltered, whatever the target starts with. */
  search: (row: Record<string, unknown>, search: Record<string, unknown>) => Record<string, unknown>;
  /** The grouping a report opens with; its first unless told. */
  group?: string;
  /** From a list over many units: the target is not asked for the unit of the row, where it knows none or `search` says it. */
  keepsUnit?: false;
}

export interface ReportSpec<F extends Fields> {
  /** Choices of 分组; the first is the default. The chosen one travels as `search.group`. `also`: columns that say something in such groupings alone. */
  groups?: readonly { value: string; label: string; also?: readonly Key<F>[] }[];
  /** What must be equal, as data: the engine computes, proves and words it, and answers `check: {ok, text}`. */
  identities?: readonly Identity[];
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

/** Data scopes that see less than their unit: 本部门, 仅本人. */
export type DataLimit = 'DEPARTMENT' | 'SELF';

/** `form`: the page is one form that hands in something new, and has no list of its own. */
export type PageKind = 'list' | 'report' | 'settings' | 'form' | 'detail' | 'custom' | 'dashboard';

/** The page a page belongs to: it lies below that page's path and is open to whoever may look there. */
export interface Belonging {
  page: AnyPage;
  /** Key of the owning record among the child's fields: the child then shows inside that record, never without it. */
  by?: string;
  /** The records that have such lines at all; in others the section is left out. */
  inside?: (row: Readonly<Record<string, unknown>>) => boolean;
}

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
  batch?: BatchSpec<F>;
  /** What a dashboard is made of (`blocksOf`), out of what its verb `figures` answers. */
  blocks?: readonly AnyBlock[];
  /** What a page of its own view asks first, on this day (`YYYY-MM-DD`): it is sent while the view is still on the way. */
  asksFirst?: (today: string) => { verb: string; body: Readonly<Record<string, unknown>> };
  /** Further verbs of this page that no button of the list shows (views call them). Key → label for roles. */
  verbs?: Readonly<Record<string, string>>;
  /** What work a verb is, where that does not follow from the definition (`dutyOf`). */
  duties?: Readonly<Record<string, Duty>>;
  /** The second person that those verbs ask for. */
  witness?: Readonly<Record<string, Witness>>;
  /** Its records are rules that hold from a day; `versionsPage` lists their versions inside the record. */
  versions?: Versions;
  /**
   * Fields that name the unit a row is of, for lists over many units: first column, first filter, kept by drills; not shown
   * to a session whose scope holds one organization.
   */
  wide?: readonly Key<F>[];
  /** Pages whose choices its picture asks for beside those its fields name. */
  cites?: readonly string[];
  /** Path aliases that lead here. */
  aliases?: readonly string[];
  /** Order among its menu siblings; smaller first. */
  order?: number;
  /**
   * Which sessions of a limited data scope the page is for: its rows follow those scopes, or it tells of the unit's places
   * and settings alone (`common`). It is for none when this is absent, and says so to them; what belongs to a page goes with it.
   */
  limited?: 'common' | readonly DataLimit[];
  /** Everyone signed in may open it (own profile, password). */
  everyone?: boolean;
  of?: Belonging;
}

/** All there are, in their order, but for these. */
export interface AllBut<K extends string> {
  but: readonly K[];
}
/** All of them: `totals: all()` sums every amount and count among the columns. */
export const all = (): AllBut<never> => ({ but: [] });
/** All but these: what only forms ask or only the record shows, balances that no sum makes sense of. */
export const except = <K extends string>(...but: K[]): AllBut<K> => ({ but });
type Keys<F extends Fields> = readonly Key<F>[] | AllBut<Key<F>>;

/** A list as it is written; what it leaves out follows from the fields. */
export interface ListInput<F extends Fields> extends Omit<ListSpec<F>, 'columns' | 'totals' | 'detail' | 'export'> {
  /** Left out: every field in the order written, but hidden ones, second lines, passwords, lines and what it lies in (`by`). */
  columns?: Keys<F>;
  /** `all()` and `except(…)` mean the amounts, counts and weights among the columns. */
  totals?: Keys<F>;
  /** Left out: every field of the row, in the order written, but hidden ones. */
  detail?: Keys<F>;
  /** Left out: the list can be exported. */
  export?: false;
}

export interface PageInput<F extends Fields> extends Omit<PageSpec<F>, 'places' | 'kind' | 'list' | 'of'> {
  /** With `of` one word, below the path of the page it belongs to. */
  path?: string;
  /** The page it belongs to; with `by` it is a list of lines inside that page's record. */
  of?: { places: readonly Place[] };
  by?: Key<F>;
  inside?: Belonging['inside'];
  menu?: Place['menu'];
  places?: readonly Place[];
  /** Left out: a report where there is a `report`, a list otherwise. Only the rows of a list are records. */
  kind?: Exclude<PageKind, 'list' | 'report'>;
  list?: ListInput<F>;
}

/** The keys meant, of those that could be. */
function meant<K extends string>(keys: readonly K[] | AllBut<K>, could: readonly K[]): readonly K[] {
  if (!('but' in keys)) return keys;
  const left = new Set<string>(keys.but);
  return could.filter((key) => !left.has(key));
}

const summed = new Set<string>(['money', 'int', 'weight']);

/** Newest first: by `createdAt`, or the first date or time the list can be sorted by. */
function newestFirst<F extends Fields>(fields: F): `-${Key<F>}` | undefined {
  const times = (Object.keys(fields) as Key<F>[]).filter(
    (key) => fields[key]?.sortable && (fields[key].kind === 'time' || fields[key].kind === 'date'),
  );
  const key = times.find((one) => one === 'createdAt') ?? times[0];
  return key && `-${key}`;
}

/** The list with all that follows from the fields. */
function listOf<F extends Fields>(fields: F, input: ListInput<F>, by?: Key<F>): ListSpec<F> {
  const shown = (Object.keys(fields) as Key<F>[]).filter((key) => !fields[key]?.hidden);
  const under = new Set<string | undefined>([...Object.values(input.subline ?? {}), by]);
  const columns = meant(
    input.columns ?? all(),
    shown.filter((key) => !under.has(key) && fields[key]?.kind !== 'password' && fields[key]?.kind !== 'lines'),
  );
  const { totals, detail, sort = newestFirst(fields), export: exported = true, ...rest } = input;
  return {
    ...rest,
    columns,
    ...(sort && { sort }),
    ...(totals && {
      totals: meant(
        totals,
        columns.filter((key) => summed.has(fields[key]?.kind ?? '')),
      ),
    }),
    detail: meant(detail ?? all(), shown),
    export: exported,
  };
}

/** The report whose drills keep the unit. */
function keepingAll<F extends Fields>(report: ReportSpec<F>, wide: readonly string[]): ReportSpec<F> {
  if (!report.drill) return report;
  const { columns } = report.drill;
  const kept = Object.entries<Drill | null | undefined>(columns ?? {}).map(([key, drill]) => [
    key,
    drill && keeping(drill, wide),
  ]);
  return {
    ...report,
    drill: { ...keeping(report.drill, wide), ...(columns && { columns: Object.fromEntries(kept) }) },
  };
}

/** Writes a page down. A list column, search or form key that is no field does not compile. */
export function page<const F extends Fields>(input: PageInput<F>): PageSpec<F> {
  const { path, menu, places, kind, list, of, by, inside, report, ...rest } = input;
  const { wide } = input;
  const own = places ?? (path ? [{ path, menu: menu ?? null }] : []);
  const seen = of ? of.places.map((place) => ({ path: `${place.path}/${path}`, menu: null })) : own;
  if (seen.length === 0) throw new Error(`page without a path: ${input.title}`);
  const written = list && listOf(input.fields, list, by);
  return {
    kind: kind ?? (report ? 'report' : 'list'),
    places: seen,
    ...rest,
    ...(report ? { report: wide ? keepingAll(report, wide) : report } : {}),
    ...(written ? { list: wide ? widened(written, wide) : written } : {}),
    ...(of ? { of: { page: of as AnyPage, ...(by ? { by } : {}), ...(inside ? { inside } : {}) } } : {}),
  };
}

/** The path of the page that the one at `path` belongs to. */
export const ownerPath = (path: string): string => path.replace(/\/[^/]+$/, '');

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
  if (spec.list?.tools?.includes('create') || spec.form) verbs.create = spec.list?.createLabel ?? '新增';
  if (spec.form && !spec.form.createOnly) verbs.update = '编辑';
  if (spec.list?.row?.includes('remove')) verbs.remove = '删除';
  if (spec.list?.export) verbs.export = '导出';
  if (spec.import) verbs.import = '导入';
  if (Object.values(spec.fields).some((f) => f.mask)) verbs.reveal = '查看完整信息';
  for (const action of [...(spec.list?.row ?? []), ...(spec.list?.tools ?? [])])
    if (typeof action !== 'string' && !action.open) verbs[action.key] = action.label;
  return { ...verbs, ...spec.verbs };
}

/** The search fields of a list in their full form; a child list is always searched by the record it belongs to. */
export function searchFields<F extends Fields>(spec: PageSpec<F>): SearchField[] {
  const by = spec.of?.by;
  const own = (spec.list?.search ?? []).map((s) => {
    if (typeof s !== 'string') return s as SearchField;
    const kind = (spec.fields[s] as Field).kind;
    return kind === 'date' || kind === 'time' ? { key: s, range: true } : { key: s };
  });
  return by ? [{ key: by }, ...own] : own;
}

/** How a page definition is tied to the database and to its commands. One `.server.ts` per page says it. */
import type { OperationNode, RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Fields, ValueOf } from '../../define/field.ts';
import { type AnyPage, anyPage, type Notice, type Outcome, type PageSpec } from '../../define/page.ts';
import type { Preview } from '../../define/preview.ts';
import type { Foreseen } from '../../define/versions.ts';
import type { Ctx, Db } from '../context.ts';
import type { Refusal } from '../refusal.ts';
import type { SentFile } from '../sheet/workbook-file.ts';
import { withComputed } from './computed.ts';
import type { RowProof } from './equations.ts';
import { withRehearsed } from './rehearse.ts';

/** `alias.column`, or an SQL expression. */
export type Expr = string | RawBuilder<unknown>;

/** FROM and joins of a list: any select without selections. */
export interface FromQuery {
  toOperationNode(): OperationNode;
}

export type Values<F extends Fields> = { [K in keyof F]?: ValueOf<F[K]> | null };
export type RowValues = Readonly<Record<string, unknown>> & { id: number };
export type Search = Readonly<Record<string, unknown>>;

export interface QueryInput {
  page: number;
  size: number;
  sort: string | null;
  search: Search;
}

export interface QueryAnswer {
  rows: Record<string, unknown>[];
  total: number;
  totalCapped?: true;
  sums: Record<string, number> | null;
  check?: { ok: boolean; text: string } | null;
  /** What all rows of a report made in code say of its equations; taken out before the answer leaves. */
  proof?: RowProof;
}

export interface Beside<F extends Fields> {
  join: <Q>(from: Q) => Q;
  /** Fields whose columns or names lie in the joined tables. */
  brings: readonly (keyof F)[];
}

/** A list over tables: the engine adds where, order, limit, count and sums. */
export interface ListSource<F extends Fields> {
  /** FROM and joins; narrow further with where. `search` is already checked; `known` is what `known` answered. */
  from: (db: Db, ctx: Ctx, search: Search, known?: unknown) => FromQuery;
  /** What the tables are chosen by, asked before the statement is made. */
  known?: (ctx: Ctx, search: Search) => Promise<unknown>;
  /** One expression per field; null for fields only a form has. */
  columns: { [K in keyof F]: Expr | null };
  /** Shown names of ref and refs fields. */
  names?: { [K in keyof F]?: Expr };
  id: Expr;
  /** What else these ids say of their rows, for an `id` that is an expression no index carries. */
  byId?: (ids: readonly number[]) => RawBuilder<unknown>;
  /** The date its table is partitioned by: rows found by id are then looked up in their own partitions alone. */
  partition?: Expr;
  /**
   * Where the newest rows lie, for a list in its own order, newest first: no row outside may come before one inside. Asked
   * first, so that a page of recent rows opens recent partitions alone; undefined when it is of no help.
   */
  newest?: (ctx: Ctx, search: Search) => RawBuilder<unknown> | undefined;
  /**
   * A condition every row of the search meets anyway, found where it is cheap to find, so that an index or a partition
   * serves the list; undefined when there is none.
   */
  narrow?: (ctx: Ctx, search: Search) => Promise<RawBuilder<unknown> | undefined>;
  /** How many rows the search has, out of totals kept elsewhere; past `cap` any number will do. Undefined when they do not tell. */
  count?: (ctx: Ctx, search: Search, cap: number) => Promise<number | undefined>;
  /**
   * With `wide`: every row lies in one organization of the scope. The first rows are then taken of each by itself and merged,
   * so that an index led by the organization gives them in their order.
   */
  byUnit?: true;
  /** A unit has few of these rows, by what they are: any order of them is sorted as it is read, without an index. */
  few?: true;
  /** FROM adds lines up itself: count and sums then ride along with the rows, so that the lines are read once. */
  grouped?: true;
  /**
   * With `grouped`, where FROM is one sub-select `s`: left joins of at most one row each that only tell more of its rows. Where
   * nothing is searched or ordered by what they bring, the rows of a page alone are joined.
   */
  beside?: Beside<F>;
  /** Optimistic version, when the table has one. */
  version?: Expr;
  /** Account that made the document: rows then say whether it is who looks (`mine`), as the buttons of a flow ask. */
  maker?: Expr;
  /**
   * Overrides of how a search key is compared; answer undefined to leave it out. May ask the database first: what a
   * word means (people, cards) is found once, so that an index serves the list.
   */
  where?: {
    [key: string]: (
      value: unknown,
      ctx: Ctx,
    ) => RawBuilder<unknown> | undefined | Promise<RawBuilder<unknown> | undefined>;
  };
  /** Fields computed from the selected row, in code. */
  derive?: (row: Record<string, unknown>, ctx: Ctx) => Record<string, unknown>;
  /** Structured columns in the words of a sheet; those without stay out of exports. */
  exported?: { [K in keyof F]?: (value: unknown) => string };
}

/** What the identities of a report stand on. */
export interface Proof<F extends Fields> {
  /**
   * Where each figure of an equation is read, `table.column` as a rule. A list's plain columns tell it themselves. An
   * equation whose left side is read only where its right side is cannot fail, and is refused.
   */
  reads?: { [K in keyof F]?: string | readonly string[] };
  /** Figures read otherwise, by the words of `against`; undefined where the search leaves a part of them out. */
  held?: Readonly<
    Record<string, (ctx: Ctx, search: Search, sums: Readonly<Record<string, number>>) => Promise<number | undefined>>
  >;
  /** Words behind the identities that they do not say. */
  note?: (ctx: Ctx, search: Search) => Promise<string | undefined>;
}

/** A row of a report made in code; columns the identities compute (`sum`) are filled in by the engine. */
export type ReportRow = Readonly<Record<string, unknown>> & { readonly id: number };

export interface ShownSheet {
  /** Where a document has several. */
  title?: string;
  /** Above this table instead of the document's lines and codes: where each sheet goes to somebody else. */
  head?: { lines: readonly (readonly [string, string])[]; code?: string; link?: string };
  columns: readonly { label: string; align?: 'left' | 'right' }[];
  rows: readonly (readonly string[])[];
  totals?: readonly string[];
  /** Printed in one line under the table, with room to sign. */
  signatures?: readonly string[];
}

export interface Show {
  /** Told in place of the button's `done`, in the words of what was done, with the records it made to open. */
  told?: { text: string; open?: readonly { label: string; path: string }[] };
  receipt?: {
    title: string;
    lines: readonly (readonly [string, string])[];
    footer?: string;
    code?: string;
    /** Path of its electronic form, printed as a QR code of the whole address. */
    link?: string;
    /** Text printed as a QR code for scanners. */
    qr?: string;
    /** Key of the picture of who signed it. */
    signature?: string;
    /** Tables of a document on A4, each beginning a sheet of its own; without them it is a slip. */
    sheets?: readonly ShownSheet[];
  };
  /** Path of a page that needs no session, shown with its QR code. */
  link?: { title: string; path: string; note: string };
  secret?: { label: string; value: string; note: string };
  /** The whole answer is this file (`shows: 'file'`). */
  file?: SentFile['file'];
}

export interface ActionInput {
  ids: number[];
  /** Rows of the list, already checked to lie in the scope. */
  rows: RowValues[];
  values: Readonly<Record<string, unknown>>;
}

export type Done = Show | null | undefined;

export interface OptionsInput {
  keyword: string;
  ids: number[] | null;
  size: number;
  /** Asked of trees too large to come whole: the children of this record, null for the roots. */
  parentId?: number | null;
  /** What the choices hang on (`within` of the field that asks), by the keys of `optionsWithin`; empty ones are absent. */
  within: Readonly<Record<string, number>>;
}
export interface Option {
  id: number;
  name: string;
  hint?: string | null;
  parentId?: number | null;
  disabled?: boolean;
}

/** Columns that say a figure of `rows` in words: said of the rows of a page alone, sorted by the figure `of` they say. */
export type Words = Readonly<Record<string, { of: string; say: (row: ReportRow) => string | null }>>;

/** A further call of a page: body in, data out. `takes`: the schema by which it reads its body, where it has one. */
export type Verb = ((ctx: Ctx, body: Record<string, unknown>) => Promise<unknown>) & { takes?: z.ZodType };

export interface Binding<F extends Fields> {
  list?: ListSource<F>;
  /** All rows of a report made in code; the engine computes, sorts, pages, adds up and proves. */
  rows?: (ctx: Ctx, search: Search) => Promise<readonly ReportRow[]>;
  words?: Words;
  proof?: Proof<F>;
  /** An answer made in code instead of a list over tables, where rows are not enough. */
  query?: (ctx: Ctx, input: QueryInput) => Promise<QueryAnswer>;
  /** One record for the form, when the list's row is not enough. */
  get?: (ctx: Ctx, id: number) => Promise<Record<string, unknown> | Refusal>;
  /** What a form with steps would do with these values; writes nothing. Falls under the right to create. */
  preview?: (ctx: Ctx, values: Values<F>) => Promise<Preview | Refusal>;
  create?: (ctx: Ctx, values: Values<F>) => Promise<({ id: number } & Show) | Refusal>;
  update?: (ctx: Ctx, id: number, values: Values<F>, before: RowValues) => Promise<Done | Refusal>;
  /** What last month would have been under a rule with these values (`versions.foresees`); reads only. Falls under the right to edit. */
  foresee?: (ctx: Ctx, values: Values<F>, before: RowValues | null) => Promise<Foreseen | Refusal>;
  remove?: (ctx: Ctx, id: number, before: RowValues) => Promise<Done | Refusal>;
  actions?: Readonly<Record<string, (ctx: Ctx, input: ActionInput) => Promise<Done | Refusal>>>;
  /** What the list has to say above its rows (`list.notice`). */
  notice?: (ctx: Ctx, search: Search) => Promise<Notice | null>;
  /** What an action with `outcome`, or the form as `create`, would do; reads only. Left out: the command is rehearsed. */
  outcomes?: Readonly<Record<string, (ctx: Ctx, input: ActionInput) => Promise<Outcome | Refusal>>>;
  /** Choices for ref fields that point at this page. */
  options?: (ctx: Ctx, input: OptionsInput) => Promise<Option[]>;
  /** Keys of `within` that `options` narrows by; fields that narrow by another are refused at start. */
  optionsWithin?: readonly string[];
  /** Further calls of the page, body in, data out. */
  verbs?: Readonly<Record<string, Verb>>;
  /** What those of `verbs` take that do not say so themselves (`withBody`), for the API's description; `nothing` where it takes nothing. */
  bodies?: Readonly<Record<string, Fields | z.ZodType>>;
  /** Spreadsheet rows that passed the checks. Per row: undefined for good, or why not. */
  importRows?: ImportBinding;
  /** Verbs that must not run inside the engine's transaction, because they wait for another writer. */
  outsideTransaction?: readonly string[];
  /** Those of `outcomes` that are rehearsals of the command; the engine says which. */
  rehearses?: readonly string[];
  /** Verbs and actions that write nothing: they open no transaction and hold no connection between their statements. */
  reads?: readonly string[];
}

export interface ImportRow {
  rowNo: number;
  values: Record<string, unknown>;
}
export interface ImportBinding {
  /** Errors that need the database: `{rowNo: {field: message}}`. Runs over chunks. */
  check?: (ctx: Ctx, rows: readonly ImportRow[]) => Promise<Map<number, Record<string, string>>>;
  /** Ids of ref names, e.g. 部门 by its name or path; names absent from the map are unknown. */
  resolve?: (ctx: Ctx, field: string, names: readonly string[]) => Promise<Map<string, number>>;
  /**
   * Writes a chunk; rows in the answer were refused for the reason given. `made` takes the new records by row, where they
   * can be taken back. `key` names the import: with a row's number it is a request key.
   */
  commit: (
    ctx: Ctx,
    rows: readonly ImportRow[],
    made?: Map<number, number>,
    key?: string,
  ) => Promise<Map<number, string>>;
  /**
   * `commit` runs in no transaction: its rows move money, each by itself. Killed, it is given the same rows again, and must
   * do none of them twice.
   */
  ownTransactions?: true;
  /** What is no fault of a row and has to be known before the good ones are written. */
  warnings?: (ctx: Ctx, rows: readonly ImportRow[]) => Promise<readonly string[]>;
  /** Undoes a whole import by the records it made, or says what hangs on one of them. */
  takeBack?: (ctx: Ctx, ids: readonly number[]) => Promise<Refusal | null>;
}

export interface Bound {
  page: AnyPage;
  binding: Binding<Fields>;
}

/** Ties a page to its server side. A list that misses a field does not compile. */
export function bind<F extends Fields>(spec: PageSpec<F>, binding: Binding<F>): Bound {
  const page = anyPage(spec);
  return { page, binding: withRehearsed(page, withComputed(page, binding as unknown as Binding<Fields>)) };
}

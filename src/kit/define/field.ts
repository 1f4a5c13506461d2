/** The field kinds pages are written in. A kind knows its wire shape; both sides derive cell, input, filter and check. */
import type { EntityName } from './entity.ts';
import type { Area } from './page.ts';

export type InputWidth = 100 | 150 | 200 | 300 | 400 | 500;
export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';
export interface Choice {
  value: string;
  label: string;
  tone?: Tone;
  /** The value is a colour, shown as one. */
  swatch?: true;
  /** Records carry it and lists are searched by it, but no form offers or takes it. */
  notInForms?: true;
}
/** `name` leaves the family name alone. */
/** `whole`: nothing of it shows but that there is something. */
export type Mask = 'phone' | 'idCard' | 'bank' | 'name' | 'whole';

export type FieldKind =
  | 'text'
  | 'longText'
  | 'phone'
  | 'idCard'
  | 'int'
  | 'money'
  | 'percent'
  | 'weight'
  | 'decimal'
  | 'date'
  | 'time'
  | 'hm'
  | 'bool'
  | 'choice'
  | 'choices'
  | 'ref'
  | 'refs'
  | 'image'
  | 'file'
  | 'region'
  | 'password'
  | 'lines'
  | 'json';

export interface FieldOptions {
  required?: boolean;
  /** It stands in the record that this field refers to, not in the page's own (`of`). */
  of?: string;
  /** For a ref to records that lie below one another: a search means the record itself, not all below it. */
  itself?: true;
  /** Searched by, led to or computed from, and never shown by itself: no column, no line of the record. */
  hidden?: true;
  /** Shown under the input, in the clerk's words. */
  help?: string;
  placeholder?: string;
  width?: InputWidth;
  /** Column width in px; the kind's default otherwise. */
  columnWidth?: number;
  /** Text length (characters), or the number's bounds in the wire's unit (fen, grams, …). */
  min?: number;
  max?: number;
  /** Anchored pattern of the whole text and the message when it fails. */
  pattern?: { source: string; message: string };
  /** May the list be sorted by it? The server checks that an index carries it. */
  sortable?: boolean;
  /**
   * What a picture or file is kept as. Pictures need a session of their unit, or of who sees a record that names them; only
   * `public` ones (a dish, a logo) are sent to anybody. `video` and `app` let a file field take one, in parts.
   */
  purpose?: 'face' | 'signature' | 'public' | 'video' | 'app';
  /** Shown masked; the full value needs the permission `reveal` and a reason, which is logged. */
  mask?: Mask;
  /** Set once at creation, read only afterwards. */
  createOnly?: boolean;
  /** The page has it only where it is seen from these areas. */
  only?: readonly Area[];
  /**
   * Verb of the page (its `verbs`; of its owner's where it belongs to one) an account needs to see it at all: for others it is
   * no column, no search, no total, no export and no input. What things cost, for those who only carry them.
   */
  sees?: string;
  /**
   * Verb of the page (its `verbs`) an account needs to be asked for it; the command checks it too. Such a field says how
   * something is done: it is asked in forms and dialogs, and no part of the stored record.
   */
  needs?: string;
  /** Path of a remote verification (product spec §5): POST {key: value} answers {success}. */
  verify?: string;
  /** Message when the remote verification says no. */
  verifyMessage?: string;
  /** A new record starts with this. */
  initial?: string | number | boolean;
  /** What nothing means in a list, where it means something: 全部餐次. */
  none?: string;
  /** The same where it hangs on the row. */
  noneOf?: (row: Readonly<Record<string, unknown>>) => string;
  /** A number that calls for somebody as soon as there is any of it. */
  alarm?: true;
  /** Words for yes and no in a list. */
  words?: readonly [yes: Omit<Choice, 'value'>, no: Omit<Choice, 'value'>];
  /** A new record's form begins with today's business day, or the one after, which the clerk sees; the server has no such default. */
  starts?: 'today' | 'tomorrow';
  /** Header names under which imports know it too. */
  aliases?: readonly string[];
  /**
   * Asked only while this holds of the form's values in their wire shape, where unseen fields before it read null. On
   * both sides: an unseen field is neither required nor stored; one that an edit hides goes back to `initial` or null.
   */
  when?: (values: Readonly<Record<string, unknown>>) => boolean;
  /**
   * In the dialog of a button that states what it will do: asked under that, and only where that names it (`Outcome.asks`).
   * The command takes it whether it was asked or not.
   */
  whenTold?: true;
  /**
   * For ref and refs: the choices hang on other fields of the form (or of the line). The source's name of the value → the
   * key of the field here: `{restaurantId: 'restaurantId'}`. The source's `options` is given the values and narrows; a
   * changed parent empties the field; the server refuses a record outside. An empty parent narrows nothing.
   */
  within?: Readonly<Record<string, string>>;
  /** A cell of `lines` that is shown and never asked; it travels back only where it names the line (`unique`). */
  readOnly?: true;
}

/** How the rows of a `lines` field are. */
export interface LinesSpec {
  fields: Fields;
  /** Cells that together may not repeat; they also name a row in the log of changes. */
  unique?: readonly string[];
  /** Cells that come with a row and travel back with it unseen: its id, its version. */
  carry?: readonly string[];
  /** Cells summed under the rows. */
  totals?: readonly string[];
  /** The rows are given: none is added or removed. */
  fixed?: true;
  /** On a tablet each row is a card with large inputs, one line after the other. */
  cards?: true;
  /** Rows are chosen by a box at their front; those left out do not travel. */
  pick?: true;
  /** A ref cell for which 添加全部 adds a row per record of its source that has none yet. */
  fill?: string;
  /** Locations that read-only cells open, `{key}` filled from the row. */
  open?: Readonly<Record<string, string>>;
}

/** One field; `V` is its value on the wire (never present at run time). */
export interface Field<V = unknown> extends FieldOptions {
  kind: FieldKind;
  label: string;
  choices?: readonly Choice[];
  /** For ref and refs: the kind of record meant (see `entity.ts`). */
  entity?: string;
  /**
   * For ref and refs: the options endpoint, a page path whose `options` verb answers `{id, name, hint?}`. `pageAt` finds it
   * for an entity.
   */
  source?: string;
  /** For text: an address, which forms offer to pick from a map. */
  place?: true;
  /** For ref: shown as a tree (departments, regions). */
  tree?: boolean;
  lines?: LinesSpec;
  /** For file: a table is wanted, and these are the cells of its rows. */
  sheet?: Fields;
  /** For int, weight and decimal: the unit after the number. */
  unit?: string;
  /** For decimal: most digits behind the point. */
  digits?: number;
  /** For decimal: all of these digits are shown, as on the instrument that measured it: 37.0. */
  exact?: true;
  readonly _value?: V;
}

/** A field that refers to records of the entity `E`; the compiler then knows the table a list joins. */
export type RefTo<E extends string, V> = Field<V> & { readonly entity?: E };
/** What a ref names: an entity, or the path of the one page that answers its choices. */
type Target = EntityName | `/${string}`;

type Build<V> = (label: string, options?: FieldOptions) => Field<V>;
const plain =
  <V>(kind: FieldKind): Build<V> =>
  (label, options = {}) => ({ kind, label, ...options });

/** One line of text. */
export const text = plain<string>('text');
/** An address in words; its form offers to pick it from the map and says when no map is set up. */
export const place: Build<string> = (label, options = {}) => ({
  kind: 'text',
  label,
  width: 400,
  place: true,
  ...options,
});
/** Several lines of text. */
export const longText = plain<string>('longText');
/** Mainland mobile or landline number, masked 138****1234 unless `mask` says otherwise. */
export const phone: Build<string> = (label, options = {}) => ({ kind: 'phone', label, mask: 'phone', ...options });
/** Resident identity number, masked; its check digit is verified. */
export const idCard: Build<string> = (label, options = {}) => ({ kind: 'idCard', label, mask: 'idCard', ...options });
/** Whole number; `unit` such as 人, 次, 秒. */
export const int = (label: string, options: FieldOptions & { unit?: string } = {}): Field<number> => ({
  kind: 'int',
  label,
  ...options,
});
/** Amount in integer fen; the key must end in `Fen`. */
export const money = plain<number>('money');
/** A share as basis points (1 % = 100). */
export const percent = plain<number>('percent');
/** Whole grams. */
export const weight = plain<number>('weight');
/** A measured number of at most `digits` decimals (0–4, 2 unless given), a plain number on the wire: milligrams, kilowatt hours. */
export const decimal = (
  label: string,
  options: FieldOptions & { unit?: string; digits?: number; exact?: true } = {},
): Field<number> => ({ kind: 'decimal', label, digits: 2, ...options });
/** Calendar date `YYYY-MM-DD`. */
export const date = plain<string>('date');
/** Instant, ISO 8601 with offset. */
export const time = plain<string>('time');
/** Time of the business day `HH:mm`, 00:00–28:00; up to `max`, in minutes, where it is said (1,439 for a calendar day). */
export const hm = plain<string>('hm');
export const bool = plain<boolean>('bool');
/** Opaque attachment key of an uploaded picture. */
export const image = plain<string>('image');
/** A picture of somebody's face: kept for its unit alone and in no cache. */
export const face: Build<string> = (label, options = {}) => ({ kind: 'image', label, purpose: 'face', ...options });
/** A name written by hand with finger, pen or mouse; kept for its unit alone, shown in the record and printed on the slip. */
export const signature: Build<string> = (label, options = {}) => ({
  kind: 'image',
  label,
  purpose: 'signature',
  ...options,
});
export const file = plain<string>('file');
/**
 * A table with headings whose rows the server reads (`kit/server/sheet/sheet-rows.ts`), for lists too long to be typed: `cells`
 * are what a row may say. The value is in `sheet.ts`.
 */
export const sheet = (label: string, cells: Fields, options: FieldOptions = {}): Field<string> => ({
  kind: 'file',
  label,
  max: 400,
  sheet: cells,
  ...options,
});
/** Region id (province to street). */
export const region = (label: string, options: FieldOptions = {}): RefTo<'region', number> => ({
  kind: 'region',
  label,
  entity: 'region',
  tree: true,
  ...options,
});
export const password = plain<string>('password');
/** Structured value shown by a view of its own. */
export const json = plain<unknown>('json');

/** One of fixed values; the union of values is the wire type. */
export const choice = <const C extends readonly Choice[]>(
  label: string,
  choices: C,
  options: FieldOptions = {},
): Field<C[number]['value']> => ({ kind: 'choice', label, choices, ...options });
/** Several of fixed values. */
export const choices = <const C extends readonly Choice[]>(
  label: string,
  list: C,
  options: FieldOptions = {},
): Field<C[number]['value'][]> => ({ kind: 'choices', label, choices: list, ...options });
const pointing = <E extends Target>(to: E): { entity?: E; source?: string } =>
  to.startsWith('/') ? { source: to } : { entity: to };

/** A record of another page by id; key `xId`, its shown name travels as `xName`. */
export const ref = <const E extends Target>(
  label: string,
  to: E,
  options: FieldOptions & { tree?: boolean } = {},
): RefTo<E, number> => ({ kind: 'ref', label, ...pointing(to), ...options });
/** Whether every row of a table must have it: what is asked only while something holds of the row need not be there. */
export const neededOfRows = ({ required, when }: Field): boolean => required === true && when === undefined;

/** Several records of another page; key `xIds`, shown names travel as `xNames`. */
export const refs = <const E extends Target>(
  label: string,
  to: E,
  options: FieldOptions & { tree?: boolean } = {},
): RefTo<E, number[]> => ({
  kind: 'refs',
  label,
  ...pointing(to),
  ...options,
});

/**
 * Fields of the record that the field `key` refers to: `...of('personId', { jobNumber: text('工号') })` is the person's
 * number as it is now. They are read with it, never asked.
 */
export const of = <const K extends string, const G extends Fields>(
  key: K,
  fields: G,
): { [P in keyof G]: G[P] & { readonly of: K } } =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, of: key }])) as never;

/** A row of `lines` on the wire. */
export type LineOf<L extends Fields> = { [K in keyof L]: ValueOf<L[K]> | null };

/** Most rows of a `lines` field that sets no `max`. */
export const mostLines = 500;

/**
 * Rows of a document, edited in place; on the wire an array of objects. `min` and `max` bound the number of rows. Wrong
 * cells are refused under `key.row.cell` (row from 0) with words that name row and cell: 第 3 行 数量不能小于 1.
 */
export const lines = <const L extends Fields, K extends Extract<keyof L, string>>(
  label: string,
  fields: L,
  options: FieldOptions &
    Omit<LinesSpec, 'fields'> & { unique?: readonly K[]; totals?: readonly K[]; carry?: readonly K[]; fill?: K } = {},
): Field<LineOf<L>[]> => {
  const { unique, carry, totals, fixed, cards, pick, fill, open, ...rest } = options;
  const spec = Object.entries({ unique, carry, totals, fixed, cards, pick, fill, open }).filter(
    ([, value]) => value !== undefined,
  );
  return { kind: 'lines', label, ...rest, lines: { fields, ...Object.fromEntries(spec) } };
};

/** The spec's status enumeration: NORMAL (正常, success) and DISABLED (停用, danger). */
export const normalDisabled = [
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'DISABLED', label: '停用', tone: 'danger' },
] as const;

export type Fields = Record<string, Field>;
export type ValueOf<F> = F extends Field<infer V> ? V : never;

/** Key under which a ref's shown name travels: departmentId → departmentName, roleIds → roleNames. */
export function nameKey(key: string): string {
  return key.endsWith('Ids')
    ? `${key.slice(0, -3)}Names`
    : key.endsWith('Id')
      ? `${key.slice(0, -2)}Name`
      : `${key}Name`;
}

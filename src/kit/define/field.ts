/** The field kinds pages are written in. A kind knows its wire shape; both sides derive cell, input, filter and check. */

export type InputWidth = 100 | 150 | 200 | 300 | 400 | 500;
export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';
export interface Choice {
  value: string;
  label: string;
  tone?: Tone;
  /** Records carry it and lists are searched by it, but no form offers or takes it. */
  notInForms?: true;
}
export type Mask = 'phone' | 'idCard' | 'bank';

export type FieldKind =
  | 'text'
  | 'longText'
  | 'phone'
  | 'idCard'
  | 'int'
  | 'money'
  | 'percent'
  | 'weight'
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
  | 'json';

export interface FieldOptions {
  required?: boolean;
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
  /** Shown masked; the full value needs the permission `reveal`. */
  mask?: Mask;
  /** Set once at creation, read only afterwards. */
  createOnly?: boolean;
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
  /** Header names under which imports know it too. */
  aliases?: readonly string[];
}

/** One field; `V` is its value on the wire (never present at run time). */
export interface Field<V = unknown> extends FieldOptions {
  kind: FieldKind;
  label: string;
  choices?: readonly Choice[];
  /** For ref and refs: the options endpoint, a page path whose `options` verb answers `{id, name, hint?}`. */
  source?: string;
  /** For ref: shown as a tree (departments, regions). */
  tree?: boolean;
  /** For int and weight: the unit after the number. */
  unit?: string;
  readonly _value?: V;
}

type Build<V> = (label: string, options?: FieldOptions) => Field<V>;
const plain =
  <V>(kind: FieldKind): Build<V> =>
  (label, options = {}) => ({ kind, label, ...options });

/** One line of text. */
export const text = plain<string>('text');
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
/** Calendar date `YYYY-MM-DD`. */
export const date = plain<string>('date');
/** Instant, ISO 8601 with offset. */
export const time = plain<string>('time');
/** Time of the business day `HH:mm`, 00:00–28:00. */
export const hm = plain<string>('hm');
export const bool = plain<boolean>('bool');
/** Opaque attachment key of an uploaded picture. */
export const image = plain<string>('image');
export const file = plain<string>('file');
/** Region id (province to street). */
export const region: Build<number> = (label, options = {}) => ({
  kind: 'region',
  label,
  source: '/admin/base/region',
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
/** A record of another page by id; key `xId`, its shown name travels as `xName`. */
export const ref = (label: string, source: string, options: FieldOptions & { tree?: boolean } = {}): Field<number> => ({
  kind: 'ref',
  label,
  source,
  ...options,
});
/** Several records of another page; key `xIds`, shown names travel as `xNames`. */
export const refs = (label: string, source: string, options: FieldOptions = {}): Field<number[]> => ({
  kind: 'refs',
  label,
  source,
  ...options,
});

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

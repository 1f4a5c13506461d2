/** Checks submitted values against a page's fields; the answer names every field that is wrong. */

import { checkValue, lineFaults } from '../../define/check-value.ts';
import type { Field, Fields } from '../../define/field.ts';
import { seenKeys, wireCells } from '../../define/form.ts';
import { isMasked } from '../audit/mask.ts';
import { type Refusal, refuse } from '../refusal.ts';

type Body = Readonly<Record<string, unknown>>;

/** The rows as sent with their cells trimmed and nothing besides; whatever is no rows stays for the check to refuse. */
function plainLines(field: Field, sent: unknown): unknown {
  if (!Array.isArray(sent)) return sent;
  const spec = field.lines!;
  const keys = wireCells(spec);
  return sent.map((row: unknown) => {
    if (typeof row !== 'object' || row === null) return row;
    const cells = Object.fromEntries(keys.map((key) => [key, plainOf(spec.fields[key]!, (row as Body)[key], false)]));
    const seen = new Set(seenKeys(spec.fields, keys, cells));
    return Object.fromEntries(keys.map((key) => [key, seen.has(key) ? cells[key] : null]));
  });
}

/** A value as sent, trimmed; blank is null, or what a new record starts with. */
function plainOf(field: Field, sent: unknown, partial: boolean): unknown {
  if (field.kind === 'lines') return sent === '' ? null : (plainLines(field, sent) ?? null);
  const value = typeof sent === 'string' && field.kind !== 'password' ? sent.trim() : sent;
  const blank = value === '' || value === undefined || value === null;
  return blank ? (field.initial !== undefined && !partial ? field.initial : null) : value;
}

/**
 * The values of `keys`, trimmed, blank as null; or INVALID_FIELDS. With the stored record `before`, keys not sent stay
 * out. Unseen fields (`when`) are left out too, but one that this edit hides is emptied.
 */
export function readValues(
  fields: Fields,
  keys: readonly string[],
  body: Body,
  before?: Body,
): Record<string, unknown> | Refusal {
  const sent: Record<string, unknown> = {};
  for (const key of keys) {
    const field: Field = fields[key]!;
    const value = body[key];
    if (before && (value === undefined || isMasked(field, value) || untouchedPassword(field, value))) continue;
    sent[key] = plainOf(field, value, before !== undefined);
  }
  const seen = new Set(seenKeys(fields, keys, { ...before, ...sent }));
  const seenBefore = new Set(before ? seenKeys(fields, keys, before) : []);
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const key of keys) {
    const field: Field = fields[key]!;
    if (!seen.has(key)) {
      if (seenBefore.has(key)) values[key] = field.initial ?? null;
      continue;
    }
    if (!(key in sent)) {
      if (!seenBefore.has(key) && field.required && isBlank(before?.[key])) errors[key] = `${field.label}不能为空`;
      continue;
    }
    const error = checkValue(field, sent[key]);
    if (error) errors[key] = `${field.label}${error}`;
    else values[key] = sent[key];
  }
  const messages = Object.values(errors);
  if (messages.length === 0) return values;
  return refuse('INVALID_FIELDS', { detail: messages.join('；') }, { ...errors, ...cellErrors(fields, errors, sent) });
}

/** Cells named in one refusal. */
const mostCells = 200;

/** Wrong cells of refused `lines`, under `key.row.cell`. */
function cellErrors(fields: Fields, errors: Body, values: Body): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const key of Object.keys(errors))
    for (const fault of lineFaults(fields[key]!, values[key]).slice(0, mostCells))
      if (fault.row !== undefined) cells[`${key}.${fault.row}.${fault.key}`] = fault.message;
  return cells;
}

const isBlank = (value: unknown) => value === null || value === undefined || value === '';

const untouchedPassword = (field: Field, value: unknown) =>
  field.kind === 'password' && (value === null || value === '');

/** A refusal at one cell of a `lines` field; `row` from 0. The message names row and cell before `message`. */
export function refuseLine(fields: Fields, key: string, row: number, cell: string, message: string): Refusal {
  const text = `第 ${row + 1} 行 ${fields[key]?.lines?.fields[cell]?.label ?? ''}${message}`;
  return refuse('INVALID_FIELDS', { detail: text }, { [key]: text, [`${key}.${row}.${cell}`]: text });
}

/** A refusal at one field. */
export function refuseField(key: string, message: string): Refusal {
  return refuse('INVALID_FIELDS', { detail: message }, { [key]: message });
}

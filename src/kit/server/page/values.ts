/** Checks submitted values against a page's fields; the answer names every field that is wrong. */

import { checkValue } from '../../define/check-value.ts';
import type { Field, Fields } from '../../define/field.ts';
import { isMasked } from '../audit/mask.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** The values of `keys`, trimmed, blank as null; or INVALID_FIELDS. With `partial`, keys not sent stay out. */
export function readValues(
  fields: Fields,
  keys: readonly string[],
  body: Readonly<Record<string, unknown>>,
  partial: boolean,
): Record<string, unknown> | Refusal {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const key of keys) {
    const field: Field = fields[key]!;
    const sent = body[key];
    if (sent === undefined && partial) continue;
    if (partial && (isMasked(field, sent) || (field.kind === 'password' && (sent === null || sent === '')))) continue;
    const value = typeof sent === 'string' && field.kind !== 'password' ? sent.trim() : sent;
    const blank = value === '' || value === undefined || value === null;
    const plain = blank ? (field.initial !== undefined && !partial ? field.initial : null) : value;
    const error = checkValue(field, plain);
    if (error) errors[key] = `${field.label}${error}`;
    else values[key] = plain;
  }
  const messages = Object.values(errors);
  return messages.length > 0 ? refuse('INVALID_FIELDS', { detail: messages.join('；') }, errors) : values;
}

/** A refusal at one field. */
export function refuseField(key: string, message: string): Refusal {
  return refuse('INVALID_FIELDS', { detail: message }, { [key]: message });
}

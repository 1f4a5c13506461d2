/** What a form starts with, and what its button says. */
import { formatFenGrouped } from '../../../define/fen.ts';
import type { Field } from '../../../define/field.ts';
import { formKeys, seenKeys } from '../../../define/form.ts';
import type { AnyPage } from '../../../define/page.ts';
import { startDay } from '../../clock.ts';
import { formatValue } from '../logic/format.ts';
import { fill, withAmount } from '../logic/template.ts';
import { withoutBlanks } from './lines/cells.ts';

type Values = Record<string, unknown>;

/** A value named in the link that opened the form, in the wire's shape; undefined when it does not fit the field. */
function presetValue(field: Field, raw: string): unknown {
  switch (field.kind) {
    case 'int':
    case 'money':
    case 'percent':
    case 'weight':
    case 'ref':
    case 'region': {
      const n = Number(raw);
      return Number.isSafeInteger(n) ? n : undefined;
    }
    case 'decimal': {
      const n = Number(raw);
      return Number.isFinite(n) ? n : undefined;
    }
    case 'refs': {
      const ids = raw.replace(/[[\]]/g, '').split(',').map(Number);
      return ids.every(Number.isSafeInteger) ? ids : undefined;
    }
    case 'choices':
      return raw.split(',');
    case 'bool':
      return raw === 'true';
    case 'password':
    case 'lines':
    case 'json':
      return undefined;
    default:
      return raw;
  }
}

/** The stored record's values, or the initial ones with the link's on top. */
export function startValues(
  spec: AnyPage,
  record: Values | undefined,
  preset: Readonly<Record<string, string>>,
): Values {
  const values: Values = {};
  for (const key of formKeys(spec)) {
    const field = spec.fields[key];
    if (!field) continue;
    const named = record || preset[key] === undefined ? undefined : presetValue(field, preset[key]);
    const value = record ? record[key] : (named ?? field.initial ?? startDay(field.starts));
    values[key] = value === undefined ? (field.kind === 'bool' ? false : null) : value;
  }
  // What the stored record does not show starts like new, should it come into sight.
  const seen = new Set(seenKeys(spec.fields, Object.keys(values), values));
  for (const key of Object.keys(values))
    if (record && !seen.has(key)) values[key] ??= spec.fields[key]?.initial ?? null;
  return values;
}

/** The `lines` of a form without rows nobody filled in; undefined when there are none of those. */
export function tidyLines(spec: AnyPage, keys: readonly string[], values: Readonly<Values>): Values | undefined {
  const tidy: Values = {};
  for (const key of keys) {
    const lines = spec.fields[key]?.lines;
    const rows = values[key];
    if (!lines || !Array.isArray(rows)) continue;
    const kept = withoutBlanks(lines, rows as Values[]);
    if (kept.length < rows.length) tidy[key] = kept;
  }
  return Object.keys(tidy).length > 0 ? tidy : undefined;
}

/**
 * The primary verb with the values it will act on: 确认充值 50.00 元. What the server says it comes to (`amount`) stands there
 * where the definition names no value of its own.
 */
export function submitLabel(spec: AnyPage, values: Readonly<Values>, amount?: string): string {
  const words = spec.form?.submit ?? '保存';
  if (!words.includes('{')) return withAmount(words, amount);
  return fill(words, (key) => {
    const field = spec.fields[key];
    const value = values[key];
    if (field?.kind === 'money') return formatFenGrouped(typeof value === 'number' ? value : 0);
    return field ? formatValue(field, key, values) : undefined;
  });
}

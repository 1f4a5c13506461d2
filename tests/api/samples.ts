/** Values a field accepts, made from its definition alone, so that a request fails only for what a test put wrong. */
import { checkValue } from '../../src/kit/define/check-value.ts';
import type { Field, Fields } from '../../src/kit/define/field.ts';
import { seenKeys } from '../../src/kit/define/form.ts';
import { dateAt } from '../../src/kit/server/clock.ts';
import { testClock } from '../support/moment.ts';

let serial = 0;

function sampleText(field: Field): string {
  serial += 1;
  const long = Math.min(field.max ?? 40, 40);
  const candidates = [
    `测试${serial}`,
    `t-${serial}`,
    String(10_000_000 + serial),
    `A${serial}`,
    '12:00',
    '2026',
    '2026-11',
    '36.5',
    '#0a8250',
  ]
    .flatMap((text) => [text, text.padEnd(field.min ?? 0, '0')])
    .map((text) => [...text].slice(0, long).join(''));
  const fits = (text: string) => checkValue(field, text) === undefined;
  return candidates.find(fits) ?? candidates[0]!;
}

/** A value of the field's kind within its bounds; `pick` answers an id of a ref's source, undefined when there is none. */
export function sampleValue(field: Field, pick: (source: string) => number | undefined): unknown {
  serial += 1;
  switch (field.kind) {
    case 'int':
    case 'money':
    case 'percent':
    case 'weight':
    case 'decimal':
      return Math.max(field.min ?? 0, Math.min(field.max ?? 3, 3));
    case 'bool':
      return false;
    case 'date':
      // Today: what may not lie in the past takes it as well as what may not lie ahead.
      return dateAt(testClock.now());
    case 'time':
      return '2026-11-20T12:00:00+08:00';
    case 'hm':
      return '12:00';
    case 'choice':
      return field.choices?.[0]?.value;
    case 'choices':
      return field.choices?.slice(0, 1).map((c) => c.value);
    case 'ref':
    case 'region':
      return pick(field.source!);
    case 'refs': {
      const id = pick(field.source!);
      return id === undefined ? [] : [id];
    }
    case 'phone':
      return `138${String(serial).padStart(8, '0')}`;
    case 'idCard':
      return '11010519491231002X';
    // Asked beside other ways of saying who is meant; a file of its own would have to be uploaded.
    case 'file':
      return field.sheet ? null : sampleText(field);
    case 'password':
      return `Walk-${serial}-passe!`;
    case 'json':
      return {};
    case 'lines': {
      const cells = Object.entries(field.lines?.fields ?? {}).filter(
        ([key, cell]) => !cell.readOnly || field.lines?.unique?.includes(key),
      );
      return [Object.fromEntries(cells.map(([key, cell]) => [key, sampleValue(cell, pick)]))];
    }
    default:
      return sampleText(field);
  }
}

/** Values of `keys`. */
export function sampleValues(
  fields: Fields,
  keys: readonly string[],
  pick: (source: string) => number | undefined,
): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, sampleValue(fields[key]!, pick)]));
}

/** What a field can be set to where others hang on it. */
const settings = (field: Field): readonly unknown[] =>
  field.kind === 'bool'
    ? [true, false]
    : field.kind === 'choice'
      ? (field.choices ?? []).filter((c) => !c.notInForms).map((c) => c.value)
      : [];

/** As many choices as are changed to bring a field into sight. */
const mostChanges = 3;

/**
 * `values` with as few choices and switches changed as bring `key` into sight: what a form does not show it does not
 * read. As they are where nothing does.
 */
export function showing(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  key: string,
): Readonly<Record<string, unknown>> {
  const keys = Object.keys(values);
  const shown = (tried: Readonly<Record<string, unknown>>) => seenKeys(fields, keys, tried).includes(key);
  const changed = (from: Readonly<Record<string, unknown>>, first: number) =>
    keys.flatMap((other, i) =>
      i < first || other === key
        ? []
        : settings(fields[other]!).flatMap((value) =>
            value === from[other] ? [] : [{ values: { ...from, [other]: value }, next: i + 1 }],
          ),
    );
  let tries = [{ values, next: 0 }];
  for (let changes = 0; changes <= mostChanges; changes += 1) {
    const found = tries.find((tried) => shown(tried.values));
    if (found) return found.values;
    tries = tries.flatMap((tried) => changed(tried.values, tried.next));
  }
  return values;
}

/** Does a page take these values, as far as its fields alone can tell? What it would not show it does not look at. */
export const fits = (fields: Fields, values: Readonly<Record<string, unknown>>): boolean =>
  seenKeys(fields, Object.keys(values), values).every((key) => checkValue(fields[key]!, values[key]) === undefined);

/** Values a field accepts, made from its definition alone, so that a request fails only for what a test put wrong. */
import { checkValue } from '../../src/kit/define/check-value.ts';
import type { Field, Fields } from '../../src/kit/define/field.ts';

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
      return Math.max(field.min ?? 0, Math.min(field.max ?? 3, 3));
    case 'bool':
      return false;
    case 'date':
      return '2026-11-20';
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
    case 'password':
      return `Walk-${serial}-passe!`;
    case 'json':
      return {};
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

/** Keys of a page's form. */
export const formKeys = (page: { form?: { sections: readonly { fields: readonly string[] }[] } }): string[] =>
  page.form?.sections.flatMap((s) => [...s.fields]) ?? [];

/** Does a page take these values, as far as its fields alone can tell? */
export const fits = (fields: Fields, values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(values).every(([key, value]) => checkValue(fields[key]!, value) === undefined);

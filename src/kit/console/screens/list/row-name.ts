/** What a record is called in titles and questions. */
import type { AnyPage } from '../../../define/page.ts';
import { formatValue } from '../logic/format.ts';
import { isBlank } from '../logic/validate.ts';

type Row = Readonly<Record<string, unknown>>;

const speechless = ['image', 'file', 'choice', 'bool', 'json', 'lines'];

/** The text of the first of the fields that has one. */
function firstText(spec: AnyPage, row: Row, keys: readonly string[]): string {
  for (const key of keys) {
    const field = spec.fields[key];
    if (!field || isBlank(row[key]) || speechless.includes(field.kind)) continue;
    const text = formatValue(field, key, row);
    if (text !== '') return text;
  }
  return '';
}

/** Its name, else the text of its first column that has one, among many units with the unit before it; else its number. */
export function rowName(spec: AnyPage, row: Row): string {
  if (typeof row.name === 'string' && row.name !== '') return row.name;
  const wide: readonly string[] = spec.wide ?? [];
  const own = (spec.list?.columns ?? []).filter((key) => !wide.includes(key));
  const named = [wide, [...own, ...(spec.form?.sections[0]?.fields ?? [])]].map((keys) => firstText(spec, row, keys));
  return named.filter(Boolean).join(' ') || (row.id === undefined ? '' : `#${String(row.id)}`);
}

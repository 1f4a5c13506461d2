/** What a record is called in titles and questions. */
import type { AnyPage } from '../../../define/page.ts';
import { formatValue } from '../logic/format.ts';
import { isBlank } from '../logic/validate.ts';

/** Its name, else the text of its first column that has one, the unit's last, else its number. */
export function rowName(spec: AnyPage, row: Readonly<Record<string, unknown>>): string {
  if (typeof row.name === 'string' && row.name !== '') return row.name;
  const wide: readonly string[] = spec.wide ?? [];
  const own = (spec.list?.columns ?? []).filter((key) => !wide.includes(key));
  for (const key of [...own, ...(spec.form?.sections[0]?.fields ?? []), ...wide]) {
    const field = spec.fields[key];
    if (!field || isBlank(row[key]) || ['image', 'file', 'choice', 'bool', 'json', 'lines'].includes(field.kind))
      continue;
    const text = formatValue(field, key, row);
    if (text !== '') return text;
  }
  return row.id === undefined ? '' : `#${String(row.id)}`;
}

/** A filter in words, for chips, print headings and the names of saved views. */
import { formatFenGrouped } from '../../../define/fen.ts';
import { type AnyPage, searchFields } from '../../../define/page.ts';
import { isEmptySearch, type Search } from './search-url.ts';

export interface FilterWords {
  key: string;
  label: string;
  text: string;
}

/** One entry per search field in use. `names` gives the shown names of refs by key and id. */
export function filterWords(
  spec: AnyPage,
  search: Search,
  names: (key: string, id: unknown) => string | undefined = () => undefined,
): FilterWords[] {
  return searchFields(spec).flatMap((field) => {
    const value = search[field.key];
    if (isEmptySearch(value) || field.key === spec.of?.by) return [];
    const def = field.keys ? undefined : spec.fields[field.key];
    const one = (v: unknown): string =>
      def?.kind === 'money' && typeof v === 'number'
        ? formatFenGrouped(v)
        : def?.kind === 'bool'
          ? v
            ? '是'
            : '否'
          : (def?.choices?.find((c) => c.value === v)?.label ??
            names(field.key, v) ??
            (v === 0 ? def?.none : undefined) ??
            String(v));
    const label = field.label ?? def?.label ?? field.key;
    if (field.range && Array.isArray(value)) {
      const [from, to] = field.months
        ? value.map((day) => (typeof day === 'string' ? day.slice(0, 7) : null))
        : (value as unknown[]);
      const text =
        from === to ? one(from) : `${from === null ? '' : one(from)} 至 ${to === null ? '' : one(to)}`.trim();
      return [{ key: field.key, label, text }];
    }
    return [{ key: field.key, label, text: Array.isArray(value) ? value.map(one).join('、') : one(value) }];
  });
}

/** Guesses which column of a file fills which field, by title and aliases. */
import { normalHeader } from '../../sheet/normal-header.ts';
import type { ImportColumn, Mapping } from './types.ts';

const names = (column: ImportColumn): readonly string[] => [column.label, ...(column.aliases ?? []), column.key];

/** Everything the headings of a file may be called. */
export const headingsOf = (columns: readonly ImportColumn[]): string[] => columns.flatMap(names);

/** From certain to likely: what two names must share. */
const likenesses: readonly ((text: string) => string)[] = [
  (text) => text.trim(),
  (text) => normalHeader(text, true),
  (text) => normalHeader(text),
];

/** The proposed mapping and the headers no field took. Each header fills at most one field; the first wins. */
export function proposeMapping(
  headers: readonly string[],
  columns: readonly ImportColumn[],
): { mapping: Mapping; unmapped: string[] } {
  const mapping: Record<string, number | null> = Object.fromEntries(columns.map((column) => [column.key, null]));
  const taken = new Set<number>();
  for (const alike of likenesses) {
    const wanted = headers.map(alike);
    for (const column of columns) {
      if (mapping[column.key] !== null) continue;
      const own = new Set(
        names(column)
          .map(alike)
          .filter((name) => name !== ''),
      );
      const at = wanted.findIndex((header, i) => !taken.has(i) && own.has(header));
      if (at < 0) continue;
      mapping[column.key] = at;
      taken.add(at);
    }
  }
  return { mapping, unmapped: headers.filter((_, i) => !taken.has(i)) };
}

/** Fields a mapping leaves without source although they are required. */
export function missingSources(mapping: Mapping, columns: readonly ImportColumn[]): ImportColumn[] {
  return columns.filter(
    (column) => column.required && column.initial === undefined && (mapping[column.key] ?? null) === null,
  );
}

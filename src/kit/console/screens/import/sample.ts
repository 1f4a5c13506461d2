/** Example values of a mapped field, from the rows the check brought back. */
import type { ImportCheck, Source } from './import-api.ts';

/** Up to three different values; nothing while the column differs from the one that was checked. */
export function sampleOf(check: ImportCheck, key: string, column: Source | undefined): string {
  if (typeof column !== 'number' || check.mapping[key] !== column) return '';
  const values = new Set<string>();
  for (const row of check.rows) {
    const value = row.values[key];
    if (value) values.add(value);
    if (values.size === 3) break;
  }
  return [...values].join('、');
}

/** What is wrong with a cell, with the column's name where the message leaves it out. */
export function faultText(label: string, message: string): string {
  return label === '' || message.includes(label) ? message : `${label}：${message}`;
}

/**
 * The commonest reasons of bad rows, most frequent first.
 * @param labelOf the name of a column
 */
export function reasonsOf(check: ImportCheck, labelOf: (key: string) => string): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const row of check.rows)
    for (const message of new Set(Object.entries(row.errors).map(([key, text]) => faultText(labelOf(key), text)))) {
      // The same fault reads the same whatever value it quotes.
      const reason = message.replace(/[“「『][^”」』]*[”」』]/g, '…').replace(/第\s*\d+\s*行/g, '另一行');
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

/** Does a field get its text from somewhere? A fixed value that is still empty is none. */
export function isFilled(source: Source | undefined): boolean {
  return typeof source === 'object' ? source.fixed.trim() !== '' : source !== undefined;
}

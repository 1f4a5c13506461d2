/** The digest that a signature stands under: SHA-256 of canonical JSON, keys in order, no spaces. */
import { createHash } from 'node:crypto';

export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`)
      .join(',')}}`;
  return JSON.stringify(value);
}

/** Hexadecimal, 64 characters. */
export const digestOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex');

/**
 * The one table of how PostgreSQL's values become JavaScript's. Text of the server in, so that no zone of this
 * machine and no rounding of doubles can change a value.
 */
import { types as driver } from 'pg';
import { isoAt } from '../clock.ts';

type Parse = (text: string) => unknown;

const oid = {
  int8: 20,
  int8Array: 1016,
  date: 1082,
  dateArray: 1182,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  timestamptzArray: 1185,
  interval: 1186,
  numeric: 1700,
  numericArray: 1231,
} as const;

/**
 * A bigint as a number.
 * @throws when it lies outside ±(2^53 − 1): such a value must never be rounded silently.
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint outside the safe range: ${text}`);
  return value;
}

/** `2026-11-20 12:00:00.123456+08` (session zone Asia/Shanghai) as `2026-11-20T12:00:00.123+08:00`. */
export function parseTimestamptz(text: string): string {
  if (text.length >= 22 && text.endsWith('+08') && text[10] === ' ' && text[19] !== ':') {
    const fraction = text.slice(20, -3);
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}+08:00`;
  }
  if (text === 'infinity' || text === '-infinity') return text;
  // Another offset: years with summer time, or a session whose zone was changed.
  const epochMs = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  if (Number.isNaN(epochMs)) throw new Error(`unreadable timestamp: ${text}`);
  return isoAt(epochMs);
}

/** The elements of a one-dimensional array literal of plain values (`{1,NULL,"a b"}` without escapes). */
function parseArray(element: Parse): Parse {
  return (text) => {
    const inner = text.slice(text.indexOf('{') + 1, -1);
    if (inner === '') return [];
    return inner.split(',').map((part) => (part === 'NULL' ? null : element(part.replaceAll('"', ''))));
  };
}

const asText: Parse = (text) => text;

const table = new Map<number, Parse>([
  [oid.int8, parseInt8 as Parse],
  [oid.int8Array, parseArray(parseInt8)],
  [oid.date, asText],
  [oid.dateArray, parseArray(asText)],
  [oid.time, asText],
  [oid.timestamp, asText],
  [oid.timestamptz, parseTimestamptz as Parse],
  [oid.timestamptzArray, parseArray(parseTimestamptz)],
  [oid.interval, asText],
  [oid.numeric, asText],
  [oid.numericArray, parseArray(asText)],
]);

/**
 * For the `types` option of a pool or client: int8 is a safe number, date and time are text, timestamptz is ISO 8601
 * with +08:00, numeric is text, json is parsed; the rest is the driver's own.
 */
export const typeParsers = {
  getTypeParser(id: number, format?: 'text' | 'binary'): Parse {
    if (format === 'binary') return driver.getTypeParser(id, 'binary') as Parse;
    return table.get(id) ?? (driver.getTypeParser(id, 'text') as Parse);
  },
};

/** Scans of codes: each device once a day, written once a minute however many come. */
import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { scanBook } from './scan-book.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

function bench() {
  const clock = manualClock(Date.parse('2026-11-26T10:00:00+08:00'));
  const written: Record<string, number>[] = [];
  const pool = {
    query: async (_text: string, [codes, times]: [string[], number[]]) => {
      written.push(Object.fromEntries(codes.map((code, i) => [code, times[i]!])));
    },
  };
  return { clock, written, book: scanBook({ pool: pool as never, clock, log }) };
}

test('a device counts once a day for a code, and for another code again', async () => {
  const { clock, written, book } = bench();
  for (const code of ['a', 'a', 'b']) book.note(code, 'phone');
  book.note('a', 'tablet');
  await book.flush();
  expect(written.reduce((sum, one) => sum + (one.a ?? 0), 0)).toBe(2);
  expect(written.reduce((sum, one) => sum + (one.b ?? 0), 0)).toBe(1);
  written.length = 0;
  clock.set(Date.parse('2026-11-27T00:30:00+08:00'));
  book.note('a', 'phone');
  await book.close();
  expect(written).toEqual([{ a: 1 }]);
});

test('a storm costs one statement a minute, and made-up devices end by not counting', async () => {
  const { clock, written, book } = bench();
  for (let i = 0; i < 60_000; i++) book.note('a', `made up ${i}`);
  expect(written).toHaveLength(1);
  clock.set(clock.now() + 60_000);
  await book.flush();
  expect(written).toHaveLength(2);
  expect(written.reduce((sum, one) => sum + one.a!, 0)).toBe(50_000);
  await book.close();
  expect(written).toHaveLength(2);
});

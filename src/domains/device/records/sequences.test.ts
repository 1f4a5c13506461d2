/** Noted numbers: written in one order, and all of them when a flush is through. */
import type { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { multirange, sequenceBook } from './sequences.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

test('numbers as ranges', () => {
  expect(multirange([7, 2, 1, 3])).toBe('{[1,4),[7,8)}');
});

test('a flush waits for what another one has taken and not written yet', async () => {
  const first = Promise.withResolvers<void>();
  const written: unknown[] = [];
  const query = async ({ values }: { values: unknown[] }) => {
    if (written.length === 0) await first.promise;
    written.push(values[3]);
  };
  const book = sequenceBook({ query } as unknown as Pool, log);
  book.note(1, 2, 3, 4);
  void book.flush();
  const through = vi.fn();
  const second = book.flush().then(through);
  await new Promise((resolve) => setImmediate(resolve));
  expect(through).not.toHaveBeenCalled();
  first.resolve();
  await second;
  expect(written).toEqual([['{[4,5)}']]);
  await book.close();
});

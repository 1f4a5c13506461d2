/** Batches in flight together never get the same id, and nothing unused is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { blockIds } from '../../../kit/server/ids.ts';
import { idStock } from './id-stock.ts';

test('concurrent allotments are disjoint; what is given back is used again', async () => {
  let block = 0;
  const stock = idStock(
    blockIds(async () => {
      await sleep(1);
      return ++block;
    }),
  );
  const seen = new Set<number>();
  const batch = async (count: number) => {
    const own = await stock.allot(count);
    await sleep(1);
    for (let i = 0; i < count / 2; i++) {
      const id = own.next();
      expect(seen.has(id)).toBe(false);
      seen.add(id);
    }
    own.giveBack();
    expect(() => own.next()).toThrow();
  };
  await Promise.all(Array.from({ length: 40 }, (_, i) => batch(2 * (i + 1))));
  expect(seen.size).toBe(820);
  const again = await stock.allot(100);
  expect(seen.has(again.next())).toBe(false);
});

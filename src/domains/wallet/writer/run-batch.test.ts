/** A batch and a database that is away. */
import { expect, test } from 'vitest';
import { consume } from '../../../../tests/money/support.ts';
import type { WriterParts } from './attempt.ts';
import type { HotConnection } from './connection.ts';
import type { Item } from './item.ts';
import { runBatch } from './run-batch.ts';

test('while the database is away everybody in the batch is told at once, none is tried alone', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const connection = { client: () => Promise.reject(refused), drop: () => undefined } as unknown as HotConnection;
  const pauses: number[] = [];
  const answers: unknown[] = [];
  const items: Item[] = Array.from({ length: 32 }, (_, i) => ({
    request: consume(i + 1, 100),
    fingerprint: '',
    resolve: (outcome) => answers.push(outcome),
    reject: (error) => answers.push(error),
  }));
  const counts = { batches: 0, items: 0, retries: 0, bisections: 0, reconnects: 0 };
  await runBatch(connection, 0, items, {} as WriterParts, counts, async (ms) => {
    pauses.push(ms);
  });
  expect(answers).toEqual(items.map(() => refused));
  expect(counts.bisections).toBe(0);
  // A restart of the database takes seconds; nobody waits for longer than that.
  expect(pauses).toEqual([50, 100, 200, 400, 800, 1600]);
});

test('a batch that fails gives back the ids it was promised', async () => {
  const client = {
    query: () => {
      throw new Error('canceling statement');
    },
  };
  const connection = { client: async () => client, desk: {}, drop: () => undefined } as unknown as HotConnection;
  let promised = 0;
  const ids = {
    allot: async (count: number) => {
      promised += count;
      return { next: () => 1, giveBack: () => (promised -= count) };
    },
  };
  const parts = { ids, partitions: { ensure: async () => undefined } } as unknown as WriterParts;
  const answers: unknown[] = [];
  const item: Item = {
    request: consume(1, 100),
    fingerprint: '',
    resolve: (outcome) => answers.push(outcome),
    reject: (error) => answers.push(error),
  };
  const counts = { batches: 0, items: 0, retries: 0, bisections: 0, reconnects: 0 };
  await runBatch(connection, 0, [item], parts, counts, async () => undefined);
  expect(answers).toHaveLength(1);
  expect(promised).toBe(0);
});

/** Blocks of ids: the next one is there before the last is used up. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { blockIds } from './ids.ts';

test('the next block is fetched when half of one is used, so that nobody waits at its end', async () => {
  let fetched = 0;
  const ids = blockIds(async () => ++fetched);
  await ids.take(499);
  expect(fetched).toBe(1);
  await ids.take(2);
  expect(fetched).toBe(2);
  await sleep(0);
  let waited = true;
  const rest = ids.take(501).then((taken) => {
    waited = false;
    return taken;
  });
  // No block is under way: what is at hand lasts over the end of the first.
  for (let i = 0; i < 3; i++) await Promise.resolve();
  expect(waited).toBe(false);
  expect((await rest).slice(-3)).toEqual([1999, 2000, 2001]);
  expect(fetched).toBe(2);
});

test('a block that could not be fetched ahead is asked for again when it is needed', async () => {
  let fetched = 0;
  const ids = blockIds(async () => {
    if (++fetched === 2) throw new Error('away');
    return fetched;
  });
  const first = await ids.take(600);
  await sleep(0);
  expect(fetched).toBe(2);
  expect(new Set([...first, ...(await ids.take(1000))]).size).toBe(1600);
});

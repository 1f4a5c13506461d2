/** Files of tables wait outside of memory. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { slots } from '../slots.ts';
import { withWholeTable } from './whole-table.ts';

test('a file is read when its turn comes, and not at all where too many wait', async () => {
  const gate = slots({ atOnce: 1, waiting: 1 });
  const read: string[] = [];
  const file = (name: string) =>
    Readable.from(
      (async function* () {
        read.push(name);
        yield Buffer.from(name);
      })(),
      { objectMode: false },
    );
  let finish!: () => void;
  const busy = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work = async (content: Buffer) => {
    await busy;
    return { text: content.toString() };
  };
  const [first, second, third] = ['first', 'second', 'third'].map((name) => withWholeTable(file(name), work, gate));
  const refused = await third!;
  expect(isRefusal(refused) && refused.code).toBe('SHEET_TOO_MANY_AT_ONCE');
  await new Promise((resolve) => setImmediate(resolve));
  expect(read).toEqual(['first']);
  finish();
  expect(await Promise.all([first, second])).toEqual([{ text: 'first' }, { text: 'second' }]);
  expect(read).toEqual(['first', 'second']);
});

/** Whole files of tables in memory: few at a time in a process, whoever sends them. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Refusal, refuse } from '../refusal.ts';
import { slots } from '../slots.ts';
import { sheetRefusals } from './sheet-refusals.ts';

/** As many as are read at once, and the next; who waits holds a name, not yet 50 MiB. */
const inMemory = slots({ atOnce: 3, waiting: 20 });

/** Reads the file when there is room for it and works with it; refused where too many wait already. Tests give a gate of their own. */
export async function withWholeTable<T extends object>(
  stream: Readable,
  work: (content: Buffer) => Promise<T>,
  gate = inMemory,
): Promise<T | Refusal> {
  const done = await gate.run(async () => work(await buffer(stream)));
  if (done !== undefined) return done;
  stream.destroy();
  return refuse(sheetRefusals.SHEET_TOO_MANY_AT_ONCE);
}

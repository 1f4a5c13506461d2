/** Reads and checks the rows of an import in a thread of its own. Started by `checkInWorker` alone. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { isRefusal, type Refusal } from '../../refusal.ts';
import { readTable } from '../../sheet/read-table.ts';
import { rowBatches } from '../../sheet/row-batches.ts';
import { checkRows } from './check-rows.ts';
import { headingsOf } from './propose-mapping.ts';
import type { CheckedRow, ImportColumn, Mapping } from './types.ts';

export interface CheckWorkerInput {
  /** The file; null when rows of a former check are sent instead. */
  bytes: Uint8Array | null;
  filename: string;
  columns: readonly ImportColumn[];
  mapping: Mapping;
}

/** What the thread is told. */
export type CheckOrder =
  | { type: 'rows'; rows: string[][]; rowNumbers: number[] }
  | { type: 'rows-end' }
  | { type: 'ids'; ids: ReadonlyMap<string, number> }
  | { type: 'next' };

/** What the thread says: names to look up, then rows a chunk at a time, each waiting for `next`. */
export type CheckMessage =
  | { type: 'ready' }
  | { type: 'names'; key: string; names: string[] }
  | { type: 'rows'; rows: CheckedRow[] }
  | { type: 'end' }
  | { type: 'refused'; refusal: Refusal };

const chunkRows = 1_000;

async function run(input: CheckWorkerInput, port: NonNullable<typeof parentPort>) {
  const say = (message: CheckMessage) => port.postMessage(message);
  const told = async (): Promise<CheckOrder> => (await once(port, 'message'))[0] as CheckOrder;

  const sentRows = async () => {
    const rows: string[][] = [];
    const rowNumbers: number[] = [];
    for (;;) {
      say({ type: 'ready' });
      const order = await told();
      if (order.type !== 'rows') return { rows, rowNumbers };
      for (const row of order.rows) rows.push(row);
      for (const number of order.rowNumbers) rowNumbers.push(number);
    }
  };
  const { bytes } = input;
  const cells = bytes
    ? await readTable(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), input.filename, {
        headings: headingsOf(input.columns),
      })
    : await sentRows();
  if (isRefusal(cells)) return say({ type: 'refused', refusal: cells });
  const checked = await checkRows({
    rows: cells.rows,
    rowNumbers: cells.rowNumbers,
    columns: input.columns,
    mapping: input.mapping,
    resolve: async (key, names) => {
      say({ type: 'names', key, names: [...names] });
      const order = await told();
      return order.type === 'ids' ? order.ids : new Map();
    },
  });
  for (const [from, to] of rowBatches(checked, chunkRows, ({ raw }) => raw)) {
    say({ type: 'rows', rows: checked.slice(from, to) });
    await told();
  }
  say({ type: 'end' });
}

if (parentPort) {
  // a failure here is a bug: it reaches the starter as the thread's error
  void run(workerData as CheckWorkerInput, parentPort);
}

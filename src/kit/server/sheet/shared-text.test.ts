/** A workbook of two kilobytes whose cells share one long text: small in the file, large for each cell that shows it. */
import { expect, it } from 'vitest';
import { checkInWorker } from '../jobs/import/check-in-worker.ts';
import type { CheckedRow } from '../jobs/import/types.ts';
import { isRefusal, refusalMessage } from '../refusal.ts';
import { readTableInWorker } from './read-table-in-worker.ts';
import { charsIn, rowBatches } from './row-batches.ts';
import type { ThreadBounds } from './table-threads.ts';
import { handmadeWorkbook, sharedRow } from './testing.ts';

const mib = 1024 * 1024;
const workbook = (rows: number, chars: number) =>
  handmadeWorkbook(sharedRow(5, 0) + sharedRow(5, 1).repeat(rows), '姓名', 'x'.repeat(chars));

async function read(file: Buffer): Promise<{ answer: string | number; threads: number }> {
  let threads = 0;
  const gate: ThreadBounds['gate'] = {
    run: (work) => {
      threads += 1;
      return work();
    },
  };
  const table = await readTableInWorker(file, '人员.xlsx', {}, { gate });
  return { answer: isRefusal(table) ? refusalMessage(table) : table.total, threads };
}

it('is read beside the server once it says much, and refused when it says more than a table can', async () => {
  const few = await workbook(30, 30_000);
  const many = await workbook(1_000, 30_000);
  expect(Math.max(few.length, many.length)).toBeLessThan(4_096);
  expect(await read(await workbook(5, 30_000))).toEqual({ answer: 5, threads: 0 });
  expect(await read(few)).toEqual({ answer: 30, threads: 1 });
  expect(await read(many)).toEqual({ answer: '表格展开后超过 128 MiB，无法读取，请拆分后再试', threads: 1 });
});

it('is refused with a cell longer than a sheet can hold', async () => {
  expect(await read(await workbook(2, 32_768))).toMatchObject({
    answer: '「人员.xlsx」已损坏，无法读取（第 2 行有过长的单元格），请重新保存后再试',
  });
});

it('a small file that opens large is read beside the server', async () => {
  const row = sharedRow(60, 1);
  expect(await read(await handmadeWorkbook(sharedRow(60, 0) + row.repeat(2_000), '姓名', '甲'))).toEqual({
    answer: 2_000,
    threads: 1,
  });
});

it('its checked rows come a few at a time, and a thousand of ordinary ones at once', async () => {
  const field = { key: 'name', label: '姓名', kind: 'text', max: 40 } as const;
  const chunksOf = async (bytes: Buffer) => {
    const chunks: CheckedRow[][] = [];
    const refused = await checkInWorker({
      source: { bytes, filename: '人员.xlsx' },
      columns: [field],
      mapping: { name: 0 },
      resolve: async () => new Map(),
      take: async (rows) => {
        chunks.push([...rows]);
      },
    });
    expect(refused).toBeUndefined();
    return chunks;
  };
  const long = await chunksOf(await workbook(30, 30_000));
  expect(long.flat().map(({ rowNo }) => rowNo)).toEqual(Array.from({ length: 30 }, (_, i) => i + 2));
  for (const chunk of long) expect(charsIn(chunk.flatMap(({ raw }) => raw))).toBeLessThanOrEqual(mib);
  expect((await chunksOf(await workbook(1_500, 3))).map(({ length }) => length)).toEqual([1_000, 500]);
});

it('batches hold all rows in order, one at least each', () => {
  const rows = [1, 2 * mib, 3, mib - 4, 2, 5].map((length) => ['x'.repeat(length)]);
  expect([...rowBatches(rows, 2, (cells) => cells)]).toEqual([
    [0, 1],
    [1, 2],
    [2, 4],
    [4, 6],
  ]);
  expect([...rowBatches([], 2, (cells: string[]) => cells)]).toEqual([]);
});

/** What a hostile workbook may make of its rows on their way out of the thread. */
import { expect, it } from 'vitest';
import { handmadeWorkbook, sharedRow } from './testing.ts';
import { sharedBytes, xlsxRowsInWorker } from './xlsx-rows-in-worker.ts';

async function read(bytes: Buffer, maxRows?: number) {
  const batches: number[][] = [];
  const refusal = await xlsxRowsInWorker(
    sharedBytes([bytes.subarray(0, 100), bytes.subarray(100)]),
    { filename: 'a.xlsx', ...(maxRows === undefined ? {} : { maxRows }) },
    async (_, rowNumbers) => {
      batches.push(rowNumbers);
    },
  );
  return { refusal, batches };
}

it('refuses more rows than it may have, empty ones counted', async () => {
  const rows = await handmadeWorkbook('<row/>'.repeat(5), '');
  expect(await read(rows, 5)).toEqual({ refusal: undefined, batches: [[1, 2, 3, 4, 5]] });
  expect((await read(rows, 4)).refusal).toMatchObject({ code: 'SHEET_TOO_MANY_ROWS', params: { limit: 4 } });
});

it('makes smaller batches of long texts, and takes no row longer than a sheet can hold', async () => {
  const row = (cells: number) => sharedRow(cells, 0);
  const text = 'x'.repeat(200_000);
  expect(await read(await handmadeWorkbook(row(2).repeat(5), text))).toEqual({
    refusal: undefined,
    batches: [[1, 2], [3, 4], [5]],
  });
  expect((await read(await handmadeWorkbook(row(1) + row(60), text))).refusal).toMatchObject({
    code: 'SHEET_DAMAGED',
    params: { filename: 'a.xlsx', detail: '第 2 行过长' },
  });
});

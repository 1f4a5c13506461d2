/** What a hostile workbook may make of its rows on their way out of the thread. */
import { expect, it } from 'vitest';
import { memorySink } from './byte-sinks.ts';
import { sharedBytes, xlsxRowsInWorker } from './xlsx-rows-in-worker.ts';
import { createZipWriter } from './zip-writer.ts';

async function workbook(rows: string, shared = ''): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const zip = createZipWriter(sink);
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="a.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="s.xml"/></Relationships>',
    'xl/s.xml': `<sst><si><t>${shared}</t></si></sst>`,
    'xl/a.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  };
  for (const [name, content] of Object.entries(parts)) {
    zip.open(name);
    await zip.write(Buffer.from(content));
    await zip.close();
  }
  await zip.finish();
  return bytes();
}

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
  const rows = await workbook('<row/>'.repeat(5));
  expect(await read(rows, 5)).toEqual({ refusal: undefined, batches: [[1, 2, 3, 4, 5]] });
  expect((await read(rows, 4)).refusal).toMatchObject({ code: 'SHEET_TOO_MANY_ROWS', params: { limit: 4 } });
});

it('makes smaller batches of long texts, and takes no row longer than a sheet can hold', async () => {
  const row = (cells: number) => `<row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`;
  const text = 'x'.repeat(200_000);
  expect(await read(await workbook(row(2).repeat(5), text))).toEqual({
    refusal: undefined,
    batches: [[1, 2], [3, 4], [5]],
  });
  expect((await read(await workbook(row(1) + row(60), text))).refusal).toMatchObject({
    code: 'SHEET_DAMAGED',
    params: { filename: 'a.xlsx', detail: '第 2 行过长' },
  });
});

/** Workbooks among the bills: read by a thread of the sheets, a batch at a time, and refused in the words of the sheets. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { refusalMessage, refusalSpec } from '../../../kit/server/refusal.ts';
import { memorySink } from '../../../kit/server/sheet/byte-sinks.ts';
import type { ThreadBounds } from '../../../kit/server/sheet/table-threads.ts';
import { zipped } from '../../../kit/server/sheet/testing.ts';
import { createXlsxWriter } from '../../../kit/server/sheet/xlsx-writer.ts';
import { BillFault, type BillRow, type BillSheet, sheetsIn } from './open-file.ts';

const lines = 100_000;

async function workbook(count: number): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const writer = createXlsxWriter(sink, {
    columns: ['单号', '金额'].map((title) => ({ title, kind: 'text' as const })),
  });
  await writer.write(Array.from({ length: count }, (_, i) => [` D${i} `, '1.00']));
  await writer.finish();
  return bytes();
}

async function onlySheet(name: string, content: Buffer, bounds?: Partial<ThreadBounds>): Promise<BillSheet[]> {
  const sheets: BillSheet[] = [];
  for await (const sheet of sheetsIn(name, Readable.from([content]), bounds)) sheets.push(sheet);
  expect(sheets).toHaveLength(1);
  return sheets;
}

/** The number and the words of why it cannot be read. */
async function refused(content: Buffer, bounds?: Partial<ThreadBounds>): Promise<string> {
  const [sheet] = await onlySheet('账单.xlsx', content, bounds);
  const fault = await sheet!.read(async () => undefined).catch((error: unknown) => error);
  if (!(fault instanceof BillFault)) throw fault ?? new Error('it was read');
  return `${refusalSpec(fault.refusal.code).errorcode} ${refusalMessage(fault.refusal)}`;
}

test('a long workbook comes in batches from a thread, one taken before the next, with turns of the server between them', async () => {
  let threads = 0;
  const gate: ThreadBounds['gate'] = {
    run: (work) => {
      threads += 1;
      return work();
    },
  };
  const [sheet] = await onlySheet('账单.xlsx', await workbook(lines), { gate });
  let turns = 0;
  let watching = true;
  const turn = () => {
    turns += 1;
    if (watching) setImmediate(turn);
  };
  setImmediate(turn);
  const seen: { rows: number; turns: number }[] = [];
  const rows: BillRow[] = [];
  let underway = 0;
  await sheet!.read(async (batch) => {
    underway += 1;
    expect(underway).toBe(1);
    seen.push({ rows: batch.length, turns });
    for (const row of batch) rows.push(row);
    await new Promise((resolve) => setImmediate(resolve));
    underway -= 1;
  });
  watching = false;
  expect(threads).toBe(1);
  expect(rows.map(({ rowNo }) => rowNo)).toEqual(Array.from({ length: lines + 1 }, (_, i) => i + 1));
  expect([rows[0], rows.at(-1)]).toEqual([
    { cells: ['单号', '金额'], rowNo: 1 },
    { cells: [`D${lines - 1}`, '1.00'], rowNo: lines + 1 },
  ]);
  expect(Math.max(...seen.map((one) => one.rows))).toBeLessThanOrEqual(2_000);
  expect(seen.every((one, i) => i === 0 || one.turns > seen[i - 1]!.turns)).toBe(true);
});

test('a workbook in an archive is read by a thread too', async () => {
  const [sheet] = await onlySheet('账单.zip', await zipped({ 'a/明细.xlsx': await workbook(1) }));
  expect(sheet!.name).toBe('账单.zip › 明细.xlsx');
  const rows: BillRow[] = [];
  await sheet!.read(async (batch) => {
    rows.push(...batch);
  });
  expect(rows).toEqual([
    { cells: ['单号', '金额'], rowNo: 1 },
    { cells: ['D0', '1.00'], rowNo: 2 },
  ]);
});

test('a workbook that is damaged, explodes, needs too much memory or too long is refused, and the server lives on', async () => {
  const good = await workbook(10_000);
  const torn = Buffer.from(good);
  // The head of the entry stands 30 bytes before its name.
  torn.fill(0, torn.indexOf('xl/worksheets/sheet1.xml') - 30, torn.indexOf('xl/worksheets/sheet1.xml') - 26);
  expect(await refused(torn)).toMatch(/^1307 「账单\.xlsx」已损坏，无法读取（条目缺失），请重新保存后再试$/);
  const parts = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels':
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="/xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="a.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="s.xml"/></Relationships>',
    'xl/a.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
  };
  expect(await refused(await zipped({ ...parts, 'xl/s.xml': ' '.repeat(40 * 1024 * 1024) }))).toBe(
    '1306 表格展开后超过 1024 MiB，无法读取，请拆分后再试',
  );
  const strings = Array.from({ length: 300_000 }, (_, i) => `<si><t>${`${i}`.padEnd(200, '0')}</t></si>`).join('');
  expect(await refused(await zipped({ ...parts, 'xl/s.xml': `<sst>${strings}</sst>` }), { heapMiB: 24 })).toBe(
    '1306 表格展开后超过 24 MiB，无法读取，请拆分后再试',
  );
  expect(await refused(good, { timeoutMs: 6 })).toBe('1313 读取或检查超过 0.0001 分钟，已停止，请拆分为多个文件后再试');
  expect(await refused(await zipped({ ...parts, 'xl/workbook.xml': '<workbook/>' }))).toBe(
    '1301 「账单.xlsx」不是表格文件，请使用 .xlsx 或 .csv 文件',
  );
});

test('a workbook whose reader has had enough is read no further', async () => {
  const [sheet] = await onlySheet('账单.xlsx', await workbook(10_000));
  let batches = 0;
  const ended = sheet!.read(async () => {
    batches += 1;
    throw new Error('enough');
  });
  await expect(ended).rejects.toThrow('enough');
  expect(batches).toBe(1);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySink } from './byte-sinks.ts';
import { columnLetters } from './cell-bytes.ts';
import type { CellValue, SheetColumn } from './types.ts';
import { readXlsxRows } from './xlsx-reader.ts';
import { createXlsxWriter, xlsxBytes } from './xlsx-writer.ts';
import { openZip } from './zip-reader.ts';

const column = (kind: SheetColumn['kind'], more: Partial<SheetColumn> = {}): SheetColumn => ({
  title: kind,
  kind,
  ...more,
});

async function readBack(bytes: Buffer, sheet?: string): Promise<string[][]> {
  const rows: string[][] = [];
  const read = await readXlsxRows(
    bytes,
    { filename: 't.xlsx', ...(sheet ? { sheet } : {}) },
    (cells) => rows.push(cells) > 0,
  );
  expect(read).not.toHaveProperty('refused');
  return rows;
}

describe('the last lines', () => {
  const columns = [
    column('text', { title: '姓名' }),
    column('money', { title: '金额', total: true }),
    column('int', { title: '笔数', total: true }),
    column('number', { title: '重量', total: true }),
  ];
  const rows: CellValue[][] = [
    ['甲', 1050, 2, '1.125'],
    ['乙', -50, null, 2],
    ['丙', 9_000_000_000_000, 1, ''],
  ];

  it('are the sums of the rows above and the notes, outside what the filter buttons sort', async () => {
    const info = { title: '汇总', unit: '某校', notes: ['核对：金额 = 现金 + 补贴'] };
    const bytes = await xlsxBytes({ columns, info }, rows);
    const back = await readBack(bytes);
    expect(back[0]![0]).toContain('单位：某校');
    expect(back.slice(-2)).toEqual([['合计', '90000000010', '3', '3.125'], ['核对：金额 = 现金 + 补贴']]);
    expect(await partText(bytes, 'xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A2:D5"/>');
  });

  it('say what the page says where its lines do not add up to it, and nothing where there are no rows', async () => {
    const info = { title: '人数', totals: { 2: 2 } };
    expect((await readBack(await xlsxBytes({ columns, info }, rows))).at(-1)).toEqual([
      '合计',
      '90000000010',
      '2',
      '3.125',
    ]);
    expect(await readBack(await xlsxBytes({ columns, info }, []))).toHaveLength(2);
  });
});

async function partText(bytes: Buffer, name: string): Promise<string> {
  const zip = await openZip(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of zip.stream(zip.entries.get(name)!, 1e9)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

describe('a written workbook', () => {
  it('shows every kind as a person expects it', async () => {
    const columns = [
      column('text'),
      column('int'),
      column('number'),
      column('money'),
      column('percent'),
      column('date'),
      column('time'),
      column('text', { labels: { NORMAL: '正常' } }),
      column('text', { mask: 'phone' }),
    ];
    const rows: CellValue[][] = [
      ['007', 12, 36.6, 123456, 60, '2026-04-01', '2026-04-01T12:34:56.789+08:00', 'NORMAL', '13812345678'],
      ['=1+1', 0, -0.5, -5, 10_000, '2024-02-29', '2026-04-01 23:59:59.5+00', ['DISABLED', 'NORMAL'], '张三'],
      [null, undefined, '', null, null, null, 1_775_018_096_000, null, ''],
      [true, 12345678901234567890n, 'x', '1.5', 'n/a', '1899-01-01', 'never', 7, '1'],
    ];
    const back = await readBack(await xlsxBytes({ columns }, rows));
    expect(back).toEqual([
      columns.map((c) => c.title),
      ['007', '12', '36.6', '1234.56', '0.6%', '2026-04-01', '2026-04-01 12:34:56', '正常', '138****5678'],
      ['=1+1', '0', '-0.5', '-0.05', '100%', '2024-02-29', '2026-04-02 07:59:59', 'DISABLED、正常', '*三'],
      ['', '', '', '', '', '', '2026-04-01 12:34:56'],
      ['是', '12345678901234567890', 'x', '1.5', 'n/a', '1899-01-01', 'never', '7', '1'],
    ]);
  });

  it('keeps text as text where it is typed over, numbers as numbers in empty cells, and leaves what lies beside it free', async () => {
    const columns = [column('text'), column('money'), column('text', { labels: { A: '' } })];
    const bytes = await xlsxBytes({ columns }, [
      ['0012', null, 'A'],
      [null, 5, 'B'],
    ]);
    const xml = await partText(bytes, 'xl/worksheets/sheet1.xml');
    const formats = [
      ...(await partText(bytes, 'xl/styles.xml')).matchAll(/<xf numFmtId="(\d+)"[^>]*applyNumberFormat/g),
    ];
    const formatOf = (style: string | undefined) => formats[Number(style ?? 0)]![1];
    const rows = [...xml.matchAll(/<row r="[23]">(.*?)<\/row>/g)].map(([, cells]) =>
      [...cells!.matchAll(/<c(?: s="(\d+)")?(?: t="str")?(?:\/>|>)/g)].map(([, style]) => formatOf(style)),
    );
    expect(rows).toEqual([
      ['49', '166', '49'],
      ['49', '166', '49'],
    ]);
    const beside = /<col min="(\d+)" max="16384" [^>]*style="(\d+)"/.exec(xml)!;
    expect([beside[1], formatOf(beside[2])]).toEqual(['4', '0']);
  });

  it('says in its first row what it is, and freezes and filters below it', async () => {
    const info = { title: '充值明细', filter: '状态 正常', exporter: '张三', exportedAt: '2026-04-01T08:09:10+08:00' };
    const bytes = await xlsxBytes({ columns: [column('text'), column('money')], info }, [['a', 1]]);
    const back = await readBack(bytes, '充值明细');
    expect(back[0]).toEqual(['充值明细　筛选：状态 正常　导出人：张三　导出时间：2026-04-01 08:09:10']);
    const xml = await partText(bytes, 'xl/worksheets/sheet1.xml');
    expect(xml).toContain('<pane ySplit="2" topLeftCell="A3" activePane="bottomLeft" state="frozen"/>');
    expect(xml).toContain('<autoFilter ref="A2:B3"/>');
    expect(await partText(bytes, 'xl/styles.xml')).toContain('formatCode="#,##0.00"');
  });

  it('goes on in a new sheet with the same header when one is full', async () => {
    const rows = Array.from({ length: 7 }, (_, i) => [String(i)]);
    const bytes = await xlsxBytes({ columns: [column('text')], sheetName: '消费[1]', rowsPerSheet: 4 }, rows);
    expect(await readBack(bytes, '消费 1')).toEqual([['text'], ['0'], ['1'], ['2']]);
    expect(await readBack(bytes, '消费 1 (3)')).toEqual([['text'], ['6']]);
  });

  it('keeps any text through writing and reading', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 30 }), async (texts) => {
        const back = await readBack(
          await xlsxBytes(
            { columns: [column('text')] },
            texts.map((text) => [text]),
          ),
        );
        expect(back.slice(1).map((cells) => cells[0] ?? '')).toEqual(texts);
      }),
      { numRuns: 60 },
    );
    const odd = ['  spaces  ', 'line\nline\r\n', '_x0041_', '<a href="x">&amp;</a>', '张\u{20BB7}', ']]>', '\ttab'];
    const back = await readBack(
      await xlsxBytes(
        { columns: [column('text')] },
        odd.map((text) => [text]),
      ),
    );
    expect(back.slice(1).map((cells) => cells[0])).toEqual(odd);
  });

  it('drops what XML cannot hold and cuts what a cell cannot hold', async () => {
    const bytes = await xlsxBytes({ columns: [column('text')] }, [['a\u0000b\u001fc'], ['字'.repeat(40_000)]]);
    const back = await readBack(bytes);
    expect(back[1]).toEqual(['abc']);
    expect(back[2]![0]).toHaveLength(32_767);
  });

  it('passes a failing sink on and does not hang', async () => {
    const writer = createXlsxWriter(
      async () => {
        throw new Error('disk full');
      },
      { columns: [column('text')] },
    );
    const rows = Array.from({ length: 5000 }, () => ['x'.repeat(500)]);
    await expect(writer.write(rows).then(() => writer.finish())).rejects.toThrow('disk full');
  });

  it('gives the same bytes for the same rows', async () => {
    const write = () => xlsxBytes({ columns: [column('int')] }, [[1], [2]]);
    expect((await write()).equals(await write())).toBe(true);
    const memory = memorySink();
    const writer = createXlsxWriter(memory.sink, { columns: [column('int')] });
    expect(await writer.finish()).toMatchObject({ rows: 0, sheets: 1 });
    expect(await readBack(memory.bytes())).toEqual([['int']]);
  });
});

describe('small helpers', () => {
  it('name columns', () => {
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});

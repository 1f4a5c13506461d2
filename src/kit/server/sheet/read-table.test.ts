import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { isRefusal, refusalMessage } from '../refusal.ts';
import { csvLine, csvText, detectDelimiter, parseCsv } from './csv.ts';
import { readTable } from './read-table.ts';
import { xlsxBytes } from './xlsx-writer.ts';

const people = '工号,姓名,卡号\r\n001,张三,04512345\r\n002,"李,四",12345678\r\n';

async function table(file: Buffer, options = {}) {
  const read = await readTable(file, '人员.csv', options);
  if (isRefusal(read)) throw new Error(refusalMessage(read));
  return read;
}
async function refusal(file: Buffer, options = {}): Promise<string> {
  const read = await readTable(file, '人员.csv', options);
  return isRefusal(read) ? refusalMessage(read) : 'accepted';
}

it('leaves out a last line of totals and its note, and keeps the word where the table goes on', async () => {
  const read = (text: string) => readTable(Buffer.from(text), 't.csv');
  expect(await read('姓名,金额\n甲,1\n合计,1\n核对：金额 = 1\n')).toMatchObject({ rows: [['甲', '1']], total: 1 });
  expect(await read('姓名,金额\n甲,1\n合计,1\n乙,2\n')).toMatchObject({
    rows: [
      ['甲', '1'],
      ['合计', '1'],
      ['乙', '2'],
    ],
    rowNumbers: [2, 3, 4],
    total: 3,
  });
});

describe('a text table', () => {
  it.each([
    ['utf-8', Buffer.from(people)],
    ['utf-8', Buffer.from(`\ufeff${people}`)],
    ['utf-16le', Buffer.from(`\ufeff${people}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\ufeff${people}`, 'utf16le').swap16()],
    ['utf-16le', Buffer.from(people, 'utf16le')],
    ['gb18030', iconv.encode(people, 'gb18030')],
  ])('is read in %s with leading zeros', async (encoding, bytes) => {
    expect(await table(bytes)).toEqual({
      headers: ['工号', '姓名', '卡号'],
      rows: [
        ['001', '张三', '04512345'],
        ['002', '李,四', '12345678'],
      ],
      rowNumbers: [2, 3],
      encoding,
      truncated: false,
      total: 2,
      notices: [],
    });
  });

  it('is counted whole where only its first rows are kept, and refused where it holds too many cells', async () => {
    expect(await table(Buffer.from(people), { keepRows: 1 })).toMatchObject({
      rows: [['001', '张三', '04512345']],
      total: 2,
    });
    const wide = `${'列,'.repeat(250)}列\r\n${`${'1,'.repeat(250)}1\r\n`.repeat(24_000)}`;
    expect(await refusal(Buffer.from(wide))).toContain('超过 600 万个单元格');
  });

  it('takes tabs, semicolons, quoted line ends, titles, gaps and tricks of other systems', async () => {
    expect((await table(Buffer.from('a\tb\n1\t2\n'))).rows).toEqual([['1', '2']]);
    expect((await table(Buffer.from('a;b;c\n"1;1";2;\n'))).rows).toEqual([['1;1', '2', '']]);
    expect((await table(Buffer.from('2026年人员名单\n\n姓名,卡号\n张三,="00123"\n,,\n李四,\t456\t\n'))).rows).toEqual([
      ['张三', '00123'],
      ['李四', '456'],
    ]);
    const odd = await table(Buffer.from('姓名,,备注\r甲,1,"第一行\n第""二""行",多\r'));
    expect(odd).toMatchObject({
      headers: ['姓名', '第2列', '备注', '第4列'],
      rows: [['甲', '1', '第一行\n第"二"行', '多']],
    });
    expect((await table(Buffer.from('卡号\n001\n002'))).rows).toEqual([['001'], ['002']]);
  });

  it('refuses in words what it cannot take', async () => {
    expect(await refusal(Buffer.alloc(0))).toBe('文件为空，没有任何内容');
    expect(await refusal(Buffer.from('\r\n , \r\n'))).toBe('文件为空，没有任何内容');
    expect(await refusal(Buffer.from('姓名,卡号\r\n'))).toBe('表格只有表头，没有数据行');
    expect(await refusal(Buffer.from('1,2026-01-01\n2,3\n'))).toContain('缺少表头：第 1 行');
    expect(await refusal(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0, 0]))).toContain('不是表格文件');
    expect(await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toContain('旧版 .xls');
    expect(await refusal(Buffer.from([0x61, 0x2c, 0xff, 0xff, 0x0a]))).toContain('文字编码');
    expect(await refusal(Buffer.from('a,b\n1,2\n3,4\n'), { maxRows: 1 })).toBe(
      '数据超过行数上限 1 行，请拆分为多个文件后分别导入',
    );
  });

  it('says what it is instead of a table, and what to do', async () => {
    const page = '<html><frameset><frame src="sheet001.htm"></frameset></html>';
    for (const text of [page, `<!-- x -->${page}`, '<table></table>', '<?xml version="1.0"?><Workbook></Workbook>'])
      expect(await refusal(Buffer.from(text))).toBe(
        '「人员.csv」其实是网页，请用 Excel 或 WPS 打开后另存为 .xlsx 再试',
      );
    expect(await refusal(Buffer.from('MIME-Version: 1.0\nX-Document-Type: Workbook\n'))).toContain('其实是网页');
    expect(await refusal(Buffer.from('%PDF-1.7'))).toContain('不是表格文件');
    const locked = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(await refusal(locked)).toBe('「人员.csv」设有打开密码，请在 Excel 或 WPS 中取消密码后再试');
  });

  it('refuses a quote that would make one cell of many rows, and a text cut within a character', async () => {
    const open = '姓名,备注\n甲,1\n乙,"大包\n丙,3\n丁,4\n';
    expect(await refusal(Buffer.from(open))).toBe(
      '第 3 行的双引号没有成对，后面的行会连成一格，请删去多余的双引号，或另存为 .xlsx 再试',
    );
    expect(await refusal(Buffer.from('姓名,备注\n甲,"大包\n乙,3\n丙,4"小包\n丁,5\n'))).toContain('第 2 行的双引号');
    expect((await table(Buffer.from('姓名,备注\n甲,"大"包\n'))).rows).toEqual([['甲', '大包']]);
    const cut = Buffer.from('工号,姓名\n001,张三\n002,李四');
    expect(await refusal(cut.subarray(0, cut.length - 1))).toBe(
      '「人员.csv」已损坏，无法读取（文字在中间断开），请重新保存后再试',
    );
  });

  it('takes what cannot be seen out of a cell', async () => {
    const text = '姓名,手机\n\u202a张\u200b三\u202c,\u202d138\u00ad0000\u2060\n李\u00a0四,👨\u200d👩\n';
    expect((await table(Buffer.from(text))).rows).toEqual([
      ['张三', '1380000'],
      ['李 四', '👨\u200d👩'],
    ]);
  });

  it('cuts at the limit when asked to', async () => {
    expect(await table(Buffer.from('a,b\n1,2\n3,4\n'), { maxRows: 1, overflow: 'cut' })).toMatchObject({
      rows: [['1', '2']],
      truncated: true,
    });
  });

  it('reads back our own exports below their info line', async () => {
    const bytes = await xlsxBytes(
      {
        columns: [
          { title: '姓名', kind: 'text' },
          { title: '金额', kind: 'money' },
        ],
        info: { title: '充值明细' },
      },
      [['张三', 1234]],
    );
    expect(await table(bytes)).toMatchObject({
      headers: ['姓名', '金额'],
      rows: [['张三', '12.34']],
      rowNumbers: [3],
      encoding: 'xlsx',
    });
  });
});

describe('csv', () => {
  it('brings any cells back as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 })), (rows) => {
        const back: string[][] = [];
        parseCsv(csvText(rows), (cells) => back.push(cells) > 0, ',');
        expect(back).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });
  it('never writes a formula', () => {
    expect(csvLine(['=1+1', '-5', '@x', '+8613800000000', 'a"b'])).toBe('\'=1+1,-5,\'@x,+8613800000000,"a""b"\r\n');
    expect(detectDelimiter('a b')).toBe(',');
  });
});

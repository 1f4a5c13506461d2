/** Tables as people keep them: what stands above, between and below the rows, and beside the sheet. */
import { expect, test } from 'vitest';
import { isRefusal, refusalMessage } from '../refusal.ts';
import { readTable } from './read-table.ts';
import { zipped } from './testing.ts';
import { xlsxBytes } from './xlsx-writer.ts';

const headings = ['姓名', '工号', '手机', '部门'];

async function read(file: Buffer | string, options = {}) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const table = await readTable(bytes, '人员.xlsx', { headings, ...options });
  if (isRefusal(table)) throw new Error(refusalMessage(table));
  return table;
}

const cell = (ref: string, text: string) =>
  text === '' ? '' : `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
interface MadeSheet {
  name: string;
  rows: readonly (readonly string[])[];
  merged?: readonly string[];
  hidden?: readonly number[];
}
/** A workbook of these sheets; a merged block is its reference. */
function workbook(...sheets: readonly MadeSheet[]): Promise<Buffer> {
  const ids = sheets.map((_, i) => i + 1);
  const xml = ({ rows, merged = [], hidden = [] }: MadeSheet) =>
    `<worksheet><sheetData>${rows
      .map((cells, i) => {
        const own = cells.map((text, c) => cell(`${'ABCDEFG'[c]}${i + 1}`, text)).join('');
        return `<row r="${i + 1}"${hidden.includes(i + 1) ? ' hidden="1"' : ''}>${own}</row>`;
      })
      .join('')}</sheetData><autoFilter ref="A1:B9"/><mergeCells>${merged
      .map((ref) => `<mergeCell ref="${ref}"/>`)
      .join('')}</mergeCells><pageMargins left="1"/></worksheet>`;
  return zipped({
    'xl/workbook.xml': `<workbook><sheets>${ids.map((n) => `<sheet name="${sheets[n - 1]!.name}" r:id="r${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${ids.map((n) => `<Relationship Id="r${n}" Type="x/worksheet" Target="s${n}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(sheets.map((sheet, i) => [`xl/s${i + 1}.xml`, xml(sheet)])),
  });
}

test('the headings are found below titles of several cells and below a page of notes; what was left out is named', async () => {
  expect(await read('某某学校,,2026年秋\n填表说明,请勿改动\n序号,姓名*,学号,工号（必填）\n1,甲,x,001\n')).toMatchObject(
    {
      headers: ['序号', '姓名*', '学号', '工号（必填）'],
      rows: [['1', '甲', 'x', '001']],
      rowNumbers: [4],
      notices: ['第 1、2 行在表头以上，没有读取'],
    },
  );
  const notes = Array.from({ length: 9 }, (_, i) => `${i + 1}、说明`).join('\n');
  expect(await read(`${notes}\n姓名,工号\n甲,001\n`)).toMatchObject({ headers: ['姓名', '工号'], rowNumbers: [11] });
  expect(await read('名字,编号\n姓名,1\n乙,2\n')).toMatchObject({ headers: ['名字', '编号'], total: 2, notices: [] });
});

test('headings of two lines are one, whichever line says more', async () => {
  expect(await read('姓名,工号,联系方式,\n,,手机,地址\n甲,001,138,路\n')).toMatchObject({
    headers: ['姓名', '工号', '手机', '地址'],
    rows: [['甲', '001', '138', '路']],
    rowNumbers: [3],
    notices: [],
  });
  expect(await read('姓名,基本信息,\n,工号,手机\n甲,001,138\n')).toMatchObject({
    headers: ['姓名', '工号', '手机'],
    total: 1,
  });
  expect(await read('姓名,工号,联系,\n甲,001,,x\n,,手机,\n')).toMatchObject({
    headers: ['姓名', '工号', '联系', '第4列'],
    total: 2,
  });
});

test('headings said again on every page, totals and remarks at the end are no rows, and are named', async () => {
  const text =
    '姓名,工号\n甲,001\n姓名,工号\n总计：,2\n乙,002\n合 计,2\n制表人：丙,审核人：丁\n注：以上属实\n请于周五前交\n';
  expect(await read(text)).toMatchObject({
    rows: [
      ['甲', '001'],
      ['总计：', '2'],
      ['乙', '002'],
    ],
    rowNumbers: [2, 4, 5],
    notices: [
      '第 3 行重复了表头，没有读取',
      '第 6 行「合 计」在表的末尾，没有读取',
      '第 7 行「制表人：丙」在表的末尾，没有读取',
      '第 8 行「注：以上属实」在表的末尾，没有读取',
      '第 9 行「请于周五前交」在表的末尾，没有读取',
    ],
  });
  expect((await read('姓名,工号\n合计,001\n甲\n')).total).toBe(2);
});

test('the sheet with the headings is read, or else the first with rows; the others are named', async () => {
  const rows = [
    ['姓名', '工号'],
    ['甲', '001'],
  ];
  const cover = { name: '说明', rows: [['请勿改动'], ['学校', '某校']] };
  expect(await read(await workbook(cover, { name: '名单', rows }, { name: '空', rows: [] }))).toMatchObject({
    rows: [['甲', '001']],
    notices: ['只读取了工作表「名单」，「说明」没有读取'],
  });
  expect(await read(await workbook({ name: '空', rows: [] }, { name: '名单', rows }), { headings: [] })).toMatchObject({
    rows: [['甲', '001']],
    notices: [],
  });
  expect(await read(await workbook({ name: '一', rows }, { name: '二', rows }))).toMatchObject({
    total: 1,
    notices: ['只读取了工作表「一」，「二」没有读取'],
  });
});

test('a cell merged over several rows is not theirs, and rows that nobody sees are named', async () => {
  const rows = [
    ['姓名', '工号', '部门'],
    ['', '', ''],
    ['甲', '001', '一班'],
    ['乙', '002', ''],
    ['', '', ''],
    ['丙', '003', '二班'],
    ['丁', '004', ''],
  ];
  const merged = ['A1:A2', 'C3:C5', 'A7:B7', 'D6:D7'];
  expect(await read(await workbook({ name: '名单', rows, merged, hidden: [4, 7] }))).toMatchObject({
    rows: [
      ['甲', '001', '一班'],
      ['乙', '002', '（与上方单元格合并）'],
      ['丙', '003', '二班'],
      ['丁', '004', ''],
    ],
    rowNumbers: [3, 4, 6, 7],
    notices: ['第 4、7 行在表格中是隐藏的，也已读取'],
  });
});

test('our own exports read as they did', async () => {
  const columns = [
    { title: '姓名', kind: 'text' },
    { title: '工号', kind: 'text' },
    { title: '手机', kind: 'int', total: true },
  ] as const;
  const file = await xlsxBytes({ columns, info: { title: '人员', notes: ['核对：一致'] } }, [['甲', '001', 5]]);
  expect(await read(file)).toMatchObject({ rows: [['甲', '001', '5']], rowNumbers: [3] });
});

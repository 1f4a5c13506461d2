import { describe, expect, it } from 'vitest';
import { int, money, sheet, text } from '../../define/field.ts';
import { rowsOf } from './sheet-rows.ts';

const field = sheet('名单', {
  number: text('工号', { required: true, aliases: ['职工号'] }),
  name: text('姓名'),
  amountFen: money('金额', { aliases: ['补贴金额'] }),
  days: int('天数', { aliases: ['出勤天数'] }),
});
const table = {
  headers: ['序号', '职工号', '姓名', '出勤天数', '补贴金额'],
  rows: [
    ['1', '007', '甲', '21', '¥1,200.50'],
    ['2', '', '乙', '二十', '1.234'],
    ['3', '008', '', '', '12,5'],
  ],
  rowNumbers: [3, 4, 5],
};

describe('the table of a sheet field', () => {
  it('is read by its headings; what cannot be read is said with its row, the rest of the row is kept', () => {
    expect(rowsOf(field, table, null)).toEqual([
      { lineNo: 3, values: { number: '007', name: '甲', amountFen: 120_050, days: 21 } },
      {
        lineNo: 4,
        values: { number: null, name: '乙', amountFen: null, days: null },
        wrong: '工号不能为空；金额不正确，最多两位小数；天数必须是整数',
      },
      {
        lineNo: 5,
        values: { number: '008', name: null, amountFen: null, days: null },
        wrong: '金额千位分隔符位置不对',
      },
    ]);
  });

  it('takes the columns the clerk set instead, and none for a column that is not there', () => {
    const [row] = rowsOf(field, table, { number: 0, amountFen: 99 }, ['number']) as { values: object }[];
    expect(row!.values).toEqual({ number: '1', name: null, amountFen: null, days: null });
  });

  it('is refused where a column that must be there is missing, by name', () => {
    const poor = { ...table, headers: ['姓名', '', '', '', ''] };
    expect(rowsOf(field, poor, null)).toMatchObject({ code: 'SHEET_COLUMNS', params: { titles: '工号' } });
    expect(rowsOf(field, poor, null, ['number', 'amountFen'])).toMatchObject({ params: { titles: '工号、金额' } });
    expect(rowsOf(field, poor, null, ['name'])).toHaveLength(3);
  });
});

import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import {
  bool,
  choice,
  choices,
  date,
  decimal,
  hm,
  idCard,
  int,
  money,
  percent,
  phone,
  ref,
  refs,
  text,
  time,
} from '../../../define/field.ts';
import { isRefusal } from '../../refusal.ts';
import { readTable } from '../../sheet/read-table.ts';
import { askDatabase, checkRows, reasonText } from './check-rows.ts';
import { idsNamed } from './ids-named.ts';
import { parseCell } from './parse-cell.ts';
import { missingSources, proposeMapping } from './propose-mapping.ts';
import type { ImportColumn } from './types.ts';

const sexes = [
  { value: 'MALE', label: '男' },
  { value: 'FEMALE', label: '女' },
] as const;
const columns: ImportColumn[] = [
  { key: 'jobNumber', ...text('工号', { required: true, max: 20, aliases: ['学号', 'CardNo'] }), unique: true },
  { key: 'name', ...text('姓名', { required: true, max: 20 }) },
  { key: 'sex', ...choice('性别', sexes, { aliases: ['Sex'] }) },
  { key: 'physicalNo', ...text('物理卡号', { aliases: ['AccessCardNo'] }), unique: true },
  { key: 'departmentId', ...ref('部门', '/admin/organization/department', { aliases: ['Major'] }) },
];
const departments = new Map([
  ['18国际金融', 11],
  ['18软件技术', 12],
]);
const resolve = async (_: string, names: readonly string[]) =>
  new Map([...departments].filter(([name]) => names.includes(name)));

describe('cells as people write them', () => {
  const cell = (field: object, raw: string) => {
    const parsed = parseCell({ key: 'x', ...field } as ImportColumn, raw);
    return 'value' in parsed ? parsed.value : 'error' in parsed ? `! ${parsed.error}` : parsed.names;
  };
  it.each([
    [money('金额'), '12.5', 1250],
    [money('金额'), '¥1,234.50元', 123450],
    [money('金额'), '-0.05', -5],
    [money('金额'), '１２', 1200],
    [money('金额'), '0.30000', 30],
    [money('金额'), '-12,345', -1234500],
    [money('金额'), '=B2*1.1', '! 是公式「=B2*1.1」，请改为数值：复制后用“选择性粘贴 → 数值”'],
    [text('名称'), '=A1&"x"', '! 是公式「=A1&"x"」，请改为数值：复制后用“选择性粘贴 → 数值”'],
    [text('名称'), '=', '='],
    [money('金额'), '12,5', '! 千位分隔符位置不对'],
    [money('金额'), '1.000,50', '! 千位分隔符位置不对'],
    [money('金额'), '1.005', '! 金额不正确，最多两位小数'],
    [percent('费率'), '0.6%', 60],
    [percent('费率'), '5', 500],
    [int('次数', { unit: '次' }), '1,200次', 1200],
    [int('次数'), '3.0', 3],
    [int('次数'), '3.5', '! 必须是整数'],
    [date('日期'), '2026/4/1', '2026-04-01'],
    [date('日期'), '2026年4月1日', '2026-04-01'],
    [date('日期'), '20260401', '2026-04-01'],
    [date('日期'), '2026-04-01 00:00:00', '2026-04-01'],
    [date('日期'), '2026-04-01 8:30', '2026-04-01'],
    [date('日期'), '4月1日', '! 日期不正确，应为 2026-04-01'],
    [time('时间'), '2026/4/1 8:05', '2026-04-01T08:05:00+08:00'],
    [time('时间'), '2026-04-01T08:05:09+08:00', '2026-04-01T08:05:09+08:00'],
    [time('时间'), '25:00', '! 时间不正确，应为 2026-04-01 08:30:00'],
    [hm('开始'), '6：30', '06:30'],
    [bool('启用'), '是', true],
    [bool('启用'), 'N', false],
    [bool('启用'), '也许', '! 请填写“是”或“否”'],
    [choice('性别', sexes), ' 男 ', 'MALE'],
    [choice('性别', sexes), 'female', 'FEMALE'],
    [choice('性别', sexes), '未知', '! 只能填写：男、女'],
    [choices('性别', sexes), '男、女，男', ['MALE', 'FEMALE']],
    [refs('部门', '/x'), '甲；乙', ['甲', '乙']],
    [phone('电话'), '+86 138-1234-5678', '13812345678'],
    [idCard('身份证'), '11010119900307 851x', '11010119900307851X'],
    [text('卡号'), '0012345678901234567890', '0012345678901234567890'],
    [text('卡号'), '6.22202E+17', '! 长数字「6.22202E+17」已被表格软件改为科学计数，请将该列设为文本后重新填写'],
    [text('卡号'), '', null],
    [text('姓名'), '#N/A', '! 是表格的错误值「#N/A」，请改正后再导入'],
    [text('姓名'), '#REF!', '! 是表格的错误值「#REF!」，请改正后再导入'],
    [text('编号'), '#########', '! 是表格的错误值「#########」，请改正后再导入'],
    [text('编号'), '#7', '#7'],
    [text('房间'), '3月2日（2026-03-02）', '! 「3月2日」是表格软件改成的日期，请将该列设为文本后重新填写'],
    [date('日期'), '3月2日（2026-03-02）', '2026-03-02'],
    [time('时间'), '3月2日（2026-03-02）', '2026-03-02T00:00:00+08:00'],
    [date('日期'), '2026 年 9 月 1 日', '2026-09-01'],
    [date('日期'), '2026-9-1 周二', '! 日期不正确，应为 2026-04-01'],
    [money('金额'), '12 50', '! 数字中间有空格，请去掉'],
    [money('金额'), '1 234.50', 123450],
    [money('金额'), '￥ 12.50 元', 1250],
    [int('次数'), '1 2', '! 数字中间有空格，请去掉'],
    [int('次数'), '12,5', '! 千位分隔符位置不对'],
    [int('次数'), '1,200', 1200],
    [decimal('体温'), '36,5', '! 千位分隔符位置不对'],
    [decimal('体温'), '1,036.5', 1036.5],
    [percent('费率'), '0 6%', '! 数字中间有空格，请去掉'],
    [text('工号'), 'Ａ００１', 'A001'],
    [text('工号'), "'00123", '00123'],
    [text('姓名'), "D'Arc", "D'Arc"],
    [text('名称'), '宫保鸡丁\n（大份）', '宫保鸡丁 （大份）'],
    [text('姓名'), '𠮷田', '𠮷田'],
    [text('姓名'), '\ufffd\ufffd', '! 含有乱码，请核对后重新填写'],
    [phone('电话'), '’13812345678', '13812345678'],
    [phone('电话'), '138****5678', '! 有几位被隐去了，请填写完整的号码'],
    [text('部门'), '（与上方单元格合并）', '! 与上方的单元格合并，请取消合并后逐行填写'],
    [money('金额'), '（与上方单元格合并）', '! 与上方的单元格合并，请取消合并后逐行填写'],
  ])('%o reads %s', (field, raw, expected) => {
    expect(cell(field, raw)).toEqual(expected);
  });
});

describe('columns', () => {
  it('are guessed by title, alias and likeness, each header once', () => {
    const guess = proposeMapping(['序号', '学 号（必填）', '姓名*', 'ＳＥＸ', '姓名', '所属部门'], columns);
    expect(guess.mapping).toEqual({ jobNumber: 1, name: 4, sex: 3, physicalNo: null, departmentId: null });
    expect(guess.unmapped).toEqual(['序号', '姓名*', '所属部门']);
    expect(missingSources(guess.mapping, columns)).toEqual([]);
    expect(missingSources({ jobNumber: 0 }, columns).map((column) => column.label)).toEqual(['姓名']);
  });
});

/** A table as a Windows spreadsheet saves it: GB18030, CRLF, a leading zero, numbers shared by two people. */
function holders(count: number): Buffer {
  const lines = ['Index,CardNo,Sex,Major,AccessCardNo'];
  for (let i = 1; i <= count; i++) {
    const access = i === 5 ? '04512345' : i === 9 || i === 30 ? '20541770' : String(20_000_000 + i * 7);
    lines.push(`${i},${180000 + i},${i % 2 ? '男' : '女'},${i === 12 ? '18无此专业' : '18国际金融'},${access}`);
  }
  return iconv.encode(`${lines.join('\r\n')}\r\n`, 'gb18030');
}

describe('rows', () => {
  it('of a GB18030 file are checked by mapping its columns, and clashes name each other', async () => {
    const table = await readTable(holders(40), 'holders.csv');
    if (isRefusal(table)) throw new Error(table.code);
    const { mapping } = proposeMapping(table.headers, columns);
    expect(mapping).toEqual({ jobNumber: 1, name: null, sex: 2, physicalNo: 4, departmentId: 3 });
    const { rows, rowNumbers } = table;
    const checked = await checkRows({ rows, rowNumbers, columns, mapping: { ...mapping, name: 1 }, resolve });
    expect(checked[4]!.values).toEqual({
      jobNumber: '180005',
      name: '180005',
      sex: 'MALE',
      physicalNo: '04512345',
      departmentId: 11,
    });
    expect(checked.filter((row) => row.errors.length > 0).map((row) => [row.rowNo, reasonText(row.errors)])).toEqual([
      [10, '物理卡号与第 31 行重复'],
      [13, '部门「18无此专业」不存在'],
      [31, '物理卡号与第 10 行重复'],
    ]);
  });

  it('tell everything that is wrong at once, take fixed values, and ask the database', async () => {
    const checked = await checkRows({
      rows: [
        ['', '张三', '不明'],
        ['A1', '一个名字长到没有任何人会有这样长的名字吧是不是', '男'],
        ['A2', '李四', ''],
        ['A2', '王五', ''],
        ['A2', '赵六', ''],
      ],
      rowNumbers: [2, 3, 5, 6, 7],
      columns,
      mapping: { jobNumber: 0, name: 1, sex: 2, physicalNo: null, departmentId: { fixed: '18软件技术' } },
      resolve,
    });
    await askDatabase(
      checked,
      columns,
      async (rows) =>
        new Map(rows.filter((row) => row.values.jobNumber === 'A1').map((row) => [row.rowNo, { jobNumber: '已存在' }])),
    );
    expect(checked.map((row) => reasonText(row.errors))).toEqual([
      '工号不能为空；性别只能填写：男、女',
      '姓名不能超过 20 个字；工号已存在',
      '工号与第 6、7 行重复',
      '工号与第 5、7 行重复',
      '工号与第 5、6 行重复',
    ]);
    expect(checked[2]!.values.departmentId).toBe(12);
  });

  it('say of a name that several have that it is not clear, and of a cell only what was first found', async () => {
    const checked = await checkRows({
      rows: [
        ['A1', '张三', '男', '', '食堂'],
        ['', '李四', '男', '', '没有'],
      ],
      rowNumbers: [2, 3],
      columns,
      mapping: { jobNumber: 0, name: 1, sex: 2, physicalNo: 3, departmentId: 4 },
      resolve: async () =>
        idsNamed([
          { id: 1, name: '食堂' },
          { id: 2, name: '食堂' },
          { id: 3, name: '别的', code: 'B' },
        ]),
    });
    await askDatabase(
      checked,
      columns,
      async () => new Map([[3, { jobNumber: '「null」没有对应的人员', sex: '不对' }]]),
    );
    expect(checked.map((row) => reasonText(row.errors))).toEqual([
      '部门「食堂」不止一个，请改填编码或先改名以区分',
      '工号不能为空；部门「没有」不存在；性别不对',
    ]);
  });

  it('that all hold the same number are told so; comparing every pair of them would not come back', async () => {
    const count = 60_000;
    const rowNumbers = Array.from({ length: count }, (_, i) => i + 2);
    const checked = await checkRows({
      rows: rowNumbers.map(() => ['A1', '张三']),
      rowNumbers,
      columns: columns.filter((column) => column.key === 'jobNumber' || column.key === 'name'),
      mapping: { jobNumber: 0, name: 1 },
      resolve,
    });
    expect(reasonText(checked[1]!.errors)).toBe('工号与第 2、4、5 行等 59999 行重复');
    expect(reasonText(checked[count - 1]!.errors)).toBe('工号与第 2、3、4 行等 59999 行重复');
  });
});

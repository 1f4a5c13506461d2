/** The clerk's table of a batch: number, name, amount, days. Which of them must have a column depends on the batch. */
import { int, sheet, text } from '../../../kit/define/field.ts';
import { type GrantUnit, inMeals, inMoney } from '../units.ts';

const sheetIn = (unit: GrantUnit) =>
  sheet(
    '名单表格',
    {
      jobNumber: text('工号', {
        required: true,
        aliases: ['学号', '工号/学号', '人员编号', '员工编号', '职工号', '编号', 'CardNo'],
      }),
      name: text('姓名', { aliases: ['名字', '员工姓名', '学生姓名'] }),
      amountFen: unit.amount(unit.word, {
        aliases:
          unit.purse === 'COUNT'
            ? ['发放次数', '退回次数', '餐数', '份数', '数量']
            : ['补贴金额', '发放金额', '退回金额', '餐补', '补助', '补贴'],
      }),
      units: int('天数/班次', { aliases: ['出勤天数', '天数', '出勤', '班次', '班次数', '夜班数'] }),
    },
    {
      when: (v) => v.mode === 'IMPORT' || (v.mode === 'RULE' && v.kind !== 'RETURN'),
      help: `须有工号，可有姓名（用于核对）。发放：表格名单须有${unit.word}，选了规则可不填；按出勤天数或班次计发的规则须有天数，固定${unit.word}的规则不用上传。退补贴：${unit.word}不填退回全部剩余。支持 xlsx、csv 和网页表格 xls，编号前面的 0 会保留`,
    },
  );

export const batchSheets = { SUBSIDY: sheetIn(inMoney), COUNT: sheetIn(inMeals) };

export interface GivenRow {
  lineNo: number;
  jobNumber: string;
  name: string;
  /** Null: empty. */
  amountFen: number | null;
  units: number | null;
  wrong?: string;
}

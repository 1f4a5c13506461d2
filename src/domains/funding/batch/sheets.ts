/** The clerk's tables: number, name, amount, and for refunds the bank account. */
import { type Field, int, money, sheet, text } from '../../../kit/define/field.ts';
import type { BatchKind } from './states.ts';

const jobNumber = text('工号', {
  required: true,
  aliases: ['学号', '工号/学号', '人员编号', '员工编号', '职工号', '编号'],
});
const personName = text('姓名', { aliases: ['名字', '员工姓名', '学生姓名'] });
const amountFen = (required: boolean) =>
  money('金额', { required, aliases: ['充值金额', '退款金额', '应退金额', '金额（元）'] });

const imported = { when: (v: Readonly<Record<string, unknown>>) => v.mode === 'IMPORT', required: true };

/** A refund without an amount gives back all that is free. */
export const batchSheets: Readonly<Record<BatchKind, Field<string>>> = {
  RECHARGE: sheet(
    '名单表格',
    { jobNumber, personName, amountFen: amountFen(true) },
    { ...imported, help: '列：工号、姓名、金额；支持 xlsx、csv 和网页表格 xls，编号前面的 0 会保留' },
  ),
  COUNT: sheet(
    '名单表格',
    { jobNumber, personName, amountFen: int('次数', { required: true, aliases: ['充值次数', '餐次数', '份数'] }) },
    { ...imported, help: '列：工号、姓名、次数；支持 xlsx、csv 和网页表格 xls，编号前面的 0 会保留' },
  ),
  REFUND: sheet(
    '名单表格',
    {
      jobNumber,
      personName,
      amountFen: amountFen(false),
      bankName: text('开户行', { aliases: ['银行'] }),
      bankAccount: text('收款账号', { aliases: ['银行卡号', '卡号', '账号'] }),
    },
    { ...imported, help: '列：工号、姓名、金额（不填则退全部）、开户行、收款账号；支持 xlsx、csv 和网页表格 xls' },
  ),
};

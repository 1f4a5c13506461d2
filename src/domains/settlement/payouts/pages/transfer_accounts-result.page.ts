/** 银行结果: the file a bank gives back, read against the transfers under way. */
import { date, file, int, longText, money, sheet, text, time } from '../../../../kit/define/field.ts';
import { except, page } from '../../../../kit/define/page.ts';
import transferAccounts from './transfer_accounts.page.ts';

export default page({
  of: transferAccounts,
  path: 'result',
  title: '银行结果',
  fields: {
    filename: text('文件', { columnWidth: 240 }),
    table: sheet(
      '银行结果文件',
      {
        transferNo: text('附言', { aliases: ['用途', '备注', '摘要'] }),
        accountNo: text('账号', { aliases: ['收款账号', '收款人账号'] }),
        amountFen: money('金额', { aliases: ['交易金额', '转账金额'] }),
        day: date('日期', { aliases: ['交易日期', '转账日期'] }),
        result: text('结果', { required: true, aliases: ['状态', '交易结果', '处理结果'] }),
        bankFlowNo: text('银行流水号', { aliases: ['流水号', '交易流水号'] }),
        reason: text('失败原因', { aliases: ['原因'] }),
      },
      { required: true, help: '按附言对应；没有附言的按账号、金额和日期，对应不止一笔的不处理' },
    ),
    fileKey: file('原文件'),
    totalCount: int('行数'),
    paidCount: int('成功'),
    failedCount: int('失败'),
    openCount: int('未处理', { alarm: true }),
    said: longText('未处理的行'),
    makerName: text('导入人'),
    createdAt: time('导入时间', { sortable: true }),
  },
  list: {
    columns: except('table', 'said', 'fileKey'),
    detail: except('table'),
    tools: ['create'],
    createLabel: '导入银行结果',
    row: ['view'],
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['table'] }],
    submit: '导入',
    done: '已按银行结果登记',
    opens: '/admin/platform/transfer_accounts/result/record?id={id}',
    witness: { needs: 'vouch', says: '我已核对银行结果文件，同意按它登记成功与失败。' },
  },
  verbs: { vouch: '见证银行结果' },
  duties: { vouch: 'check' },
});

/** 供应商对账: what each supplier is owed for a month, marked by both sides, paid under a number of the bank. */
import { choice, date, file, int, longText, money, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { statementFlow, statementStatuses, theirWays } from '../statement-states.ts';

const path = '/admin/contractor/erp/supplier_statement';

export const supplierStatement = page({
  path,
  title: '供应商对账',
  menu: ['进销存', '业务'],
  order: 24,
  limited: 'common',
  // Never one account with who orders and who accepts.
  duties: { pay: 'check' },
  fields: {
    statementNo: text('对账单号', { columnWidth: 150 }),
    supplierId: ref('供应商', 'supplier'),
    month: text('月份'),
    until: date('截至'),
    receiptCount: int('验收单', { unit: '张' }),
    receivedFen: money('验收'),
    returnedFen: money('退货'),
    amountFen: money('应付'),
    status: choice('状态', statementStatuses),
    makerName: text('制单人'),
    checkerName: text('我方确认'),
    checkedAt: time('我方确认时间'),
    theirName: text('供应商确认'),
    theirAt: time('供应商确认时间'),
    theirWay: choice('确认方式', theirWays),
    theirNote: longText('供应商的话'),
    theirFile: file('盖章回单'),
    flowNo: text('银行流水号'),
    paidOn: date('付款日期'),
    payerName: text('付款登记人'),
    voidReason: text('作废原因'),
    createdAt: time('生成时间', { sortable: true }),
  },
  list: {
    columns: except(
      'makerName',
      'checkedAt',
      'theirAt',
      'theirWay',
      'theirNote',
      'theirFile',
      'payerName',
      'voidReason',
    ),
    important: ['statementNo', 'supplierId', 'month', 'amountFen', 'flowNo', 'status', 'createdAt'],
    search: [range('createdAt'), 'supplierId', 'status', keyword('单号/流水号', 'statementNo', 'flowNo')],
    totals: ['receivedFen', 'returnedFen', 'amountFen'],
    tools: [
      {
        key: 'draw',
        label: '生成对账单',
        tone: 'primary',
        form: {
          month: date('月份', { required: true, starts: 'today', help: '取所在的月；当月的算到今天' }),
          supplierIds: refs('供应商', 'supplier', { help: '不选为全部' }),
        },
      },
    ],
    row: [
      statementFlow.button('confirm'),
      { key: 'link', label: '发给供应商', shows: 'link', when: (row) => row.status === 'SENT' },
      statementFlow.button('signed'),
      statementFlow.button('pay'),
      statementFlow.button('cancel'),
      { key: 'print', label: '打印对账单', shows: 'receipt' },
      'view',
    ],
  },
});

export const supplierStatementLine = page({
  of: supplierStatement,
  by: 'statementId',
  path: 'line',
  title: '明细',
  fields: {
    statementId: int('对账单'),
    lineNo: int('行'),
    receiptId: ref('验收单', '/admin/contractor/erp/receipt'),
    orderId: ref('采购单', 'supply_order', { none: '' }),
    acceptedAt: time('验收时间'),
    receivedFen: money('验收'),
    returnedFen: money('退货'),
    amountFen: money('应付'),
  },
  list: {
    columns: ['lineNo', 'receiptId', 'orderId', 'acceptedAt', 'receivedFen', 'returnedFen', 'amountFen'],
    sort: 'lineNo',
    totals: ['receivedFen', 'returnedFen', 'amountFen'],
    drills: { receivedFen: { path: '/admin/contractor/erp/receipt/record', search: (row) => ({ id: row.receiptId }) } },
  },
});

export default [supplierStatement, supplierStatementLine];

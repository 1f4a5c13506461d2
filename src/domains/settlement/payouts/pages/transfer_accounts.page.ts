/** 打款管理: withdrawals of all units, from the first look to what the bank says of them. */
import { bool, choice, text } from '../../../../kit/define/field.ts';
import { all, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { unitTypes } from '../../ledger/purses.ts';
import { withdrawalFields } from '../../withdrawals/withdrawal-fields.ts';
import { withdrawalFlow } from '../../withdrawals/withdrawal-states.ts';
import { payoutFormats } from '../payout-formats.ts';

export default page({
  title: '打款管理',
  path: '/admin/platform/transfer_accounts',
  menu: ['资金', '资金'],
  order: 30,
  verbs: { vouch: '见证打款结果' },
  duties: { vouch: 'check', payout: 'make', paid: 'make', fail: 'make', bounce: 'make' },
  fields: {
    ...withdrawalFields,
    unitType: choice('对象类型', unitTypes),
    unitName: text('对象', { columnWidth: 150 }),
  },
  list: {
    columns: [
      'withdrawNo',
      'unitName',
      'amountFen',
      'realFen',
      'bankName',
      'makerName',
      'createdAt',
      'auditorName',
      'checkerName',
      'payoutNo',
      'bankFlowNo',
      'status',
    ],
    important: ['withdrawNo', 'unitName', 'amountFen', 'realFen', 'status'],
    detail: except('bankAccountId'),
    search: [
      'status',
      range('createdAt'),
      range('paidAt'),
      'unitType',
      keyword('对象/单号', 'unitName', 'withdrawNo', 'bankFlowNo', 'payoutNo'),
    ],
    totals: all(),
    notice: true,
    row: [
      withdrawalFlow.button('check'),
      withdrawalFlow.button('approve'),
      {
        key: 'payout',
        label: '生成打款文件',
        tone: 'primary',
        batch: true,
        outcome: true,
        form: {
          format: choice('文件格式', payoutFormats, { required: true, initial: 'CSV_GB' }),
          sure: bool('确认不是重复', { initial: false, help: '24 小时内向同一账户付过同样金额时须勾选' }),
        },
        when: (row) => row.status === 'APPROVED',
        done: '已生成打款文件，可在「打款批次」下载',
      },
      withdrawalFlow.button('reject'),
      withdrawalFlow.button('paid'),
      withdrawalFlow.button('fail'),
      withdrawalFlow.button('bounce'),
      'view',
    ],
    tools: [
      { key: 'payouts', label: '打款批次', open: '/admin/platform/transfer_accounts/payout' },
      { key: 'results', label: '银行结果', open: '/admin/platform/transfer_accounts/result' },
    ],
  },
});

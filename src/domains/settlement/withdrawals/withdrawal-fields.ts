/** What a withdrawal says, to the unit that asks and to the platform that pays. */
import { choice, file, money, ref, text, time } from '../../../kit/define/field.ts';
import { withdrawalStatuses } from './withdrawal-states.ts';

export const withdrawalFields = {
  withdrawNo: text('提现单号', { columnWidth: 170 }),
  amountFen: money('提现金额', { required: true, min: 1, width: 200, help: '手续费 + 实付' }),
  feeFen: money('手续费'),
  realFen: money('实付'),
  bankAccountId: ref('收款账户', 'unit_bank_account', { required: true, width: 400 }),
  accountName: text('户名'),
  bankName: text('开户行', { columnWidth: 170 }),
  accountNo: text('账号', { mask: 'bank' }),
  remark: text('备注', { max: 60, width: 400 }),
  makerName: text('申请人'),
  createdAt: time('申请时间', { sortable: true }),
  auditorName: text('初审人'),
  checkerName: text('复核人'),
  checkedAt: time('复核时间'),
  payoutNo: text('打款批次', { columnWidth: 170 }),
  bankFlowNo: text('银行流水号'),
  proof: file('回单'),
  paidAt: time('打款时间'),
  reason: text('驳回或失败原因', { columnWidth: 200 }),
  status: choice('状态', withdrawalStatuses),
};

/** A line that moved a balance as lists have it, in a unit and over many. */
import { choice, date, money, text, time } from '../../../kit/define/field.ts';
import { ledgerAccounts, ledgerKinds } from './ledger-words.ts';

export const lineTimes = {
  entryNo: text('流水号', { columnWidth: 130 }),
  at: time('发生时间', { sortable: true }),
  recordedAt: time('入账时间'),
  businessDate: date('营业日'),
};

export const lineAmounts = {
  account: choice('账户', ledgerAccounts, { help: '不选为主账户、补贴、赠送与欠款；现金与渠道只在选择时列出' }),
  kind: choice('类型', ledgerKinds),
  side: choice('方向', [
    { value: 'IN', label: '收入' },
    { value: 'OUT', label: '支出' },
  ]),
  amountFen: money('变动', { help: '进入账户为正，离开为负；现金与渠道收进为正，付出为负' }),
  balanceAfterFen: money('变动后余额'),
};

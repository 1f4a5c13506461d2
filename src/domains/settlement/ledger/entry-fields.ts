/** What an entry of a unit's purse says. */
import { choice, date, money, ref, text, time } from '../../../kit/define/field.ts';
import { postingKinds, purses } from './purses.ts';

export const entryFields = {
  postingNo: text('流水号', { width: 150 }),
  recordedAt: time('入账时间', { sortable: true }),
  businessDate: date('入账日期'),
  purse: choice('账户', purses),
  kind: choice('类型', postingKinds),
  organizationId: ref('单位', 'organization'),
  bucketDate: date('业务日期'),
  channel: text('渠道'),
  merchantNo: text('商户号'),
  amountFen: money('金额'),
  balanceAfterFen: money('入账后余额'),
  reason: text('说明'),
} as const;

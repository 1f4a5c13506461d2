/** What an entry of a unit's purse says. */
import { choice, date, money, ref, text, time } from '../../../kit/define/field.ts';
import { documentTypes, postingKinds, purses, unitTypes } from './purses.ts';

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
  /** Of postings by difference the day, of the others the document: one of them opens what the entry came from. */
  documentNo: text('单据号', { columnWidth: 200 }),
  documentType: choice('单据类型', documentTypes, { hidden: true }),
  unitType: choice('对象类型', unitTypes, { hidden: true }),
  reason: text('说明'),
} as const;

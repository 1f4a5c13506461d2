/**
 * 消费纠错 of the platform: corrections of all units with what became of them; it decides those that wait for a second person
 * where the unit has none, and posts again what could not be posted.
 */
import { int, money, ref, text } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { correctionFields } from '../../correct/pages/correct.page.ts';
import { correctionFlow } from '../../correct/states.ts';

const { jobNumber, correctNo, tradeNo, status, kind, chargedFen, returnedFen, addedFen, occurredAt } = correctionFields;
const { source, reason, makerName, checkerName, checkNote, resultTradeNo, createdAt, checkedAt, postedAt } =
  correctionFields;

export default page({
  path: '/admin/platform/correct_consumption',
  title: '消费纠错',
  menu: ['交易', '交易'],
  order: 40,
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    personName: text('姓名', { mask: 'name' }),
    jobNumber,
    correctNo,
    tradeNo,
    status,
    kind,
    amountFen: money('金额'),
    chargedFen,
    returnedFen,
    addedFen,
    occurredAt,
    restaurantName: text('餐厅'),
    source,
    reason,
    // The diner himself may have asked for it.
    makerName: { ...makerName, mask: 'name' },
    checkerName,
    checkNote,
    resultTradeNo,
    createdAt,
    checkedAt,
    postedAt,
    failReason: correctionFields.failReason,
    batchNo: correctionFields.batchNo,
    tradeId: int('原交易编号', { hidden: true }),
  },
  list: {
    columns: except('tradeNo', 'checkNote', 'resultTradeNo', 'checkedAt', 'postedAt', 'failReason', 'batchNo'),
    important: ['organizationId', 'personName', 'correctNo', 'status', 'kind', 'amountFen', 'reason', 'createdAt'],
    subline: { personName: 'jobNumber' },
    search: [
      'status',
      range('createdAt', 'last7Days'),
      keyword('姓名/工号/单号/交易号', 'personName', 'jobNumber', 'correctNo'),
      'kind',
      'source',
    ],
    totals: ['returnedFen', 'addedFen'],
    row: [
      correctionFlow.button('approve'),
      correctionFlow.button('retry'),
      correctionFlow.button('reject'),
      'view',
      { key: 'trade', label: '看原消费', open: '/admin/platform/consume?keyword={tradeNo}&businessDate=*' },
    ],
  },
});

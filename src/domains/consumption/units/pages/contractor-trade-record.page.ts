/**
 * 交易记录 of a contractor: every trade with its state and the correction made of it; a wrong one is put to its unit, which
 * decides.
 */
import { choice, longText, money, text } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { correctionKinds, correctionStatuses } from '../../correct/states.ts';
import { unitTradeFields } from '../unit-trade-fields.ts';

const { contractorId: _, selfRun: __, ...fields } = unitTradeFields;

export default page({
  path: '/admin/contractor/trade_record',
  title: '交易记录',
  menu: ['交易管理', '交易'],
  order: 1,
  wide: ['organizationId'],
  fields: {
    ...fields,
    originalNo: text('原交易号', { columnWidth: 130, help: '纠错退回与补扣是哪一笔的' }),
    correctNo: text('纠错单号', { columnWidth: 190 }),
    correctStatus: choice('纠错状态', correctionStatuses),
  },
  list: {
    columns: [
      'organizationId',
      'personName',
      'tradeNo',
      'occurredAt',
      'restaurantName',
      'mealName',
      'kind',
      'amountFen',
      'status',
      'reversedFen',
      'originalNo',
      'correctNo',
      'correctStatus',
      'deviceName',
    ],
    important: [
      'organizationId',
      'personName',
      'occurredAt',
      'restaurantName',
      'kind',
      'amountFen',
      'status',
      'correctStatus',
    ],
    subline: { personName: 'jobNumber' },
    detail: except('deviceId', 'mealPeriodId'),
    search: [
      range('businessDate', 'last7Days'),
      'restaurantId',
      'kind',
      'status',
      keyword('姓名/工号/卡号/交易号', 'personName', 'jobNumber', 'cardNo'),
      'mealName',
      'deviceName',
      'correctStatus',
    ],
    totals: ['amountFen'],
    drills: {
      originalNo: {
        path: '/admin/contractor/trade_record',
        search: (row) => ({ keyword: row.originalNo, businessDate: null }),
      },
    },
    row: [
      'view',
      {
        key: 'request',
        label: '申请纠错',
        form: {
          kind: choice('类型', correctionKinds, { required: true, initial: 'FULL_REVERSE' }),
          amountFen: money('金额', { min: 1, max: 1_000_000, help: '部分退、补扣时填写' }),
          reason: longText('原因', { required: true, max: 200 }),
        },
        when: (row) => row.kind !== 'REVERSE' && row.status !== 'CORRECTED',
        whyNot: (row) => (row.kind === 'REVERSE' ? '这一笔本身是纠错退回' : '该笔消费已全部退回'),
        done: '已交给单位，由单位受理',
      },
    ],
  },
});

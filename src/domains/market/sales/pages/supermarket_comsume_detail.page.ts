/** 商超消费明细: every line of goods sold at tills and by orders, with the purses it was paid from and what went back. */
import { choice, date, money, ref, text, time } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { all, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { purseFields, purseKeys } from '../../../consumption/public.ts';

const states = [
  { value: 'SOLD', label: '已售', tone: 'success' },
  { value: 'PART', label: '部分退款', tone: 'warning' },
  { value: 'BACK', label: '已退款', tone: 'neutral' },
] as const;

export default page({
  path: '/admin/contractor/supermarket/supermarket_comsume_detail',
  title: '商超消费明细',
  menu: ['商超', '账单报表'],
  order: 10,
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    businessDate: date('日期'),
    tradeId: text('交易号'),
    orderNo: text('订单号', { columnWidth: 190 }),
    occurredAt: time('时间'),
    personName: text('姓名', { mask: 'name' }),
    jobNumber: text('工号'),
    goodsId: ref('商品', 'goods', { columnWidth: 160 }),
    category: text('分类', { hidden: true }),
    qtyWords: text('数量'),
    amountFen: money('金额'),
    ...purseFields(),
    backFen: money('退款'),
    netFen: money('净额'),
    note: text('说明'),
    tradeStatus: choice('状态', states),
  },
  list: {
    columns: except('businessDate', 'category'),
    important: [
      'organizationId',
      'occurredAt',
      'personName',
      'goodsId',
      'qtyWords',
      'amountFen',
      'netFen',
      'tradeStatus',
    ],
    search: [
      range('businessDate', 'last7Days'),
      'organizationId',
      'tradeStatus',
      'goodsId',
      'category',
      keyword('姓名/工号/交易号/订单号', 'personName', 'jobNumber', 'tradeId', 'orderNo'),
    ],
    sort: '-occurredAt',
    totals: all(),
    drills: {
      orderNo: {
        path: '/admin/contractor/supermarket/supermarket_order',
        search: (row) => ({ keyword: row.orderNo, createdAt: null }),
      },
    },
    row: ['view'],
  },
  report: { identities: [eq('amountFen', purseKeys)] },
});

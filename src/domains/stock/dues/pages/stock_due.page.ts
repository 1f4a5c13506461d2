/** 销售出库: what sales took and what came back, with what the book still lacks and since when. */
import { choice, int, longText, ref, text, time } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';

export const dueStatuses = [
  { value: 'WAITING', label: '待出库', tone: 'info' },
  { value: 'SHORT', label: '待补库存', tone: 'danger' },
  { value: 'BOOKED', label: '已出入库', tone: 'success' },
] as const;
const kinds = [
  { value: 'SALE', label: '销售', tone: 'neutral' },
  { value: 'RETURN', label: '退货', tone: 'info' },
] as const;

export default page({
  path: '/admin/contractor/erp/stock_due',
  title: '待补库存',
  menu: ['进销存', '业务'],
  order: 45,
  limited: 'common',
  duties: { spoil: 'make' },
  fields: {
    soldAt: time('发生时间', { sortable: true }),
    storehouseId: ref('仓库', 'storehouse'),
    organizationId: ref('单位', 'organization'),
    goodsId: ref('商品', 'goods', { columnWidth: 160 }),
    kind: choice('类型', kinds),
    qtyWords: text('数量'),
    bookedWords: text('已出入库'),
    shortWords: text('待补'),
    age: text('已等', { help: '从售出起' }),
    tradeId: text('交易号'),
    billNo: text('单据', { columnWidth: 170 }),
    billId: int('单据', { hidden: true }),
    spoilt: text('报损单'),
    status: choice('状态', dueStatuses),
  },
  list: {
    columns: [
      'soldAt',
      'storehouseId',
      'organizationId',
      'goodsId',
      'kind',
      'qtyWords',
      'bookedWords',
      'shortWords',
      'age',
      'billNo',
      'tradeId',
      'status',
    ],
    important: ['soldAt', 'storehouseId', 'goodsId', 'shortWords', 'age', 'status'],
    search: [range('soldAt'), 'status', 'kind', 'storehouseId', 'goodsId', 'organizationId'],
    notice: true,
    drills: { billNo: { path: '/admin/contractor/erp/stock_bill/record', search: (row) => ({ id: row.billId }) } },
    row: [
      {
        key: 'spoil',
        label: '报损',
        tone: 'danger',
        form: { reason: longText('原因', { required: true, max: 100 }) },
        confirm: '退回的商品不能再卖？报损后从库存扣除。',
        when: (row) => row.kind === 'RETURN' && row.status === 'BOOKED' && !row.spoilt,
        done: '已报损',
      },
      'view',
    ],
  },
});

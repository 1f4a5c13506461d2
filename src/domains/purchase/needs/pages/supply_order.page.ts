/** 采购单: what a supplier gets, and how much of it has come. */
import { bool, choice, date, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { orderFlow, orderStatuses, purchaseStatuses } from '../purchase-states.ts';

const path = '/admin/contractor/erp/supply_order';
const cost = { sees: 'cost' } as const;

export const supplyOrder = page({
  path,
  title: '采购单',
  menu: ['进销存', '业务'],
  order: 10,
  limited: 'common',
  verbs: { cost: '查看价格' },
  // Whoever ordered takes it back himself, too.
  duties: { cost: 'keep', refuse: 'make' },
  fields: {
    orderNo: text('采购单号', { columnWidth: 150 }),
    supplierId: ref('供应商', 'supplier'),
    deliveryDate: date('送货日'),
    storehouseId: ref('送到', 'storehouse'),
    lineCount: int('品种', { unit: '种' }),
    amountFen: money('金额', cost),
    receivedFen: money('已验收', cost),
    status: choice('状态', orderStatuses),
    confirmedAt: time('供应商确认'),
    linked: bool('链接已发'),
    makerName: text('下单人'),
    checkerName: text('超限批准人'),
    checkedAt: time('批准时间'),
    checkNote: text('退回原因'),
    createdAt: time('下单时间', { sortable: true }),
  },
  list: {
    columns: except('linked', 'checkerName', 'checkedAt', 'checkNote'),
    search: [
      range('createdAt'),
      range('deliveryDate'),
      'supplierId',
      'storehouseId',
      'status',
      keyword('单号', 'orderNo'),
    ],
    totals: ['amountFen', 'receivedFen'],
    drills: {
      receivedFen: { path: '/admin/contractor/erp/receipt', search: (row) => ({ orderId: row.id, acceptedAt: null }) },
    },
    row: [
      ...orderFlow.buttons,
      {
        key: 'accept',
        label: '验收',
        open: '/admin/contractor/erp/receipt/form?orderId={id}',
        when: (row) => row.status === 'ORDERED' || row.status === 'PART_RECEIVED',
      },
      { key: 'link', label: '发给供应商', shows: 'link', when: (row) => row.status === 'ORDERED' },
      {
        key: 'print',
        label: '打印采购单',
        shows: 'receipt',
        when: (row) => row.status !== 'WAITING' && row.status !== 'REFUSED',
      },
      {
        key: 'endLink',
        label: '停用链接',
        tone: 'danger',
        confirm: '停用 {orderNo} 给供应商的链接？已确认的内容仍在。',
        when: (row) => row.status === 'ORDERED' && row.linked === true,
      },
      'view',
    ],
  },
});

export const supplyOrderLine = page({
  of: supplyOrder,
  by: 'orderId',
  path: 'line',
  title: '明细',
  fields: {
    orderId: int('采购单'),
    goodsName: text('商品'),
    buy: text('数量'),
    unitPrice: text('单价', cost),
    amountFen: money('金额', cost),
    replyWords: text('供应商可送'),
    replyFen: money('供应商报价', { ...cost, help: '与采购单不同才显示' }),
    replyNote: text('供应商备注'),
    received: text('到货'),
    status: choice('状态', purchaseStatuses),
  },
  list: { totals: ['amountFen'] },
});

export default [supplyOrder, supplyOrderLine];

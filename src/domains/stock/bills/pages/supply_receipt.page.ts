/** 物料签收: what a caterer sends to the stores at an organization, signed for by its receiver; short and refused goods are named. */
import { choice, int, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { billFlow, billStatuses } from '../bill-states.ts';

export const supplyReceipt = page({
  path: '/admin/organization/supply_receipt',
  title: '物料签收',
  menu: ['菜谱营养', '菜品食材'],
  order: 60,
  limited: 'common',
  fields: {
    billNo: text('单号', { columnWidth: 170 }),
    contractorId: ref('承包商', 'contractor'),
    fromName: text('发出仓库'),
    toName: text('收货仓库'),
    goodsNames: text('物料', { columnWidth: 240 }),
    lineCount: int('行数', { unit: '行' }),
    shortWords: text('少收、未发', { columnWidth: 170, help: '没有送到的、拒收的，和发出仓没有货、一点没发的' }),
    temp: text('到货温度（℃）'),
    status: choice('状态', billStatuses),
    makerName: text('发出人'),
    checkerName: text('签收人'),
    checkedAt: time('签收时间'),
    checkNote: text('少收原因'),
    createdAt: time('制单时间', { sortable: true }),
  },
  list: {
    columns: except('fromName', 'temp', 'makerName', 'checkNote'),
    important: ['billNo', 'goodsNames', 'lineCount', 'shortWords', 'status', 'createdAt'],
    search: [range('createdAt', 'last7Days'), 'status', keyword('单号', 'billNo')],
    row: [billFlow.button('receive', { label: '签收', done: '已签收' }), 'view'],
  },
});

export const supplyReceiptLine = page({
  of: supplyReceipt,
  by: 'billId',
  path: 'line',
  title: '明细',
  fields: {
    billId: int('单据'),
    lineNo: int('行号'),
    goodsName: text('物料', { columnWidth: 200 }),
    sent: text('发出'),
    received: text('实收'),
    back: text('拒收退回'),
    reason: text('少发原因', { columnWidth: 180 }),
    lots: text('批次', { columnWidth: 240 }),
  },
  list: { columns: ['lineNo', 'goodsName', 'sent', 'received', 'back', 'reason', 'lots'], sort: 'lineNo' },
});

export default [supplyReceipt, supplyReceiptLine];

/** 召回单: what was sealed and why, how it was traced, and who closed it when nothing was left. */
import { choice, int, longText, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { recallFlow, recallStatuses } from '../recall-states.ts';

export const lotRecall = page({
  path: '/admin/contractor/erp/lot_recall',
  title: '召回单',
  menu: ['进销存', '业务'],
  order: 50,
  limited: 'common',
  fields: {
    recallNo: text('召回单号', { columnWidth: 150 }),
    reason: longText('原因'),
    scope: choice('范围', [
      { value: 'LOT', label: '一个批次' },
      { value: 'DELIVERY', label: '同一供应商同日' },
    ]),
    lotCount: int('批次', { unit: '批' }),
    left: text('尚未处置'),
    status: choice('状态', recallStatuses),
    makerName: text('封存人'),
    checkerName: text('结案/解除人'),
    checkNote: text('结论'),
    checkedAt: time('结案时间'),
    createdAt: time('封存时间', { sortable: true }),
  },
  list: {
    columns: ['recallNo', 'reason', 'scope', 'lotCount', 'left', 'status', 'makerName', 'checkerName', 'createdAt'],
    search: [range('createdAt'), 'status', keyword('单号/原因', 'recallNo', 'reason')],
    row: [...recallFlow.buttons, 'view'],
  },
});

export const lotRecallLot = page({
  of: lotRecall,
  by: 'recallId',
  path: 'lot',
  title: '封存的批次',
  fields: {
    recallId: int('召回单'),
    goodsName: text('商品'),
    lotNo: text('批次'),
    supplierName: text('供应商'),
    cameIn: text('入库'),
    onHand: text('在库'),
    inTransit: text('在途'),
    issued: text('领用'),
    made: text('加工'),
    lost: text('报损盘亏'),
    returned: text('退货'),
  },
  list: {
    drills: { goodsName: { path: '/admin/contractor/erp/lot_trace/record', search: (row) => ({ id: row.id }) } },
  },
});

export default [lotRecall, lotRecallLot];

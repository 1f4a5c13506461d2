/** 领料单: what each kitchen takes for a meal, prepared from recipes and portions, confirmed by the cook. */
import { bool, choice, date, decimal, int, lines, longText, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { sheetFlow, sheetStatuses, wasteKinds } from '../sheet-states.ts';

const path = '/admin/contractor/erp/kitchen_sheet';
const bill = '/admin/contractor/erp/stock_bill';

export const kitchenSheet = page({
  path,
  title: '领料单',
  menu: ['进销存', '业务'],
  order: 35,
  limited: 'common',
  duties: { prepare: 'make', supply: 'make', take: 'make' },
  fields: {
    sheetNo: text('领料单号', { columnWidth: 150 }),
    siteId: ref('单位', 'organization', { readOnly: true }),
    diningDate: date('用餐日期', { readOnly: true }),
    mealName: text('餐次', { readOnly: true }),
    storehouseId: ref('仓库', 'storehouse', { readOnly: true }),
    goodsNames: text('物料', { columnWidth: 260 }),
    lineCount: int('品种', { unit: '种' }),
    asPrepared: bool('照备料', {
      columnWidth: 92,
      words: [{ label: '照备料', tone: 'warning' }, { label: '' }],
      help: '没有称量、照备料数量领用的',
    }),
    status: choice('状态', sheetStatuses),
    lines: lines(
      '实领',
      {
        lineId: int('行', { readOnly: true }),
        goodsName: text('物料', { readOnly: true, width: 200 }),
        need: text('备料', { readOnly: true }),
        unit: text('单位', { readOnly: true }),
        taken: decimal('实领', { digits: 3, min: 0, max: 1_000_000, width: 100, placeholder: '照备料' }),
      },
      { fixed: true, unique: ['lineId'], carry: ['lineId'], max: 300 },
    ),
    billId: ref('领用单', bill, { none: '' }),
    makerName: text('备料人'),
    checkerName: text('领用人'),
    checkedAt: time('领用时间'),
    createdAt: time('备料时间', { sortable: true }),
  },
  list: {
    columns: except('billId', 'checkedAt'),
    important: ['sheetNo', 'siteId', 'diningDate', 'mealName', 'goodsNames', 'asPrepared', 'status'],
    search: [
      range('diningDate', 'weekAround'),
      'siteId',
      'storehouseId',
      'status',
      'asPrepared',
      keyword('单号', 'sheetNo'),
    ],
    drills: { billId: { path: `${bill}/record`, search: (row) => ({ id: row.billId }) } },
    tools: [
      {
        key: 'prepare',
        label: '备料',
        tone: 'primary',
        form: { day: date('用餐日期', { required: true, starts: 'tomorrow' }) },
        done: '已生成领料单',
      },
    ],
    row: [
      { key: 'edit', label: '填写实领', open: `${path}/form?id={id}`, when: (row) => row.status === 'PREPARED' },
      ...sheetFlow.buttons,
      {
        key: 'supply',
        label: '生成调拨',
        batch: true,
        confirm: '从中心仓调拨所选领料单缺少的物料？不够的按各食堂所缺分摊。',
        when: (row) => row.status === 'PREPARED',
        done: '已生成调拨单草稿，请在出入库单发出',
      },
      {
        key: 'back',
        label: '退料',
        open: `${bill}/form?kind=ISSUE_RETURN&storehouseId={storehouseId}&sourceId={billId}`,
        when: (row) => row.status === 'TAKEN',
      },
      { key: 'print', label: '打印领料单', shows: 'receipt' },
      'view',
    ],
  },
  form: {
    // Whose meal is weighed stands above it: a kitchen has several sheets a day.
    sections: [{ fields: ['siteId', 'diningDate', 'mealName', 'storehouseId'] }, { fields: ['lines'] }],
    opens: `${path}/record?id={id}`,
    saved: '已记下实领',
  },
});

export const kitchenSheetLine = page({
  of: kitchenSheet,
  by: 'sheetId',
  path: 'line',
  title: '明细',
  fields: {
    sheetId: int('领料单'),
    // First, so that waste is asked of the goods and not of their number.
    goodsName: text('物料', { columnWidth: 180 }),
    lineNo: int('行'),
    need: text('备料'),
    taken: text('实领'),
    differs: text('多领少领'),
    onHand: text('仓内可用'),
    wasteWords: text('损耗'),
    wasteKind: choice('损耗类型', wasteKinds),
    wasteReason: text('损耗原因'),
  },
  list: {
    sort: 'lineNo',
    row: [
      {
        key: 'waste',
        label: '记损耗',
        form: {
          kind: choice('类型', wasteKinds, { required: true }),
          qty: decimal('重量', {
            required: true,
            digits: 3,
            min: 0.001,
            max: 1_000_000,
            help: '千克、升或个；已在领用里，不再出库',
          }),
          reason: longText('原因', { required: true, max: 100 }),
        },
        when: (row) => row.taken !== null,
      },
    ],
  },
});

export default [kitchenSheet, kitchenSheetLine];

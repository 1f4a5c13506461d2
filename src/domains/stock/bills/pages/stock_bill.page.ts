/** 出入库单: what brings goods in, takes them out, moves them; the ledger is written when it is posted. */
import { choice, date, decimal, int, lines, longText, money, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { billKinds } from '../bill-kinds.ts';
import { billFlow, billStatuses } from '../bill-states.ts';

export const billPath = '/admin/contractor/erp/stock_bill';
const cost = { sees: 'cost' } as const;
const of =
  (...kinds: string[]) =>
  (values: Readonly<Record<string, unknown>>) =>
    kinds.includes(String(values.kind));

const line = {
  goodsId: ref('商品', 'goods', { required: true, width: 200 }),
  unitId: ref('单位', 'goods_unit', { within: { goodsId: 'goodsId' }, placeholder: '克/毫升/个', width: 100 }),
  typed: decimal('数量', { required: true, digits: 3, min: 0.001, max: 1_000_000_000, width: 100 }),
  amountFen: money('金额（入库）', { ...cost, min: 0, max: 100_000_000_000, width: 100 }),
  lotId: ref('批次（出库）', 'lot', { within: { goodsId: 'goodsId' }, placeholder: '先到期先出' }),
  lotNo: text('批号（入库）', { max: 40, width: 100 }),
  producedOn: date('生产日期'),
  expiresOn: date('到期日期'),
  reason: text('原因/备注', { max: 60, width: 150 }),
};

export const stockBill = page({
  path: billPath,
  title: '出入库单',
  menu: ['进销存', '业务'],
  order: 30,
  limited: 'common',
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep', post: 'check' },
  fields: {
    billNo: text('单号', { columnWidth: 170 }),
    kind: choice('类型', billKinds, { required: true, createOnly: true }),
    storehouseId: ref('仓库', 'storehouse', { required: true }),
    toStorehouseId: ref('调入仓库', 'storehouse', { required: true, when: of('TRANSFER') }),
    // Leftovers are of the meal they were taken for: the document they go back against says which.
    siteId: ref('领用单位', 'organization', { when: of('ISSUE') }),
    diningDate: date('用餐日期', { when: of('ISSUE') }),
    mealPeriodId: ref('餐次', 'meal_period', { when: of('ISSUE') }),
    dishName: text('菜品', { max: 40, when: of('ISSUE') }),
    sourceId: ref('原领用单', billPath, {
      required: true,
      when: of('ISSUE_RETURN'),
      help: '退回的按当时领用的成本入库，算在那一餐上',
    }),
    occurredAt: time('发生时间', { help: '不填为现在；账按过账的先后记' }),
    reason: longText('事由', { max: 200 }),
    lines: lines('明细', line, { required: true, min: 1, max: 500 }),
    lineCount: int('行数'),
    valueFen: money('金额', cost),
    goodsId: ref('商品', 'goods', { hidden: true }),
    reversesId: ref('冲销的单据', billPath, { none: '' }),
    status: choice('状态', billStatuses),
    makerName: text('制单人'),
    checkerName: text('过账人'),
    checkedAt: time('过账时间'),
    checkNote: text('说明'),
    temp: text('到货温度（℃）'),
    createdAt: time('制单时间', { sortable: true }),
  },
  list: {
    columns: [
      'billNo',
      'kind',
      'storehouseId',
      'toStorehouseId',
      'siteId',
      'diningDate',
      'lineCount',
      'valueFen',
      'status',
      'makerName',
      'checkerName',
      'occurredAt',
      'createdAt',
    ],
    important: ['billNo', 'kind', 'storehouseId', 'lineCount', 'valueFen', 'status', 'createdAt'],
    search: [
      range('createdAt', 'last7Days'),
      'kind',
      'status',
      'storehouseId',
      'toStorehouseId',
      'siteId',
      'goodsId',
      keyword('单号', 'billNo'),
    ],
    totals: ['valueFen'],
    tools: ['create'],
    row: [
      { key: 'edit', label: '编辑', open: `${billPath}/form?id={id}`, when: (row) => row.status === 'DRAFT' },
      ...billFlow.buttons,
      {
        key: 'discard',
        label: '删除',
        tone: 'danger',
        confirm: '确定删除草稿 {billNo}？',
        when: (row) => row.status === 'DRAFT',
      },
      { key: 'print', label: '打印', shows: 'receipt' },
      'view',
    ],
  },
  form: {
    sections: [
      {
        title: '单据',
        fields: [
          'kind',
          'storehouseId',
          'toStorehouseId',
          'siteId',
          'diningDate',
          'mealPeriodId',
          'dishName',
          'sourceId',
          'occurredAt',
          'reason',
        ],
      },
      { title: '明细', fields: ['lines'] },
    ],
    opens: `${billPath}/record?id={id}`,
    done: '已存为草稿',
    saved: '已存为草稿',
  },
});

/** Its lines, with what each was worth and which lots it took. */
export const stockBillLine = page({
  of: stockBill,
  by: 'billId',
  path: 'line',
  title: '明细',
  fields: {
    billId: int('单据'),
    lineNo: int('行'),
    goodsName: text('商品', { columnWidth: 180 }),
    typed: text('数量'),
    qtyWords: text('合'),
    amountFen: money('金额', cost),
    lots: text('批次', { columnWidth: 200 }),
    producedOn: date('生产日期'),
    expiresOn: date('到期日期'),
    received: text('实收'),
    reason: text('原因/备注'),
  },
  list: { sort: 'lineNo', totals: ['amountFen'] },
});

export default [stockBill, stockBillLine];

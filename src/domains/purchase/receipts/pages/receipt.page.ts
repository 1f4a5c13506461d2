/** 验收: weighed, looked at and signed by two who did not order it; what is priced off the list waits for a third. */
import {
  bool,
  choice,
  choices,
  date,
  decimal,
  image,
  int,
  lines,
  longText,
  money,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { type Action, type AnyPage, anyPage, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { lineStates, looks, papersSeen, receiptKinds, receiptStates, verdicts } from '../receipt-words.ts';

const path = '/admin/contractor/erp/receipt';
const cost = { sees: 'cost' } as const;

const variance = money('进价差', {
  ...cost,
  help: '发票调价里已经用掉的那部分，退货时进价与库存均价之差：不在库存金额里',
});

const line = {
  purchaseId: int('行', { readOnly: true }),
  goodsName: text('商品', { readOnly: true, width: 150 }),
  ordered: text('订购', { readOnly: true }),
  unit: text('单位', { readOnly: true }),
  gross: decimal('毛重/数量', { required: true, digits: 3, min: 0, max: 1_000_000, width: 100 }),
  tare: decimal('皮重', { digits: 3, min: 0, max: 1_000_000, initial: 0, width: 100 }),
  pieces: int('件数', { min: 1, max: 1_000_000, width: 100, help: '称重的记几件' }),
  priceFen: money('单价', { ...cost, min: 0, max: 100_000_000, width: 100 }),
  lotNo: text('批号', { max: 40, width: 100 }),
  producedOn: date('生产日期'),
  expiresOn: date('到期日期'),
  temp: decimal('温度', { digits: 1, min: -40, max: 60, unit: '℃', width: 100 }),
  look: choice('感官', looks, { required: true, initial: 'GOOD', width: 100 }),
  verdict: choice('结论', verdicts, { required: true, initial: 'TAKE', width: 100 }),
  reason: text('说明', { max: 60, width: 150 }),
  photo: image('照片'),
};

export const approvePrice = {
  key: 'approve',
  label: '批准价格',
  tone: 'primary',
  form: { reason: longText('说明', { required: true, max: 100 }) },
  when: (row) => row.status === 'HELD',
  done: '已批准并入库',
} as const satisfies Action;

const turnAway = {
  key: 'turnAway',
  label: '不同意，退回',
  tone: 'danger',
  form: {
    reason: longText('原因', { required: true, max: 100, help: '待批的各行退回供应商，没有入库，采购单里仍可再收' }),
  },
  when: (row) => row.status === 'HELD',
  done: '已退回，没有入库；不再要的由采购取消余量',
} as const satisfies Action;

export const receipt = page({
  path,
  title: '验收',
  menu: ['进销存', '业务'],
  order: 20,
  limited: 'common',
  verbs: { cost: '查看价格', vouch: '第二验收人', giveBack: '退货', invoice: '发票调价' },
  duties: { cost: 'keep', approve: 'check', turnAway: 'check' },
  fields: {
    receiptNo: text('验收单号', { columnWidth: 150 }),
    orderId: ref('采购单', 'supply_order', { required: true, none: '' }),
    kind: choice('来源', receiptKinds),
    supplierId: ref('供应商', 'supplier', { none: '市场（应急）' }),
    storehouseId: ref('仓库', 'storehouse'),
    lines: lines('逐项验收', line, {
      fixed: true,
      cards: true,
      pick: true,
      unique: ['purchaseId'],
      carry: ['purchaseId'],
      min: 1,
      max: 300,
    }),
    papers: choices('随货票证', papersSeen),
    photo: image('现场照片'),
    photoTwin: bool('照片雷同', {
      words: [{ label: '与另一张验收单相同', tone: 'danger' }, { label: '' }],
      help: '同一张照片用在了另一张验收单上',
    }),
    lineCount: int('品种', { unit: '种' }),
    refusedCount: int('拒收', { unit: '种', alarm: true }),
    heldCount: int('价格待批', { unit: '种', alarm: true }),
    amountFen: money('入库金额', cost),
    varianceFen: variance,
    inspectorName: text('验收人'),
    secondName: text('第二验收人'),
    status: choice('状态', receiptStates),
    acceptedAt: time('验收时间', { sortable: true }),
  },
  list: {
    columns: [
      'receiptNo',
      'supplierId',
      'orderId',
      'storehouseId',
      'lineCount',
      'refusedCount',
      'heldCount',
      'photoTwin',
      'amountFen',
      'inspectorName',
      'secondName',
      'status',
      'acceptedAt',
      'varianceFen',
    ],
    search: [
      range('acceptedAt'),
      'supplierId',
      'storehouseId',
      'orderId',
      'kind',
      'status',
      'photoTwin',
      keyword('单号', 'receiptNo'),
    ],
    totals: ['amountFen', 'varianceFen'],
    tools: ['create'],
    createLabel: '验收',
    row: [approvePrice, turnAway, { key: 'print', label: '打印', shows: 'receipt' }, 'view'],
  },
  form: {
    createOnly: true,
    sections: [{ step: '采购单', fields: ['orderId', 'papers', 'photo'] }],
    steps: { lines: 'lines', unit: '种', linesStep: '逐项称量' },
    submit: '验收入库',
    done: '已验收',
    witness: { needs: 'vouch', says: '我与验收人一同称量查验，重量、温度、日期与票证属实。' },
    opens: `${path}/record?id={id}`,
  },
});

/** The lines of what was accepted, inside the record of `of`. */
export const linesOf = (of: AnyPage) =>
  page({
    of,
    by: 'receiptId',
    path: 'line',
    title: '验收明细',
    fields: {
      receiptId: int('验收单'),
      // First, so that what is done to a line asks by the goods and not by its number.
      goodsName: text('商品', { columnWidth: 150 }),
      lineNo: int('行'),
      net: text('净重/数量'),
      weights: text('毛重 − 皮重'),
      pieces: int('件数', { unit: '件' }),
      lotNo: text('批号'),
      producedOn: date('生产日期'),
      expiresOn: date('到期日期'),
      temp: text('温度'),
      look: choice('感官', looks),
      unitPrice: text('单价', cost),
      amountFen: money('金额', cost),
      varianceFen: variance,
      heldWhy: text('待批原因'),
      reason: text('说明'),
      returned: text('已退'),
      photo: image('照片'),
      twin: bool('重量雷同', { words: [{ label: '与上一行相同', tone: 'warning' }, { label: '' }] }),
      status: choice('状态', lineStates),
    },
    list: {
      columns: except('producedOn', 'pieces'),
      sort: 'lineNo',
      totals: ['amountFen', 'varianceFen'],
      row: [
        {
          key: 'giveBack',
          label: '退货',
          tone: 'danger',
          form: {
            qty: decimal('数量', { required: true, digits: 3, min: 0.001, max: 1_000_000, help: '按验收的单位' }),
            reason: longText('原因', { required: true, max: 100 }),
          },
          when: (row) => row.status === 'POSTED',
        },
        {
          key: 'invoice',
          label: '发票调价',
          confirm: '{goodsName} 验收 {net}，入库 {amountFen} 元。还在库的那部分差额进库存金额，已用掉的进进价差。',
          done: '已按发票调价',
          form: {
            amountFen: money('发票金额', { required: true, min: 0, max: 100_000_000_000 }),
            reason: longText('说明', { required: true, max: 100 }),
          },
          when: (row) => row.status === 'POSTED',
        },
      ],
    },
  });

export const receiptLine = linesOf(anyPage(receipt));

export default [receipt, receiptLine];

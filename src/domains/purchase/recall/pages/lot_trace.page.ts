/** 批次追溯与召回: where a lot came from, where it is, which meals it went into and how many ate them; one button seals it everywhere. */
import { bool, choice, choices, date, int, longText, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { papersSeen } from '../../receipts/receipt-words.ts';
import { lotBalance } from '../lot-words.ts';

const path = '/admin/contractor/erp/lot_trace';

export const lotTrace = page({
  path,
  title: '批次追溯与召回',
  menu: ['进销存', '报表'],
  order: 30,
  limited: 'common',
  duties: { label: 'look' },
  fields: {
    goodsId: ref('商品', 'goods'),
    lotNo: text('批次'),
    supplierName: text('供应商'),
    receiptId: ref('验收单', '/admin/contractor/erp/receipt', { none: '' }),
    inspectors: text('验收人'),
    papers: choices('随货票证', papersSeen),
    temp: text('验收温度'),
    weights: text('毛重 − 皮重'),
    producedOn: date('生产日期'),
    expiresOn: date('到期日期'),
    receivedAt: time('入库时间', { sortable: false }),
    cameIn: text('入库'),
    onHand: text('在库'),
    inTransit: text('在途'),
    issued: text('领用'),
    made: text('加工'),
    sold: text('销售'),
    lost: text('报损盘亏'),
    returned: text('退货'),
    closes: lotBalance,
    sealedReason: text('封存原因'),
    state: choice('状态', [
      { value: 'NORMAL', label: '正常', tone: 'success' },
      { value: 'EXPIRED', label: '过期', tone: 'danger' },
      { value: 'SEALED', label: '已封存', tone: 'danger' },
    ]),
  },
  list: {
    columns: [
      'goodsId',
      'lotNo',
      'supplierName',
      'receivedAt',
      'expiresOn',
      'cameIn',
      'onHand',
      'inTransit',
      'issued',
      'made',
      'sold',
      'lost',
      'returned',
      'closes',
      'state',
    ],
    important: ['goodsId', 'lotNo', 'supplierName', 'cameIn', 'onHand', 'issued', 'closes', 'state'],
    search: ['goodsId', keyword('批次/供应商', 'lotNo', 'supplierName'), range('receivedAt'), 'state', 'receiptId'],
    sort: '-receivedAt',
    drills: {
      onHand: { path: '/admin/contractor/erp/stock_ledger', search: (row) => ({ lotId: row.id, businessDate: null }) },
    },
    row: [
      {
        key: 'recall',
        label: '召回封存',
        tone: 'danger',
        form: {
          reason: longText('原因', { required: true, max: 200 }),
          delivery: bool('同一供应商同一天的全部批次', { initial: false, help: '不勾选只封存这一批' }),
        },
        outcome: true,
        when: (row) => row.state !== 'SEALED',
        done: '已在所有仓库封存，给单位的通知草稿在召回单里',
      },
      { key: 'label', label: '批次标签', shows: 'receipt' },
      'view',
    ],
    tools: [
      {
        key: 'recallDish',
        label: '按菜品召回',
        tone: 'danger',
        form: {
          dishId: ref('菜品', '/admin/contractor/supermarket/food_bom', { required: true }),
          fromDate: date('用餐日期从', { required: true, starts: 'today' }),
          toDate: date('到', { required: true, starts: 'today' }),
          goodsIds: refs('只封其中的商品', 'goods', {
            help: '不选则封存这道菜用到的全部批次，连同做成半成品用的原料批次',
          }),
          everywhere: bool('各单位同一平台菜品', { initial: false, help: '勾选后，其他单位来自同一平台菜品的也算' }),
          reason: longText('原因', { required: true, max: 200 }),
        },
        outcome: true,
        done: '已在所有仓库封存，给单位的通知草稿在召回单里',
      },
      { key: 'recalls', label: '召回单', open: '/admin/contractor/erp/lot_recall' },
    ],
  },
});

/** Meals it went into: by the issue where that says the dish, otherwise dishes whose recipe holds the goods. */
export const lotMeal = page({
  of: lotTrace,
  by: 'lotId',
  path: 'meal',
  title: '去向与就餐人数',
  fields: {
    lotId: int('批次'),
    siteName: text('单位'),
    diningDate: date('用餐日期'),
    mealName: text('餐次'),
    issuedWords: text('领用'),
    dishes: text('菜品', { columnWidth: 200 }),
    sure: choice('把握', [
      { value: 'SURE', label: '确定', tone: 'danger' },
      { value: 'MAYBE', label: '可能', tone: 'warning' },
      { value: 'OPEN', label: '未指明餐次', tone: 'neutral' },
    ]),
    people: int('就餐人数', { unit: '人' }),
  },
  // When and how many stay in view in a narrow record: that is what is asked of it.
  list: {
    important: ['siteName', 'diningDate', 'mealName', 'dishes', 'people'],
    sort: '-diningDate',
    totals: ['people'],
  },
  report: {},
});

/** One step either way: what it was made of, what was made of it. */
export const lotMade = page({
  of: lotTrace,
  by: 'lotId',
  path: 'made',
  title: '加工来源与去向',
  fields: {
    lotId: int('批次'),
    otherId: int('对方批次', { hidden: true }),
    way: choice('方向', [
      { value: 'FROM', label: '用料', tone: 'neutral' },
      { value: 'INTO', label: '做成', tone: 'info' },
    ]),
    goodsName: text('商品', { columnWidth: 180 }),
    lotNo: text('批次'),
    qtyWords: text('投料'),
    billId: int('单据编号', { hidden: true }),
    billNo: text('加工单据'),
    madeOn: date('加工日期'),
  },
  list: {
    columns: ['way', 'goodsName', 'lotNo', 'qtyWords', 'madeOn', 'billNo'],
    sort: '-madeOn',
    drills: {
      lotNo: { path: `${path}/record`, search: (row) => ({ id: row.otherId }) },
      billNo: { path: '/admin/contractor/erp/stock_bill/record', search: (row) => ({ id: row.billId }) },
    },
  },
  report: {},
});

export default [lotTrace, lotMeal, lotMade];

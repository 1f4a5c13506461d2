/** 应急采购: bought at a market for cash because it could not be ordered; two persons, a photo of the proof, its share told by month. */
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
  phone,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { anyPage, keyword, page, range } from '../../../../kit/define/page.ts';
import { looks, papersSeen, payWays, receiptStates } from '../receipt-words.ts';
import { approvePrice, linesOf } from './receipt.page.ts';

const path = '/admin/contractor/erp/market_buy';

const line = {
  goodsId: ref('商品', 'goods', { required: true, width: 150 }),
  unitId: ref('单位', 'goods_unit', { within: { goodsId: 'goodsId' }, placeholder: '克/毫升/个', width: 100 }),
  gross: decimal('毛重/数量', { required: true, digits: 3, min: 0, max: 1_000_000, width: 100 }),
  tare: decimal('皮重', { digits: 3, min: 0, max: 1_000_000, initial: 0, width: 100 }),
  priceFen: money('单价', { required: true, min: 0, max: 100_000_000, width: 100 }),
  lotNo: text('批号', { max: 40, width: 100 }),
  producedOn: date('生产日期'),
  expiresOn: date('到期日期'),
  temp: decimal('温度', { digits: 1, min: -40, max: 60, unit: '℃', width: 100 }),
  look: choice('感官', looks, { required: true, initial: 'GOOD', width: 100 }),
  reason: text('说明', { max: 60, width: 150 }),
};

export const marketBuy = page({
  path,
  title: '应急采购',
  menu: ['进销存', '业务'],
  order: 22,
  limited: 'common',
  verbs: { cost: '查看价格', vouch: '见证人', giveBack: '退货', invoice: '发票调价' },
  duties: { cost: 'keep', approve: 'check' },
  fields: {
    receiptNo: text('单号', { columnWidth: 150 }),
    storehouseId: ref('入库仓库', 'storehouse', { required: true }),
    sellerName: text('摊位/店名', { required: true, max: 60 }),
    sellerPhone: phone('电话', { required: true }),
    sellerAddress: text('地址', { required: true, max: 100, width: 400 }),
    buyReason: longText('事由', { required: true, max: 100, help: '为什么来不及向供应商下单' }),
    payWay: choice('付款方式', payWays, { required: true, initial: 'CASH' }),
    photo: image('凭证照片', { required: true, help: '小票、收据，或付款与实物的照片' }),
    papers: choices('随货票证', papersSeen, { help: '摊主给的；商品要求的没有就不能买' }),
    photoTwin: bool('照片雷同', {
      words: [{ label: '与另一张验收单相同', tone: 'danger' }, { label: '' }],
      help: '同一张照片用在了另一张验收单上',
    }),
    lines: lines('商品', line, { min: 1, max: 50, cards: true }),
    lineCount: int('品种', { unit: '种' }),
    heldCount: int('价格待批', { unit: '种', alarm: true }),
    amountFen: money('入库金额', { sees: 'cost' }),
    inspectorName: text('采购人'),
    secondName: text('见证人'),
    status: choice('状态', receiptStates),
    acceptedAt: time('采购时间', { sortable: true }),
  },
  list: {
    columns: [
      'receiptNo',
      'sellerName',
      'buyReason',
      'storehouseId',
      'lineCount',
      'heldCount',
      'photoTwin',
      'amountFen',
      'payWay',
      'inspectorName',
      'secondName',
      'status',
      'acceptedAt',
    ],
    important: ['receiptNo', 'sellerName', 'lineCount', 'amountFen', 'payWay', 'status', 'acceptedAt'],
    search: [
      range('acceptedAt'),
      'storehouseId',
      'payWay',
      'status',
      'photoTwin',
      keyword('单号/摊位', 'receiptNo', 'sellerName'),
    ],
    totals: ['amountFen'],
    notice: true,
    tools: ['create', { key: 'shares', label: '各月占比', shows: 'receipt' }],
    createLabel: '应急采购',
    row: [approvePrice, { key: 'print', label: '打印', shows: 'receipt' }, 'view'],
  },
  form: {
    createOnly: true,
    sections: [
      {
        title: '在哪里买的',
        fields: [
          'storehouseId',
          'sellerName',
          'sellerPhone',
          'sellerAddress',
          'buyReason',
          'payWay',
          'papers',
          'photo',
        ],
      },
      { title: '买了什么', fields: ['lines'] },
    ],
    submit: '入库',
    done: '已入库',
    witness: { needs: 'vouch', says: '我与采购人一同核对实物、重量与付款，凭证属实。' },
    opens: `${path}/record?id={id}`,
  },
});

export const marketLine = linesOf(anyPage(marketBuy));

export default [marketBuy, marketLine];

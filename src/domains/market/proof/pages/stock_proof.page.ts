/** 库存核对: every rule of stock, buying and the shop, what it compares, and what does not agree, looked at now. */
import { choice, int, longText, ref, text } from '../../../../kit/define/field.ts';
import { except, page } from '../../../../kit/define/page.ts';
import { proofRules, proofSpans } from '../proof-words.ts';

/** As a first visit has it: what no night has proven yet, and last month and this one where no proof stands. */
const span = choice('核对范围', proofSpans, { help: '夜间核对之后的：夜里没有核对通过时为上月与本月' });

const path = '/admin/contractor/erp/stock_proof';

export const stockProof = page({
  path,
  title: '库存核对',
  menu: ['进销存', '报表'],
  order: 25,
  limited: 'common',
  fields: {
    rule: text('编号', { columnWidth: 70 }),
    compares: longText('比较什么', { columnWidth: 480 }),
    breakCount: int('不符', { unit: '处', alarm: true, help: '有不符的，库存月结不能结账；每晚 4:20 也核对一遍' }),
    state: choice('结果', [
      { value: 'HOLDS', label: '相符', tone: 'success' },
      { value: 'BROKEN', label: '不符', tone: 'danger' },
    ]),
    firstBreak: text('第一处不符', { columnWidth: 320 }),
    span,
  },
  list: { columns: except('span'), search: [{ key: 'span', initial: 'LATEST', required: true }], notice: true },
  report: { drill: { path: `${path}/break`, search: (row, search) => ({ rule: [row.rule], span: search.span }) } },
});

/** What does not agree, one by one; goods open their entries. */
export const stockProofBreak = page({
  of: stockProof,
  path: 'break',
  title: '不符之处',
  fields: {
    rule: choice('编号', proofRules),
    subject: text('哪里', { columnWidth: 300 }),
    found: text('两边各是多少', { columnWidth: 360, help: '数量按克、毫升、个，金额按分' }),
    goodsId: ref('商品', 'goods'),
    storehouseId: ref('仓库', 'storehouse'),
    span,
  },
  list: {
    columns: except('span'),
    search: ['rule', { key: 'span', initial: 'LATEST', required: true }],
    drills: {
      goodsId: {
        path: '/admin/contractor/erp/stock_ledger',
        search: (row) => ({ goodsId: row.goodsId, storehouseId: row.storehouseId, businessDate: null }),
      },
    },
  },
  report: {},
});

export default [stockProof, stockProofBreak];

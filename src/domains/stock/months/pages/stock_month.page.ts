/** 库存月结: opening, moves and closing of a storehouse's month, examined by one and closed by another. */
import { choice, date, int, longText, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, months, page } from '../../../../kit/define/page.ts';
import { monthFlow, monthStatuses } from '../month-states.ts';

const path = '/admin/contractor/erp/stock_month';
const cost = { sees: 'cost' } as const;
const moved = {
  openingFen: money('期初', cost),
  inFen: money('入库', cost),
  issueFen: money('领用', cost),
  saleFen: money('销售', cost),
  lossFen: money('报损', cost),
  awayFen: money('调出退货加工', cost),
  countFen: money('盘盈盘亏', cost),
  revalueFen: money('调价', cost),
  closingFen: money('期末', cost),
};

export const stockMonth = page({
  path,
  title: '库存月结',
  menu: ['进销存', '报表'],
  order: 20,
  limited: 'common',
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep', examine: 'make', close: 'check', reopen: 'check', lock: 'check', begin: 'make' },
  fields: {
    month: date('月份', { sortable: true }),
    monthName: text('月份', { columnWidth: 90 }),
    storehouseId: ref('仓库', 'storehouse'),
    goodsCount: int('品种', { unit: '种' }),
    ...moved,
    status: choice('状态', monthStatuses),
    error: text('没有完成', { columnWidth: 260 }),
    steps: longText('逐项核对'),
    makerName: text('核对'),
    checkerName: text('结账'),
    closedAt: time('结账时间'),
    checkNote: text('说明'),
  },
  list: {
    columns: except('month', 'steps', 'checkNote', 'closedAt'),
    detail: except('month'),
    important: ['monthName', 'storehouseId', 'openingFen', 'closingFen', 'status', 'error'],
    search: [months('month'), 'storehouseId', 'status'],
    // What months began and ended with adds up over stores, not over months: 进销存汇总 has both of any period.
    totals: ['inFen', 'issueFen', 'saleFen', 'lossFen', 'awayFen', 'countFen', 'revalueFen'],
    notice: true,
    drills: {
      goodsCount: { path: `${path}/record`, search: (row) => ({ id: row.id }) },
      closingFen: { path: `${path}/record`, search: (row) => ({ id: row.id }) },
    },
    row: [...monthFlow.buttons, 'view'],
    tools: [{ key: 'begin', label: '列出未结月份', done: '已列出' }],
  },
});

/** Its goods: 期初 + 入 − 出 ± 盘 = 期末, in quantity and amount. */
export const stockMonthLine = page({
  of: stockMonth,
  by: 'monthId',
  path: 'line',
  title: '月结明细',
  fields: {
    monthId: int('月结'),
    code: text('编码'),
    goodsId: ref('商品', 'goods', { columnWidth: 160 }),
    openingWords: text('期初数量'),
    inWords: text('入库数量'),
    outWords: text('出库数量', { help: '领用、销售、报损、调出与退货' }),
    countWords: text('盘点数量'),
    closingWords: text('期末数量'),
    ...moved,
  },
  list: {
    search: ['goodsId'],
    sort: 'code',
    totals: [
      'openingFen',
      'inFen',
      'issueFen',
      'saleFen',
      'lossFen',
      'awayFen',
      'countFen',
      'revalueFen',
      'closingFen',
    ],
    drills: {
      goodsId: {
        path: '/admin/contractor/erp/stock_ledger',
        search: (row) => ({ goodsId: row.goodsId, businessDate: null }),
      },
    },
  },
});

export default [stockMonth, stockMonthLine];

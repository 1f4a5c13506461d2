/** 库存台账: every entry in the order of booking, with the balance behind it. */
import { choice, date, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { entryKinds } from '../entry-kinds.ts';

const cost = { sees: 'cost' } as const;

export default page({
  path: '/admin/contractor/erp/stock_ledger',
  title: '库存台账',
  menu: ['进销存', '报表'],
  order: 10,
  limited: 'common',
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep' },
  fields: {
    recordedAt: time('记账时间', { sortable: true }),
    businessDate: date('营业日'),
    storehouseId: ref('仓库', 'storehouse'),
    goodsId: ref('商品', 'goods'),
    kind: choice('类型', entryKinds),
    billId: ref('单据', '/admin/contractor/erp/stock_bill'),
    lotId: ref('批次', 'lot'),
    inWords: text('入'),
    outWords: text('出'),
    valueFen: money('金额', cost),
    afterWords: text('结存'),
    valueAfterFen: money('结存金额', cost),
    occurredAt: time('发生时间'),
    version: int('序号'),
  },
  list: {
    columns: except('businessDate', 'occurredAt'),
    search: [range('businessDate', 'last7Days'), 'storehouseId', 'goodsId', 'kind', 'lotId', 'billId'],
    totals: ['valueFen'],
    notice: true,
    drills: { billId: { path: '/admin/contractor/erp/stock_bill/record', search: (row) => ({ id: row.billId }) } },
    row: ['view'],
  },
});

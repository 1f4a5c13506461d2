/** 进价走势: what goods cost each time they came in, the newest first. */
import { choice, date, int, money, text } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { entryKinds } from '../../ledger/entry-kinds.ts';
import { goods } from './goods.page.ts';

const cost = { sees: 'cost' } as const;

export default page({
  of: goods,
  by: 'goodsId',
  path: 'price',
  title: '进价走势（近 90 天）',
  fields: {
    goodsId: int('商品'),
    businessDate: date('日期'),
    storehouseName: text('仓库'),
    supplierName: text('供应商'),
    kind: choice('来源', entryKinds),
    qtyWords: text('数量'),
    valueFen: money('金额', cost),
    priceFen: money('进价', { ...cost, help: '每千克、升或个' }),
    beforeFen: money('上次', cost),
  },
  list: { sort: '-businessDate' },
});

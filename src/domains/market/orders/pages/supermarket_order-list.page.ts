/** 名单下单: orders for many out of one sheet; what was not ordered is told row by row. */
import { choice, date, decimal, int, longText, money, ref, sheet, text, time } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { deliveryWays } from '../order-states.ts';
import { shopOrder } from './supermarket_order.page.ts';

const path = '/admin/contractor/supermarket/supermarket_order/list';

export default page({
  of: shopOrder,
  path: 'list',
  title: '名单下单',
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization', { required: true }),
    deliveryDate: date('送达日', { required: true }),
    deliveryWay: choice('方式', deliveryWays, { required: true, initial: 'PICKUP' }),
    address: text('地址', { max: 60, when: (values) => values.deliveryWay === 'DELIVERY' }),
    table: sheet(
      '名单',
      {
        jobNumber: text('工号', { required: true, aliases: ['学号', '人员编号'] }),
        goods: text('商品', {
          required: true,
          aliases: ['商品名称', '条码', '商品编码'],
          help: '名称、条码、编码或 PLU',
        }),
        quantity: decimal('数量', { required: true, digits: 3, aliases: ['件数'], help: '称重商品填千克' }),
      },
      { required: true, help: '同一工号的几行合为一单；货款从本人账户冻结' },
    ),
    filename: text('文件', { columnWidth: 240 }),
    rowCount: int('行数', { unit: '行' }),
    orderCount: int('已下单', { unit: '单' }),
    failedCount: int('没有下单', { unit: '行', alarm: true }),
    amountFen: money('金额'),
    said: longText('没有下单的行'),
    makerName: text('下单人'),
    createdAt: time('下单时间', { sortable: true }),
  },
  list: {
    columns: except('deliveryWay', 'address', 'table', 'said'),
    detail: except('deliveryWay', 'address', 'table'),
    search: [range('createdAt', 'last7Days'), 'organizationId'],
    totals: ['orderCount', 'amountFen'],
    tools: ['create'],
    createLabel: '导入名单',
    row: ['view'],
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['organizationId', 'deliveryDate', 'deliveryWay', 'address', 'table'] }],
    submit: '下单',
    done: '名单已处理',
    outcome: true,
    opens: `${path}/record?id={id}`,
  },
});

/** 供货价格: what a supplier asks for goods between two days; a new list shows the change against the old one. */
import { bool, choice, date, decimal, int, money, percent, ref, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

export const pricePath = '/admin/contractor/erp/supply_price';

export default page({
  path: pricePath,
  title: '供货价格',
  menu: ['进销存', '业务'],
  order: 5,
  limited: 'common',
  fields: {
    supplierId: ref('供应商', 'supplier', { required: true, createOnly: true }),
    goodsId: ref('商品', 'goods', { required: true, createOnly: true }),
    unitId: ref('单位', 'goods_unit', {
      within: { goodsId: 'goodsId' },
      createOnly: true,
      none: '基本单位',
      help: '不选为基本单位（克、毫升、个）',
    }),
    priceFen: money('单价', { required: true, min: 0, max: 100_000_000, createOnly: true }),
    fromDate: date('起', { required: true, createOnly: true, starts: 'today', sortable: false }),
    toDate: date('止', { required: true }),
    minQty: decimal('起订量', { digits: 3, min: 0, max: 1_000_000, initial: 0 }),
    leadDays: int('提前', { unit: '天', min: 0, max: 30, initial: 1 }),
    preferred: bool('首选', { initial: false, words: [{ label: '首选', tone: 'success' }, { label: '' }] }),
    perShown: text('折合', { columnWidth: 130, help: '每千克、升或个' }),
    beforeFen: money('上一价', { help: '同一供应商同一商品前一段的单价' }),
    change: percent('涨跌'),
    averageFen: money('近 30 天均价', { help: '各供应商验收的加权均价，按本单位折算' }),
    state: choice('状态', [
      { value: 'NOW', label: '生效中', tone: 'success' },
      { value: 'COMING', label: '未生效', tone: 'info' },
      { value: 'OVER', label: '已结束', tone: 'neutral' },
    ]),
    createdAt: time('登记时间'),
  },
  list: {
    columns: [
      'goodsId',
      'supplierId',
      'unitId',
      'priceFen',
      'perShown',
      'beforeFen',
      'change',
      'averageFen',
      'fromDate',
      'toDate',
      'minQty',
      'leadDays',
      'preferred',
      'state',
    ],
    important: ['goodsId', 'supplierId', 'priceFen', 'change', 'fromDate', 'toDate', 'state'],
    search: ['goodsId', 'supplierId', { key: 'state', initial: 'NOW' }, 'preferred'],
    tools: ['create'],
    row: [
      'edit',
      {
        key: 'withdraw',
        label: '撤回',
        tone: 'danger',
        confirm: '撤回还没有生效的价格？',
        when: (row) => row.state === 'COMING',
      },
    ],
  },
  form: {
    sections: [
      {
        fields: [
          'supplierId',
          'goodsId',
          'unitId',
          'priceFen',
          'fromDate',
          'toDate',
          'minQty',
          'leadDays',
          'preferred',
        ],
      },
    ],
  },
  import: {
    fields: ['supplierId', 'goodsId', 'unitId', 'priceFen', 'fromDate', 'toDate', 'minQty', 'leadDays'],
    help: '供应商、单位填名称，商品填名称或编码；写入前先看与现行价格相比的涨跌和菜品毛利率',
  },
});

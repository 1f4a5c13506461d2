/** 商品批量添加: many goods in one sheet, typed, pasted or read from a table; kept as it is until it is handed in. */
import { choice, int, lines, money, ref, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { goodsCategories } from '../../../stock/public.ts';

const states = [
  { value: 'DRAFT', label: '填写中', tone: 'warning' },
  { value: 'DONE', label: '已入库', tone: 'success' },
] as const;

export default page({
  path: '/admin/platform/supermarket/mulit_add',
  title: '商品批量添加',
  menu: ['商超', '商超'],
  order: 30,
  fields: {
    sheetNo: text('单号'),
    name: text('名称', { required: true, max: 40, placeholder: '十一月新品' }),
    catalogId: ref('商超分类', 'base_catalog', {
      required: true,
      width: 300,
      help: '这一批都放在此分类，以后可以逐个移动',
    }),
    rows: lines(
      '商品',
      {
        barcode: text('条码', { max: 20, required: true }),
        name: text('名称', { max: 40, required: true }),
        category: choice('物料分类', goodsCategories, { required: true }),
        brand: text('品牌', { max: 30 }),
        spec: text('规格', { max: 40 }),
        guideFen: money('指导价', { min: 0, max: 100_000_000 }),
        shelfDays: int('保质期', { unit: '天', min: 1, max: 3_650 }),
        there: text('已有商品', { readOnly: true }),
        twice: choice('重复时', [
          { value: 'SKIP', label: '跳过' },
          { value: 'CHANGE', label: '按此行更新' },
        ]),
        fault: text('问题', { readOnly: true }),
      },
      { unique: ['barcode'], max: 500, required: true },
    ),
    rowCount: int('行数'),
    twiceCount: int('条码已有', { alarm: true }),
    faultCount: int('有问题', { alarm: true }),
    madeCount: int('新增'),
    changedCount: int('更新'),
    skippedCount: int('跳过'),
    makerName: text('填写人'),
    status: choice('状态', states),
    createdAt: time('创建时间', { sortable: true }),
  },
  list: {
    search: ['name', 'status', 'createdAt'],
    tools: ['create'],
    changeable: (row) => row.status === 'DRAFT',
    row: [
      'edit',
      {
        key: 'submit',
        label: '入库',
        tone: 'primary',
        confirm: '「{name}」共 {rowCount} 行：新条码建成商品，已有条码按「重复时」处理。确定入库？',
        when: (row) => row.status === 'DRAFT',
        done: '已入库',
      },
      'remove',
      'view',
    ],
  },
  form: { sections: [{ fields: ['name', 'catalogId', 'rows'] }], done: '已保存，可以继续填写或入库' },
});

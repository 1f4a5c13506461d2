/** 规格属性: what goods are told apart by, for stock and for the shop, and its values. */
import { bool, choice, int, lines, normalDisabled, text } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { page } from '../../../../kit/define/page.ts';

export const attributeType = page({
  title: '规格属性',
  places: [
    { path: '/admin/contractor/erp/attribute_type', menu: ['进销存', '基础'] },
    { path: '/admin/contractor/supermarket/attribute_type', title: '商品规格属性', menu: ['商超', '商品'] },
  ],
  order: 30,
  limited: 'common',
  fields: {
    name: text('名称', { required: true, max: 20 }),
    values: lines(
      '值',
      {
        id: int('编号', { readOnly: true }),
        name: text('值', { required: true, max: 30 }),
        usedCount: int('使用商品数', { readOnly: true }),
      },
      { unique: ['name'], carry: ['id'], max: 100, required: true },
    ),
    valueNames: text('值', { columnWidth: 320 }),
    required: bool('必填', { initial: false, help: '新建商品时须选择' }),
    sort: int('排序', { min: 0, max: 9_999, initial: 0 }),
    usedCount: int('使用商品数'),
    status: choice('状态', normalDisabled),
  },
  list: {
    search: ['name', 'status'],
    sort: 'sort',
    drills: { usedCount: { path: '/admin/contractor/erp/goods', search: (row) => ({ attributeId: row.id }) } },
    tools: ['create'],
    row: ['edit', ...onOff('确定停用「{name}」？已选用的商品不受影响'), 'remove'],
  },
  form: { sections: [{ fields: ['name', 'required', 'sort', 'values'] }] },
});

/** The values of a kind, inside its record and as choices of goods. */
export const attributeValue = page({
  of: attributeType,
  by: 'attributeId',
  path: 'value',
  title: '值',
  fields: { attributeId: int('属性'), name: text('值'), sort: int('排序'), usedCount: int('使用商品数') },
  list: {
    columns: ['name', 'usedCount'],
    sort: 'sort',
    drills: { usedCount: { path: '/admin/contractor/erp/goods', search: (row) => ({ valueId: row.id }) } },
  },
});

export default [attributeType, attributeValue];

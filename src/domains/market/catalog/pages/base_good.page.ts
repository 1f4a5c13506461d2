/** 商超基础商品: the library of goods with every barcode they are packed under; caterers copy them into their shops. */
import {
  bool,
  choice,
  image,
  int,
  lines,
  money,
  normalDisabled,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { baseUnits, goodsCategories, storedAs } from '../../../stock/public.ts';

export const baseGoodPath = '/admin/platform/supermarket/base_good';

export const baseGood = page({
  path: baseGoodPath,
  title: '商超基础商品',
  menu: ['商超', '商超'],
  order: 20,
  fields: {
    image: image('图', { purpose: 'public' }),
    name: text('名称', { required: true, max: 40 }),
    catalogId: ref('商超分类', 'base_catalog', { required: true, width: 300 }),
    brand: text('品牌', { max: 30 }),
    spec: text('规格', { max: 40, placeholder: '550ml' }),
    category: choice('物料分类', goodsCategories, { required: true, width: 200, help: '承包商采购与索证按它办理' }),
    baseUnit: choice('基本单位', baseUnits, { required: true, initial: 'PIECE', createOnly: true }),
    stored: choice('储存', storedAs, { required: true, initial: 'DRY' }),
    shelfDays: int('保质期', { unit: '天', min: 1, max: 3_650 }),
    guideFen: money('指导价', { min: 0, max: 100_000_000, help: '仅供参考，承包商自己定价' }),
    codes: lines(
      '条码',
      { code: text('条码', { required: true, max: 14 }), packName: text('包装', { max: 20, placeholder: '单瓶' }) },
      { unique: ['code'], max: 20 },
    ),
    codeText: text('条码', { columnWidth: 140 }),
    userCount: int('使用承包商', { unit: '家' }),
    mergedIntoId: ref('已并入', 'base_good'),
    merged: bool('已并入别的商品', { hidden: true }),
    status: choice('状态', normalDisabled),
    createdAt: time('建档时间', { sortable: true }),
  },
  list: {
    columns: [
      'image',
      'name',
      'catalogId',
      'brand',
      'spec',
      'codeText',
      'guideFen',
      'shelfDays',
      'userCount',
      'mergedIntoId',
      'status',
    ],
    important: ['image', 'name', 'catalogId', 'spec', 'codeText', 'guideFen', 'userCount', 'status'],
    search: [
      keyword('名称/品牌/条码', 'name', 'brand', 'codeText'),
      'catalogId',
      'category',
      'mergedIntoId',
      'status',
      'merged',
    ],
    drills: { userCount: { path: `${baseGoodPath}/record`, search: (row) => ({ id: row.id }) } },
    tools: ['create'],
    row: [
      'edit',
      {
        key: 'merge',
        label: '合并',
        batch: true,
        form: { intoId: ref('合并到', 'base_good', { required: true, help: '两边的条码都归它；以后可以拆开' }) },
        when: (row) => row.mergedIntoId === null,
        done: '已合并',
      },
      {
        key: 'split',
        label: '拆分',
        confirm: '「{name}」带着自己的条码重新独立出来？',
        when: (row) => row.mergedIntoId !== null,
        done: '已拆分',
      },
      ...onOff('确定停用「{name}」？承包商不能再加入，已加入的不受影响'),
    ],
  },
  form: {
    sections: [
      { title: '商品', fields: ['name', 'catalogId', 'brand', 'spec', 'category', 'image', 'codes'] },
      { title: '其他', fields: ['baseUnit', 'stored', 'shelfDays', 'guideFen'] },
    ],
  },
});

/** Who sells it under which name. */
export const baseGoodUser = page({
  of: baseGood,
  by: 'baseGoodId',
  path: 'user',
  title: '使用承包商',
  fields: {
    baseGoodId: int('商品'),
    contractorName: text('承包商'),
    goodsName: text('本店名称'),
    code: text('编码'),
    takenAt: time('加入或更新时间'),
  },
  list: { columns: ['contractorName', 'goodsName', 'code', 'takenAt'] },
});

export default [baseGood, baseGoodUser];

/** 单位食材: the unit's food-stuffs, linked to the library where they can be, with prices from a day on. */
import {
  choice,
  choices,
  date,
  int,
  money,
  normalDisabled,
  percent,
  ref,
  refs,
  text,
} from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { allergens } from '../../../people/public.ts';
import { nutrientFields, nutrientKeys } from '../../nutrition/nutrients.ts';
import { stuffUnit } from '../stuff-unit.ts';

const path = '/admin/organization/organization_food_stuff';

const perKilogram = '每公斤，按采购价';

export const organizationFoodStuff = page({
  path,
  title: '单位食材',
  limited: 'common',
  menu: ['菜谱营养', '菜品食材'],
  order: 2,
  fields: {
    name: text('名称', { required: true, max: 60, sortable: true, columnWidth: 160, aliases: ['食材', '食材名称'] }),
    alias: text('别名', { max: 100 }),
    libId: ref('平台食材', 'lib_food_stuff', {
      width: 300,
      help: '关联后营养、可食部与过敏原取自平台库，可在下面改成自己的',
    }),
    // Only imports know it: names or code of the library's food-stuff.
    libName: text('平台食材', { max: 60, aliases: ['平台食材名称', '食物编码'] }),
    typeId: ref('分类', 'food_stuff_type', { width: 200, help: '不选则取平台食材的分类', aliases: ['食材分类'] }),
    supplier: text('供应商', { max: 60, width: 300 }),
    ...stuffUnit,
    priceFen: money('单价', { max: 100_000_000, help: perKilogram, aliases: ['价格', '每公斤单价'] }),
    priceFrom: date('价格起始', { aliases: ['起始日期', '生效日期'] }),
    eachFen: money('每单位价', { help: '单价按每单位的克重折算' }),
    edibleRatio: percent('可食部', { min: 1, max: 10_000, help: '不填则取平台食材的；没有关联时按 100%' }),
    ownAllergens: choices('自行申报过敏原', allergens, { help: '平台食材带来的自动计入，不能去掉' }),
    allergens: choices('过敏原', allergens),
    ...nutrientFields,
    usedCount: int('用于菜品', { unit: '道' }),
    linked: choice('来源', [
      { value: 'LINKED', label: '平台库', tone: 'success' },
      { value: 'OWN', label: '自建', tone: 'warning' },
    ]),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
  },
  list: {
    columns: [
      'name',
      'linked',
      'typeId',
      'priceFen',
      'priceFrom',
      'unit',
      'eachFen',
      'supplier',
      'edibleRatio',
      'energy',
      'protein',
      'sodium',
      'calcium',
      'allergens',
      'usedCount',
      'status',
    ],
    important: ['name', 'linked', 'priceFen', 'usedCount', 'status'],
    subline: { name: 'alias' },
    search: [keyword('名称/别名', 'name', 'alias'), 'typeId', 'linked', 'allergens', 'supplier', 'status'],
    sort: 'name',
    detail: [
      'name',
      'alias',
      'libId',
      'typeId',
      'supplier',
      'unit',
      'unitGrams',
      'priceFen',
      'eachFen',
      'priceFrom',
      'edibleRatio',
      'allergens',
      ...nutrientKeys,
      'usedCount',
      'status',
    ],
    row: [
      {
        key: 'reprice',
        label: '调价',
        form: {
          priceFen: money('新单价', { required: true, max: 100_000_000, help: perKilogram }),
          fromDate: date('起始日期', { required: true, starts: 'today', help: '从这天的菜谱起按新价计成本' }),
          supplier: text('供应商', { max: 60 }),
        },
        done: '已记下新价',
      },
      'edit',
      ...onOff('停用后不能再用于新的配料，已有配料不受影响，确定停用「{name}」？', { batch: true }),
      {
        key: 'merge',
        label: '合并到',
        batch: true,
        form: {
          intoId: ref('合并到', 'food_stuff', { required: true, help: '所选食材的配料与价格并入它，然后删除所选' }),
        },
        outcome: true,
      },
      'remove',
    ],
    tools: [
      'create',
      {
        key: 'adopt',
        label: '从平台库选用',
        form: { libIds: refs('平台食材', 'lib_food_stuff', { required: true, width: 500 }) },
      },
    ],
    drills: { usedCount: { path: '/admin/organization/ingredient', search: (row) => ({ foodStuffId: [row.id] }) } },
    notice: true,
  },
  verbs: { removePrice: '删除价格' },
  form: {
    sections: [
      { title: '食材', fields: ['name', 'alias', 'libId', 'typeId', 'supplier', 'edibleRatio', 'ownAllergens'] },
      { title: '单位与价格', fields: ['unit', 'unitGrams', 'priceFen', 'priceFrom'] },
      { title: '每 100 克可食部（与平台库不同才需要填，空白取平台库的）', fields: nutrientKeys },
    ],
  },
  import: {
    fields: ['name', 'libName', 'typeId', 'supplier', 'priceFen', 'priceFrom'],
    unique: ['name'],
    help: '已有的食材按名称更新供应商与价格；新的按“平台食材”或同名关联平台库，关联不上的须填分类，营养按未知处理',
  },
});

/** Its prices over time, in the record. */
export const foodStuffPrice = page({
  of: organizationFoodStuff,
  by: 'foodStuffId',
  path: 'price',
  title: '价格记录',
  fields: {
    foodStuffId: ref('食材', 'food_stuff'),
    fromDate: date('起始日期', { sortable: true }),
    priceFen: money('单价（每公斤）'),
    supplier: text('供应商'),
    createdName: text('登记人'),
  },
  list: {
    row: [
      {
        key: 'removePrice',
        label: '删除',
        tone: 'danger',
        confirm: '删除 {fromDate} 起的价格？已发布的菜谱成本不变。',
      },
    ],
  },
});

export default [organizationFoodStuff, foodStuffPrice];

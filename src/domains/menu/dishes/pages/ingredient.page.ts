/** 配料/食材用量: every line of every dish's recipe; one food-stuff is replaced by another everywhere, and back. */
import { bool, choice, choices, decimal, int, percent, ref, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { allergens } from '../../../people/public.ts';
import { bases, mostGrams } from '../../recipes/recipe-fields.ts';
import { dishStatuses } from '../dish-flow.ts';

const path = '/admin/organization/ingredient';

export const ingredient = page({
  path,
  title: '配料/食材用量',
  limited: 'common',
  menu: ['菜谱营养', '菜品食材'],
  order: 3,
  fields: {
    dishId: ref('菜品', 'dish', { required: true, createOnly: true, columnWidth: 160 }),
    foodStuffId: ref('食材', 'food_stuff', { required: true, columnWidth: 160 }),
    grams: decimal('每份克数', { required: true, unit: '克', digits: 1, min: 0.1, max: mostGrams }),
    basis: choice('基准', bases, { required: true, initial: 'NET' }),
    lossRatio: percent('损耗', { initial: 0, max: 9000 }),
    main: bool('主料', { initial: false }),
    allergens: choices('食材过敏原', allergens),
    status: choice('菜品审核', dishStatuses),
  },
  list: {
    search: ['dishId', 'foodStuffId', 'main', 'allergens', 'status'],
    sort: 'dishId',
    row: ['edit', 'remove'],
    tools: [
      'create',
      {
        key: 'replace',
        label: '替换食材',
        form: {
          fromId: ref('把', 'food_stuff', { required: true }),
          intoId: ref('换成', 'food_stuff', { required: true }),
          ratio: percent('用量按', {
            required: true,
            initial: 10_000,
            min: 100,
            max: 100_000,
            help: '新食材的克数是原来的百分之几',
          }),
        },
        outcome: true,
        done: '已替换；可在“替换记录”中撤销',
      },
      { key: 'replaced', label: '替换记录', open: `${path}/replaced` },
    ],
  },
  form: {
    sections: [{ fields: ['dishId', 'foodStuffId', 'grams', 'basis', 'lossRatio', 'main'] }],
    done: '已保存；已通过审核的菜品须重新审核',
  },
});

/** 替换记录: what a replacement changed, to take it back. */
export const replaced = page({
  of: ingredient,
  path: 'replaced',
  title: '食材替换记录',
  fields: {
    fromName: text('原食材'),
    intoName: text('新食材'),
    ratio: percent('用量按'),
    dishCount: int('菜品', { unit: '道' }),
    madeName: text('操作人'),
    madeAt: time('时间', { sortable: true }),
    undoneAt: time('撤销时间'),
  },
  list: {
    row: [
      {
        key: 'replace',
        label: '撤销',
        tone: 'danger',
        confirm: '撤销后 {dishCount} 道菜品的配料回到替换前，确定撤销？',
        done: '已撤销',
        when: (row) => !row.undoneAt,
        whyNot: () => '已撤销',
      },
    ],
  },
});

export default [ingredient, replaced];

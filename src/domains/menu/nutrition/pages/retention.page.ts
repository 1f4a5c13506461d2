/** 烹调保留率: what share of a nutrient is left after cooking, entered by the unit's nutritionist. */
import { choice, percent, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { foodClasses } from '../food-classes.ts';
import { nutrientKeys, nutrients } from '../nutrients.ts';
import { heated } from '../retention.ts';

const measured = nutrientKeys.map((value) => ({ value, label: nutrients[value].label }));

export default page({
  path: '/admin/organization/nourishment/retention',
  title: '烹调保留率',
  limited: 'common',
  menu: ['菜谱营养', '菜品食材'],
  order: 6,
  fields: {
    cooking: choice('烹调方法', heated, { required: true }),
    foodClass: choice('食材类别', foodClasses, {
      none: '全部类别',
      help: '不选为全部类别；某一类另有登记的，以那一类的为准',
    }),
    nutrient: choice('营养素', measured, { required: true }),
    ratio: percent('保留率', { required: true, min: 0, max: 10_000, help: '烹调后还留下的，占下锅前的份额' }),
    source: text('来源', { max: 100, columnWidth: 360, help: '数值出自哪里，便于复核' }),
    updatedAt: time('修改时间', { sortable: true }),
  },
  list: {
    important: ['cooking', 'foodClass', 'nutrient', 'ratio'],
    search: ['cooking', 'foodClass', 'nutrient', keyword('来源', 'source')],
    row: ['edit', 'remove'],
    tools: [
      'create',
      {
        key: 'fill',
        label: '填入公开参考值',
        confirm: '把公开发表的保留率填入，已有登记的不变。参考值用于估算，使用前请由营养师核对。',
      },
    ],
    notice: true,
  },
  form: { sections: [{ fields: ['cooking', 'foodClass', 'nutrient', 'ratio', 'source'] }] },
});

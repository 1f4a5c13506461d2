/** 营养分析: dishes, days or weeks of menus against what the unit's people need. */
import { choice, date, type Field, int, json, percent, ref, text } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { nutrientFields } from '../nutrients.ts';
import { ageGroups } from '../standards.ts';

const { energy, protein, fat, carbohydrate, sodium, calcium, iron, vitaminA, vitaminC } = nutrientFields;

/** Room for the coverage behind the figure. */
const wide = (field: Field<number>): Field<number> => ({ ...field, columnWidth: 126 });

export default page({
  path: '/admin/organization/nourishment',
  title: '营养分析',
  limited: 'common',
  menu: ['菜谱营养', '菜品食材'],
  order: 5,
  fields: {
    scope: text('范围', { columnWidth: 190 }),
    menuDate: date('日期'),
    mealPeriodId: ref('餐次', 'meal_period'),
    restaurantId: ref('餐厅', 'restaurant'),
    ageGroup: choice('人群', ageGroups, { help: '不选则按本单位人员的年龄与性别' }),
    energy: wide(energy),
    protein: wide(protein),
    fat: wide(fat),
    carbohydrate: wide(carbohydrate),
    sodium: wide(sodium),
    calcium: wide(calcium),
    iron: wide(iron),
    vitaminA: wide(vitaminA),
    vitaminC: wide(vitaminC),
    energyRate: percent('能量达标率'),
    shareText: text('三大营养素供能比', { columnWidth: 190 }),
    kinds: int('食物种类', { unit: '种' }),
    metText: text('符合情况', { columnWidth: 180 }),
    metRate: percent('符合率'),
    advice: text('建议', { columnWidth: 260 }),
    coverageText: text('数据覆盖', { columnWidth: 200 }),
    cookedText: text('烹调损失', { columnWidth: 190 }),
    known: json('覆盖'),
  },
  list: {
    columns: except('menuDate', 'mealPeriodId', 'restaurantId', 'ageGroup', 'metRate', 'known', 'cookedText'),
    important: ['scope', 'energy', 'protein', 'sodium', 'calcium', 'energyRate', 'metText'],
    search: [range('menuDate', 'thisWeek'), 'ageGroup', 'mealPeriodId', 'restaurantId'],
  },
  report: {
    groups: [
      { value: 'DAY', label: '日菜谱' },
      { value: 'WEEK', label: '周菜谱' },
      { value: 'DISH', label: '菜品' },
    ],
    chart: { kind: 'bar', x: 'scope', y: ['energyRate', 'metRate'] },
  },
});

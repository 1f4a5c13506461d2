/** 陪餐与巡检记录: who looked at which meal, and what they found. */
import { bool, choice, date, image, longText, ref, text, time } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { grades, inspectorKinds } from '../inspection-words.ts';
import inspectionUser from './inspection_user.page.ts';

export default page({
  of: inspectionUser,
  path: 'record_log',
  title: '陪餐与巡检记录',
  fields: {
    inspectorId: ref('巡检人', 'inspector', { required: true, width: 300 }),
    kind: choice('类型', inspectorKinds),
    day: date('日期', { required: true, sortable: true, starts: 'today', width: 150 }),
    restaurantId: ref('餐厅', 'restaurant', { required: true, width: 300 }),
    mealPeriodId: ref('餐次', 'meal_period', { width: 200, help: '陪餐须选餐次' }),
    dishes: text('菜品', { max: 120, width: 400 }),
    taste: choice('口味', grades, { width: 150 }),
    warmth: choice('温度', grades, { width: 150 }),
    hygiene: choice('卫生', grades, { width: 150 }),
    finding: longText('发现的问题', { max: 200, help: '写明的问题转为隐患，限期整改' }),
    picture: image('照片'),
    late: bool('补记', { columnWidth: 70 }),
    madeName: text('登记人'),
    madeAt: time('登记时间'),
  },
  list: {
    columns: except('picture'),
    subline: { madeName: 'madeAt' },
    search: ['inspectorId', 'kind', range('day'), 'restaurantId', 'mealPeriodId', 'late'],
    tools: ['create'],
    createLabel: '登记',
  },
  form: {
    createOnly: true,
    sections: [
      {
        fields: [
          'inspectorId',
          'day',
          'restaurantId',
          'mealPeriodId',
          'dishes',
          'taste',
          'warmth',
          'hygiene',
          'finding',
          'picture',
        ],
      },
    ],
  },
});

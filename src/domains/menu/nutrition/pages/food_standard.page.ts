/** 营养标准: what a day should hold by age and gender, in versions from a day on; where it was read, and how far that is to be trusted. */
import { choice, date, decimal, text } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { nutrientKeys, nutrients } from '../nutrients.ts';
import { ageGroups, confidences } from '../standards.ts';

const measured = nutrientKeys.map((value) => ({
  value,
  label: `${nutrients[value].label}（${nutrients[value].unit}）`,
}));

export default page({
  path: '/admin/platform/food_standard',
  title: '营养标准',
  menu: ['菜品库', '菜品库'],
  order: 6,
  duties: { create: 'setup', drop: 'setup' },
  fields: {
    kind: choice(
      '对象',
      [
        { value: 'PUPIL', label: '学生' },
        { value: 'ADULT', label: '成人' },
      ],
      { readOnly: true },
    ),
    ageGroup: choice('年龄', ageGroups, { required: true, width: 200 }),
    gender: choice(
      '性别',
      [
        { value: 'M', label: '男' },
        { value: 'F', label: '女' },
      ],
      { required: true },
    ),
    nutrient: choice('营养素', measured, { required: true, width: 200, columnWidth: 140 }),
    low: decimal('每日下限', { digits: 2, min: 0, max: 100_000, width: 150, none: '不限' }),
    high: decimal('每日上限', {
      digits: 2,
      min: 0,
      max: 100_000,
      width: 150,
      none: '不限',
      help: '下限、上限至少填一个',
    }),
    fromDate: date('生效日期', { required: true, width: 150, help: '不早于今天；此前的分析仍按原来的标准' }),
    state: choice('状态', [
      { value: 'NOW', label: '生效中', tone: 'success' },
      { value: 'COMING', label: '未生效', tone: 'info' },
      { value: 'PAST', label: '已被替代', tone: 'neutral' },
    ]),
    confidence: choice('可信程度', confidences, {
      required: true,
      help: '高：读自标准原文或全文转录；中：读自摘要或一处转载；待核对：分析里另有注明',
    }),
    source: text('来源', { required: true, max: 200, width: 500, columnWidth: 260, placeholder: '标准号与名称、表号' }),
  },
  list: {
    columns: except('kind'),
    search: ['kind', 'ageGroup', 'gender', 'nutrient', 'confidence', 'state', keyword('来源', 'source')],
    row: [
      {
        key: 'drop',
        label: '撤回',
        tone: 'danger',
        confirm: '撤回还没有生效的这一版？',
        done: '已撤回',
        when: (row) => row.state === 'COMING',
        whyNot: () => '已生效的留作依据：要改请新增一版',
      },
    ],
    tools: ['create'],
    notice: true,
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['ageGroup', 'gender', 'nutrient', 'low', 'high', 'fromDate', 'confidence', 'source'] }],
  },
});

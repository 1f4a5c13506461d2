/** 报餐时段: from when and until when each meal may be reported and taken back. */
import { bool, hm, int, lines, ref, text } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

const days = (label: string, most: number, help?: string) =>
  int(label, { unit: '天', min: 0, max: most, columnWidth: 88, ...(help ? { help } : {}) });

export default page({
  path: '/admin/organization/meal_reporting_period',
  title: '报餐时段',
  menu: ['报餐管理', '报餐设置'],
  order: 20,
  kind: 'settings',
  fields: {
    meals: lines(
      '各餐时段',
      {
        mealPeriodId: ref('餐次', 'meal_period', { readOnly: true, columnWidth: 70 }),
        open: bool('可报餐', { columnWidth: 72 }),
        openDays: days('提前开放', 62),
        cutDays: days('截止提前', 30),
        cutTime: hm('截止时间', { max: 1_439, columnWidth: 92 }),
        byWorkdays: bool('按工作日', { columnWidth: 84 }),
        cancelDays: days('取消提前', 30),
        cancelTime: hm('取消截止', { max: 1_439, columnWidth: 92, placeholder: '同截止' }),
        next: text('下一餐截止', { readOnly: true, columnWidth: 190 }),
        settleMinutes: int('餐后结算', { unit: '分钟', min: 15, max: 720, columnWidth: 88, placeholder: '60' }),
        slackMinutes: int('前后宽限', { unit: '分钟', min: 0, max: 120, columnWidth: 88, placeholder: '10' }),
        version: int('修订', { readOnly: true }),
      },
      {
        fixed: true,
        unique: ['mealPeriodId'],
        carry: ['version'],
        max: 20,
        help: '截止按服务器时间判断。「按工作日」时提前天数只数工作日：周一的午餐提前 1 天，在上周五截止；节假日以「节假日日历」为准。取消截止留空，与报餐截止相同。「餐后结算」：这一餐结束多久以后结算扣费（终端没有补传齐的接着等）；「前后宽限」：就餐时段前后多久以内、没有算进哪一餐的消费也算来吃过，改动从还没有截止的餐次起。',
      },
    ),
  },
  form: { sections: [{ fields: ['meals'] }] },
});

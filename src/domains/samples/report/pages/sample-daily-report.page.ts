/** 留样日报: per day, meal and restaurant what had to be kept and what was; signed per day and restaurant, printed as the annex wants it. */
import { choice, date, int, ref, text } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { all, type Drill, page, range } from '../../../../kit/define/page.ts';

export const signStates = [
  { value: 'SIGNED', label: '已签字', tone: 'success' },
  { value: 'CHANGED', label: '签后有变化', tone: 'danger' },
  { value: 'OPEN', label: '未签字', tone: 'warning' },
] as const;

const count = (label: string, alarm = false) => int(label, { unit: '份', ...(alarm ? { alarm: true as const } : {}) });

/** The samples behind a figure. */
const opens = (more: Record<string, unknown>): Drill => ({
  path: '/admin/organization/sample_management',
  search: (row) => ({
    diningDate: [row.diningDate, row.diningDate],
    mealPeriodId: row.mealPeriodId,
    restaurantId: row.restaurantId,
    ...more,
  }),
});

export default page({
  path: '/admin/organization/sample_daily_report',
  title: '留样日报',
  menu: ['食品安全', '食品留样'],
  order: 20,
  limited: 'common',
  fields: {
    diningDate: date('日期'),
    mealPeriodId: ref('餐次', 'meal_period'),
    restaurantId: ref('餐厅', 'restaurant'),
    shouldCount: count('应留样品种'),
    doneCount: count('已留样'),
    missedCount: count('漏留', true),
    waitingCount: count('待留'),
    goodCount: count('合格'),
    lightCount: count('留样量不足', true),
    lateCount: count('留样超时', true),
    dueCount: count('应销样'),
    removedCount: count('已销样'),
    overdueCount: count('逾期未销', true),
    sealedCount: count('封存'),
    earlyCount: count('未到期销样', true),
    tempCount: count('柜温异常', true),
    samplers: text('责任人', { columnWidth: 140 }),
    signState: choice('签字', signStates),
    signedBy: text('签字人', { columnWidth: 120 }),
    signedAt: text('签字时间'),
  },
  list: {
    important: ['diningDate', 'mealPeriodId', 'restaurantId', 'shouldCount', 'doneCount', 'missedCount', 'signState'],
    search: [range('diningDate', 'last7Days'), 'restaurantId', 'mealPeriodId', 'signState'],
    // Two lines of one cell: side by side the hour was cut on a tablet.
    subline: { signedBy: 'signedAt' },
    sort: '-diningDate',
    totals: all(),
  },
  report: {
    identities: [
      eq('shouldCount', ['doneCount', 'missedCount', 'waitingCount']),
      eq('doneCount', ['goodCount', 'lightCount', 'lateCount']),
      eq('dueCount', ['removedCount', 'overdueCount', 'sealedCount']),
    ],
    drill: {
      ...opens({}),
      columns: {
        shouldCount: opens({ status: ['TO_SAMPLE', 'SAMPLED', 'RETAINING', 'SEALED', 'REMOVED', 'MISSED'] }),
        doneCount: opens({ quality: ['GOOD', 'UNDERWEIGHT', 'LATE'] }),
        missedCount: opens({ status: 'MISSED' }),
        waitingCount: opens({ status: 'TO_SAMPLE' }),
        goodCount: opens({ quality: 'GOOD' }),
        lightCount: opens({ quality: 'UNDERWEIGHT' }),
        lateCount: opens({ quality: 'LATE' }),
        dueCount: opens({ due: 'LEAVES' }),
        removedCount: opens({ status: 'REMOVED' }),
        overdueCount: opens({ due: 'DUE' }),
        sealedCount: opens({ status: 'SEALED' }),
        earlyCount: opens({ exception: 'EARLY_REMOVED' }),
        tempCount: opens({ exception: 'TEMP_OUT' }),
      },
    },
  },
  verbs: { sheet: '打印台账', sign: '签字' },
  duties: { sheet: 'look', sign: 'check' },
});

/** 部门就餐汇总: who ate which meal, by department, beside how many were to come. */
import { date, int, percent, ref, text } from '../../../../kit/define/field.ts';
import { against, sum } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, page, range } from '../../../../kit/define/page.ts';
import { departmentLevel } from '../../../people/public.ts';
import { drillCounts, headLines } from '../drills.ts';

export const headsOfPlaces = '消费汇总人次（各餐次）';

const eaten = (column?: string): Drill => ({
  path: headLines,
  search: (row, search) => ({
    businessDate: search.businessDate,
    mealPeriodId: column ? (row.meals as Record<string, number[]> | null | undefined)?.[column] : search.mealPeriodId,
    ownDepartmentId: row.departmentIds,
  }),
});

export default page({
  path: '/admin/organization/department_meal_summary',
  title: '部门就餐汇总',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐报表'],
  order: 30,
  fields: {
    groupName: text('部门', { columnWidth: 200 }),
    businessDate: date('期间'),
    level: departmentLevel,
    mealPeriodId: ref('餐次', 'meal_period'),
    breakfast: int('早餐', { unit: '人次' }),
    lunch: int('午餐', { unit: '人次' }),
    dinner: int('晚餐', { unit: '人次' }),
    night: int('夜宵', { unit: '人次' }),
    other: int('其他餐次', { unit: '人次' }),
    heads: int('合计', { unit: '人次' }),
    expected: int('应到人数', { unit: '人次', help: '按当日报餐规则应报餐的人员，一人一餐计一次；不报餐的餐次不计' }),
    countedPortions: int('只报人数', { unit: '人次', help: '部门没有按名字报的人数；与应到、就餐各自统计' }),
    reportedHeads: int('报餐餐次就餐', { unit: '人次' }),
    rate: percent('就餐率', { help: '报餐餐次就餐 ÷ 应到人数；以人员现在的部门计应到' }),
  },
  list: {
    columns: except('businessDate', 'level', 'mealPeriodId'),
    search: [range('businessDate', 'thisMonth'), { key: 'level' }, 'mealPeriodId'],
    totals: all(),
  },
  report: {
    identities: [sum('heads', ['breakfast', 'lunch', 'dinner', 'night', 'other']), against('heads', headsOfPlaces)],
    drill: {
      ...eaten(),
      columns: {
        breakfast: eaten('breakfast'),
        lunch: eaten('lunch'),
        dinner: eaten('dinner'),
        night: eaten('night'),
        other: eaten('other'),
        expected: null,
        countedPortions: drillCounts((row, search) => ({
          diningDate: search.businessDate,
          mealPeriodId: search.mealPeriodId,
          ownDepartmentId: row.departmentIds,
        })),
        reportedHeads: null,
        rate: null,
      },
    },
    chart: { kind: 'bar', x: 'groupName', y: ['heads'] },
  },
});

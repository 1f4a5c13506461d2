/** 每日报餐汇总 of a contractor: the units and restaurants it serves. */
import { choice, date, ref, text } from '../../../../kit/define/field.ts';
import { type Drill, except, page, range } from '../../../../kit/define/page.ts';
import { drillReports } from '../drills.ts';
import { mealFigures, mealIdentities, settlementStates, wasteFigures } from './daily-report-meal-summary.page.ts';

const lines = '/admin/contractor/report_form/report_meal_detail';
const mealOf = (row: Record<string, unknown>, search: Record<string, unknown>) => ({
  organizationId: row.organizationId,
  diningDate: [row.diningDate, row.diningDate],
  mealPeriodId: row.mealPeriodId,
  restaurantId: search.restaurantId,
});

/** What was made and not eaten, dish by dish; a contractor knows the meals of many units by their names. */
const dishes: Drill = {
  path: '/admin/contractor/report_form/food_menu_rest_summary',
  search: (row, search) => ({
    organizationId: row.organizationId,
    menuDate: [row.diningDate, row.diningDate],
    mealName: row.mealName,
    restaurantId: search.restaurantId,
  }),
};

export default page({
  path: '/admin/contractor/report_form/everyday_report_meal_summary',
  title: '每日报餐汇总',
  wide: ['organizationId'],
  menu: ['报表中心', '日报'],
  order: 30,
  fields: {
    organizationId: ref('单位', 'organization'),
    diningDate: date('日期'),
    mealName: text('餐次'),
    state: choice('结算', settlementStates, { columnWidth: 100 }),
    restaurantId: ref('餐厅', 'restaurant', { hidden: true }),
    ...mealFigures,
    ...wasteFigures,
  },
  list: {
    // How many eat by default is known to the unit alone.
    columns: except('byDefault', 'wasteNote'),
    subline: { wasteFen: 'wasteNote' },
    important: [
      'organizationId',
      'diningDate',
      'mealName',
      'toCook',
      'portions',
      'countedPortions',
      'guestPortions',
      'heads',
      'missedPortions',
    ],
    search: [range('diningDate', 'thisMonth'), 'organizationId', 'mealName', 'restaurantId'],
    totals: except('wasteGrams', 'wasteFen'),
  },
  report: {
    identities: mealIdentities,
    drill: {
      path: lines,
      search: mealOf,
      columns: {
        ...drillReports(mealOf, lines),
        // Diners are counted out of the units' trades, which it has no lines of.
        heads: null,
        reportedHeads: null,
        countedHeads: null,
        unreportedHeads: null,
        toCook: null,
        byDefault: null,
        countedPortions: null,
        guestPortions: null,
        guestHeads: null,
        consumeHeads: null,
        movedHeads: null,
        rate: null,
        wasteGrams: dishes,
        wasteFen: dishes,
      },
    },
  },
});

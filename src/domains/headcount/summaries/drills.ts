/** Where the figures of the reports on meals lead: to the lines of 报餐明细 and of 就餐人次 they add up. */
import type { Drill } from '../../../kit/define/page.ts';

export const reportLines = '/admin/organization/report_meal_detail';
export const headLines = '/admin/organization/meal_head_detail';

const guestLines = '/admin/organization/manual_report_meal/guest';

type Where = Drill['search'];

const to =
  (path: string, where: Where) =>
  (more: Record<string, unknown>): Drill => ({ path, search: (row, search) => ({ ...where(row, search), ...more }) });

/** Figures of reports by what became of them; `where` are the reports of the row, `path` where they are listed. */
export function drillReports(where: Where, path = reportLines): Record<string, Drill> {
  const lines = to(path, where);
  const missed = lines({ outcome: ['MISSED'] });
  return {
    portions: lines({ status: ['REPORTED'] }),
    times: lines({ status: ['REPORTED'] }),
    cancelledPortions: lines({ status: ['CANCELLED'] }),
    cancelledTimes: lines({ status: ['CANCELLED'] }),
    eatenPortions: lines({ outcome: ['EATEN'] }),
    eatenTimes: lines({ outcome: ['EATEN'] }),
    missedPortions: missed,
    missedTimes: missed,
    unclearPortions: lines({ outcome: ['UNCLEAR'] }),
    unclearTimes: lines({ outcome: ['UNCLEAR'] }),
    waitingPortions: lines({ outcome: ['WAITING'] }),
    waitingTimes: lines({ outcome: ['WAITING'] }),
    waivedTimes: lines({ fate: ['EXEMPT', 'EXCUSED'] }),
    chargedTimes: lines({ fate: ['CHARGE'] }),
    chargeFen: missed,
    chargedFen: missed,
    pendingHeads: lines({ fate: ['EATEN'], pending: true }),
  };
}

/** Counts that stand; `where` as of reports. */
export const drillCounts = (where: Where): Drill =>
  to('/admin/organization/manual_report_meal/count', where)({ status: ['REPORTED'] });

/** Guests that stand; `where` as of reports. */
export const drillGuests = (where: Where): Drill => to(guestLines, where)({ standing: true });

/** Figures of diners; `where` are the diners of the row. */
export function drillHeads(where: Where): Record<string, Drill> {
  const lines = to(headLines, where);
  return {
    heads: lines({ closed: true }),
    reportedHeads: lines({ reported: 'NAMED', closed: true }),
    countedHeads: lines({ reported: 'COUNTED', closed: true }),
    unreportedHeads: lines({ reported: 'NONE', closed: true }),
    guestHeads: lines({ guests: true, closed: true }),
  };
}

/** To the trade that a row is, and no other of that meal. */
export const drillTrade: Drill = {
  path: '/admin/organization/consume_detail',
  search: (row) => ({ keyword: String(row.id), businessDate: [row.businessDate, row.businessDate] }),
};

const dishes: Drill = {
  path: '/admin/organization/food_menu_summary',
  search: (row, search) => ({
    menuDate: [row.diningDate, row.diningDate],
    mealPeriodId: row.mealPeriodId,
    restaurantId: search.restaurantId,
  }),
};

/** What was made and not eaten, dish by dish. */
export const drillWaste: Record<string, Drill> = { wasteGrams: dishes, wasteFen: dishes };

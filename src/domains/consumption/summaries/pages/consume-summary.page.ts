/** 消费汇总 and 每日消费汇总: totals out of the rollups; every number opens its lines in 消费明细. */
import { date, int, ref, text } from '../../../../kit/define/field.ts';
import { same } from '../../../../kit/define/identity.ts';
import { all, except, page, range } from '../../../../kit/define/page.ts';
import { consumedIdentities, consumeFigures } from '../../fields.ts';
import { drillByKind } from '../../trades/drill.ts';

const amounts = consumeFigures('同一人同一餐只计一次；按餐厅、设备看时，在每家餐厅各计一次');

/** Who came and what it came to; the purses follow where there is room. */
const important = ['consumeCount', 'heads', 'amountFen', 'reversedFen', 'supplementFen', 'netFen'] as const;

/** Longer periods are not counted person by person. */
export const mostDays = 93;

const filters = {
  businessDate: date('日期'),
  restaurantId: ref('餐厅', 'restaurant'),
  mealPeriodId: ref('餐次', 'meal_period'),
};

/** Search key of 消费明细 that a group stands for. */
const groupSearch: Record<string, string> = {
  meal: 'mealPeriodId',
  restaurant: 'restaurantId',
  site: 'deploySiteId',
  device: 'deviceId',
  type: 'typeId',
  department: 'ownDepartmentId',
};

export const consumeSummary = page({
  path: '/admin/organization/consume_summary',
  title: '消费汇总',
  menu: ['消费管理', '消费报表'],
  order: 20,
  fields: {
    groupName: text('分组项', { columnWidth: 160 }),
    ...filters,
    people: int('消费人数', {
      unit: '人',
      none: '—',
      help: `期间里在这家餐厅消费过的人，来几次都计一个，散客一次计一个；期间不超过 ${mostDays} 天时统计`,
    }),
    ...amounts,
  },
  list: {
    columns: except('businessDate', 'restaurantId', 'mealPeriodId'),
    important: ['groupName', 'people', ...important],
    search: [range('businessDate', 'thisMonth'), 'restaurantId', 'mealPeriodId'],
    totals: except('people'),
  },
  report: {
    groups: [
      { value: 'meal', label: '餐次' },
      { value: 'restaurant', label: '餐厅', also: ['people'] },
      { value: 'device', label: '设备' },
      { value: 'type', label: '人员类别' },
      { value: 'department', label: '部门' },
      { value: 'day', label: '日' },
    ],
    // Places and people are added up apart; a grouping by one is held against the other.
    identities: [
      ...consumedIdentities,
      same('netFen', 'department_consume_summary', { groups: ['meal', 'restaurant', 'device', 'day'] }),
      same('netFen', 'daily_consume_summary', { groups: ['type', 'department'] }),
    ],
    drill: drillByKind((row, search) => {
      const group = String(search.group ?? 'meal');
      const same = {
        businessDate: search.businessDate,
        restaurantId: search.restaurantId,
        mealPeriodId: search.mealPeriodId,
      };
      if (group === 'day') return { ...same, businessDate: [row.groupKey, row.groupKey] };
      return { ...same, [groupSearch[group] ?? 'mealPeriodId']: row.groupKey };
    }),
    chart: { kind: 'bar', x: 'groupName', y: ['netFen'] },
  },
});

export const dailyConsumeSummary = page({
  path: '/admin/organization/daily_consume_summary',
  title: '每日消费汇总',
  menu: ['消费管理', '消费报表'],
  order: 30,
  fields: { ...filters, ...amounts },
  list: {
    columns: except('restaurantId'),
    important: ['businessDate', 'mealPeriodId', ...important],
    search: [range('businessDate', 'thisMonth'), 'restaurantId', 'mealPeriodId'],
    totals: all(),
  },
  report: {
    identities: [...consumedIdentities, same('netFen', 'department_consume_summary')],
    drill: drillByKind((row, search) => ({
      businessDate: [row.businessDate, row.businessDate],
      mealPeriodId: row.mealPeriodId,
      restaurantId: search.restaurantId,
    })),
  },
});

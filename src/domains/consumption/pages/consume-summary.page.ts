/** 消费汇总 and 每日消费汇总: totals out of the rollups; every number opens its lines in 消费明细. */
import { date, int, money, ref, text } from '../../../kit/define/field.ts';
import { page, range } from '../../../kit/define/page.ts';
import { drillByKind } from '../drill.ts';
import { summaryTotals } from '../fields.ts';

const amounts = {
  consumeCount: int('消费笔数', { unit: '笔' }),
  heads: int('消费人数', { unit: '人', help: '同一人同一餐只计一次' }),
  originFen: money('原价'),
  discountFen: money('优惠'),
  mainFen: money('主账户支付'),
  subsidyFen: money('补贴支付'),
  thirdFen: money('第三方支付'),
  countUsed: int('次数消费', { unit: '次' }),
  amountFen: money('消费合计'),
  reversedFen: money('纠错退回'),
  supplementFen: money('补扣'),
  netFen: money('净额'),
};

const filters = {
  businessDate: date('日期'),
  restaurantId: ref('餐厅', '/admin/organization/restaurant'),
  mealPeriodId: ref('餐次', '/admin/organization/meal'),
};

const identity = '消费合计 = 主账户 + 补贴 + 第三方；净额 = 消费合计 − 纠错退回 + 补扣';

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
  kind: 'report',
  fields: { groupName: text('分组项', { columnWidth: 160 }), ...filters, ...amounts },
  list: {
    columns: ['groupName', ...summaryTotals],
    search: [range('businessDate', 'thisMonth'), 'restaurantId', 'mealPeriodId'],
    totals: summaryTotals,
    export: true,
  },
  report: {
    groups: [
      { value: 'meal', label: '餐次' },
      { value: 'restaurant', label: '餐厅' },
      { value: 'device', label: '设备' },
      { value: 'type', label: '人员类别' },
      { value: 'department', label: '部门' },
      { value: 'day', label: '日' },
    ],
    identity,
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
  kind: 'report',
  fields: { ...filters, ...amounts },
  list: {
    columns: ['businessDate', 'mealPeriodId', ...summaryTotals],
    search: [range('businessDate', 'thisMonth'), 'restaurantId', 'mealPeriodId'],
    totals: summaryTotals,
    export: true,
  },
  report: {
    identity,
    drill: drillByKind((row, search) => ({
      businessDate: [row.businessDate, row.businessDate],
      mealPeriodId: row.mealPeriodId,
      restaurantId: search.restaurantId,
    })),
  },
});

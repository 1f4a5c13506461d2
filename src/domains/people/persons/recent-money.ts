/** What moved on a person's accounts lately, shown in his record. */
import type { Related } from '../../../kit/define/page.ts';

const days = 31;
const whose = (row: Readonly<Record<string, unknown>>) => ({ keyword: String(row.jobNumber ?? row.name ?? '') });

export const recentMoney: readonly Related[] = [
  {
    title: '近一个月消费',
    path: '/admin/organization/consume',
    search: whose,
    recent: { key: 'businessDate', days },
    columns: ['occurredAt', 'mealPeriodId', 'restaurantId', 'amountFen', 'balanceAfterFen', 'status'],
    none: '近一个月没有消费',
  },
  {
    title: '近一个月充值',
    path: '/admin/organization/recharge/detail',
    search: whose,
    recent: { key: 'createdAt', days },
    columns: ['createdAt', 'channel', 'amountFen', 'giftFen', 'operatorName', 'status'],
    none: '近一个月没有充值',
  },
  {
    title: '近一个月现金存款',
    path: '/admin/organization/deposit',
    search: whose,
    recent: { key: 'at', days },
    columns: ['at', 'amountFen', 'balanceAfterFen', 'operatorName', 'status'],
    none: '近一个月没有现金存款',
  },
  {
    title: '近一个月补贴变动',
    path: '/admin/organization/subsidy/detail',
    search: whose,
    recent: { key: 'businessDate', days },
    columns: ['at', 'lineKind', 'amountFen', 'balanceAfterFen', 'reason'],
    none: '近一个月没有补贴变动',
  },
];

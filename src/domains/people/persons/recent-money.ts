/** What moved on a person's accounts lately, as one line of time, and where he ate: shown in his record. */
import type { Related } from '../../../kit/define/page.ts';

const days = 31;

export const recentMoney: readonly Related[] = [
  {
    title: '近一个月资金流水',
    path: '/admin/organization/account_statement/detail',
    search: (row) => ({ personId: [row.id] }),
    recent: { key: 'businessDate', days },
    columns: ['at', 'kind', 'account', 'amountFen', 'balanceAfterFen', 'reason'],
    rows: 12,
    none: '近一个月没有资金变动',
  },
  {
    title: '近一个月消费',
    path: '/admin/organization/consume',
    search: (row) => ({ keyword: String(row.jobNumber ?? row.name ?? '') }),
    recent: { key: 'businessDate', days },
    columns: ['occurredAt', 'mealPeriodId', 'restaurantId', 'amountFen', 'balanceAfterFen', 'status'],
    none: '近一个月没有消费',
  },
];

/** What waits at the counter: refunds to be paid out, refunds a channel refused, cash of days that are over and was not handed in. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Work } from '../../shell/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';

const page = (name: string) => `/admin/organization/${name}`;
const daysBack = 31;

/** For the work list of the organization's home. */
export const counterWork = async ({ clock, session }: Ctx): Promise<Work[]> => {
  const today = businessDay(clock.now());
  return [
    {
      label: '退款待付款',
      path: page('refund'),
      search: { status: ['APPROVED'] },
      needs: ['payCash', 'payBank'],
      hint: '已审核，等待付现金或登记打款',
    },
    {
      label: '退款失败',
      path: page('refund'),
      search: { status: ['FAILED'] },
      needs: ['retry', 'change', 'end'],
      bad: true,
      hint: '渠道未退或未能付款，金额仍冻结',
    },
    {
      label: '我未交的现金',
      path: page('operator_cash_summary'),
      search: {
        businessDate: [addDays(today, -daysBack), addDays(today, -1)],
        operatorName: session.name,
        status: ['OPEN'],
      },
      needs: 'handOver',
      bad: true,
      hint: '前几天的班次还没有交班',
    },
  ];
};

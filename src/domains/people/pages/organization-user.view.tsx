/** 人员管理: the drawer of a person also shows what moved on the accounts lately. */
import { lastDays } from '../../../kit/console/clock.ts';
import { RelatedRows } from '../../../kit/console/screens/related-rows.tsx';
import { type DetailProps, view } from '../../../kit/console/view.ts';

const recentDays = 31;

function RecentMoney({ row }: DetailProps) {
  const keyword = String(row.jobNumber ?? row.name ?? '');
  const days = lastDays(recentDays);
  return (
    <>
      <RelatedRows
        title="近一个月消费"
        path="/admin/organization/consume"
        search={{ keyword, businessDate: days }}
        columns={['occurredAt', 'mealPeriodId', 'restaurantId', 'amountFen', 'balanceAfterFen', 'status']}
        none="近一个月没有消费"
      />
      <RelatedRows
        title="近一个月充值"
        path="/admin/organization/recharge/detail"
        search={{ keyword, createdAt: days }}
        columns={['createdAt', 'channel', 'amountFen', 'giftFen', 'operatorName', 'status']}
        none="近一个月没有充值"
      />
      <RelatedRows
        title="近一个月现金存款"
        path="/admin/organization/deposit"
        search={{ keyword, at: days }}
        columns={['at', 'amountFen', 'balanceAfterFen', 'operatorName', 'status']}
        none="近一个月没有现金存款"
      />
      <RelatedRows
        title="近一个月补贴变动"
        path="/admin/organization/subsidy/detail"
        search={{ keyword, businessDate: days }}
        columns={['at', 'lineKind', 'amountFen', 'balanceAfterFen', 'reason']}
        none="近一个月没有补贴变动"
      />
    </>
  );
}

export default view({ detail: RecentMoney });

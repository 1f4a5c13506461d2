/** What the shop's own pages say above their rows when it is frozen, or will be. */
import type { Notice } from '../../../kit/define/page.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { frozenAt } from './shops.ts';

export async function freezeNotice(tx: Sql, contractorId: number, at: string): Promise<Notice | null> {
  const { state, from, reason } = await frozenAt(tx, contractorId, at);
  if (state === 'OPEN' || from === null) return null;
  const when = from.slice(0, 16).replace('T', ' ');
  return {
    tone: state === 'FROZEN' ? 'danger' : 'warning',
    text:
      state === 'FROZEN'
        ? `商超服务已于 ${when} 冻结：${reason}。不能下新订单和刷卡消费，已付款的订单、退款、库存与采购照常`
        : `商超服务将于 ${when} 冻结：${reason}`,
    open: { label: '服务费账单', path: '/admin/contractor/supermarket/subscribe_order?status=UNPAID,OVERDUE,FROZEN' },
  };
}

/** Runs an ordered close: the wallet proves, closes and seals; the totals as they were closed are kept beside. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { closeMonth, sealClosedDays, walletRefusals } from '../../wallet/public.server.ts';
import { monthBooks } from './month-books.ts';
import { monthTotals } from './month-totals.ts';
import type { CloseOrder } from './order-close.ts';

/** A repeated job goes on where a crash left it: a month found closed only lacks its seals and its totals. */
export async function runClose(services: Services, order: CloseOrder, last: boolean): Promise<void> {
  const { pool, clock } = services;
  const { organizationId, id } = order;
  const { rows } = await pool.query<{ month: string; asked_by: number }>(
    `update month_close set status = 'RUNNING' where organization_id = $1 and id = $2 and status in ('QUEUED', 'RUNNING')
     returning month, asked_by`,
    [organizationId, id],
  );
  const asked = rows[0];
  if (!asked) return;
  const end = (status: 'REFUSED' | 'FAILED', error: string) =>
    pool.query(
      `update month_close set status = $3, error = $4, finished_at = $5 where organization_id = $1 and id = $2`,
      [organizationId, id, status, error, isoAt(clock.now())],
    );
  try {
    const closed = await closeMonth(services, { organizationId, month: asked.month, operatorId: asked.asked_by });
    let sealedDays = 0;
    if (!isRefusal(closed)) sealedDays = closed.sealedDays;
    else if (closed.code === 'PERIOD_CLOSED') sealedDays = await sealClosedDays(pool, clock, organizationId);
    else {
      await end(
        'REFUSED',
        closed.code === walletRefusals.LEDGER_BREAK
          ? `账目核对发现 ${closed.params.count} 处不平，请到「账目核对」查看`
          : refusalMessage(closed),
      );
      return;
    }
    const books = monthBooks(services, organizationId, asked.month.slice(0, 7));
    const totals = await monthTotals(books.db, books.from, books.to);
    await pool.query(
      `update month_close set status = 'CLOSED', finished_at = $3, sealed_days = $4, totals = $5
       where organization_id = $1 and id = $2`,
      [organizationId, id, isoAt(clock.now()), sealedDays, JSON.stringify(totals)],
    );
  } catch (error) {
    if (last) await end('FAILED', '月结没有完成，请稍后再试');
    throw error;
  }
}

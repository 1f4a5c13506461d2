/** Five past midnight: lots past their date leave no more but as a loss or back to the supplier. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';

export async function expireLots({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<number> {
  const { rowCount } = await pool.query(
    `update /* wall: the house, for every contractor */ lot set status = 'EXPIRED' where status = 'NORMAL' and expires_on < $1::date`,
    [dateAt(clock.now())],
  );
  return rowCount ?? 0;
}

/** What people were told is kept for half a year, as docs/operating.md says; then it goes, at night. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';

const keptDays = 180;

export async function forgetNotices({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<number> {
  const { rowCount } = await pool.query(
    'delete from meal_notice /* wall: of every unit what is older than it is kept */ where at < $1',
    [isoAt(clock.now() - keptDays * 86_400_000)],
  );
  return rowCount ?? 0;
}

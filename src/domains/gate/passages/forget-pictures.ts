/** Pictures of passages go after thirty days: what they were taken for is long seen. The passage stays. */
import { type Clock, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';

const keptMs = 30 * 86_400_000;

/** Takes the pictures off passages older than 30 days, of all units; answers how many. The sweep of files does the rest. */
export async function forgetPictures({ pool, clock }: Pick<Services, 'pool'> & { clock: Clock }): Promise<number> {
  const { rowCount } = await pool.query(
    `update /* wall: by age alone, whoever's */ passage set picture = '' where picture <> '' and at < $1`,
    [isoAt(clock.now() - keptMs)],
  );
  return rowCount ?? 0;
}

/** Files go with their last day, unless the sample they show is sealed; that there was one stays. The sweep of files does the rest. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';

/** All units; answers how many. */
export async function forgetSnapshots({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<number> {
  const { rowCount } = await pool.query(
    `update /* wall: by age alone, whoever's */ snapshot n set file = '' where n.file <> '' and n.keep_until < $1
       and not exists (select 1 from sample s where s.organization_id = n.organization_id and s.id = n.sample_id
         and s.status = 'SEALED')`,
    [dateAt(clock.now())],
  );
  return rowCount ?? 0;
}

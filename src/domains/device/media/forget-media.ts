/** Announcements that came to nothing go, and those whose file is gone. */
import { type Clock, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';

const unfinishedMs = 4 * 86_400_000;

/** Removes what was never finished, with its parts, and rows of files that were swept; answers how many rows. */
export async function forgetMedia({
  pool,
  files,
  clock,
}: Pick<Services, 'pool' | 'files'> & { clock: Clock }): Promise<number> {
  const { rows } = await pool.query<{ parts: string[]; laid: string[] }>(
    `delete /* wall: by age alone, whoever's */ from media m where created_at < $1
       and (done_at is null or not exists (select 1 from stored_file f where f.key = m.key)) returning parts, laid`,
    [isoAt(clock.now() - unfinishedMs)],
  );
  for (const { parts, laid } of rows) for (const key of new Set([...parts, ...laid])) await files.remove(key);
  return rows.length;
}

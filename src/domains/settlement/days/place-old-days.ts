/**
 * Days that were settled before restaurants were told apart, and that nothing has changed since: divided among them a month at a
 * time, the newest first. Their money does not move; a day that is read another way today than it was settled stays whole.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { alone, versionOf } from './settle-days.ts';
import { dayKey, readDays, sameDay } from './wanted-days.ts';
import { writePlaces } from './write-places.ts';

const atOnce = 31;

interface WholeDay {
  contractId: number;
  date: string;
}

/** Answers how many contract days it looked at, 0 when all that can be divided are. */
export async function placeOldDays(
  tools: Pick<Services, 'pool' | 'clock' | 'ids'>,
  organizationId: number,
): Promise<number> {
  const { rows } = await tools.pool.query<WholeDay>(
    `select contract_id as "contractId", business_date::text as date from settle_place_day
     where organization_id = $1 and whole and looked_at is null order by business_date desc limit ${atOnce}`,
    [organizationId],
  );
  if (rows.length === 0) return 0;
  const { wants, before } = await readDays(tools.pool, organizationId, rows.at(-1)!.date, rows[0]!.date);
  for (const { contractId, date } of rows) {
    const want = wants.find(({ day }) => day.contractId === contractId && day.date === date);
    const settled = before.get(dayKey(contractId, date));
    await inTransaction(tools.pool, async (tx) => {
      await alone(tx, organizationId);
      const same = want && settled && sameDay(want, settled);
      if (same && (await versionOf(tx, organizationId, want.day)) === settled.version)
        await writePlaces(tools, tx, organizationId, want.day, want.places);
      else
        await tx.query(
          `update settle_place_day set looked_at = $4 where organization_id = $1 and contract_id = $2 and business_date = $3 and whole`,
          [organizationId, contractId, date, isoAt(tools.clock.now())],
        );
    });
  }
  return rows.length;
}

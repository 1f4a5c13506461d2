/** The books between units follow the diners' ledger: every hour, organization by organization, by difference. */
import { addDays } from '../../kit/server/clock.ts';
import type { Services } from '../../kit/server/context.ts';
import { businessDay } from '../wallet/public.server.ts';
import { backFloat, settleDays } from './days/settle-days.ts';
import { postOnline } from './online/post-online.ts';

export type Settling = Pick<Services, 'pool' | 'clock' | 'ids'>;

/** Late records book into the open month, and a month is closed within the next: what is older does not change any more. */
const openDays = 62;

/** From when on an organization's days are looked at again: all of them the first time. */
async function since({ pool, clock }: Settling, organizationId: number): Promise<string> {
  const { rows } = await pool.query(`select 1 from unit_bucket where organization_id = $1 limit 1`, [organizationId]);
  return rows.length === 0 ? '2000-01-01' : addDays(businessDay(clock.now()), -openDays);
}

/**
 * Brings one organization's money up to date; answers how many postings that took. What came in first, then 备付 gets back what
 * returned meals need, then what went out to diners, then the days that are over.
 */
export async function settleOrganization(tools: Settling, organizationId: number): Promise<number> {
  const from = await since(tools, organizationId);
  const came = await postOnline(tools, organizationId, from, 'ONLINE_IN');
  const backed = await backFloat(tools, organizationId);
  const went = await postOnline(tools, organizationId, from, 'ONLINE_OUT');
  return came + backed + went + (await settleDays(tools, organizationId, from));
}

/** Every organization, one after the other; the trouble of one is not the others'. */
export async function settleAll(tools: Settling & Pick<Services, 'log'>, signal?: AbortSignal): Promise<void> {
  const { rows } = await tools.pool.query<{ id: number }>(
    'select /* wall: the house settles every unit */ id from organization order by id',
  );
  for (const { id } of rows) {
    if (signal?.aborted) return;
    await settleOrganization(tools, id).catch((error: Error) =>
      tools.log.error('money of a unit not settled', { organizationId: id, error: error.message }),
    );
  }
}

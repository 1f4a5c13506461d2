/** The books between units follow the diners' ledger: every hour, organization by organization, by difference. */
import { addDays } from '../../kit/server/clock.ts';
import type { Services } from '../../kit/server/context.ts';
import { businessDay } from '../wallet/public.server.ts';
import { placeOldDays } from './days/place-old-days.ts';
import { backFloat, settleDays } from './days/settle-days.ts';
import { postManageFees } from './fees/manage-fees.ts';
import { postFees } from './fees/recharge-fees.ts';
import { postOnline } from './online/post-online.ts';
import { lapseStatements } from './statements/confirm.ts';
import { followDays, generateStatements } from './statements/generate-statements.ts';

export type Settling = Pick<Services, 'pool' | 'clock' | 'ids'>;
export type Stating = Settling & Pick<Services, 'db' | 'statementGuards'>;

/** Late records book into the open month, and a month is closed within the next: what is older does not change any more. */
const openDays = 62;

/** From when on an organization's days are looked at again: all of them the first time. */
async function since({ pool, clock }: Settling, organizationId: number): Promise<string> {
  const { rows } = await pool.query(`select 1 from unit_bucket where organization_id = $1 limit 1`, [organizationId]);
  return rows.length === 0 ? '2000-01-01' : addDays(businessDay(clock.now()), -openDays);
}

/**
 * Brings one organization's money up to date; answers how many postings that took. What came in first, then 备付 gets back what
 * returned meals need, then what went out to diners, then the days that are over, then what channels kept and months cost.
 */
export async function settleOrganization(tools: Settling, organizationId: number): Promise<number> {
  const from = await since(tools, organizationId);
  const came = await postOnline(tools, organizationId, from, 'ONLINE_IN');
  const backed = await backFloat(tools, organizationId);
  const went = await postOnline(tools, organizationId, from, 'ONLINE_OUT');
  const days = await settleDays(tools, organizationId, from);
  await placeOldDays(tools, organizationId);
  const fees = await postFees(tools, organizationId, from);
  const months = await postManageFees(tools, organizationId, addDays(businessDay(tools.clock.now()), -openDays));
  return came + backed + went + days + fees + months;
}

/** The organization's statements: open ones follow their days, those left alone for long enough are agreed, what is due is drawn up. */
export async function stateOrganization(tools: Stating, organizationId: number): Promise<number> {
  const followed = await followDays(tools, organizationId);
  const agreed = await lapseStatements(tools, organizationId);
  return followed + agreed + (await generateStatements(tools, organizationId));
}

type Work<T> = (tools: T, organizationId: number) => Promise<unknown>;

/** Every organization, one after the other; the trouble of one is not the others'. */
async function forAll<T extends Settling & Pick<Services, 'log'>>(
  tools: T,
  what: string,
  work: Work<T>,
  signal?: AbortSignal,
) {
  const { rows } = await tools.pool.query<{ id: number }>(
    'select /* wall: the house settles every unit */ id from organization order by id',
  );
  for (const { id } of rows) {
    if (signal?.aborted) return;
    await work(tools, id).catch((error: Error) => tools.log.error(what, { organizationId: id, error: error.message }));
  }
}

export const settleAll = (tools: Settling & Pick<Services, 'log'>, signal?: AbortSignal): Promise<void> =>
  forAll(
    tools,
    'money of a unit not settled',
    async (own, id) => {
      await settleOrganization(own, id);
      await followDays(own, id);
    },
    signal,
  );

export const stateAll = (tools: Stating & Pick<Services, 'log'>, signal?: AbortSignal): Promise<void> =>
  forAll(tools, 'statements of a unit not drawn up', stateOrganization, signal);

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

/** The last statement of a contract does not wait for the morning's job: it comes with the first hour after its last day. */
export async function stateEnded(tools: Stating & Pick<Services, 'log'>): Promise<void> {
  const { rows } = await tools.pool.query<{ id: number }>(
    `select /* wall: the house settles every unit */ distinct t.organization_id as id
     from contract_site s join (select organization_id, contract_id, max(to_date) as last from contract_restaurant group by 1, 2) t
       on t.organization_id = s.organization_id and t.contract_id = s.id
     where s.status in ('EXPIRED', 'TERMINATED') and t.last < $1::date and not exists (select from unit_statement u
       where u.organization_id = s.organization_id and u.contract_id = s.id and u.to_date >= t.last)`,
    [businessDay(tools.clock.now())],
  );
  for (const { id } of rows)
    await generateStatements(tools, id, true).catch((error: Error) =>
      tools.log.error('last statement not drawn up', { organizationId: id, error: error.message }),
    );
}

export const stateAll = (tools: Stating & Pick<Services, 'log'>, signal?: AbortSignal): Promise<void> =>
  forAll(tools, 'statements of a unit not drawn up', stateOrganization, signal);

/** Who serves a restaurant from which business day to which: written when contracts begin and end, and when a restaurant changes hands. */
import { sql } from 'kysely';
import type { Ctx, Db, Services } from '../../../kit/server/context.ts';
import { businessDay } from '../../wallet/public.server.ts';
import '../tables.ts';

/** What is written with: the caller's transaction, whose handle may be narrowed to the unit. */
export type Writing = Pick<Services, 'clock' | 'ids'> & { readonly db: Db };

export const writingOf = ({ db, services }: Ctx): Writing => ({ db, clock: services.clock, ids: services.ids });

/** A contract as far as its term goes. */
export interface Term {
  id: number;
  organization_id: number;
  contractor_id: number;
  start_date: string;
  end_date: string;
}

/**
 * Ends what is served by `where` with the business day that runs: a day belongs to whom it began with, terms that have not
 * begun are dropped.
 */
async function endTerms({ db, clock }: Writing, where: ReturnType<typeof sql<boolean>>): Promise<void> {
  const today = businessDay(clock.now());
  await db.deleteFrom('contract_restaurant').where(where).where('from_date', '>', today).execute();
  await db
    .updateTable('contract_restaurant')
    .set({ to_date: today })
    .where(where)
    .where('to_date', '>', today)
    .execute();
}

/**
 * `contract` serves the restaurant from its first day on, from tomorrow where somebody else served it today, to its last day.
 * The caller holds the organization's row, and has refused what another contract still covers.
 */
export async function beginTerm(writing: Writing, contract: Term, restaurantId: number): Promise<void> {
  const { db, ids, clock } = writing;
  const { organization_id, contractor_id, id, start_date, end_date } = contract;
  const today = businessDay(clock.now());
  const place = sql<boolean>`organization_id = ${organization_id} and restaurant_id = ${restaurantId}`;
  await endTerms(writing, place);
  // Given back on the day it was taken: its own term goes on.
  const resumed = await db
    .updateTable('contract_restaurant')
    .set({ to_date: end_date })
    .where(place)
    .where('contract_id', '=', id)
    .where('to_date', '=', today)
    .where(sql<boolean>`${end_date}::date >= to_date`)
    .executeTakeFirst();
  if (resumed.numUpdatedRows > 0n) return;
  const { from } = await db
    .selectFrom('contract_restaurant')
    .select(sql<string>`greatest(${start_date}::date, max(to_date) + 1)::text`.as('from'))
    .where(place)
    .executeTakeFirstOrThrow();
  if (from > end_date) return;
  await db
    .insertInto('contract_restaurant')
    .values({
      organization_id,
      id: await ids.next(),
      contract_id: id,
      restaurant_id: restaurantId,
      contractor_id,
      from_date: from,
      to_date: end_date,
    })
    .execute();
}

/** Nobody under contract serves the restaurant any more: the organization runs it itself. */
export const endTerm = (writing: Writing, organizationId: number, restaurantId: number): Promise<void> =>
  endTerms(writing, sql<boolean>`organization_id = ${organizationId} and restaurant_id = ${restaurantId}`);

/** The contract is over: its restaurants are the organization's own again, but for those it serves on under another. */
export async function endContract(writing: Writing, { id, organization_id, contractor_id }: Term): Promise<void> {
  const today = businessDay(writing.clock.now());
  await endTerms(writing, sql<boolean>`organization_id = ${organization_id} and contract_id = ${id}`);
  const termsOf = (condition: ReturnType<typeof sql>) => sql<boolean>`exists (
    select 1 from contract_restaurant t where t.organization_id = restaurant.organization_id and t.restaurant_id = restaurant.id
      and t.contractor_id = restaurant.contractor_id and ${condition})`;
  await writing.db
    .updateTable('restaurant')
    .set({ contractor_id: null, version: sql`version + 1` })
    .where('organization_id', '=', organization_id)
    .where('contractor_id', '=', contractor_id)
    .where(termsOf(sql`t.contract_id = ${id}`))
    .where(({ not }) =>
      not(termsOf(sql`t.contract_id <> ${id} and t.to_date > ${today}::date and t.from_date <= ${today}::date + 1`)),
    )
    .execute();
}

/** Restaurants nobody runs go to whom they are under contract with by today; every hour, safe on several nodes. */
export async function handOver({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const today = businessDay(clock.now());
  await sql`
    update restaurant r set contractor_id = t.contractor_id, version = r.version + 1
    from contract_restaurant t join contract_site s on s.organization_id = t.organization_id and s.id = t.contract_id
    where ${today}::date >= t.from_date and ${today}::date < t.to_date and s.status = 'ACTIVE'
      and r.organization_id = t.organization_id and r.id = t.restaurant_id and r.contractor_id is null`.execute(db);
}

/** The person money is booked for, as counter pages need it. */
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { fundingRefusals } from '../refusals.ts';

export interface CounterPerson {
  id: number;
  name: string;
  job_number: string | null;
  type_id: number;
  status: string;
}

/**
 * The person within the scope, NOT_FOUND, or PERSON_CLOSED. Money going out is also for those whose account is being
 * closed: that is how it gets to 0.
 */
export async function counterPerson(
  ctx: Ctx,
  personId: number,
  direction: 'IN' | 'OUT' = 'IN',
): Promise<CounterPerson | Refusal> {
  const person = await ctx.db
    .selectFrom('person')
    .select(['id', 'name', 'job_number', 'type_id', 'status'])
    .where('id', '=', personId)
    .executeTakeFirst();
  if (!person) return refuse('NOT_FOUND');
  return person.status === 'CLOSED' || (direction === 'IN' && person.status === 'CLOSING')
    ? refuse(fundingRefusals.PERSON_CLOSED, { name: person.name })
    : person;
}

/** Key of a counter form's posting: the form's own, so that a double click books once. */
export function counterKey(ctx: Ctx, what: string, id: number): string {
  return `${what}:${ctx.session.accountId}:${ctx.requestKey ?? id}`;
}

/** Puts people on a list, and takes them off it. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { headcountRefusals } from '../refusals.ts';
import { isOwn } from '../settle/own.ts';
import type { ListKind } from './list-words.ts';

export interface Listing {
  personIds: readonly number[];
  kind: ListKind;
  /** `YYYY-MM-DD`; no end where it is null. */
  fromDate: string;
  toDate: string | null;
  reason: string;
}

/** How many were put on it; who stands on it for all of these days already is left as they are. */
export async function listPeople(ctx: Ctx, listing: Listing): Promise<number | Refusal> {
  const { personIds, kind, fromDate, toDate, reason } = listing;
  if (fromDate < businessDay(ctx.clock.now())) return refuseField('fromDate', '开始日期不能早于今天');
  if (toDate !== null && toDate < fromDate) return refuseField('toDate', '结束日期不能早于开始日期');
  // Who is forgiven may not be who forgives.
  if (kind === 'WHITE' && (await isOwn(ctx, personIds))) return refuse(headcountRefusals.OWN_MEAL);
  const { rows } = await sqlOf(ctx.db).query(
    `insert into meal_list (organization_id, id, person_id, kind, from_date, to_date, reason, made_at, made_by, made_name)
     select $1, n.id, n.person, $4, $5, $6, $7, $8, $9, $10
     from unnest($2::bigint[], $3::bigint[]) as n (id, person)
     where not exists (select from meal_list l where l.organization_id = $1 and l.person_id = n.person and l.kind = $4
       and l.status = 'NORMAL' and l.from_date <= $5 and (l.to_date is null or l.to_date >= $6::date))
     returning id`,
    [
      ownOrganization(ctx),
      await ctx.ids.take(personIds.length),
      personIds,
      kind,
      fromDate,
      toDate,
      reason,
      isoAt(ctx.clock.now()),
      ctx.session.accountId,
      ctx.session.name,
    ],
  );
  return rows.length;
}

/** From today on they stand on it no more; what it did until yesterday stays. */
export async function unlist(ctx: Ctx, row: { id: number; fromDate: string }, reason: string): Promise<void> {
  const today = businessDay(ctx.clock.now());
  await ctx.db
    .updateTable('meal_list')
    .set((eb) => ({
      ...(row.fromDate >= today ? { status: 'REVOKED' as const } : { to_date: addDays(today, -1) }),
      ended_at: isoAt(ctx.clock.now()),
      ended_name: ctx.session.name,
      ended_reason: reason,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute();
}

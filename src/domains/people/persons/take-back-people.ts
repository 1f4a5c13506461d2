/** People of an import that was a mistake: closed all together, as long as nothing was done with any of them. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { dropImported } from '../departments/ensure-departments.ts';
import { inTransaction } from '../in-transaction.ts';
import { closePeople } from './close-people.ts';

/** What was done with a person since: money, meals said or ordered. The first of them by name. */
async function hanging(ctx: Ctx, ids: readonly number[]): Promise<{ name: string; what: string } | undefined> {
  const { organizationId } = acting(ctx);
  const { rows } = await sqlOf(ctx.db).query<{ name: string; what: string }>(
    `select p.name, x.what from person p cross join lateral (
       select '资金变动' as what where exists (
         select from posting g where g.organization_id = $1 and g.person_id = p.id)
       union all select '报餐' where exists (
         select from meal_report r where r.organization_id = $1 and r.person_id = p.id)
       union all select '订餐' where exists (
         select from meal_order o where o.organization_id = $1 and o.person_id = p.id)) x
     where p.organization_id = $1 and p.id = any($2) order by p.id limit 1`,
    [organizationId, ids],
  );
  return rows[0];
}

/** Their numbers and cards are free again for a corrected file; departments it made go too, unless somebody else is in them. */
export async function takeBackPeople(ctx: Ctx, ids: readonly number[]): Promise<Refusal | null> {
  const found = await hanging(ctx, ids);
  if (found) return refuse('IMPORT_IN_USE', { ...found });
  const { organizationId } = acting(ctx);
  const { rows } = await sqlOf(ctx.db).query<{ id: number; name: string }>(
    `select id, name from person where organization_id = $1 and id = any($2) and status <> 'CLOSED' order by id`,
    [organizationId, ids],
  );
  const refused = await closePeople(ctx, {
    ids: rows.map(({ id }) => id),
    rows: rows.map((row) => ({ ...row, faceConsentAt: null })),
    // Nobody ate by these cards: no terminal has a record to wait for.
    values: { closeNow: true },
  });
  if (isRefusal(refused)) return refused;
  await inTransaction(ctx.db, (db) => dropImported(sqlOf(db), organizationId, ids));
  return null;
}

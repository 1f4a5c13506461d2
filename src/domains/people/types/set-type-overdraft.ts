/** Brings the purses of everyone of a type to the type's overdraft after it was edited. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { setOverdraft } from '../../wallet/public.server.ts';
import { acting } from '../acting.ts';
import '../refusals.ts';

/** People per statement: purses stay locked until the edit commits, so each statement is kept short. */
const chunk = 1_000;

/** Refuses, and so undoes the edit, when somebody is deeper in debt than the type would allow. */
export async function setTypeOverdraft(ctx: Ctx, typeId: number): Promise<Refusal | undefined> {
  const { organizationId } = acting(ctx);
  const type = await ctx.db
    .selectFrom('person_type')
    .select(['name', 'allow_overdraft', 'overdraft_limit_fen'])
    .where('id', '=', typeId)
    .executeTakeFirstOrThrow();
  const overdraftFen = type.allow_overdraft ? type.overdraft_limit_fen : 0;
  const executor = sqlOf(ctx.db);
  const { rows } = await executor.query<{ id: number }>(
    `select id from person where organization_id = $1 and type_id = $2 and status <> 'CLOSED' order by id`,
    [organizationId, typeId],
  );
  for (let from = 0; from < rows.length; from += chunk) {
    const ids = rows.slice(from, from + chunk).map((row) => row.id);
    const indebted = await setOverdraft(executor, organizationId, ids, overdraftFen);
    if (indebted.length > 0)
      return refuse('OVERDRAWN', { count: indebted.length, name: type.name, limit: formatFenGrouped(overdraftFen) });
  }
  return undefined;
}

/** Sets a type's overdraft (0: none) and brings its people's purses to it; refuses as `setTypeOverdraft` does. */
export async function changeTypeOverdraft(
  ctx: Ctx,
  typeId: number,
  overdraftFen: number,
): Promise<Refusal | undefined> {
  await ctx.db
    .updateTable('person_type')
    .set((eb) => ({
      allow_overdraft: overdraftFen > 0,
      overdraft_limit_fen: overdraftFen,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', typeId)
    .execute();
  return setTypeOverdraft(ctx, typeId);
}

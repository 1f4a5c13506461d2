/** 处理: what was done about a check that did not pass, and 复岗 of who was sent home. A step is a row of its own. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { settlePasses } from '../passes/settle-passes.ts';
import { kitchenRefusals } from '../refusals.ts';
import type { StepKind } from '../words.ts';
import { isSelf } from '../workers/own-person.ts';

export interface StepSaid {
  checkId: number;
  kind: StepKind;
  note: string;
  /** Picture of what shows that they may come back. */
  proof: string | null;
}

/** Never one's own; 复岗 only of who stands off duty. */
export async function handleCheck(ctx: Ctx, said: StepSaid): Promise<Refusal | undefined> {
  const organizationId = ownOrganization(ctx);
  const check = await ctx.db
    .selectFrom('morning_check as k')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'k.organization_id').onRef('p.id', '=', 'k.person_id'),
    )
    .select(['k.cook_user_id', 'k.person_id', 'k.result', 'p.name'])
    .where('k.id', '=', said.checkId)
    .executeTakeFirst();
  if (!check) return refuse('NOT_FOUND');
  if (await isSelf(ctx, check.person_id)) return refuse(kitchenRefusals.CHECK_OWN);
  const { kind, note, proof } = said;
  if (kind === 'RETURN' && check.result !== 'FAIL' && check.result !== 'FIX')
    return refuse(kitchenRefusals.NOT_OFF_DUTY, { person: check.name });
  await ctx.db
    .insertInto('morning_check_step')
    .values({
      organization_id: organizationId,
      id: await ctx.ids.next(),
      check_id: said.checkId,
      cook_user_id: check.cook_user_id,
      kind,
      note,
      proof,
      at: isoAt(ctx.clock.now()),
      by_id: ctx.session.accountId,
      by_name: ctx.session.name,
    })
    .execute();
  const of = { organizationId, workerIds: [check.cook_user_id], nowMs: ctx.clock.now(), why: note };
  await settlePasses(sqlOf(ctx.db), ctx.ids, of);
  return undefined;
}

/** What follows who works in a kitchen: passes, faces, and the doors that ask something of its people. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { tellAskingDoors } from '../../gate/public.server.ts';
import { facesFollow } from '../../people/public.server.ts';
import { settlePasses } from '../passes/settle-passes.ts';

/** Recomputes the passes of a worker and sends the face where it belongs now. */
export const settleWorker = async (ctx: Ctx, id: number, why: string) => {
  const of = { organizationId: ownOrganization(ctx), workerIds: [id], nowMs: ctx.clock.now(), why };
  await settlePasses(sqlOf(ctx.db), ctx.ids, of);
  await facesOf(ctx, id);
};

/** Doors elsewhere that ask something of the kitchen's people hear who they are. */
export async function cameOrLeft(ctx: Ctx): Promise<Refusal | undefined> {
  const large = await tellAskingDoors(ctx, ownOrganization(ctx));
  return isRefusal(large) ? large : undefined;
}

/** Faces of who works in the kitchen go to its doors and terminals, and leave them with the work. */
async function facesOf(ctx: Ctx, id: number): Promise<void> {
  const worker = await ctx.db.selectFrom('cook_user').select('person_id').where('id', '=', id).executeTakeFirst();
  if (worker) await facesFollow(ctx, { personIds: [worker.person_id] });
}

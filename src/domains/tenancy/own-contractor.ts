/** The contractor of a contractor account; a bug when another kind of account gets here. */
import type { Ctx } from '../../kit/server/context.ts';

export function ownContractor(ctx: Ctx): number {
  if (ctx.session.unitType !== 'CONTRACTOR' || ctx.session.unitId === null)
    throw new Error(`${ctx.path} needs a contractor session`);
  return ctx.session.unitId;
}

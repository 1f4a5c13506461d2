/** The unit a session looks after in the account, employee and role pages. */
import type { UnitType } from '../../kit/define/page.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { platformUnitId } from './services.ts';

export interface Unit {
  type: UnitType;
  id: number;
}

/** The session's own unit; the super administrator looks after the platform. */
export function ownUnit(ctx: Pick<Ctx, 'session'>): Unit {
  const { unitType, unitId } = ctx.session;
  return unitType === null || unitId === null
    ? { type: 'PLATFORM', id: platformUnitId }
    : { type: unitType, id: unitId };
}

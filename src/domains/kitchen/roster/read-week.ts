/** The roster of a week as the grid shows it. */
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { readCrew } from '../crew.ts';
import { kitchenSetting } from '../setting.ts';
import type { ShiftTold } from '../tables.ts';
import type { Post } from '../words.ts';

export interface RosterWeek {
  days: string[];
  shifts: readonly ShiftTold[];
  workers: {
    id: number;
    name: string;
    post: Post;
    restaurant: string;
    /** Last day of the certificate; null without one. */
    until: string | null;
    /** By day: name of the shift, why they stay away, whether it may still be changed. */
    cells: Record<string, { shift: string; leave: string | null; fixed: boolean }>;
  }[];
}

/** `monday` is the first of its seven days. */
export async function readWeek(ctx: Ctx, monday: string, restaurantId: number | null): Promise<RosterWeek> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const nowMs = ctx.clock.now();
  const to = addDays(monday, 6);
  const crew = await readCrew(db, { organizationId, from: monday, to, nowMs });
  const { restaurants } = ctx.scope;
  const { shifts } = await kitchenSetting(db, organizationId);
  return {
    days: Array.from({ length: 7 }, (_, i) => addDays(monday, i)),
    shifts,
    workers: crew
      .filter((member) => restaurants === 'ALL' || restaurants.includes(member.restaurantId))
      .filter((member) => restaurantId === null || member.restaurantId === restaurantId)
      .map(({ id, name, post, restaurant, until, shifts: own }) => ({
        id,
        name,
        post,
        restaurant,
        until,
        cells: Object.fromEntries(
          own.map((shift) => [
            shift.day,
            { shift: shift.name, leave: shift.leave, fixed: shift.end <= nowMs || shift.stands.check !== undefined },
          ]),
        ),
      })),
  };
}

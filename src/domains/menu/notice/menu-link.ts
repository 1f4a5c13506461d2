/** The address under which a restaurant's menus are public: given out, shown again, ended. */
import { openPath } from '../../../kit/define/open-page.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { openCode, revokeCode, standingCodes } from '../../../kit/server/open/codes.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { addDays } from '../menus/days.ts';
import menu from './open/menu.open.ts';
import '../tables.ts';

export interface MenuLink {
  restaurantId: number;
  /** Below the site's own address. */
  path: string;
  /** Last day it opens, `YYYY-MM-DD`; null: until it is ended. */
  untilDate: string | null;
}

/** The restaurant by its name, or NOT_FOUND. */
async function placeOf(ctx: Ctx, restaurantId: number): Promise<{ name: string; status: string } | Refusal> {
  const found = await ctx.db
    .selectFrom('restaurant')
    .select(['name', 'status'])
    .where('id', '=', restaurantId)
    .executeTakeFirst();
  return found ?? refuse('NOT_FOUND');
}

/** Addresses that open now, of the restaurants the session sees. */
export async function readLinks(ctx: Ctx): Promise<MenuLink[]> {
  const codes = await standingCodes(ctx, menu, ownOrganization(ctx));
  const places = await ctx.db.selectFrom('restaurant').select('id').execute();
  return places.flatMap(({ id }) => {
    const found = codes.get(String(id));
    return found
      ? [
          {
            restaurantId: id,
            path: openPath(menu, found.code),
            untilDate: found.until === null ? null : dateAt(Date.parse(found.until) - 1),
          },
        ]
      : [];
  });
}

/** The standing address with its last day set anew, or a first one. NOT_NOW for a closed restaurant, a day that is over. */
export async function giveLink(ctx: Ctx, restaurantId: number, untilDate: string | null): Promise<MenuLink | Refusal> {
  const place = await placeOf(ctx, restaurantId);
  if ('refused' in place) return place;
  if (place.status !== 'NORMAL') return refuse('NOT_NOW', { why: `「${place.name}」已停用，不能公示菜谱` });
  if (untilDate !== null && untilDate < dateAt(ctx.clock.now()))
    return refuse('INVALID_FIELDS', { detail: '有效期至不能早于今天' }, { untilDate: '不能早于今天' });
  const until = untilDate === null ? null : isoAt(Date.parse(`${addDays(untilDate, 1)}T00:00:00+08:00`));
  const code = await openCode(
    ctx,
    menu,
    { organizationId: ownOrganization(ctx), subject: String(restaurantId) },
    until,
  );
  await ctx.audit({
    action: '公示菜谱',
    targetId: restaurantId,
    targetName: `${place.name}，${untilDate === null ? '长期' : `至 ${untilDate}`}`,
  });
  return { restaurantId, path: openPath(menu, code), untilDate };
}

/** Ends it at once. NOT_NOW when there is none. */
export async function endLink(ctx: Ctx, restaurantId: number): Promise<Refusal | null> {
  const place = await placeOf(ctx, restaurantId);
  if ('refused' in place) return place;
  if (!(await revokeCode(ctx, menu, { organizationId: ownOrganization(ctx), subject: String(restaurantId) })))
    return refuse('NOT_NOW', { why: `「${place.name}」还没有公示网址` });
  await ctx.audit({ action: '停用菜谱公示', targetId: restaurantId, targetName: place.name });
  return null;
}

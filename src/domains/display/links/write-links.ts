/** Who is published where: the links of one owner, or all of a kind as the grid says them. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import '../tables.ts';
import type { OwnerType } from './owner-types.ts';

export interface LinkSaid {
  ownerId: number;
  deviceId: number;
  sort: number;
}

/** Makes these the links of the type, of one owner or of all; what stays keeps its row. */
export async function writeLinks(
  ctx: Ctx,
  type: OwnerType,
  links: readonly LinkSaid[],
  ownerId?: number,
): Promise<void> {
  const keyOf = (one: { ownerId: number; deviceId: number }) => `${one.ownerId}/${one.deviceId}`;
  let stands = ctx.db
    .selectFrom('display_link')
    .select(['id', 'owner_id as ownerId', 'device_id as deviceId', 'sort'])
    .where('owner_type', '=', type);
  if (ownerId !== undefined) stands = stands.where('owner_id', '=', ownerId);
  const known = await stands.orderBy('id').forUpdate().execute();
  const wanted = new Map(links.map((one) => [keyOf(one), one]));
  const gone = known.filter((one) => !wanted.has(keyOf(one))).map((one) => one.id);
  if (gone.length > 0) await ctx.db.deleteFrom('display_link').where('id', 'in', gone).execute();
  for (const one of known) {
    const said = wanted.get(keyOf(one));
    wanted.delete(keyOf(one));
    if (said && said.sort !== one.sort)
      await ctx.db.updateTable('display_link').set({ sort: said.sort }).where('id', '=', one.id).execute();
  }
  const fresh = [...wanted.values()];
  if (fresh.length === 0) return;
  const ids = await ctx.ids.take(fresh.length);
  await ctx.db
    .insertInto('display_link')
    .values(
      fresh.map((one, i) => ({
        organization_id: ownOrganization(ctx),
        id: ids[i]!,
        owner_type: type,
        owner_id: one.ownerId,
        device_id: one.deviceId,
        sort: one.sort,
        created_at: isoAt(ctx.clock.now()),
        created_by: ctx.session.accountId,
      })),
    )
    .execute();
}

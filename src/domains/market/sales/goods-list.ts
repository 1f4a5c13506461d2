/** The shelf as tills take it: what changed since a version, and the newest version. A version is the moment of the last change. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { DeviceAt } from '../../device/public.server.ts';
import { type ShelfGoods, shelfAt } from '../shelf/prices.ts';
import { frozenAt, type Site, shopAtRestaurant } from '../shelf/shops.ts';

type Parts = Pick<Services, 'pool' | 'clock'>;

/** When goods on the shelf last changed by now: themselves, their place on it, or the price that has begun. `$3`: now. */
const changes = `select s.goods_id as id, (extract(epoch from greatest(s.updated_at, g.updated_at,
    (select max(p.from_at) from shelf_price p where p.contractor_id = s.contractor_id and p.organization_id = s.organization_id
      and p.goods_id = s.goods_id and p.from_at <= $3::timestamptz))) * 1000)::bigint as changed
  from shop_shelf s join goods g on g.contractor_id = s.contractor_id and g.id = s.goods_id
  where s.contractor_id = $1 and s.organization_id = $2`;

/** 0 where the terminal stands in no shop. */
export const goodsVersion =
  ({ pool, clock }: Parts) =>
  async ({ organizationId, restaurantId }: DeviceAt): Promise<number> => {
    const shop = restaurantId === 0 ? undefined : await shopAtRestaurant(pool, organizationId, restaurantId);
    if (!shop) return 0;
    const { rows } = await pool.query<{ version: number }>(
      `select coalesce(max(c.changed), 0)::bigint as version from (${changes}) c`,
      [shop.contractor_id, organizationId, isoAt(clock.now())],
    );
    return rows[0]!.version;
  };

const entryOf = ({
  goodsId,
  barcodes,
  plu,
  name,
  unitName,
  unitSize,
  price,
  byWeight,
  limitQty,
  status,
}: ShelfGoods) => ({
  goodsId,
  barcode: barcodes,
  plu,
  name,
  unit: unitName,
  unitSize,
  priceFen: price?.priceFen ?? null,
  priceVersion: price?.id ?? null,
  byWeight,
  limit: limitQty,
  status: price ? status : 'OFF',
});

/** Changes after `since` in their order; goods that changed in one moment come together. */
export async function goodsSince({ pool, clock }: Parts, at: DeviceAt, since: number, limit: number) {
  const db = pool;
  const now = isoAt(clock.now());
  const shop = await shopAtRestaurant(db, at.organizationId, at.restaurantId);
  if (!shop) return { version: 0, more: false, shop: null, entries: [] };
  const site: Site = { contractorId: shop.contractor_id, organizationId: at.organizationId };
  const { rows } = await db.query<{ id: number; changed: number }>(
    `select c.id, c.changed from (${changes}) c where c.changed > $4 order by c.changed, c.id limit $5 + 1`,
    [site.contractorId, site.organizationId, now, since, limit],
  );
  const more = rows.length > limit;
  let part = more ? rows.slice(0, limit).filter(({ changed }) => changed < rows[limit]!.changed) : rows;
  // More changed at once than asked for: all of that moment.
  if (more && part.length === 0) {
    const all = await db.query<{ id: number; changed: number }>(
      `select c.id, c.changed from (${changes}) c where c.changed = $4 order by c.id`,
      [site.contractorId, site.organizationId, now, rows[0]!.changed],
    );
    part = all.rows;
  }
  const shelf = new Map(
    (
      await shelfAt(
        db,
        site,
        now,
        part.map(({ id }) => id),
      )
    ).map((one) => [one.goodsId, one]),
  );
  const freeze = await frozenAt(db, site.contractorId, now);
  return {
    version: part.at(-1)?.changed ?? since,
    more,
    shop: {
      name: shop.name,
      status: shop.status,
      sale: freeze.state,
      stopsAt: freeze.from === null ? null : Date.parse(freeze.from),
      reason: freeze.reason,
      scalePrefix: shop.scale_prefix,
      scaleTells: shop.scale_tells,
    },
    entries: part.map(({ id }) => entryOf(shelf.get(id)!)),
  };
}

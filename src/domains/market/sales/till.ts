/** The till of a shop: what items cost by the server's own prices, what a person may buy, what stock is owed. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { ShopTill, SoldGoods } from '../../consumption/public.server.ts';
import type { ShopItem } from '../../device/public.server.ts';
import { owe } from '../../stock/public.server.ts';
import { saleRefusals } from '../sale-refusals.ts';
import { lineFen, type ShelfGoods, type ShelfPrice, shelfAt } from '../shelf/prices.ts';
import { frozenAt, type Site, shopAtRestaurant } from '../shelf/shops.ts';
import type { ShopRow } from '../tables.ts';
import { labelWorth, readScaleCode, type ScaleLabel } from './scale-code.ts';

interface Read {
  item: ShopItem;
  label: ScaleLabel | null;
}

/** The shelf's goods that the items name, whatever way they name them. */
async function goodsOf(
  db: Sql,
  site: Site,
  at: string,
  read: readonly Read[],
): Promise<(item: Read) => ShelfGoods | undefined> {
  const codes = read.flatMap(({ item }) => (item.barcode === undefined ? [] : [item.barcode]));
  const { rows } = await db.query<{ id: number }>(
    `select s.goods_id as id from shop_shelf s join goods g on g.contractor_id = s.contractor_id and g.id = s.goods_id
     where s.contractor_id = $1 and s.organization_id = $2
       and (s.goods_id = any($3::bigint[]) or s.plu = any($4::int[]) or g.barcode = any($5::text[]) or s.barcodes && $5::text[])`,
    [
      site.contractorId,
      site.organizationId,
      read.flatMap(({ item }) => (item.goodsId === undefined ? [] : [item.goodsId])),
      read.flatMap(({ label }) => (label ? [label.plu] : [])),
      codes,
    ],
  );
  const shelf = await shelfAt(
    db,
    site,
    at,
    rows.map(({ id }) => id),
  );
  return ({ item, label }) =>
    shelf.find((one) =>
      label
        ? one.plu === label.plu
        : item.goodsId === undefined
          ? one.barcodes.includes(item.barcode!)
          : one.goodsId === item.goodsId,
    );
}

const named = ({ goodsId, barcode, scaleCode }: ShopItem) => String(goodsId ?? barcode ?? scaleCode);

/** The price a terminal that was cut off sold by: told to it, of these goods, and begun by then. */
async function priceTold(db: Sql, site: Site, goodsId: number, { priceVersion, unitPriceFen }: ShopItem, at: string) {
  const { rows } = await db.query<ShelfPrice>(
    `select id, goods_id as "goodsId", price_fen as "priceFen", unit_name as "unitName", unit_size as "unitSize", from_at as "fromAt"
     from shelf_price where contractor_id = $1 and organization_id = $2 and goods_id = $3 and id = $4 and price_fen = $5
       and from_at <= $6::timestamptz`,
    [site.contractorId, site.organizationId, goodsId, priceVersion ?? 0, unitPriceFen, at],
  );
  return rows[0];
}

interface Asked {
  shop: ShopRow;
  at: string;
  offline: boolean;
  settles: boolean;
  frozen: boolean;
}

/** A line of the sale; a price where it is another than the terminal believed. */
async function lineOf(
  db: Sql,
  asked: Asked,
  { item, label }: Read,
  goods: ShelfGoods,
): Promise<SoldGoods | Refusal | ShelfPrice> {
  const { shop, at, offline, settles } = asked;
  const site = { contractorId: shop.contractor_id, organizationId: shop.organization_id };
  const { name } = goods;
  if (goods.status === 'OFF' && !offline) return refuse(saleRefusals.TILL_OFF_SHELF, { goods: name });
  let price = goods.price;
  const believed =
    price &&
    item.unitPriceFen === price.priceFen &&
    (item.priceVersion === undefined || item.priceVersion === price.id);
  if (!believed && offline && !settles) {
    const told = await priceTold(db, site, goods.goodsId, item, at);
    if (!told) return refuse(saleRefusals.TILL_PRICE_THEN, { goods: name, price: formatFenGrouped(item.unitPriceFen) });
    price = told;
  } else if (!believed && !settles && price) return price;
  if (!price) return refuse(saleRefusals.TILL_NO_SHOP, { why: `「${name}」还没有价格` });
  const sold = {
    goodsId: goods.goodsId,
    name,
    unitPriceFen: price.priceFen,
    unitSize: price.unitSize,
    unitName: price.unitName,
  };
  const note = [goods.status === 'OFF' ? '已下架' : '', asked.frozen ? '停售期间' : ''].filter(Boolean).join('、');
  if (label) {
    const worth = labelWorth(label, price);
    if (typeof worth === 'string') return refuse(saleRefusals.TILL_SCALE_CODE, { code: item.scaleCode!, why: worth });
    return { ...sold, qty: worth.grams, amountFen: worth.amountFen, note };
  }
  if (goods.byWeight !== (item.grams !== undefined))
    return refuse(saleRefusals.TILL_BY_WEIGHT, {
      goods: name,
      what: goods.byWeight ? '称重（grams）' : '件数（quantity）',
    });
  const qty = item.grams ?? item.quantity! * price.unitSize;
  return { ...sold, qty, amountFen: lineFen(price, qty), note };
}

/** What somebody has bought of goods on a day. */
async function boughtOn(tx: Sql, organizationId: number, personId: number, date: string, goodsIds: readonly number[]) {
  const { rows } = await tx.query<{ goodsId: number; qty: number }>(
    `select i.goods_id as "goodsId", sum(i.quantity)::bigint as qty from trade_item i
     left join posting_reversed v on v.organization_id = i.organization_id and v.posting_id = i.trade_id
     where i.organization_id = $1 and i.person_id = $2 and i.business_date = $3 and i.goods_id = any($4::bigint[]) and i.status = 'SETTLED'
       and coalesce(v.reversed_fen, 0) < greatest(coalesce(v.amount_fen, 1), 1) group by 1`,
    [organizationId, personId, date, goodsIds],
  );
  return new Map(rows.map((row) => [row.goodsId, row.qty]));
}

export function shopTill({ pool, clock, ids }: Pick<Services, 'pool' | 'clock' | 'ids'>, sold: () => void): ShopTill {
  return {
    async price({ organizationId, restaurantId }, record, settles = false) {
      const db = pool;
      const shop = await shopAtRestaurant(db, organizationId, restaurantId);
      if (!shop) return refuse(saleRefusals.TILL_NO_SHOP, { why: '没有开店' });
      if (shop.storehouse_id === null)
        return refuse(saleRefusals.TILL_NO_SHOP, { why: `「${shop.name}」没有设置出货仓库` });
      const { offline } = record;
      const at = isoAt(record.occurredAt);
      if (shop.status !== 'OPEN' && !offline) return refuse(saleRefusals.TILL_SHUT, { shop: shop.name, why: '已停业' });
      const freeze = await frozenAt(db, shop.contractor_id, at);
      const frozen = freeze.state === 'FROZEN';
      if (frozen && !offline)
        return refuse(saleRefusals.TILL_SHUT, { shop: shop.name, why: `已停售：${freeze.reason}` });
      const read: Read[] = [];
      for (const item of record.items ?? []) {
        const label =
          item.scaleCode === undefined
            ? null
            : readScaleCode(item.scaleCode, { prefix: shop.scale_prefix, tells: shop.scale_tells });
        if (typeof label === 'string')
          return refuse(saleRefusals.TILL_SCALE_CODE, { code: item.scaleCode!, why: label });
        read.push({ item, label });
      }
      const site = { contractorId: shop.contractor_id, organizationId };
      const find = await goodsOf(db, site, at, read);
      const lines: SoldGoods[] = [];
      const changed: ShelfGoods[] = [];
      for (const one of read) {
        const goods = find(one);
        if (!goods) return refuse(saleRefusals.TILL_GOODS, { code: named(one.item) });
        const line = await lineOf(db, { shop, at, offline, settles, frozen }, one, goods);
        if (isRefusal(line)) return line;
        if ('fromAt' in line) changed.push(goods);
        else lines.push(line);
      }
      if (changed.length > 0)
        return refuse(
          saleRefusals.TILL_PRICE_CHANGED,
          {
            prices: changed
              .map(({ name, price }) => `${name} ${formatFenGrouped(price!.priceFen)} 元/${price!.unitName}`)
              .join('、'),
          },
          Object.fromEntries(changed.map(({ goodsId, price }) => [goodsId, String(price!.priceFen)])),
        );
      return lines;
    },
    idsFor: (lines) => ids.take(lines.length),
    async keep(tx, dueIds, sale, lines) {
      const shop = await shopAtRestaurant(tx, sale.organizationId, sale.restaurantId);
      if (shop?.storehouse_id == null) return refuse(saleRefusals.TILL_NO_SHOP, { why: '没有设置出货仓库' });
      const { organizationId, personId, offline, businessDate } = sale;
      if (!offline && personId !== 0) {
        const no = await refuseLimit(tx, shop, personId, businessDate, lines);
        if (no) return no;
      }
      await owe(
        tx,
        dueIds,
        {
          contractorId: shop.contractor_id,
          organizationId,
          storehouseId: shop.storehouse_id,
          tradeId: sale.tradeId,
          soldAt: isoAt(sale.occurredAt),
          now: isoAt(clock.now()),
        },
        lines.map(({ goodsId, qty }, i) => ({ lineNo: i + 1, goodsId, qty })),
      );
      sold();
      return undefined;
    },
  };
}

/** More than one person may buy on a day; the lines of this sale are written already. */
async function refuseLimit(
  tx: Sql,
  shop: ShopRow,
  personId: number,
  date: string,
  lines: readonly SoldGoods[],
): Promise<Refusal | undefined> {
  const { rows } = await tx.query<{ goodsId: number; limit: number; size: number; unit: string }>(
    `select goods_id as "goodsId", limit_qty as "limit", unit_size as size, unit_name as unit from shop_shelf
     where contractor_id = $1 and organization_id = $2 and goods_id = any($3::bigint[]) and limit_qty is not null`,
    [shop.contractor_id, shop.organization_id, lines.map(({ goodsId }) => goodsId)],
  );
  if (rows.length === 0) return undefined;
  const bought = await boughtOn(
    tx,
    shop.organization_id,
    personId,
    date,
    rows.map(({ goodsId }) => goodsId),
  );
  const over = rows.find(({ goodsId, limit, size }) => (bought.get(goodsId) ?? 0) > limit * size);
  if (!over) return undefined;
  const goods = lines.find(({ goodsId }) => goodsId === over.goodsId)!.name;
  return refuse(saleRefusals.TILL_LIMIT, { goods, limit: `${over.limit} ${over.unit}` });
}

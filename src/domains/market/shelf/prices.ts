/** What stands on a shop's shelf and what it costs at a moment. Amounts are counted here alone: nobody sends them. */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Site } from './shops.ts';

export interface ShelfPrice {
  /** Of the row of prices: what a till was told it sold by. */
  id: number;
  goodsId: number;
  /** For one unit of `unitSize` base units. */
  priceFen: number;
  unitName: string;
  unitSize: number;
  fromAt: string;
}

export interface ShelfGoods {
  id: number;
  goodsId: number;
  code: string;
  name: string;
  spec: string | null;
  image: string | null;
  baseUnit: 'G' | 'ML' | 'PIECE';
  /** Its own and those of its other packs. */
  barcodes: string[];
  plu: number | null;
  byWeight: boolean;
  unitName: string;
  unitSize: number;
  limitQty: number | null;
  status: 'ON' | 'OFF';
  updatedAt: string;
  /** None: it cannot be sold yet. */
  price: ShelfPrice | null;
}

/** The prices of these goods that held at `at`, by goods; without a list, of the whole shelf. */
export async function priceAt(
  tx: Sql,
  { contractorId, organizationId }: Site,
  at: string,
  goodsIds?: readonly number[],
): Promise<Map<number, ShelfPrice>> {
  const { rows } = await tx.query<ShelfPrice>(
    `select distinct on (goods_id) id, goods_id as "goodsId", price_fen as "priceFen", unit_name as "unitName",
       unit_size as "unitSize", from_at as "fromAt"
     from shelf_price where contractor_id = $1 and organization_id = $2 and from_at <= $3::timestamptz
       and ($4::bigint[] is null or goods_id = any($4)) order by goods_id, from_at desc`,
    [contractorId, organizationId, at, goodsIds ?? null],
  );
  return new Map(rows.map((row) => [row.goodsId, row]));
}

/** Everything that has a place on the shelf, sold now or not, with its price at `at`. */
export async function shelfAt(tx: Sql, site: Site, at: string, goodsIds?: readonly number[]): Promise<ShelfGoods[]> {
  const { rows } = await tx.query<Omit<ShelfGoods, 'price'>>(
    `select s.id, s.goods_id as "goodsId", g.code, g.name, g.spec, g.image, g.base_unit as "baseUnit",
       array_remove(g.barcode || s.barcodes, null) as barcodes, s.plu, s.by_weight as "byWeight", s.unit_name as "unitName",
       s.unit_size as "unitSize", s.limit_qty as "limitQty", s.updated_at as "updatedAt",
       case when g.status = 'NORMAL' then s.status else 'OFF' end as status
     from shop_shelf s join goods g on g.contractor_id = s.contractor_id and g.id = s.goods_id
     where s.contractor_id = $1 and s.organization_id = $2 and ($3::bigint[] is null or s.goods_id = any($3))
     order by s.sort, g.code, s.id`,
    [site.contractorId, site.organizationId, goodsIds ?? null],
  );
  const prices = await priceAt(tx, site, at, goodsIds);
  return rows.map((row) => ({ ...row, price: prices.get(row.goodsId) ?? null }));
}

/** Fen for so many base units. */
export const lineFen = (price: Pick<ShelfPrice, 'priceFen' | 'unitSize'>, qty: number): number =>
  mulDivHalfUp(price.priceFen, qty, price.unitSize);

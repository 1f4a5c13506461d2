/** What a trade was made of, kept line by line: plates by weight, dishes by portion, goods by units. */

import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { DishLine, WeighTake } from '../../device/public.server.ts';
import type { Tx } from '../../wallet/public.server.ts';
import { takeFen } from '../pricing/price.ts';
import type { SoldGoods } from '../services.ts';

export interface ItemSource {
  takes?: readonly WeighTake[];
  dishes?: readonly DishLine[];
  goods?: readonly SoldGoods[];
}

export interface ItemPlace {
  organizationId: number;
  /** Business day the lines count in. */
  businessDate: string;
  mealPeriodId: number;
  restaurantId: number;
  deviceId: number;
  personId: number;
  /** Epoch ms. */
  occurredAt: number;
}

interface Line {
  kind: 'WEIGH' | 'DISH' | 'GOODS';
  dishId: number;
  name: string;
  trayNo: string;
  beforeG: number | null;
  afterG: number | null;
  quantity: number;
  unitPriceFen: number;
  amountFen: number;
  kcal: number | null;
  goodsId: number | null;
  unitSize: number | null;
  unitName: string;
  note: string;
}

const noGoods = { goodsId: null, unitSize: null, unitName: '', note: '' } as const;

function linesOf({ takes = [], dishes = [], goods = [] }: ItemSource): Line[] {
  return [
    ...takes.map(
      (t): Line => ({
        kind: 'WEIGH',
        dishId: t.dishId ?? 0,
        name: t.name,
        trayNo: t.trayNo ?? '',
        beforeG: t.beforeG ?? null,
        afterG: t.afterG ?? null,
        quantity: t.grams,
        unitPriceFen: t.pricePer100gFen,
        amountFen: takeFen(t),
        kcal: t.kcal ?? null,
        ...noGoods,
      }),
    ),
    ...dishes.map(
      (d): Line => ({
        kind: 'DISH',
        dishId: d.dishId ?? 0,
        name: d.name,
        trayNo: '',
        beforeG: null,
        afterG: null,
        quantity: d.quantity,
        unitPriceFen: d.unitPriceFen,
        amountFen: d.quantity * d.unitPriceFen,
        kcal: null,
        ...noGoods,
      }),
    ),
    ...goods.map(
      (g): Line => ({
        kind: 'GOODS',
        dishId: 0,
        name: g.name,
        trayNo: '',
        beforeG: null,
        afterG: null,
        quantity: g.qty,
        unitPriceFen: g.unitPriceFen,
        amountFen: g.amountFen,
        kcal: null,
        goodsId: g.goodsId,
        unitSize: g.unitSize,
        unitName: g.unitName,
        note: g.note,
      }),
    ),
  ];
}

/** Is there anything to keep? */
export const hasItems = ({ takes = [], dishes = [], goods = [] }: ItemSource): boolean =>
  takes.length + dishes.length + goods.length > 0;

/** Ids for the lines of a record, taken before the wallet's transaction begins. */
export function itemIds(services: Pick<Services, 'ids'>, source: ItemSource): Promise<number[]> {
  return services.ids.take((source.takes?.length ?? 0) + (source.dishes?.length ?? 0) + (source.goods?.length ?? 0));
}

/** Writes the lines: of a trade (SETTLED), or of an offline record nobody was charged for yet (UNPAID). */
export async function writeItems(
  tx: Pick<Tx, 'query'>,
  ids: readonly number[],
  source: ItemSource,
  place: ItemPlace,
  owner: { tradeId: number } | { offlineTradeId: number },
): Promise<void> {
  const lines = linesOf(source);
  const column = <K extends keyof Line>(key: K) => lines.map((line) => line[key]);
  await tx.query(
    `insert into trade_item (organization_id, trade_id, offline_trade_id, business_date, meal_period_id, restaurant_id,
       device_id, person_id, occurred_at, status, id, line_no, kind, dish_id, name, tray_no, before_g, after_g, quantity,
       unit_price_fen, amount_fen, kcal, goods_id, unit_size, unit_name, note)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, t.*
     from unnest($11::bigint[], $12::int[], $13::text[], $14::bigint[], $15::text[], $16::text[], $17::int[], $18::int[],
       $19::int[], $20::bigint[], $21::bigint[], $22::int[], $23::bigint[], $24::bigint[], $25::text[],
       $26::text[]) as t`,
    [
      place.organizationId,
      'tradeId' in owner ? owner.tradeId : null,
      'tradeId' in owner ? null : owner.offlineTradeId,
      place.businessDate,
      place.mealPeriodId,
      place.restaurantId,
      place.deviceId,
      place.personId,
      isoAt(place.occurredAt),
      'tradeId' in owner ? 'SETTLED' : 'UNPAID',
      ids,
      lines.map((_, i) => i + 1),
      column('kind'),
      column('dishId'),
      column('name'),
      column('trayNo'),
      column('beforeG'),
      column('afterG'),
      column('quantity'),
      column('unitPriceFen'),
      column('amountFen'),
      column('kcal'),
      column('goodsId'),
      column('unitSize'),
      column('unitName'),
      column('note'),
    ],
  );
}

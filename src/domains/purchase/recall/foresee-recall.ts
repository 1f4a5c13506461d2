/** What a recall would seal, told before it does: the lots with what was made of them, where they lie, whose units are told. */
import type { Outcome } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { lotsMadeOf } from '../../stock/public.server.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { type DishAsked, lotsOfDish } from './lots-of-dish.ts';
import { deliveryOf } from './run-recall.ts';

const shown = 8;
const some = (all: readonly string[]) =>
  all.length === 0 ? '—' : `${all.slice(0, shown).join('、')}${all.length > shown ? ` 等 ${all.length} 项` : ''}`;

async function tell(ctx: Ctx, lotIds: readonly number[]): Promise<Outcome> {
  const contractorId = ownContractor(ctx);
  const db = sqlOf(ctx.db);
  const all = [...lotIds, ...(await lotsMadeOf(db, contractorId, lotIds))];
  const { rows: lots } = await db.query<{ what: string }>(
    `select g.name || ' ' || coalesce(nullif(l.lot_no, ''), '#' || l.id) as what from lot l
     join goods g on g.contractor_id = l.contractor_id and g.id = l.goods_id
     where l.contractor_id = $1 and l.id = any($2::bigint[]) and l.status <> 'SEALED' order by g.name, l.id`,
    [contractorId, all],
  );
  const { rows: places } = await db.query<{ what: string }>(
    `select h.name || ' ' || g.name || ' ' || stock_qty(sum(s.qty)::bigint, g.base_unit) as what from stock_lot s
     join storehouse h on h.contractor_id = s.contractor_id and h.id = s.storehouse_id
     join goods g on g.contractor_id = s.contractor_id and g.id = s.goods_id
     where s.contractor_id = $1 and s.lot_id = any($2::bigint[]) and s.qty > 0
     group by h.id, h.name, g.id, g.name, g.base_unit order by h.id, g.name`,
    [contractorId, all],
  );
  return {
    lines: [
      ['封存批次', `${lots.length} 批：${some(lots.map(({ what }) => what))}`],
      ['现在在', some(places.map(({ what }) => what))],
      ['同时', '这些仓的商店下架这些商品，未完的订单停下；给有过这些批次的单位起草通知'],
    ],
    amount: `${lots.length} 批`,
  };
}

export async function foreseeRecall(ctx: Ctx, { ids, values }: ActionInput): Promise<Outcome> {
  const lots = await deliveryOf(ctx, ids[0]!, values.delivery === true);
  return tell(
    ctx,
    lots.map(({ id }) => id),
  );
}

export async function foreseeDish(ctx: Ctx, { values }: ActionInput): Promise<Outcome | Refusal> {
  if (!values.dishId || !values.fromDate || !values.toDate)
    return { lines: [['封存批次', '选好菜品和用餐日期以后列出']] };
  const found = await lotsOfDish(ctx, values as unknown as DishAsked);
  return isRefusal(found) ? found : tell(ctx, found.lotIds);
}

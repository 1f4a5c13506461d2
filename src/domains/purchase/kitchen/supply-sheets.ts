/**
 * Transfers that bring the stores of kitchens what their sheets ask for and they have not got. Where the central store has less than
 * all of them want, it is shared by largest remainder and each line says what is missing.
 */
import { splitByRatio } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { draftBill, qtyLeft, tellLeftOut } from '../../stock/public.server.ts';
import { qtyWords } from '../../stock/public.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import '../tables.ts';

interface Short {
  houseId: number;
  goodsId: number;
  baseUnit: 'G' | 'ML' | 'PIECE';
  short: number;
  central: number;
}

export async function supplySheets(ctx: Ctx, { ids }: ActionInput): Promise<Done | Refusal> {
  const contractorId = ownContractor(ctx);
  const house = await ctx.db
    .selectFrom('storehouse')
    .select('id')
    .where('site_id', 'is', null)
    .where('status', '=', 'NORMAL')
    .orderBy('id')
    .executeTakeFirst();
  if (!house) return refuse(purchaseRefusals.NO_CENTRAL, { what: '中心仓' });
  const { rows } = await sqlOf(ctx.db).query<Short>(
    `with asked as (
       select s.storehouse_id as house, l.goods_id as goods, sum(l.need_qty)::bigint as qty from kitchen_sheet s
       join kitchen_sheet_line l on l.contractor_id = s.contractor_id and l.sheet_id = s.id
       where s.contractor_id = $1 and s.id = any($2::bigint[]) and s.status = 'PREPARED' and s.storehouse_id <> $3 group by 1, 2),
     coming as (select t.to_id as house, t.goods_id as goods, sum(t.qty)::bigint as qty from stock_transit t
       where t.contractor_id = $1 and t.closed_at is null group by 1, 2)
     select a.house as "houseId", a.goods as "goodsId", g.base_unit as "baseUnit",
       a.qty - ${qtyLeft('$1', 'a.house', 'a.goods')} - coalesce(c.qty, 0) as short, ${qtyLeft('$1', '$3', 'a.goods')} as central
     from asked a join goods g on g.contractor_id = $1 and g.id = a.goods
     left join coming c on c.house = a.house and c.goods = a.goods order by a.goods, a.house`,
    [contractorId, ids, house.id],
  );
  const wanted = rows.filter(({ short }) => short > 0);
  const given = [...Map.groupBy(wanted, ({ goodsId }) => goodsId).values()].flatMap((same) => {
    const all = same.reduce((sum, { short }) => sum + short, 0);
    const shares = splitByRatio(
      Math.min(all, same[0]!.central),
      same.map(({ short }) => short),
    );
    return same.map((one, i) => ({ ...one, qty: shares[i]! }));
  });
  const sent = given.filter(({ qty }) => qty > 0);
  if (sent.length === 0)
    return refuse(purchaseRefusals.SUPPLY_NONE, { why: wanted.length === 0 ? '食堂仓已经够用' : '中心仓没有可发的' });
  const none = Map.groupBy(
    given.filter(({ qty }) => qty === 0),
    ({ houseId }) => houseId,
  );
  for (const [toStorehouseId, lines] of Map.groupBy(sent, ({ houseId }) => houseId)) {
    const bill = await draftBill(ctx, {
      kind: 'TRANSFER',
      storehouseId: house.id,
      toStorehouseId,
      reason: '按领料单调拨',
      lines: lines.map(({ goodsId, qty, short, baseUnit }) => ({
        goodsId,
        typed: qty,
        reason: qty < short ? `缺 ${qtyWords(short - qty, baseUnit)}` : '',
      })),
    });
    if (isRefusal(bill)) return bill;
    const left = none.get(toStorehouseId) ?? [];
    if (left.length > 0)
      await tellLeftOut(
        ctx,
        bill,
        left.map(({ goodsId, short }, i) => ({
          lineNo: lines.length + i + 1,
          goodsId,
          qty: short,
          reason: '中心仓没有可发的',
        })),
      );
    await ctx.audit({ action: '生成调拨', targetId: bill, targetName: `${lines.length} 种物料` });
  }
  return null;
}

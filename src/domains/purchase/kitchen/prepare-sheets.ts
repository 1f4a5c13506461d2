/** Prepares the sheets of a day from its needs: one per unit and meal, what a sheet has already is not prepared again. */

import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { writeNeeds } from '../needs/write-needs.ts';
import { purchaseRefusals } from '../refusals.ts';
import '../tables.ts';

interface Asked {
  siteId: number;
  mealPeriodId: number;
  goodsId: number;
  qty: number;
  storehouseId: number;
}

const wanted = `select n.site_id as "siteId", n.meal_period_id as "mealPeriodId", n.goods_id as "goodsId", sum(n.qty)::bigint as qty,
   coalesce((select h.id from storehouse h where h.contractor_id = $1 and h.site_id = n.site_id and h.status = 'NORMAL' order by h.id limit 1),
     (select h.id from storehouse h where h.contractor_id = $1 and h.site_id is null and h.status = 'NORMAL' order by h.id limit 1)) as "storehouseId"
 from meal_need n join goods g on g.contractor_id = n.contractor_id and g.id = n.goods_id and g.status = 'NORMAL'
 where n.contractor_id = $1 and n.purchase_date = $2 and n.qty > 0 and n.via_id is null
   and not exists (select 1 from kitchen_sheet s where s.contractor_id = $1 and s.dining_date = $2 and s.site_id = n.site_id
     and s.meal_period_id = n.meal_period_id and s.status <> 'CANCELLED')
 group by n.site_id, n.meal_period_id, n.goods_id, g.code order by n.site_id, n.meal_period_id, g.code`;

export async function prepareSheets(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const day = String(values.day);
  const contractorId = ownContractor(ctx);
  const tx = sqlOf(ctx.db);
  // Two who prepare the same day wait for each other.
  await tx.query('select pg_advisory_xact_lock(742011826, hashtext($1::text))', [contractorId]);
  const known = await ctx.db.selectFrom('meal_need').select('id').where('purchase_date', '=', day).limit(1).execute();
  // Nothing was bought for the day: what its menus need is read now, without a reserve.
  if (known.length === 0) await writeNeeds(tx, contractorId, day, 0);
  const { rows } = await tx.query<Asked>(wanted, [contractorId, day]);
  if (rows.length === 0) return refuse(purchaseRefusals.PREPARE_NOTHING, { date: day });
  if (rows.some(({ storehouseId }) => storehouseId === null))
    return refuse(purchaseRefusals.NO_CENTRAL, { what: '仓库' });
  const now = isoAt(ctx.clock.now());
  const meals = [...Map.groupBy(rows, (row) => `${row.siteId}|${row.mealPeriodId}`).values()];
  for (const lines of meals) {
    const [id = 0, ...lineIds] = await ctx.ids.take(lines.length + 1);
    const { siteId, mealPeriodId, storehouseId } = lines[0]!;
    await ctx.db
      .insertInto('kitchen_sheet')
      .values({
        contractor_id: contractorId,
        id,
        sheet_no: `LD${id}`,
        site_id: siteId,
        storehouse_id: storehouseId,
        dining_date: day,
        meal_period_id: mealPeriodId,
        line_count: lines.length,
        as_prepared: false,
        bill_id: null,
        status: 'PREPARED',
        ...madeBy(ctx.session),
        created_at: now,
        updated_at: now,
        version: 1,
      })
      .execute();
    await ctx.db
      .insertInto('kitchen_sheet_line')
      .values(
        lines.map(({ goodsId, qty }, i) => ({
          contractor_id: contractorId,
          id: lineIds[i]!,
          sheet_id: id,
          line_no: i + 1,
          goods_id: goodsId,
          need_qty: qty,
          taken_qty: null,
          waste_qty: 0,
          waste_kind: null,
          waste_reason: '',
        })),
      )
      .execute();
  }
  await ctx.audit({ action: '备料', targetName: `${day} ${meals.length} 张领料单` });
  return null;
}

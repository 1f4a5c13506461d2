/** Draws up what is to be made: one kind of goods, or whatever the needs of a day lack; what goes in is by the recipe of its day. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { notWhole, wholeUnits } from '../../stock/public.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { toMake } from '../needs/made-goods.ts';
import { writeNeeds } from '../needs/write-needs.ts';
import { purchaseRefusals } from '../refusals.ts';
import '../tables.ts';

interface Drawn {
  goodsId: number;
  storehouseId: number;
  dueOn: string;
  /** Base units that are to come out. */
  qty: number;
}

/** Weights are typed by the kilogram and litre, other things by the piece. */
export const typedSize = (baseUnit: string): number => (baseUnit === 'PIECE' ? 1 : 1_000);

async function draw(ctx: Ctx, { goodsId, storehouseId, dueOn, qty }: Drawn): Promise<Refusal | undefined> {
  const contractorId = ownContractor(ctx);
  const { rows: parts } = await sqlOf(ctx.db).query<{ goodsId: number; need: number }>(
    `select f.part_id as "goodsId", ceil($4::bigint * f.part_num / f.part_den)::bigint as need
     from bom_flat f join goods g on g.contractor_id = f.contractor_id and g.id = f.part_id
     where f.contractor_id = $1 and f.goods_id = $2 and f.kept and $3::date >= f.since and $3::date < f.until
     order by need desc, f.part_id`,
    [contractorId, goodsId, dueOn, qty],
  );
  if (parts.length === 0) {
    const { name } = await ctx.db
      .selectFrom('goods')
      .select('name')
      .where('id', '=', goodsId)
      .executeTakeFirstOrThrow();
    return refuse(purchaseRefusals.MAKE_NOT_KEPT, { goods: name, date: dueOn }, { goodsId: '没有登记为做好入库' });
  }
  const now = isoAt(ctx.clock.now());
  const [id = 0, ...lineIds] = await ctx.ids.take(parts.length + 1);
  await ctx.db
    .insertInto('production')
    .values({
      contractor_id: contractorId,
      id,
      production_no: `JG${id}`,
      storehouse_id: storehouseId,
      goods_id: goodsId,
      due_on: dueOn,
      plan_qty: qty,
      made_qty: null,
      lot_no: '',
      produced_on: null,
      expires_on: null,
      loss_reason: '',
      lot_id: null,
      bill_id: null,
      status: 'PLANNED',
      ...madeBy(ctx.session),
      created_at: now,
      updated_at: now,
      version: 1,
    })
    .execute();
  await ctx.db
    .insertInto('production_line')
    .values(
      parts.map((part, i) => ({
        contractor_id: contractorId,
        id: lineIds[i]!,
        production_id: id,
        line_no: i + 1,
        goods_id: part.goodsId,
        need_qty: part.need,
        taken_qty: null,
      })),
    )
    .execute();
  await ctx.audit({ action: '新增', targetId: id, targetName: `JG${id}` });
  return undefined;
}

/** One kind of goods, as much as is said. */
export async function drawOne(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const asked = values as { goodsId: number; storehouseId: number; dueOn: string; qty: number };
  const { base_unit, name } = await ctx.db
    .selectFrom('goods')
    .select(['base_unit', 'name'])
    .where('id', '=', asked.goodsId)
    .executeTakeFirstOrThrow();
  const qty = wholeUnits(asked.qty, typedSize(base_unit));
  if (qty === undefined) return refuseField('qty', `「${name}」${notWhole}`);
  return (await draw(ctx, { ...asked, qty })) ?? null;
}

/** What the menus of a day need of made goods, is not there, and nobody makes yet. */
export async function drawNeeded(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const day = String(values.day);
  const contractorId = ownContractor(ctx);
  const tx = sqlOf(ctx.db);
  // Two who plan at once wait for each other.
  await tx.query('select pg_advisory_xact_lock(742011828, hashtext($1::text))', [contractorId]);
  const known = await ctx.db.selectFrom('meal_need').select('id').where('purchase_date', '=', day).limit(1).execute();
  if (known.length === 0) await writeNeeds(tx, contractorId, day, 0);
  const houses = await ctx.db
    .selectFrom('storehouse')
    .select(['id', 'site_id'])
    .where('status', '=', 'NORMAL')
    .orderBy('id')
    .execute();
  const planned = await ctx.db
    .selectFrom('production')
    .select(['goods_id', 'storehouse_id', 'plan_qty'])
    .where('due_on', '=', day)
    .where('status', '=', 'PLANNED')
    .execute();
  let drawn = 0;
  for (const { goodsId, siteId, qty } of await toMake(tx, contractorId, day)) {
    const storehouseId = houses.find((house) => house.site_id === siteId)?.id;
    if (storehouseId === undefined) continue;
    const begun = planned
      .filter((one) => one.goods_id === goodsId && one.storehouse_id === storehouseId)
      .reduce((sum, one) => sum + one.plan_qty, 0);
    if (qty <= begun) continue;
    const no = await draw(ctx, { goodsId, storehouseId, dueOn: day, qty: qty - begun });
    if (isRefusal(no)) return no;
    drawn += 1;
  }
  return drawn === 0 ? refuse(purchaseRefusals.MAKE_PLANNED, { date: day }) : null;
}

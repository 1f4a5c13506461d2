/** Begins a recall: seals its lots and what was made of them, stops what shops sell of them, drafts what units are told. And what keeps one open. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { lotsMadeOf, sealLots, unsealLots } from '../../stock/public.server.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import type { StoppedAt } from '../services.ts';
import type { LotRecallRow } from '../tables.ts';
import { type DishAsked, lotsOfDish } from './lots-of-dish.ts';
import { draftNotices, endNotices } from './recall-notices.ts';

interface Lot {
  id: number;
  lot_no: string;
  status: string;
}

/** Lots made of these that are not sealed yet. */
async function madeUnsealed(ctx: Ctx, lotIds: readonly number[]): Promise<number[]> {
  const made = await lotsMadeOf(sqlOf(ctx.db), ownContractor(ctx), lotIds);
  const open = await ctx.db
    .selectFrom('lot')
    .select('id')
    .where('id', 'in', [0, ...made])
    .where('status', '<>', 'SEALED')
    .orderBy('id')
    .forUpdate()
    .execute();
  return open.map(({ id }) => id);
}

async function refuseSealed(ctx: Ctx, lot: Lot): Promise<Refusal> {
  const known = await ctx.db
    .selectFrom('lot_recall_lot as x')
    .innerJoin('lot_recall as r', 'r.id', 'x.recall_id')
    .select('r.recall_no')
    .where('x.lot_id', '=', lot.id)
    .orderBy('r.id', 'desc')
    .executeTakeFirst();
  return refuse(purchaseRefusals.RECALL_SEALED, {
    lot: lot.lot_no || `#${lot.id}`,
    where: known ? `已在召回 ${known.recall_no} 中封存` : '已封存',
  });
}

/** The lot, or all its supplier delivered that day. */
export async function deliveryOf(
  ctx: Ctx,
  lotId: number,
  delivery: boolean,
  lock: '' | 'for update of l' = '',
): Promise<Lot[]> {
  const { rows } = await sqlOf(ctx.db).query<Lot>(
    `select l.id, l.lot_no, l.status from lot l join lot o on o.contractor_id = l.contractor_id and o.id = $2
     where l.contractor_id = $1 and (l.id = o.id or $3 and o.supplier_name <> '' and l.supplier_name = o.supplier_name
       and (l.received_at at time zone 'Asia/Shanghai')::date = (o.received_at at time zone 'Asia/Shanghai')::date)
     order by l.id ${lock}`,
    [ownContractor(ctx), lotId, delivery],
  );
  return rows;
}

/** What was stopped at each unit, in one line. */
const atUnits = (all: readonly StoppedAt[], words: string): StoppedAt[] =>
  [...Map.groupBy(all, ({ organizationId }) => organizationId)].map(([organizationId, own]) => ({
    organizationId,
    what: `${words} ${own.map(({ what }) => what).join('、')}`,
  }));

/** One recall of lots that are locked and not sealed, and of whatever was made of them. */
async function seal(
  ctx: Ctx,
  lots: readonly Lot[],
  recall: Pick<LotRecallRow, 'reason' | 'scope' | 'dish_name'>,
): Promise<void> {
  const contractorId = ownContractor(ctx);
  const lotIds = lots.map(({ id }) => id);
  await sealLots(ctx, lotIds, recall.reason);
  // What was made of them is as bad as they are; sealed they go into nothing more, so that this comes to an end.
  for (let made = lotIds; made.length > 0; lotIds.push(...made)) {
    made = await madeUnsealed(ctx, lotIds);
    if (made.length > 0) await sealLots(ctx, made, recall.reason);
  }
  const id = await ctx.ids.next();
  const no = `ZH${id}`;
  const { shelves = [], orders = [] } = (await ctx.services.recallSales?.stop(ctx, { no, lotIds })) ?? {};
  const now = isoAt(ctx.clock.now());
  const stopped = [
    ...(shelves.length > 0 ? [`下架 ${[...new Set(shelves.map(({ what }) => what))].join('、')}`] : []),
    ...(orders.length > 0 ? [`停下订单 ${orders.map(({ what }) => what).join('、')}`] : []),
  ].join('；');
  await ctx.db
    .insertInto('lot_recall')
    .values({
      contractor_id: contractorId,
      id,
      recall_no: no,
      ...recall,
      stopped,
      lot_count: lotIds.length,
      status: 'SEALED',
      ...madeBy(ctx.session),
      created_at: now,
      updated_at: now,
      version: 1,
    })
    .execute();
  await ctx.db
    .insertInto('lot_recall_lot')
    .values(lotIds.map((lotId) => ({ contractor_id: contractorId, recall_id: id, lot_id: lotId })))
    .execute();
  await draftNotices(ctx, { id, no, reason: recall.reason, lotIds }, [
    ...atUnits(shelves, '已下架'),
    ...atUnits(orders, '已停下订单'),
  ]);
  await ctx.audit({ action: '召回封存', targetId: id, targetName: `${no} ${lotIds.length} 批：${recall.reason}` });
}

const open = (lots: readonly Lot[]) => lots.filter(({ status }) => status !== 'SEALED');

/** Seals the lot, or all its supplier delivered that day, and whatever was made of them, everywhere, as one recall. */
export async function beginRecall(ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> {
  const delivery = values.delivery === true;
  const lots = await deliveryOf(ctx, ids[0]!, delivery, 'for update of l');
  const sealed = lots.find(({ id, status }) => id === ids[0] && status === 'SEALED');
  if (sealed) return refuseSealed(ctx, sealed);
  await seal(ctx, open(lots), { reason: String(values.reason), scope: delivery ? 'DELIVERY' : 'LOT', dish_name: '' });
  return null;
}

/** Seals every lot that went into a dish on some days, those it was made of and whatever was made of them, as one recall. */
export async function recallDish(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const found = await lotsOfDish(ctx, values as unknown as DishAsked);
  if (isRefusal(found)) return found;
  const lots = await ctx.db
    .selectFrom('lot')
    .select(['id', 'lot_no', 'status'])
    .where('id', 'in', found.lotIds)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (open(lots).length === 0) return refuseSealed(ctx, lots[0]!);
  await seal(ctx, open(lots), { reason: String(values.reason), scope: 'DISH', dish_name: found.dish });
  return null;
}

/** A recall is over when nothing of its lots lies or travels anywhere any more, and what became of it can be seen. */
export async function refuseOpenLots(ctx: Ctx, recall: LotRecallRow): Promise<Refusal | undefined> {
  const db = sqlOf(ctx.db);
  const { rows } = await db.query<{ place: string }>(
    `select h.name || ' 还有 ' || g.name || ' ' || stock_qty(s.qty, g.base_unit) as place from lot_recall_lot r
     join stock_lot s on s.contractor_id = r.contractor_id and s.lot_id = r.lot_id and s.qty > 0
     join storehouse h on h.contractor_id = s.contractor_id and h.id = s.storehouse_id
     join goods g on g.contractor_id = s.contractor_id and g.id = s.goods_id
     where r.contractor_id = $1 and r.recall_id = $2
     union all
     select '在途还有 ' || g.name || ' ' || stock_qty(t.qty, g.base_unit) from lot_recall_lot r
     join stock_transit t on t.contractor_id = r.contractor_id and t.lot_id = r.lot_id and t.closed_at is null
     join goods g on g.contractor_id = t.contractor_id and g.id = t.goods_id
     where r.contractor_id = $1 and r.recall_id = $2 order by 1`,
    [recall.contractor_id, recall.id],
  );
  if (rows.length > 0)
    return refuse(purchaseRefusals.RECALL_LEFT, {
      no: recall.recall_no,
      where: rows.map(({ place }) => place).join('、'),
    });
  const { rows: unseen } = await db.query<{ id: number }>(
    `select r.lot_id as id from lot_recall_lot r
     join stock_entry e on e.contractor_id = r.contractor_id and e.lot_id = r.lot_id and e.kind in ('LOSS', 'RECEIVE_RETURN')
       and e.recorded_at >= $3
     where r.contractor_id = $1 and r.recall_id = $2 and not exists (select 1 from recall_photo p
       where p.contractor_id = r.contractor_id and p.recall_id = r.recall_id) limit 1`,
    [recall.contractor_id, recall.id, recall.created_at],
  );
  return unseen[0] && refuse(purchaseRefusals.RECALL_PHOTO, { no: recall.recall_no });
}

/** Its lots that no other recall seals leave again, what was off sale for it is sold again, and the units need do nothing more. */
export async function releaseRecall(ctx: Ctx, recall: LotRecallRow): Promise<void> {
  const { rows } = await sqlOf(ctx.db).query<{ id: number }>(
    `select r.lot_id as id from lot_recall_lot r where r.contractor_id = $1 and r.recall_id = $2 and not exists (
       select 1 from lot_recall_lot o join lot_recall d on d.contractor_id = o.contractor_id and d.id = o.recall_id
       where o.contractor_id = r.contractor_id and o.lot_id = r.lot_id and d.id <> $2 and d.status in ('SEALED', 'TRACED'))`,
    [recall.contractor_id, recall.id],
  );
  if (rows.length > 0)
    await unsealLots(
      ctx,
      rows.map(({ id }) => id),
    );
  await ctx.services.recallSales?.resume(ctx);
  await endNotices(ctx, recall.id);
}

/** Begins a recall, and what keeps one from being closed. */

import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { lotsMadeOf, sealLots, unsealLots } from '../../stock/public.server.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import type { LotRecallRow } from '../tables.ts';

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

/** Seals the lot, or all its supplier delivered that day, and whatever was made of them, everywhere, as one recall. */
export async function beginRecall(ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> {
  const contractorId = ownContractor(ctx);
  const delivery = values.delivery === true;
  const reason = String(values.reason);
  const { rows } = await sqlOf(ctx.db).query<{ id: number; lot_no: string; status: string }>(
    `select l.id, l.lot_no, l.status from lot l join lot o on o.contractor_id = l.contractor_id and o.id = $2
     where l.contractor_id = $1 and (l.id = o.id or $3 and o.supplier_name <> '' and l.supplier_name = o.supplier_name
       and (l.received_at at time zone 'Asia/Shanghai')::date = (o.received_at at time zone 'Asia/Shanghai')::date)
     order by l.id for update of l`,
    [contractorId, ids[0], delivery],
  );
  const sealed = rows.find(({ id, status }) => id === ids[0] && status === 'SEALED');
  if (sealed) {
    const known = await ctx.db
      .selectFrom('lot_recall_lot as x')
      .innerJoin('lot_recall as r', 'r.id', 'x.recall_id')
      .select('r.recall_no')
      .where('x.lot_id', '=', sealed.id)
      .orderBy('r.id', 'desc')
      .executeTakeFirst();
    return refuse(purchaseRefusals.RECALL_SEALED, {
      lot: sealed.lot_no || `#${sealed.id}`,
      where: known ? `已在召回 ${known.recall_no} 中封存` : '已封存',
    });
  }
  const lotIds = rows.filter(({ status }) => status !== 'SEALED').map(({ id }) => id);
  await sealLots(ctx, lotIds, reason);
  // What was made of them is as bad as they are; sealed they go into nothing more, so that this comes to an end.
  for (let made = lotIds; made.length > 0; lotIds.push(...made)) {
    made = await madeUnsealed(ctx, lotIds);
    if (made.length > 0) await sealLots(ctx, made, reason);
  }
  const id = await ctx.ids.next();
  const now = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('lot_recall')
    .values({
      contractor_id: contractorId,
      id,
      recall_no: `ZH${id}`,
      reason,
      scope: delivery ? 'DELIVERY' : 'LOT',
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
  await ctx.audit({ action: '召回封存', targetId: id, targetName: `ZH${id} ${lotIds.length} 批：${reason}` });
  return null;
}

/** A recall is over when nothing of its lots lies or travels anywhere any more. */
export async function refuseOpenLots(ctx: Ctx, recall: LotRecallRow): Promise<Refusal | undefined> {
  const { rows } = await sqlOf(ctx.db).query<{ place: string }>(
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
  return (
    rows[0] &&
    refuse(purchaseRefusals.RECALL_LEFT, { no: recall.recall_no, where: rows.map(({ place }) => place).join('、') })
  );
}

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
}

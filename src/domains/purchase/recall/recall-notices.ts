/** What a recall tells each unit that has or had of its lots: drafted with it, worded by a person, sent, answered. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import type { StoppedAt } from '../services.ts';
import '../tables.ts';

interface Recall {
  id: number;
  no: string;
  reason: string;
  lotIds: readonly number[];
}

/** Of lots $2: what lies at each unit, travels to it, was taken there and sold there; a row per unit and lot. */
const wentText = `
  with at as (
    select h.site_id as unit, s.lot_id, 1 as nth, '「' || h.name || '」在库 ' || stock_qty(s.qty, g.base_unit) as what
    from stock_lot s join storehouse h on h.contractor_id = s.contractor_id and h.id = s.storehouse_id
    join goods g on g.contractor_id = s.contractor_id and g.id = s.goods_id
    where s.contractor_id = $1 and s.lot_id = any($2::bigint[]) and s.qty > 0 and h.site_id is not null
    union all
    select b.receiver_id, t.lot_id, 2, '在途 ' || stock_qty(sum(t.qty - t.received_qty - t.lost_qty)::bigint, g.base_unit)
    from stock_transit t join stock_bill b on b.contractor_id = t.contractor_id and b.id = t.bill_id
    join goods g on g.contractor_id = t.contractor_id and g.id = t.goods_id
    where t.contractor_id = $1 and t.lot_id = any($2::bigint[]) and t.closed_at is null and b.receiver_id is not null
    group by 1, 2, g.base_unit
    union all
    select b.site_id, e.lot_id, 3, coalesce(min(b.dining_date) || case when min(b.dining_date) < max(b.dining_date) then ' 至 ' || max(b.dining_date)
      else '' end, '') || ' 领用 ' || stock_qty(-sum(e.qty)::bigint, g.base_unit)
    from stock_entry e join stock_bill b on b.contractor_id = e.contractor_id and b.id = e.bill_id
    join goods g on g.contractor_id = e.contractor_id and g.id = e.goods_id
    where e.contractor_id = $1 and e.lot_id = any($2::bigint[]) and e.kind in ('ISSUE', 'ISSUE_RETURN') and b.site_id is not null
    group by 1, 2, g.base_unit having sum(e.qty) < 0
    union all
    select h.site_id, e.lot_id, 4, '售出 ' || stock_qty(-sum(e.qty)::bigint, g.base_unit)
    from stock_entry e join storehouse h on h.contractor_id = e.contractor_id and h.id = e.storehouse_id
    join goods g on g.contractor_id = e.contractor_id and g.id = e.goods_id
    where e.contractor_id = $1 and e.lot_id = any($2::bigint[]) and e.kind in ('SALE', 'SALE_RETURN') and h.site_id is not null
    group by 1, 2, g.base_unit having sum(e.qty) < 0)
  select a.unit as "organizationId", g.name || ' 批次 ' || coalesce(nullif(l.lot_no, ''), '#' || l.id)
    || case when l.supplier_name <> '' then '（' || l.supplier_name || '）' else '' end || '：' || string_agg(trim(a.what), '，' order by a.nth, a.what) as what
  from at a join lot l on l.contractor_id = $1 and l.id = a.lot_id join goods g on g.contractor_id = $1 and g.id = l.goods_id
  group by a.unit, l.contractor_id, l.id, g.name order by a.unit, g.name, l.id`;

/** A draft for every unit; `stopped` is what shops there have taken off sale. */
export async function draftNotices(ctx: Ctx, recall: Recall, stopped: readonly StoppedAt[]): Promise<void> {
  const contractorId = ownContractor(ctx);
  const { rows } = await sqlOf(ctx.db).query<StoppedAt>(wentText, [contractorId, recall.lotIds]);
  const units = Map.groupBy([...rows, ...stopped], ({ organizationId }) => organizationId);
  const ids = await ctx.ids.take(units.size);
  const now = isoAt(ctx.clock.now());
  for (const [i, [organizationId, told]] of [...units].entries())
    await ctx.db
      .insertInto('recall_notice')
      .values({
        contractor_id: contractorId,
        id: ids[i]!,
        recall_id: recall.id,
        recall_no: recall.no,
        organization_id: organizationId,
        content: [
          `因「${recall.reason}」召回下列商品。请立即停用、停售，单独存放并挂牌，等候处置，不要自行丢弃：`,
          ...told.map(({ what }, n) => `${n + 1}. ${what}`),
          '用过这些批次的餐次请封存留样，不要销样；有人不适请即告知。',
        ].join('\n'),
        status: 'DRAFT',
        sent_name: '',
        sent_at: null,
        answer: '',
        answered_name: '',
        answered_at: null,
        created_at: now,
        updated_at: now,
        version: 1,
      })
      .execute();
}

/** All drafts of a recall reach their units. */
export async function sendNotices(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done | Refusal> {
  const now = isoAt(ctx.clock.now());
  const sent = await ctx.db
    .updateTable('recall_notice')
    .set((eb) => ({
      status: 'SENT',
      sent_name: ctx.session.name,
      sent_at: now,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('recall_id', '=', ids[0]!)
    .where('status', '=', 'DRAFT')
    .executeTakeFirstOrThrow();
  const n = Number(sent.numUpdatedRows);
  if (n === 0) return refuse('NOT_NOW', { why: `${String(rows[0]!.recallNo)} 没有待发出的通知` });
  await ctx.audit({
    action: '发出召回通知',
    targetId: ids[0]!,
    targetName: `${String(rows[0]!.recallNo)}：${n} 个单位`,
  });
  return null;
}

/** A draft in other words; what was sent stands. */
export async function rewordNotice(ctx: Ctx, { ids, rows, values }: ActionInput): Promise<Done | Refusal> {
  const written = await ctx.db
    .updateTable('recall_notice')
    .set((eb) => ({
      content: String(values.content),
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', ids[0]!)
    .where('status', '=', 'DRAFT')
    .executeTakeFirstOrThrow();
  if (Number(written.numUpdatedRows) === 0) return refuse('NOT_NOW', { why: '通知已经发出，不能再改' });
  await ctx.audit({ action: '改写召回通知', targetId: ids[0]!, targetName: String(rows[0]!.organizationName) });
  return null;
}

/** The recall is released: drafts are of no use, and units that were told see that it is over. */
export async function endNotices(ctx: Ctx, recallId: number): Promise<void> {
  await ctx.db.deleteFrom('recall_notice').where('recall_id', '=', recallId).where('status', '=', 'DRAFT').execute();
  await ctx.db
    .updateTable('recall_notice')
    .set((eb) => ({ status: 'OVER', updated_at: isoAt(ctx.clock.now()), version: eb('version', '+', 1) }))
    .where('recall_id', '=', recallId)
    .execute();
}

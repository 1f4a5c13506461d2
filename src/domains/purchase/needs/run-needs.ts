/**
 * What is to be bought for a day: portions of the day's menus through recipes and mapping, less what is there, on its way or ordered;
 * central goods summed over the sites first and rounded up once. Run again it changes nothing that has not changed: ordered and edited
 * lines stay, a difference to them becomes a line beside.
 */
import { sql } from 'kysely';
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import { firstDelivery } from '../suppliers/first-delivery.ts';
import type { DailyPurchaseRow } from '../tables.ts';
import { centralText, keptText } from './made-goods.ts';
import { roundUp } from './round-up.ts';
import { byHashes, writeNeeds } from './write-needs.ts';

interface Need {
  goodsId: number;
  storehouseId: number | null;
  needQty: number;
  stockQty: number;
  transitQty: number;
  orderedQty: number;
  leastQty: number;
  shortQty: number;
}

/**
 * Need less what there is, per goods and destination: direct goods to the store of their site, central ones to the central store, less
 * what all stores hold. What lies, moves and is due is added up once, for every store (`at_id`) and for all of them (0).
 */
const netText = `
  with central as (select h.id from storehouse h where h.contractor_id = $1 and h.site_id is null and h.status = 'NORMAL' order by h.id limit 1),
   house as materialized (select distinct on (h.site_id) h.site_id, h.id from storehouse h
     where h.contractor_id = $1 and h.site_id is not null and h.status = 'NORMAL' order by h.site_id, h.id),
   asked as (
     select n.goods_id, case when ${centralText('n', 'g')} then (select id from central) else h.id end as storehouse_id, g.supply, n.qty
     from (select contractor_id, goods_id, via_id, site_id, sum(qty)::bigint as qty from meal_need
       where contractor_id = $1 and purchase_date = $2::date group by 1, 2, 3, 4) n
     join goods g on g.contractor_id = n.contractor_id and g.id = n.goods_id
     left join house h on h.site_id = n.site_id
     where not ${keptText('n.goods_id')}
     union all
     -- What has a least stock is brought up to it, whether or not a menu asks for it.
     select g.id, (select id from central), g.supply, 0 from goods g where g.contractor_id = $1 and g.status = 'NORMAL' and g.min_stock > 0
       and not ${keptText('g.id')}),
   need as materialized (select goods_id, storehouse_id, supply, sum(qty)::bigint as need_qty from asked
     where storehouse_id is not null group by 1, 2, 3),
   there as (
     select b.goods_id, b.storehouse_id as at_id, b.qty - b.reserved_qty as free, 0 as moving, 0 as due from stock_balance b
     where b.contractor_id = $1 and b.goods_id in (select goods_id from need)
     union all
     select s.goods_id, s.storehouse_id, -s.qty, 0, 0 from stock_lot s join lot l on l.contractor_id = s.contractor_id and l.id = s.lot_id
     where s.contractor_id = $1 and s.qty > 0 and s.goods_id in (select goods_id from need)
       and (l.status <> 'NORMAL' or l.expires_on < $2::date)
     union all
     select t.goods_id, t.to_id, 0, t.qty, 0 from stock_transit t where t.contractor_id = $1 and t.closed_at is null
     union all
     select d.goods_id, d.storehouse_id, 0, 0, greatest(0, d.buy_qty - d.received_qty) from daily_purchase d
     where d.contractor_id = $1 and d.status in ('ORDERED', 'PART_RECEIVED') and d.purchase_date <= $2::date
     union all
     -- What waits for another's word is asked for: apart, by its own index.
     select d.goods_id, d.storehouse_id, 0, 0, d.buy_qty from daily_purchase d
     where d.contractor_id = $1 and d.status = 'WAITING' and d.purchase_date <= $2::date),
   summed as materialized (
     select goods_id, coalesce(at_id, 0) as at_id, sum(free) as free, sum(moving) as moving, sum(due) as due from there
     group by grouping sets ((goods_id), (goods_id, at_id))),
   had as (
     select n.goods_id, n.storehouse_id, n.need_qty, case when n.supply = 'DIRECT' and n.need_qty > 0 then 0 else coalesce(g.min_stock, 0) end
         as least_qty,
       greatest(0, coalesce(s.free, 0)) as stock_qty, coalesce(s.moving, 0) as transit_qty, coalesce(s.due, 0) as ordered_qty
     from need n join goods g on g.contractor_id = $1 and g.id = n.goods_id
     left join summed s on s.goods_id = n.goods_id and s.at_id = case n.supply when 'CENTRAL' then 0 else n.storehouse_id end)
  select goods_id as "goodsId", storehouse_id as "storehouseId", need_qty as "needQty", stock_qty::bigint as "stockQty",
    transit_qty::bigint as "transitQty", ordered_qty::bigint as "orderedQty", least_qty::bigint as "leastQty",
    greatest(0, need_qty + least_qty - stock_qty - transit_qty - ordered_qty)::bigint as "shortQty"
  from had order by goods_id, storehouse_id`;

interface Offer {
  goods_id: number;
  supplier_id: number;
  unit_id: number | null;
  unit_size: number;
  price_fen: number;
  min_milli: number;
  lead_days: number;
  order_until: string | null;
}

/** The offer for each goods that holds on the day: preferred first, then the cheapest, of suppliers who may deliver then. */
async function offersFor(
  tx: Sql,
  contractorId: number,
  day: string,
  goodsIds: readonly number[],
): Promise<Map<number, Offer>> {
  const { rows } = await tx.query<Offer>(
    `select distinct on (p.goods_id) p.goods_id, p.supplier_id, p.unit_id, p.unit_size, p.price_fen, p.min_milli, p.lead_days, s.order_until
     from supply_price p join supplier s on s.unit_type = 'CONTRACTOR' and s.unit_id = p.contractor_id and s.id = p.supplier_id
     where p.contractor_id = $1 and p.goods_id = any($3::bigint[]) and $2::date between p.from_date and p.to_date
       and s.status = 'NORMAL' and not s.blacklisted and s.licence_end >= $2::date
     order by p.goods_id, p.preferred desc, p.price_fen::numeric / p.unit_size, p.id`,
    [contractorId, day, goodsIds],
  );
  return new Map(rows.map((row) => [row.goods_id, row]));
}

export interface RunResult {
  lines: number;
  added: number;
  changed: number;
  gone: number;
}

/** What a run did, for who pressed the button and for the log. */
export const ranWords = ({ added, changed, gone }: RunResult) =>
  `新增 ${added} 行，更新 ${changed} 行，取消 ${gone} 行`;

/** Runs the requirement of a delivery date, of some places or (none named) of all; 5 % spare is 500. */
export async function runNeeds(
  ctx: Ctx,
  day: string,
  bufferBp: number,
  siteIds: readonly number[] = [],
): Promise<RunResult | Refusal> {
  const tx = sqlOf(ctx.db);
  const contractorId = ownContractor(ctx);
  // Two who run it at once wait for each other.
  await tx.query('select pg_advisory_xact_lock(742011825, hashtext($1::text))', [contractorId]);
  const central = await ctx.db
    .selectFrom('storehouse')
    .select('id')
    .where('site_id', 'is', null)
    .where('status', '=', 'NORMAL')
    .executeTakeFirst();
  if (!central) return refuse(purchaseRefusals.NO_CENTRAL, { what: '中心仓' });
  await writeNeeds(tx, contractorId, day, bufferBp, siteIds.length === 0 ? null : siteIds);
  const { rows: needs } = await byHashes(tx, () => tx.query<Need>(netText, [contractorId, day]));
  const offers = await offersFor(
    tx,
    contractorId,
    day,
    needs.map(({ goodsId }) => goodsId),
  );
  const known = await ctx.db
    .selectFrom('daily_purchase')
    .selectAll()
    .where('purchase_date', '=', day)
    .orderBy('nth')
    .forUpdate()
    .execute();
  const knownAt = Map.groupBy(known, (line) => `${line.goods_id}|${line.storehouse_id}`);
  const saved: DailyPurchaseRow[] = [];
  const wanted = new Set(needs.map(({ goodsId, storehouseId }) => `${goodsId}|${storehouseId}`));
  // What no menu asks for any more is not bought, unless a person has set it.
  const gone = known
    .filter(
      (line) =>
        line.status === 'DRAFT' && line.edit_reason === '' && !wanted.has(`${line.goods_id}|${line.storehouse_id}`),
    )
    .map(({ id }) => id);
  const result: RunResult = { lines: 0, added: 0, changed: 0, gone: 0 };
  const now = isoAt(ctx.clock.now());
  for (const need of needs) {
    const own = knownAt.get(`${need.goodsId}|${need.storehouseId}`) ?? [];
    const draft = own.findLast((line) => line.status === 'DRAFT');
    // An order that was sent back leaves a draft beside one that was added meanwhile: one asks for all of it.
    gone.push(
      ...own.filter((line) => line.status === 'DRAFT' && line !== draft && line.edit_reason === '').map(({ id }) => id),
    );
    if (need.shortQty === 0 && draft?.edit_reason !== '') continue;
    result.lines += 1;
    if (need.shortQty === 0) {
      gone.push(draft!.id);
      continue;
    }
    const offer = offers.get(need.goodsId);
    const values = lineOf(need, offer, day, ctx.clock.now());
    if (!draft) {
      const nth = Math.max(0, ...own.map((line) => line.nth)) + 1;
      const key = { contractor_id: contractorId, id: await ctx.ids.next(), nth, purchase_date: day };
      saved.push({ ...values, ...key, status: 'DRAFT', created_at: now, version: 1 });
      result.added += 1;
    } else if (
      draft.suggest_qty !== values.suggest_qty ||
      draft.need_qty !== values.need_qty ||
      draft.price_fen !== values.price_fen
    ) {
      // What a person has set stays set; only what was computed follows.
      const kept =
        draft.edit_reason === ''
          ? values
          : {
              ...values,
              edit_reason: draft.edit_reason,
              buy_qty: draft.buy_qty,
              amount_fen: draft.amount_fen,
              supplier_id: draft.supplier_id,
              unit_id: draft.unit_id,
              unit_size: draft.unit_size,
              price_fen: draft.price_fen,
              late: draft.supplier_id === offer?.supplier_id ? values.late : draft.late,
            };
      saved.push({ ...draft, ...kept, version: draft.version + 1 });
      result.changed += 1;
    }
  }
  result.gone = gone.length;
  await tx.query(saveText, [JSON.stringify(saved)]);
  await ctx.db.deleteFrom('daily_purchase').where(sql<boolean>`id = any(${gone}::bigint[])`).execute();
  await ctx.audit({
    action: '运行需求',
    targetName: `${day}${siteIds.length > 0 ? `（${siteIds.length} 个单位）` : ''}：${ranWords(result)}`,
  });
  return result;
}

/** New lines, and what was computed of those there are: one statement for thousands of them. */
const computed =
  'need_qty stock_qty transit_qty ordered_qty least_qty suggest_qty buy_qty edit_reason supplier_id unit_id unit_size price_fen amount_fen late updated_at version';
const saveText = `insert into daily_purchase select r.* from jsonb_populate_recordset(null::daily_purchase, $1::jsonb) r
  on conflict (contractor_id, id) do update set ${computed
    .split(' ')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

function lineOf(need: Need, offer: Offer | undefined, day: string, nowMs: number) {
  const buy = roundUp(need.shortQty, offer?.unit_size ?? 1, offer?.min_milli ?? 0);
  return {
    goods_id: need.goodsId,
    storehouse_id: need.storehouseId!,
    need_qty: need.needQty,
    stock_qty: need.stockQty,
    transit_qty: need.transitQty,
    ordered_qty: need.orderedQty,
    least_qty: need.leastQty,
    suggest_qty: buy,
    buy_qty: buy,
    edit_reason: '',
    supplier_id: offer?.supplier_id ?? null,
    unit_id: offer?.unit_id ?? null,
    unit_size: offer?.unit_size ?? 1,
    price_fen: offer?.price_fen ?? null,
    amount_fen: offer ? mulDivHalfUp(buy, offer.price_fen, offer.unit_size) : 0,
    late: offer !== undefined && day < firstDelivery(nowMs, offer.lead_days, offer.order_until),
    received_qty: 0,
    order_id: null,
    typed_id: null,
    typed_by: null,
    price_ok_by: null,
    updated_at: isoAt(nowMs),
  } satisfies Partial<DailyPurchaseRow>;
}

/**
 * What is to be bought for a day: portions of the day's menus through recipes and mapping, less what is there, on its way or ordered;
 * central goods summed over the sites first and rounded up once. Run again it changes nothing that has not changed: ordered and edited
 * lines stay, a difference to them becomes a line beside.
 */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { boughtText, ownRecipesText } from '../bom/bom-sql.ts';
import { purchaseRefusals } from '../refusals.ts';
import type { DailyPurchaseRow } from '../tables.ts';
import { centralText, keptText, needParts } from './made-goods.ts';
import { roundUp } from './round-up.ts';

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

/** Writes where the need of the day comes from, each row under the first id of a block of its own: goods × site × dish with its portions. One statement, whatever the number of sites. */
export async function writeNeeds(tx: Sql, contractorId: number, day: string, bufferBp: number): Promise<number> {
  await tx.query('delete from purchase_need where contractor_id = $1 and purchase_date = $2', [contractorId, day]);
  const { rowCount } = await tx.query(
    `with
     -- Each step is computed once and by itself: folded into one another they are planned as if each had one row.
     served as materialized (
       select f.organization_id, f.id, f.meal_period_id,
         coalesce((select sum(p.portions) from meal_report p where p.organization_id = f.organization_id and p.dining_date = f.menu_date
             and p.restaurant_id = f.restaurant_id and p.meal_period_id = f.meal_period_id and p.status = 'REPORTED'), 0)
           + coalesce((select sum(c.portions) from meal_count c where c.organization_id = f.organization_id and c.dining_date = f.menu_date
             and c.restaurant_id = f.restaurant_id and c.meal_period_id = f.meal_period_id and c.status = 'REPORTED'), 0) as heads,
         (select max(n.plan_qty) from food_menu_item n where n.organization_id = f.organization_id and n.menu_id = f.id and n.status = 'ON') as most,
         (select count(*) from meal_order_item x join meal_order o on o.organization_id = x.organization_id and o.id = x.order_id
             and o.revision = x.revision
           where x.organization_id = f.organization_id and x.dining_date = f.menu_date and x.restaurant_id = f.restaurant_id
             and x.meal_period_id = f.meal_period_id and o.status in ('PAID', 'ACCEPTED', 'COOKING', 'READY', 'DELIVERING')) as ordered
       from food_menu f
       join restaurant r on r.organization_id = f.organization_id and r.id = f.restaurant_id and r.contractor_id = $1
       where f.menu_date = $2::date and f.status <> 'WITHDRAWN'),
     item as materialized (
       select i.organization_id as site_id, i.meal_period_id, i.dish_id, d.name as dish_name,
         coalesce(i.dish_version_id, d.approved_id, d.version_id) as version_id, d.lib_dish_id,
         case when v.heads + v.ordered > 0 then 'ASKED' else 'PLAN' end as source,
         ceil(case when v.heads + v.ordered > 0
             then round(v.heads * i.plan_qty::numeric / nullif(v.most, 0)) + coalesce((select sum(x.qty) from meal_order_item x
               join meal_order o on o.organization_id = x.organization_id and o.id = x.order_id and o.revision = x.revision
               where x.organization_id = i.organization_id and x.menu_item_id = i.id
                 and o.status in ('PAID', 'ACCEPTED', 'COOKING', 'READY', 'DELIVERING')), 0)
             else i.plan_qty end * (1 + $3 / 10000.0))::int as portions
       from served v
       join food_menu_item i on i.organization_id = v.organization_id and i.menu_id = v.id and i.status = 'ON'
       join dish d on d.organization_id = i.organization_id and d.id = i.dish_id),
     mapped as materialized (
       select distinct on (b.lib_stuff_id) b.lib_stuff_id, b.goods_id, b.per_base_mg from bom_map b
       where b.contractor_id = $1 and b.from_date <= $2::date order by b.lib_stuff_id, b.from_date desc),
     own as materialized (${ownRecipesText('(select distinct site_id as organization_id, dish_id, lib_dish_id, $2::date as day from item)', '$1')}),
     -- Of one portion, in base units of the goods: by the caterer's own recipe for the dish where it has one, by the menu's otherwise.
     -- Each dish reaches its recipe by its key: joined to what all recipes come to, a step whose rows are guessed too few is gone
     -- through once for every dish.
     part as materialized (
       select i.site_id, i.meal_period_id, i.dish_id, i.dish_name, i.portions, i.source, m.goods_id,
         sum((${boughtText} / m.per_base_mg)::numeric) as qty
       from item i
       left join own w on w.organization_id = i.site_id and w.dish_id = i.dish_id and w.part_count > 0
       join recipe_line rl on rl.organization_id = i.site_id and rl.version_id = i.version_id
       join food_stuff fs on fs.organization_id = rl.organization_id and fs.id = rl.food_stuff_id
       left join lib_food_stuff ls on ls.id = fs.lib_id
       join mapped m on m.lib_stuff_id = fs.lib_id
       where w.id is null and i.portions > 0
       group by 1, 2, 3, 4, 5, 6, 7
       union all
       select i.site_id, i.meal_period_id, i.dish_id, i.dish_name, i.portions, i.source, p.goods_id, p.qty_milli::numeric / w.made_milli
       from item i join own w on w.organization_id = i.site_id and w.dish_id = i.dish_id
       join bom_recipe_part p on p.contractor_id = $1 and p.recipe_id = w.id where i.portions > 0),
     -- Made goods are taken apart to what is bought, but for those that lie in stock.
     flat as materialized (select * from bom_flat where contractor_id = $1 and not kept and $2::date >= since and $2::date < until)
     insert into purchase_need (contractor_id, purchase_date, id, goods_id, site_id, meal_period_id, dish_id, dish_name, portions, source, qty)
     select $1, $2::date, nextval('id_block') * 1000, goods_id, site_id, meal_period_id, dish_id, dish_name, portions, source,
       ceil(portions * each_qty)::bigint
     from (select coalesce(f.part_id, p.goods_id) as goods_id, p.site_id, p.meal_period_id, p.dish_id, p.dish_name, p.portions, p.source,
         sum(p.qty * coalesce(f.part_num, 1) / coalesce(f.part_den, 1)) as each_qty
       from part p left join flat f on f.goods_id = p.goods_id group by 1, 2, 3, 4, 5, 6, 7) g`,
    [contractorId, day, bufferBp],
  );
  await needParts(tx, contractorId, day);
  return rowCount ?? 0;
}

/** Need less what there is, per goods and destination: direct goods to the store of their site, central ones to the central store. */
async function netNeeds(tx: Sql, contractorId: number, day: string): Promise<Need[]> {
  const { rows } = await tx.query<Need>(
    `with central as (select h.id from storehouse h where h.contractor_id = $1 and h.site_id is null and h.status = 'NORMAL' order by h.id limit 1),
     asked as (
       select n.goods_id, case when ${centralText('n', 'g')} then (select id from central) else (select h.id from storehouse h
           where h.contractor_id = $1 and h.site_id = n.site_id and h.status = 'NORMAL' order by h.id limit 1) end as storehouse_id, g.supply, n.qty
       from purchase_need n join goods g on g.contractor_id = n.contractor_id and g.id = n.goods_id
       where n.contractor_id = $1 and n.purchase_date = $2::date and not ${keptText('n.goods_id')}
       union all
       -- What has a least stock is brought up to it, whether or not a menu asks for it.
       select g.id, (select id from central), g.supply, 0 from goods g where g.contractor_id = $1 and g.status = 'NORMAL' and g.min_stock > 0
         and not ${keptText('g.id')}),
     need as (select goods_id, storehouse_id, supply, sum(qty)::bigint as need_qty from asked where storehouse_id is not null group by 1, 2, 3),
     had as (
       select n.*, case when n.supply = 'DIRECT' and n.need_qty > 0 then 0 else coalesce(g.min_stock, 0) end as least_qty,
         (select coalesce(sum(b.qty - b.reserved_qty), 0) from stock_balance b where b.contractor_id = $1 and b.goods_id = n.goods_id
            and (n.supply = 'CENTRAL' or b.storehouse_id = n.storehouse_id))
         - (select coalesce(sum(s.qty), 0) from stock_lot s join lot l on l.contractor_id = s.contractor_id and l.id = s.lot_id
            where s.contractor_id = $1 and s.goods_id = n.goods_id and (n.supply = 'CENTRAL' or s.storehouse_id = n.storehouse_id)
              and (l.status <> 'NORMAL' or l.expires_on < $2::date)) as stock_qty,
         (select coalesce(sum(t.qty), 0) from stock_transit t where t.contractor_id = $1 and t.goods_id = n.goods_id and t.closed_at is null
            and (n.supply = 'CENTRAL' or t.to_id = n.storehouse_id)) as transit_qty,
         (select coalesce(sum(greatest(0, d.buy_qty - d.received_qty)), 0) from daily_purchase d where d.contractor_id = $1
            and d.goods_id = n.goods_id and d.status in ('ORDERED', 'PART_RECEIVED') and d.purchase_date <= $2::date
            and (n.supply = 'CENTRAL' or d.storehouse_id = n.storehouse_id)) as ordered_qty
       from need n join goods g on g.contractor_id = $1 and g.id = n.goods_id)
     select goods_id as "goodsId", storehouse_id as "storehouseId", need_qty as "needQty", greatest(0, stock_qty)::bigint as "stockQty",
       transit_qty::bigint as "transitQty", ordered_qty::bigint as "orderedQty", least_qty::bigint as "leastQty",
       greatest(0, need_qty + least_qty - greatest(0, stock_qty) - transit_qty - ordered_qty)::bigint as "shortQty"
     from had order by goods_id, storehouse_id`,
    [contractorId, day],
  );
  return rows;
}

interface Offer {
  goods_id: number;
  supplier_id: number;
  unit_id: number | null;
  unit_size: number;
  price_fen: number;
  min_milli: number;
  lead_days: number;
}

/** The offer for each goods that holds on the day: preferred first, then the cheapest, of suppliers who may deliver then. */
async function offersFor(
  tx: Sql,
  contractorId: number,
  day: string,
  goodsIds: readonly number[],
): Promise<Map<number, Offer>> {
  const { rows } = await tx.query<Offer>(
    `select distinct on (p.goods_id) p.goods_id, p.supplier_id, p.unit_id, p.unit_size, p.price_fen, p.min_milli, p.lead_days
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

/** Runs the requirement of a delivery date; 5 % spare is 500. */
export async function runNeeds(ctx: Ctx, day: string, bufferBp: number): Promise<RunResult | Refusal> {
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
  await writeNeeds(tx, contractorId, day, bufferBp);
  const needs = await netNeeds(tx, contractorId, day);
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
  const result: RunResult = { lines: 0, added: 0, changed: 0, gone: 0 };
  const now = isoAt(ctx.clock.now());
  for (const need of needs) {
    const own = known.filter((line) => line.goods_id === need.goodsId && line.storehouse_id === need.storehouseId);
    const draft = own.findLast((line) => line.status === 'DRAFT');
    if (need.shortQty === 0 && draft?.edit_reason !== '') continue;
    result.lines += 1;
    if (need.shortQty === 0) {
      await ctx.db.deleteFrom('daily_purchase').where('id', '=', draft!.id).execute();
      result.gone += 1;
      continue;
    }
    const offer = offers.get(need.goodsId);
    const values = lineOf(need, offer, day, dateAt(ctx.clock.now()), now);
    if (!draft) {
      const nth = Math.max(0, ...own.map((line) => line.nth)) + 1;
      await ctx.db
        .insertInto('daily_purchase')
        .values({
          ...values,
          contractor_id: contractorId,
          id: await ctx.ids.next(),
          nth,
          purchase_date: day,
          status: 'DRAFT',
          created_at: now,
          version: 1,
        })
        .execute();
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
              buy_qty: draft.buy_qty,
              amount_fen: draft.amount_fen,
              supplier_id: draft.supplier_id,
              unit_id: draft.unit_id,
              unit_size: draft.unit_size,
              price_fen: draft.price_fen,
            };
      await ctx.db
        .updateTable('daily_purchase')
        .set((eb) => ({ ...kept, version: eb('version', '+', 1) }))
        .where('id', '=', draft.id)
        .execute();
      result.changed += 1;
    }
  }
  await ctx.audit({
    action: '运行需求',
    targetId: central.id,
    targetName: `${day}：新增 ${result.added} 行，更新 ${result.changed} 行，取消 ${result.gone} 行`,
  });
  return result;
}

function lineOf(need: Need, offer: Offer | undefined, day: string, today: string, now: string) {
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
    late: offer !== undefined && day < addDays(today, offer.lead_days),
    received_qty: 0,
    order_id: null,
    updated_at: now,
  } satisfies Partial<DailyPurchaseRow>;
}

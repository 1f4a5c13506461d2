/** What another goods for a food-stuff changes, told before it is saved: a week of menus, in quantity to buy and in cost. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { qtyWords } from '../../stock/public.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { boughtText } from './bom-sql.ts';

interface Asked {
  goodsId: number | null;
  /** Grams of the food-stuff in one base unit. */
  grams: number | null;
  fromDate: string | null;
}

interface Seen {
  dishes: number;
  portions: number;
  mg: string;
}

interface Bought {
  name: string;
  unit: 'G' | 'ML' | 'PIECE';
  /** Fen per base unit; null where nothing is known. */
  rate: string | null;
  perBaseMg: number;
}

const days = 7;

/** What a week of menus takes of the food-stuffs by the menus' own recipes; dishes bought otherwise stay as they are. */
const takenText = `
  select count(distinct i.dish_id)::int as dishes, coalesce(sum(i.plan_qty), 0)::bigint as portions,
    coalesce(sum(i.plan_qty * ${boughtText}), 0)::bigint as mg
  from contract_restaurant k
  join food_menu f on f.organization_id = k.organization_id and f.restaurant_id = k.restaurant_id and f.status <> 'WITHDRAWN'
    and f.menu_date between greatest(k.from_date, $3::date) and least(k.to_date, $4::date)
  join food_menu_item i on i.organization_id = f.organization_id and i.menu_id = f.id and i.status = 'ON' and i.plan_qty > 0
  join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
  join recipe_line rl on rl.organization_id = i.organization_id and rl.version_id = coalesce(i.dish_version_id, d.approved_id, d.version_id)
  join food_stuff fs on fs.organization_id = rl.organization_id and fs.id = rl.food_stuff_id and fs.lib_id = any($2::bigint[])
  left join lib_food_stuff ls on ls.id = fs.lib_id
  where k.contractor_id = $1 and dish_own_recipe($1, i.organization_id, i.dish_id, f.menu_date) is null`;

/** Price agreed for the first day, else the stores' average, of goods `g`; made goods by what they are made of. */
const rateText = (goods: string) => `coalesce(
    (select s.price_fen::numeric / s.unit_size from supply_price s
       join supplier o on o.unit_type = 'CONTRACTOR' and o.unit_id = s.contractor_id and o.id = s.supplier_id
         and o.status = 'NORMAL' and not o.blacklisted
       where s.contractor_id = $1 and s.goods_id = ${goods} and $2::date between s.from_date and s.to_date
       order by s.preferred desc, s.price_fen::numeric / s.unit_size, s.id limit 1),
    (select coalesce(sum(b.value_fen)::numeric / nullif(sum(b.qty), 0), max(b.last_fen)::numeric / nullif(max(b.last_qty), 0))
       from stock_balance b where b.contractor_id = $1 and b.goods_id = ${goods}))`;
const boughtGoods = `select g.name, g.base_unit as unit, coalesce(
    (select sum(x.part_num / x.part_den * ${rateText('x.part_id')}) from bom_flat x where x.contractor_id = $1 and x.goods_id = g.id
      and not x.kept and $2::date >= x.since and $2::date < x.until), ${rateText('g.id')})::text as rate`;

const worth = ({ rate, perBaseMg }: Bought, mg: number) => (rate === null ? null : (mg / perBaseMg) * Number(rate));
const toBuy = (one: Bought, mg: number) => `${one.name} ${qtyWords(Math.round(mg / one.perBaseMg), one.unit)}`;
const yuan = (fen: number | null) => (fen === null ? '没有价格' : `${formatFenGrouped(Math.round(fen))} 元`);

/** Of food-stuffs of the library, all mapped alike. */
export async function foreseeMap(ctx: Ctx, libStuffIds: readonly number[], asked: Asked): Promise<Outcome> {
  const today = dateAt(ctx.clock.now());
  const from = asked.fromDate && asked.fromDate > today ? asked.fromDate : addDays(today, 1);
  const to = addDays(from, days - 1);
  const db = sqlOf(ctx.db);
  const contractorId = ownContractor(ctx);
  const { rows: seen } = await db.query<Seen>(takenText, [contractorId, libStuffIds, from, to]);
  const { dishes, portions, mg } = seen[0]!;
  const period = `${from.slice(5)} 至 ${to.slice(5)}`;
  const used = ['菜谱', `${period}：${dishes} 道菜 ${portions} 份用到`] as const;
  if (!asked.goodsId || !asked.grams) return { lines: [used, ['成本', '选好商品和折合以后算出']] };
  const { rows: before } = await db.query<Bought>(
    `${boughtGoods}, m.per_base_mg as "perBaseMg" from (select b.goods_id, b.per_base_mg from bom_map b
       where b.contractor_id = $1 and b.lib_stuff_id = $3 and b.from_date <= $2::date order by b.from_date desc limit 1) m
     join goods g on g.contractor_id = $1 and g.id = m.goods_id`,
    [contractorId, from, libStuffIds[0]],
  );
  const { rows: after } = await db.query<Bought>(
    `${boughtGoods}, $4::bigint as "perBaseMg" from goods g where g.contractor_id = $1 and g.id = $3`,
    [contractorId, from, asked.goodsId, Math.max(1, Math.round(asked.grams * 1_000))],
  );
  const [old, next] = [before[0], after[0]!];
  const [was, will] = [old ? worth(old, Number(mg)) : null, worth(next, Number(mg))];
  const more = was !== null && will !== null ? Math.round(will) - Math.round(was) : null;
  return {
    lines: [
      used,
      ['采购', `${old ? toBuy(old, Number(mg)) : '没有配商品'} → ${toBuy(next, Number(mg))}`],
      [
        '成本',
        `${old ? yuan(was) : '未计'} → ${yuan(will)}${more === null ? '' : `（${more > 0 ? '+' : ''}${formatFenGrouped(more)}）`}`,
      ],
    ],
  };
}

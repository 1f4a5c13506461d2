/** The meals a lot went into, with the dishes it is in and how many people ate there. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { ownContractor } from '../../tenancy/public.server.ts';

interface Meal {
  siteId: number | null;
  siteName: string | null;
  diningDate: string | null;
  mealPeriodId: number | null;
  mealName: string | null;
  issuedWords: string;
  said: string | null;
  dishes: string | null;
}

export async function lotMeals(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const contractorId = ownContractor(ctx);
  const lotId = Number([search.lotId].flat()[0]);
  const { rows } = await sqlOf(ctx.db).query<Meal>(
    `select u.*, (select o.name from organization o where o.id = u."siteId") as "siteName",
       (select m.name from meal_period m where m.organization_id = u."siteId" and m.id = u."mealPeriodId") as "mealName",
       (select string_agg(distinct d.name, '、') from food_menu f
        join restaurant r on r.organization_id = f.organization_id and r.id = f.restaurant_id and r.contractor_id = $1
        join food_menu_item i on i.organization_id = f.organization_id and i.menu_id = f.id
        join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
        join recipe_line rl on rl.organization_id = i.organization_id and rl.version_id = coalesce(i.dish_version_id, d.approved_id, d.version_id)
        join food_stuff fs on fs.organization_id = rl.organization_id and fs.id = rl.food_stuff_id
        join lateral (select b.goods_id from bom_map b where b.contractor_id = $1 and b.lib_stuff_id = fs.lib_id
          and b.from_date <= f.menu_date order by b.from_date desc limit 1) m on m.goods_id = u.goods_id
        where f.organization_id = u."siteId" and f.menu_date = u."diningDate" and f.meal_period_id = u."mealPeriodId"
          and f.status <> 'WITHDRAWN') as dishes
     from (
       select b.site_id as "siteId", b.dining_date as "diningDate", b.meal_period_id as "mealPeriodId", e.goods_id,
         nullif(string_agg(distinct nullif(b.dish_name, ''), '、'), '') as said, stock_qty(-sum(e.qty)::bigint, g.base_unit) as "issuedWords"
       from stock_entry e
       join stock_bill b on b.contractor_id = e.contractor_id and b.id = e.bill_id
       join goods g on g.contractor_id = e.contractor_id and g.id = e.goods_id
       where e.contractor_id = $1 and e.lot_id = $2 and e.kind in ('ISSUE', 'ISSUE_RETURN')
       group by 1, 2, 3, 4, g.base_unit having sum(e.qty) < 0) u
     order by u."diningDate" desc nulls last, u."siteId"`,
    [contractorId, lotId],
  );
  const told: ReportRow[] = [];
  for (const [i, { siteId, mealPeriodId, said, dishes, ...row }] of rows.entries()) {
    const whole = siteId !== null && mealPeriodId !== null && row.diningDate !== null;
    const people = whole
      ? await ctx.services.countEaters?.(siteId, row.diningDate!, mealPeriodId, contractorId)
      : undefined;
    told.push({
      id: i + 1,
      lotId,
      ...row,
      dishes: said ?? dishes,
      sure: said ? 'SURE' : whole ? 'MAYBE' : 'OPEN',
      people: people ?? null,
    });
  }
  return told;
}

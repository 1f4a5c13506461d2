/** The meals a lot went into, with the dishes it is in and how many people ate there. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { type LotUse, lotUses } from '../../stock/public.server.ts';
import { ownContractor } from '../../tenancy/public.server.ts';

interface Meal extends LotUse {
  siteName: string | null;
  mealName: string | null;
  dishes: string | null;
}

export async function lotMeals(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const contractorId = ownContractor(ctx);
  const lotId = Number([search.lotId].flat()[0]);
  const uses = await lotUses(sqlOf(ctx.db), contractorId, lotId);
  const { rows } = await sqlOf(ctx.db).query<Meal>(
    `select u.*, (select o.name from organization o where o.id = u."siteId") as "siteName",
       (select m.name from meal_period m where m.organization_id = u."siteId" and m.id = u."mealPeriodId") as "mealName",
       (select string_agg(distinct d.name, '、') from food_menu f
        join restaurant r on r.organization_id = f.organization_id and r.id = f.restaurant_id and r.contractor_id = $1
        join food_menu_item i on i.organization_id = f.organization_id and i.menu_id = f.id
        join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
        join dish_parts($1, i.organization_id, i.dish_id, coalesce(i.dish_version_id, d.approved_id, d.version_id), f.menu_date) m
          on m.goods_id = u."goodsId"
        where f.organization_id = u."siteId" and f.menu_date = u."diningDate" and f.meal_period_id = u."mealPeriodId"
          and f.status <> 'WITHDRAWN') as dishes
     from jsonb_to_recordset($2::jsonb) as u ("siteId" bigint, "diningDate" date, "mealPeriodId" bigint, "goodsId" bigint, said text,
       "issuedWords" text)
     order by u."diningDate" desc nulls last, u."siteId"`,
    [contractorId, JSON.stringify(uses)],
  );
  const told: ReportRow[] = [];
  for (const [i, { siteId, mealPeriodId, goodsId: _goods, said, dishes, ...row }] of rows.entries()) {
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

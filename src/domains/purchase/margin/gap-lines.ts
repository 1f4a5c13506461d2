/** Rows of 差额构成: what dishes should have taken of goods and what was taken, line beside line; they add up to the gap. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { listed } from './asked.ts';
import { theoryOf } from './theory.ts';
import { usedAt, usedOf } from './used.ts';

interface Line {
  organizationId: number | null;
  organizationName: string | null;
  businessDate: string;
  mealName: string | null;
  part: string;
  about: string;
  goodsId: number | null;
  goodsName: string | null;
  category: string | null;
  qtyWords: string;
  theoryFen: number;
  usedFen: number;
  dishId: number | null;
  billId: number | null;
}

const named = 'g.id as "goodsId", g.name as "goodsName", g.category';

export async function gapLines(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const should = await theoryOf<Line>(
    ctx,
    search,
    `t.organization_id as "organizationId", (select o.name from organization o where o.id = t.organization_id) as "organizationName",
     t.day::text as "businessDate", (select p.name from meal_period p where p.organization_id = t.organization_id
       and p.id = t.meal_period_id) as "mealName", 'THEORY' as part, t.dish_name || ' ' || t.portions || ' 份' as about, ${named},
     stock_qty(t.qty, g.base_unit) as "qtyWords", coalesce(t.fen, 0) as "theoryFen", 0 as "usedFen", t.dish_id as "dishId", null as "billId"`,
    'join goods g on g.contractor_id = $1 and g.id = t.goods_id order by t.day desc, t.organization_id, t.meal_period_id, t.dish_name, t.goods_id',
  );
  const did = await usedOf<Line>(
    ctx,
    search,
    `${usedAt.organization} as "organizationId", (select /* wall: the name of the unit it was for */ o.name from organization o
       where o.id = ${usedAt.organization}) as "organizationName", ${usedAt.day}::text as "businessDate",
     (select m.name from meal_period m where m.organization_id = b.site_id and m.id = b.meal_period_id) as "mealName", e.kind as part,
     b.bill_no as about, ${named}, stock_qty(-e.qty, g.base_unit) as "qtyWords", 0 as "theoryFen", -e.value_fen as "usedFen",
     null as "dishId", e.bill_id as "billId"`,
    'order by 3 desc, 1, e.bill_id, g.id',
  );
  const categories = listed(search.category);
  return [...should, ...did]
    .filter(({ category }) => !categories || categories.includes(category))
    .map((row, i) => ({ ...row, id: i + 1 }));
}

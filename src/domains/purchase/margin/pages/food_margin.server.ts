import { sql } from 'kysely';
import { basisPoints } from '../../../../kit/define/fen.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type ReportRow, type Search } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { netOf, unitTotals } from '../../../consumption/public.server.ts';
import { organizationNames } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { gapLines } from '../gap-lines.ts';
import { gapRows } from '../gap-rows.ts';
import { theoryOf } from '../theory.ts';
import { bookedWithin, usedAt, usedOf } from '../used.ts';
import { foodMargin, gapParts, goodsGap, theoryLines, tradesNet, usedLines } from './food_margin.page.ts';

/** Restaurants of the search's units that cook: what shops sell is no meal. */
async function canteens(
  ctx: Ctx,
  { organizationId, central }: Search,
): Promise<{ id: number; organizationId: number }[]> {
  if (central === true) return [];
  const units = [organizationId].flat().filter((one) => typeof one === 'number');
  let query = ctx.db.selectFrom('restaurant').select(['id', 'organization_id as organizationId']);
  if (units.length > 0) query = query.where('organization_id', 'in', units);
  return query.where('kind', '<>', 'SHOP').orderBy('id').execute();
}

const net = (one: { amountFen: number; reversedFen: number; supplementFen: number }) =>
  one.amountFen - one.reversedFen + one.supplementFen;

async function marginRows(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const byDay = search.group === 'day';
  const key = byDay ? 'businessDate' : 'organizationId';
  const places = await canteens(ctx, search);
  const earned =
    places.length === 0 ? [] : await unitTotals(ctx, [key], { ...search, restaurantId: places.map(({ id }) => id) });
  const column = byDay ? 'day::text' : 'organization_id';
  const theory = await theoryOf<{ key: string | number; fen: number; unknown: number }>(
    ctx,
    search,
    `t.${column} as key, coalesce(sum(t.fen), 0)::bigint as fen, coalesce(sum(t.portions) filter (where t.fen is null), 0)::bigint as unknown`,
    'group by 1',
  );
  const used = await usedOf<{ key: string | number | null; fen: number }>(
    ctx,
    search,
    `${byDay ? `${usedAt.day}::text` : usedAt.organization} as key, -sum(e.value_fen)::bigint as fen`,
    'group by 1',
  );
  const keys = [...new Set([...earned.map((one) => one[key] ?? null), ...[...theory, ...used].map((one) => one.key)])];
  const names = await organizationNames(
    ctx.db,
    keys.filter((one) => typeof one === 'number'),
  );
  return keys.map((groupKey, i) => {
    const revenueFen = earned.filter((one) => one[key] === groupKey).reduce((sum, one) => sum + net(one), 0);
    const should = theory.find((one) => one.key === groupKey);
    const theoryFen = should?.fen ?? 0;
    const usedFen = used.find((one) => one.key === groupKey)?.fen ?? 0;
    return {
      id: i + 1,
      groupKey,
      groupName: byDay ? String(groupKey) : (names.get(groupKey as number) ?? '中心仓'),
      restaurantIds: places.filter((one) => byDay || one.organizationId === groupKey).map(({ id }) => id),
      revenueFen,
      theoryFen,
      unknownCount: should?.unknown ?? 0,
      plannedRatio: revenueFen > 0 ? basisPoints(revenueFen - theoryFen, revenueFen) : null,
      usedFen,
      realRatio: revenueFen > 0 ? basisPoints(revenueFen - usedFen, revenueFen) : null,
      gapRatio: theoryFen > 0 ? basisPoints(usedFen - theoryFen, theoryFen) : null,
    };
  });
}

const margin = bind(foodMargin, {
  rows: marginRows,
  proof: {
    reads: {
      revenueFen: 'consumed_by_place.amount_fen',
      theoryFen: 'recipe_line.grams',
      usedFen: 'stock_used.value_fen',
    },
    held: {
      [tradesNet]: async (ctx, { businessDate, organizationId, central }) => {
        const restaurantId = (await canteens(ctx, { organizationId, central })).map(({ id }) => id);
        return restaurantId.length === 0 ? 0 : netOf(ctx, 'people', { businessDate, organizationId, restaurantId });
      },
    },
  },
});

const goods = bind(goodsGap, {
  rows: gapRows,
  proof: {
    reads: {
      theoryFen: 'recipe_line.grams',
      issuedFen: 'stock_used.value_fen',
      returnedFen: 'stock_used.value_fen',
      lossFen: 'stock_used.value_fen',
      transitFen: 'stock_used.value_fen',
      countFen: 'stock_used.value_fen',
    },
  },
});

const theory = bind(theoryLines, {
  rows: async (ctx, search) => {
    const rows = await theoryOf<Omit<ReportRow, 'id'>>(
      ctx,
      search,
      `t.organization_id as "organizationId", (select o.name from organization o where o.id = t.organization_id) as "organizationName",
       t.restaurant_id as "restaurantId", (select r.name from restaurant r where r.organization_id = t.organization_id
         and r.id = t.restaurant_id) as "restaurantName",
       t.day::text as "businessDate", (select p.name from meal_period p where p.organization_id = t.organization_id
         and p.id = t.meal_period_id) as "mealName", t.dish_id as "dishId", t.dish_name as "dishName", t.source, t.portions,
       t.goods_id as "goodsId", g.name as "goodsName", case when g.base_unit = 'PIECE' then trim_scale(round(t.each_qty, 2)) || ' 个'
         else trim_scale(round(t.each_qty, 1)) || case g.base_unit when 'G' then ' 克' else ' 毫升' end end as "eachWords",
       stock_qty(t.qty, g.base_unit) as "qtyWords",
       round(t.rate * case g.base_unit when 'PIECE' then 1 else 1000 end / 100, 2) || case g.base_unit when 'G' then ' 元/千克'
         when 'ML' then ' 元/升' else ' 元/个' end as "averageWords", t.fen as "theoryFen"`,
      `left join goods g on g.contractor_id = $1 and g.id = t.goods_id
       order by t.day desc, t.organization_id, t.restaurant_id, t.meal_period_id, t.dish_name, t.dish_id, t.source, t.goods_id`,
    );
    return rows.map((row, i) => ({ ...row, id: i + 1 }));
  },
});

const used = bind(usedLines, {
  list: over(
    usedLines,
    'stock_used as e',
    {
      columns: {
        organizationId: sql.raw(usedAt.organization),
        businessDate: sql.raw(usedAt.day),
        mealName: sql`(select m.name from meal_period m where m.organization_id = b.site_id and m.id = b.meal_period_id)`,
        category: 'g.category',
        central: sql`(${sql.raw(usedAt.organization)} is null)`,
        qtyWords: sql`stock_qty(-e.qty, g.base_unit)`,
        usedFen: sql`(-e.value_fen)`,
      },
      names: {
        organizationId: sql`(select /* wall: the name of the unit it was for */ o.name from organization o where o.id = ${sql.raw(usedAt.organization)})`,
        goodsId: 'g.name',
        billId: 'b.bill_no',
        lotId: sql`(select coalesce(nullif(l.lot_no, ''), '#' || l.id) from lot l where l.contractor_id = e.contractor_id and l.id = e.lot_id)`,
      },
      where: {
        businessDate: (value) => {
          const [from, to] = value as [string | null, string | null];
          return sql`e.business_date between ${from ?? '2000-01-01'}::date - ${sql.lit(bookedWithin)}
            and ${to ?? '2100-01-01'}::date + ${sql.lit(bookedWithin)} and ${sql.raw(usedAt.day)}
            between ${from ?? '2000-01-01'}::date and ${to ?? '2100-01-01'}::date`;
        },
      },
    },
    (from) =>
      from
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'e.contractor_id').onRef('g.id', '=', 'e.goods_id'),
        )
        .innerJoin('stock_bill as b', (on) =>
          on.onRef('b.contractor_id', '=', 'e.contractor_id').onRef('b.id', '=', 'e.bill_id'),
        )
        .innerJoin('storehouse as h', (on) =>
          on.onRef('h.contractor_id', '=', 'e.contractor_id').onRef('h.id', '=', 'e.storehouse_id'),
        ),
  ),
});

const gap = bind(gapParts, {
  rows: gapLines,
  proof: { reads: { theoryFen: 'recipe_line.grams', usedFen: 'stock_used.value_fen' } },
});

export default [margin, goods, theory, used, gap];

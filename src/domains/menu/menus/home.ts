/** 菜品首页: the week at a glance, what waits, what is liked and what is missing. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { coverage } from '../nutrition/amounts.ts';
import { servedOn } from '../nutrition/eaten.ts';
import { judgeNutrition, metText } from '../nutrition/judge-nutrition.ts';
import { readMeals, readTarget } from '../nutrition/read-served.ts';
import { addDays, weekOf } from './days.ts';
import { judgeMenus } from './judge.ts';
import { daysAhead, dishesToCheck } from './open-work.ts';
import { readServed } from './read-dishes.ts';
import { readRules } from './rules.ts';
import { readCells } from './week.ts';

export interface RatedDish {
  dishId: number;
  name: string;
  score: number;
  count: number;
}

export interface DishesHome {
  week: {
    day: string;
    today: boolean;
    meals: { meal: string; menuId: number | null; menus: number; published: number; dishes: string[] }[];
  }[];
  waiting: { unpublished: number; pending: number; rejected: number; news: number; unpriced: number; stopped: number };
  warnings: { errors: number; warnings: number; first: string[] };
  best: RatedDish[];
  worst: RatedDish[];
  nutrition: { met: string; advice: string[]; coverage: number | null };
  dishes: { all: number; approved: number; undeclared: number };
}

/** Fewest ratings for a dish to be called good or bad. */
const leastRatings = 10;

async function rated(ctx: Ctx): Promise<RatedDish[]> {
  const rows = await ctx.db
    .selectFrom('dish_rating as r')
    .innerJoin('dish as d', (on) =>
      on.onRef('d.organization_id', '=', 'r.organization_id').onRef('d.id', '=', 'r.dish_id'),
    )
    .select((eb) => [
      'r.dish_id',
      'd.name',
      eb.fn.avg<string>('r.score').as('score'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['r.dish_id', 'd.name'])
    .having((eb) => eb(eb.fn.countAll(), '>=', leastRatings))
    .execute();
  return rows
    .map((row) => ({
      dishId: row.dish_id,
      name: row.name,
      score: Math.round(Number(row.score) * 10) / 10,
      count: row.count,
    }))
    .sort((a, b) => b.score - a.score || b.count - a.count);
}

const countOf = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
  (await query.executeTakeFirstOrThrow()).count;

/** Everything the page shows. */
export async function dishesHome(ctx: Ctx): Promise<DishesHome> {
  const today = dateAt(ctx.clock.now());
  const days = weekOf(today);
  const [from, to] = [days[0]!, days[6]!];
  const cells = await readCells(ctx, from, addDays(to, daysAhead));
  const rules = await readRules(ctx, from, to);
  const served = await readServed(
    ctx.db,
    cells.flatMap((cell) => cell.items.map((item) => item.dishId)),
    [today],
  );
  const dishes = served.get(today)!;
  const open = cells.filter(
    (cell) => cell.date >= today && (cell.status === 'DRAFT' || cell.status === 'SUBMITTED') && cell.items.length > 0,
  );
  const findings = judgeMenus(
    open.map((cell) => ({ ...cell, key: String(cell.menuId) })),
    dishes,
    rules,
  );
  const meals = await readMeals(ctx, { from, to });
  const eaten = servedOn(meals);
  const checks = judgeNutrition(eaten, await readTarget(ctx, null, today));
  const ratings = await rated(ctx);
  const news = await countOf(
    ctx.db
      .selectFrom('dish as d')
      .innerJoin('lib_dish as b', 'b.id', 'd.lib_dish_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .whereRef('b.version_no', '>', 'd.lib_version_no'),
  );
  const byStatus = await ctx.db
    .selectFrom('dish')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const inStatus = (status: string) => byStatus.find((one) => one.status === status)?.count ?? 0;
  const pendingForMe = await dishesToCheck(ctx);
  const unpriced = await countOf(
    ctx.db
      .selectFrom('food_stuff as s')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('s.status', '=', 'NORMAL')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('food_stuff_price as p')
              .select('p.id')
              .whereRef('p.organization_id', '=', 's.organization_id')
              .whereRef('p.food_stuff_id', '=', 's.id'),
          ),
        ),
      ),
  );
  const soon = open.filter((cell) => cell.date <= addDays(today, daysAhead));
  return {
    week: days.map((day) => ({
      day,
      today: day === today,
      meals: [...rules.mealNames].flatMap(([id, meal]) => {
        const own = cells.filter((cell) => cell.date === day && cell.mealPeriodId === id && cell.items.length > 0);
        if (own.length === 0) return [];
        return [
          {
            meal,
            menuId: own[0]!.menuId,
            menus: own.length,
            published: own.filter((cell) => cell.status === 'PUBLISHED' || cell.status === 'CLOSED').length,
            dishes: own.flatMap((cell) =>
              cell.items.map((item) => item.kept?.name ?? dishes.get(item.dishId)?.name ?? ''),
            ),
          },
        ];
      }),
    })),
    waiting: {
      unpublished: soon.length,
      pending: pendingForMe,
      rejected: inStatus('REJECTED'),
      news,
      unpriced,
      stopped: cells
        .filter((cell) => cell.date === today)
        .flatMap((cell) => cell.items)
        .filter((item) => item.status !== 'ON').length,
    },
    warnings: {
      errors: findings.filter((one) => one.level === 'ERROR').length,
      warnings: findings.filter((one) => one.level === 'WARNING').length,
      first: findings.slice(0, 5).map((one) => one.text),
    },
    best: ratings.slice(0, 5),
    worst: ratings
      .slice(-5)
      .reverse()
      .filter((one) => !ratings.slice(0, 5).includes(one)),
    nutrition: {
      met: metText(checks),
      advice: checks
        .filter((one) => one.verdict === 'SHORT' || one.verdict === 'OVER')
        .map((one) => `${one.label} ${one.verdict === 'SHORT' ? '不足' : '超出'}`),
      coverage: meals.length === 0 ? null : Math.round(coverage(eaten.amounts, 'energy') * 100),
    },
    dishes: {
      all: byStatus.reduce((n, one) => n + one.count, 0),
      approved: inStatus('APPROVED'),
      undeclared: [...dishes.values()].filter((dish) => dish.allergens === null).length,
    },
  };
}

/** Server side of 单位菜品 and of the page that checks one. */
import { sql } from 'kysely';
import { anyPage } from '../../../../kit/define/page.ts';
import { dateAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { oneRecord } from '../../../../kit/server/page/bodies.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { may } from '../../../../kit/server/page/grants.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { readId } from '../../../../kit/server/page/read-id.ts';
import { likePattern } from '../../../../kit/server/query/expression.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { factsOf, hasFacts, unitAllergens, unitHasAllergen, unitLines } from '../../recipes/dish-facts.ts';
import { contentOf } from '../../recipes/recipe-values.ts';
import { libraryDifference } from '../adopt.ts';
import { dishDifference } from '../difference.ts';
import { dishMoves, takeLibraryNews } from '../dish-moves.ts';
import { dishImport } from '../import-dishes.ts';
import { changeContents, firstVersion } from '../save-dish.ts';
import { dishCheck, organizationFood } from './organization_food.page.ts';

const crud = tableCrud(organizationFood, {
  table: 'dish',
  blank: { spicy: '0', mealPeriodIds: [] },
  owner: async (ctx) => ({
    organization_id: ownOrganization(ctx),
    version_id: await ctx.ids.next(),
    maker_id: ctx.session.accountId,
    maker_name: ctx.session.name,
  }),
  unique: { dish_name: 'name' },
  skip: ['recipe', 'method', 'mayContain'],
  usedBy: [
    { table: 'food_menu_item', column: 'dish_id', what: '菜谱' },
    { table: 'menu_cycle_cell', column: 'dish_id', what: '菜谱模板' },
  ],
  after: async (ctx, dishId, values, before) => {
    const change = contentOf(values);
    if (before) await changeContents(ctx, [{ dishId, change }]);
    else await firstVersion(ctx, dishId, { method: '', mayContain: [], lines: [], ...change });
    return undefined;
  },
});

const version = sql`d.version_id`;
const organization = sql`d.organization_id`;

const dishes = over(
  organizationFood,
  'dish as d',
  {
    maker: 'd.maker_id',
    columns: {
      method: 'v.method',
      mayContain: 'v.allergens',
      recipe: unitLines(version, organization, sql`today.day`, sql`d.cooking`),
      recipeText: null,
      foodStuffId: null,
      cooked: sql`case when d.cooking is null then 'NO' else 'YES' end`,
      cookingText: null,
      allergens: unitAllergens(version, organization, sql`v.allergens`),
      declared: sql`(cardinality(v.allergens) > 0 or exists (select 1 from recipe_line l
        where l.organization_id = d.organization_id and l.version_id = d.version_id))`,
      lineCount: sql`(select count(*)::int from recipe_line l where l.organization_id = d.organization_id and l.version_id = d.version_id)`,
      energy: null,
      protein: null,
      fat: null,
      carbohydrate: null,
      sodium: null,
      calcium: null,
      iron: null,
      doubtful: null,
      costFen: null,
      costText: null,
      score: sql`(select round(avg(g.score), 1)::float8 from dish_rating g
        where g.organization_id = d.organization_id and g.dish_id = d.id)`,
      ratings: sql`(select count(*)::int from dish_rating g where g.organization_id = d.organization_id and g.dish_id = d.id)`,
      libNews: sql`case when b.status <> 'PUBLISHED' then '库中已下架'
        when b.version_no > d.lib_version_no then '库有新版 v' || b.version_no end`,
    },
    where: {
      allergens: unitHasAllergen(version, organization, sql`v.allergens`),
      foodStuffId: (value) =>
        Array.isArray(value) && value.length > 0
          ? sql`exists (select 1 from recipe_line l where l.organization_id = d.organization_id
              and l.version_id = d.version_id and l.food_stuff_id = any(${value}::bigint[]))`
          : undefined,
    },
    derive: (row) => {
      if (hasFacts(row.recipe)) return {};
      const cooking = (row.cooking ?? null) as string | null;
      const { recipe, nutrients, doubtful, costFen, costText, cookingText } = factsOf(row.recipe, cooking);
      const known = (key: keyof typeof nutrients) => nutrients[key] ?? null;
      return {
        recipe,
        energy: known('energy'),
        protein: known('protein'),
        fat: known('fat'),
        carbohydrate: known('carbohydrate'),
        sodium: known('sodium'),
        calcium: known('calcium'),
        iron: known('iron'),
        doubtful: doubtful || '齐全',
        costFen,
        costText,
        cookingText,
      };
    },
  },
  (from, ctx) =>
    from
      .innerJoin(sql<{ day: string }>`(select ${dateAt(ctx.clock.now())}::date as day)`.as('today'), (on) =>
        on.onTrue(),
      )
      .innerJoin('dish_version as v', (on) =>
        on.onRef('v.organization_id', '=', 'd.organization_id').onRef('v.id', '=', 'd.version_id'),
      )
      .leftJoin('lib_dish as b', 'b.id', 'd.lib_dish_id'),
);

const difference = async (ctx: Ctx, body: Record<string, unknown>) => {
  const id = readId(body.id);
  return (id && (await dishDifference(ctx, id))) || refuse('NOT_FOUND');
};

const food = bind(organizationFood, {
  list: dishes,
  ...crud,
  actions: {
    ...dishMoves,
    putOn: setColumn('dish', 'shelf', 'ON', '上架'),
    takeOff: setColumn('dish', 'shelf', 'OFF', '下架'),
    takeNews: takeLibraryNews,
  },
  outcomes: {
    takeNews: async (ctx, { ids }) => {
      const news = await libraryDifference(ctx, ids[0]!);
      if (!news) return refuse('NOT_FOUND');
      return {
        lines: [
          ['平台版本', `v${news.versionNo}`] as const,
          ...(news.fields.length === 0 ? [['差异', '内容与本单位的相同'] as const] : []),
          ...news.fields.map((one) => [one.label, `${one.own} → ${one.library}`] as const),
        ],
      };
    },
  },
  verbs: { difference },
  bodies: { difference: oneRecord },
  reads: ['difference'],
  importRows: dishImport,
  notice: async (ctx) => {
    if (!may(ctx.session, anyPage(organizationFood), ctx.path, 'approve')) return null;
    const { count } = await ctx.db
      .selectFrom('dish')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'PENDING')
      .where((eb) => eb.or([eb('maker_id', 'is', null), eb('maker_id', '<>', ctx.session.accountId)]))
      .executeTakeFirstOrThrow();
    return count > 0
      ? {
          tone: 'info',
          text: `${count} 道菜品等待您审核`,
          open: { label: '只看待审', path: '/admin/organization/organization_food?status=PENDING' },
        }
      : null;
  },
  options: async (ctx, { keyword, ids, size }) => {
    let query = ctx.db
      .selectFrom('dish as d')
      .innerJoin('food_type as t', 't.id', 'd.type_id')
      .select(['d.id', 'd.name', 't.name as hint']);
    if (ids) query = query.where('d.id', 'in', ids.length > 0 ? ids : [0]);
    else {
      query = query.where('d.shelf', '=', 'ON').limit(size);
      if (keyword) query = query.where('d.name', 'ilike', likePattern(keyword));
    }
    return query.orderBy('d.name').execute();
  },
});

const check = bind(dishCheck, {
  list: dishes,
  actions: dishMoves,
  verbs: { difference },
  bodies: { difference: oneRecord },
  reads: ['difference'],
});

export default [food, check];

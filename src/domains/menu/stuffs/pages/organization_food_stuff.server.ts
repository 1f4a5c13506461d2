/** Server side of 单位食材 and its prices. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { likePattern } from '../../../../kit/server/query/expression.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { nutrientColumns } from '../../nutrition/nutrient-columns.ts';
import { nutrientKeys } from '../../nutrition/nutrients.ts';
import { stuffImport } from '../import-stuffs.ts';
import { mergeOutcome, refuseMerge } from '../merge-stuffs.ts';
import { ownWords } from '../own-words.ts';
import { setPrices } from '../price.ts';
import { adoptStuffs, mergeInto, removePrices, repriceStuffs } from '../stuff-actions.ts';
import { foodStuffPrice, organizationFoodStuff } from './organization_food_stuff.page.ts';

const crud = tableCrud(organizationFoodStuff, {
  table: 'food_stuff',
  unique: { food_stuff_name: 'name' },
  columns: { ownAllergens: 'allergens' },
  skip: [...nutrientKeys, 'priceFen', 'priceFrom'],
  usedBy: [{ table: 'recipe_line', column: 'food_stuff_id', what: '菜品配料' }],
  after: async (ctx, id, { priceFen, priceFrom, supplier }, before) => {
    const known = before?.priceFen === priceFen && before?.priceFrom === priceFrom;
    if (typeof priceFen !== 'number' || known) return undefined;
    const fromDate = priceFrom ?? (before?.priceFrom as string | null) ?? dateAt(ctx.clock.now());
    await setPrices(ctx, [{ foodStuffId: id, fromDate, priceFen, supplier: supplier ?? null }]);
    return undefined;
  },
});

const unitOf = sql<string>`coalesce(s.unit, b.unit, '公斤')`;
const gramsOf = sql<number>`coalesce(s.unit_grams, b.unit_grams, 1000)`;

const stuffs = bind(organizationFoodStuff, {
  list: over(
    organizationFoodStuff,
    'food_stuff as s',
    {
      columns: {
        ...nutrientColumns(sql`(coalesce(b.nutrients, '{}') || s.nutrients)`),
        libName: null,
        priceFen: 'p.price_fen',
        priceFrom: 'p.from_date',
        unit: unitOf,
        unitGrams: gramsOf,
        eachFen: sql`round(p.price_fen * ${gramsOf} / 1000.0)::bigint`,
        edibleRatio: sql`coalesce(s.edible_ratio, b.edible_ratio)`,
        ownAllergens: 's.allergens',
        allergens: sql`array(select distinct a from unnest(s.allergens || coalesce(b.allergens, '{}')) as u (a) order by a)`,
        usedCount: sql`(select count(*)::int from recipe_line l join dish d on d.organization_id = l.organization_id and d.version_id = l.version_id
          where l.organization_id = s.organization_id and l.food_stuff_id = s.id)`,
        linked: sql`case when s.lib_id is null then 'OWN' else 'LINKED' end`,
      },
    },
    (from, ctx) =>
      from.leftJoin('lib_food_stuff as b', 'b.id', 's.lib_id').leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('food_stuff_price as q')
            .select(['q.price_fen', 'q.from_date'])
            .whereRef('q.organization_id', '=', 's.organization_id')
            .whereRef('q.food_stuff_id', '=', 's.id')
            .where('q.from_date', '<=', dateAt(ctx.clock.now()))
            .orderBy('q.from_date', 'desc')
            .limit(1)
            .as('p'),
        (join) => join.onTrue(),
      ),
  ),
  create: async (ctx, values) => {
    const own = await ownWords(ctx, values, null);
    return isRefusal(own) ? own : crud.create(ctx, own);
  },
  update: async (ctx, id, values, before) => {
    const own = await ownWords(ctx, values, before);
    return isRefusal(own) ? own : crud.update(ctx, id, own, before);
  },
  remove: crud.remove,
  actions: {
    ...onOff('food_stuff'),
    reprice: repriceStuffs,
    merge: mergeInto,
    adopt: adoptStuffs,
  },
  outcomes: {
    merge: async (ctx, { ids, values }) => {
      const no = values.intoId ? await refuseMerge(ctx, ids, values.intoId as number) : undefined;
      return no ?? mergeOutcome(ctx, ids);
    },
  },
  importRows: stuffImport,
  notice: async (ctx) => {
    const { count } = await ctx.db
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
      )
      .executeTakeFirstOrThrow();
    return count > 0 ? { tone: 'warning', text: `${count} 种食材没有单价，用到它们的菜品成本只能算出下限` } : null;
  },
  options: async (ctx, { keyword, ids, size }) => {
    let query = ctx.db
      .selectFrom('food_stuff as s')
      .innerJoin('food_stuff_type as t', 't.id', 's.type_id')
      .select(['s.id', 's.name', sql<string>`concat_ws(' · ', t.name, s.alias)`.as('hint')]);
    if (ids) query = query.where('s.id', 'in', ids.length > 0 ? ids : [0]);
    else {
      const found = likePattern(keyword);
      query = query.where('s.status', '=', 'NORMAL').limit(size);
      if (keyword) query = query.where((eb) => eb.or([eb('s.name', 'ilike', found), eb('s.alias', 'ilike', found)]));
    }
    return query.orderBy(sql`length(s.name)`).orderBy('s.name').execute();
  },
});

const prices = bind(foodStuffPrice, {
  list: over(foodStuffPrice, 'food_stuff_price as p', { inner: ['foodStuffId as s'] }),
  actions: {
    removePrice: removePrices,
  },
});

export default [stuffs, prices];

/** Publishing menus: what stands against it is said first; then each item keeps version, recipe, cost, nutrients and allergens of that moment. */
import { sql } from 'kysely';
import type { Outcome } from '../../../kit/define/page.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { refuseMove } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { readMeals, readTarget } from '../nutrition/read-served.ts';
import { unitRecipes } from '../recipes/recipe-store.ts';
import { closedKey, tellFollowers } from '../services.ts';
import '../tables.ts';
import { judgeDays } from '../nutrition/judge-days.ts';
import { type Finding, judgeMenus, type PlannedMenu } from './judge.ts';
import { menuFlow } from './menu-flow.ts';
import { readServed, type ServedDish } from './read-dishes.ts';
import { readRules, readSettings } from './rules.ts';

interface Draft extends PlannedMenu {
  id: number;
  status: string;
  maker_id: number | null;
  items: readonly { id: number; dishId: number; priceFen: number; planQty: number }[];
}

/** Most menus published at once: a year of three meals at one restaurant. */
export const mostMenus = 1100;

async function readDrafts(ctx: Ctx, ids: readonly number[], lock: boolean): Promise<Draft[]> {
  let query = ctx.db
    .selectFrom('food_menu')
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .orderBy('id');
  if (lock) query = query.forUpdate();
  const menus = await query.execute();
  const items = await ctx.db
    .selectFrom('food_menu_item')
    .select(['id', 'menu_id', 'dish_id', 'price_fen', 'plan_qty'])
    .where('menu_id', 'in', [0, ...ids])
    .orderBy('sort')
    .execute();
  const byMenu = Map.groupBy(items, (item) => item.menu_id);
  return menus.map((menu) => ({
    id: menu.id,
    key: String(menu.id),
    status: menu.status,
    maker_id: menu.maker_id,
    restaurantId: menu.restaurant_id,
    mealPeriodId: menu.meal_period_id,
    date: menu.menu_date,
    items: (byMenu.get(menu.id) ?? []).map((item) => ({
      id: item.id,
      dishId: item.dish_id,
      priceFen: item.price_fen,
      planQty: item.plan_qty,
    })),
  }));
}

/** A draft with the words that name it. */
interface Named {
  draft: Draft;
  where: string;
}

interface Judged {
  drafts: Draft[];
  dishes: Map<string, Map<number, ServedDish>>;
  findings: (Finding & { where: string })[];
}

/** The menus with everything that stands against them. */
async function judgeDrafts(ctx: Ctx, ids: readonly number[], lock: boolean): Promise<Judged | Refusal> {
  if (ids.length === 0) return refuse('MALFORMED', { detail: '没有选择菜谱' });
  if (ids.length > mostMenus) return refuse('TOO_LARGE', { limit: `一次 ${mostMenus} 餐` });
  const drafts = await readDrafts(ctx, ids, lock);
  if (drafts.length < new Set(ids).size) return refuse('NOT_FOUND');
  const days = drafts.map((draft) => draft.date).sort();
  const rules = await readRules(ctx, days[0]!, days.at(-1)!);
  const dishes = await readServed(
    ctx.db,
    drafts.flatMap((draft) => draft.items.map((item) => item.dishId)),
    days,
  );
  const place = new Map(rules.places.map((one) => [one.id, one.name]));
  const named = drafts.map((draft): Named => {
    const where = `${draft.date.slice(5)} ${rules.mealNames.get(draft.mealPeriodId) ?? ''} ${place.get(draft.restaurantId) ?? ''}`;
    return { draft, where };
  });
  const findings = named.flatMap(({ draft, where }) =>
    judgeMenus([draft], dishes.get(draft.date)!, rules).map((one) => ({ ...one, where })),
  );
  return {
    drafts,
    dishes,
    findings: [...findings, ...(await closedOrders(ctx, named)), ...(await missedTargets(ctx, drafts, days))],
  };
}

/** Menus nobody can order from any more. */
async function closedOrders(ctx: Ctx, menus: readonly Named[]): Promise<Judged['findings']> {
  const closed = await ctx.services.ordersClosed?.(
    ctx,
    menus.map(({ draft }) => draft),
  );
  return menus.flatMap(({ draft, where }): Judged['findings'] => {
    const at = closed?.get(closedKey(draft));
    if (at === undefined) return [];
    const text = `订餐已于 ${at} 截止，发布后没有人能再订`;
    return [{ level: 'WARNING', code: 'CUT_OFF', menuKey: draft.key, dishId: null, text, where }];
  });
}

/** Days of the menus that miss what the unit's people need, with all that is served on them. */
async function missedTargets(ctx: Ctx, drafts: readonly Draft[], days: readonly string[]) {
  const [from, to] = [days[0]!, days.at(-1)!];
  const verdicts = judgeDays(await readMeals(ctx, { from, to }), await readTarget(ctx, null, to));
  return verdicts.flatMap(({ date, met, advice }): Judged['findings'] => {
    const draft = drafts.find((one) => one.date === date);
    if (!draft || advice === '') return [];
    const of = { menuKey: draft.key, dishId: null, where: `${date.slice(5)} 全天` };
    return [{ level: 'WARNING', code: 'TARGET', text: `营养${met}；${advice}`, ...of }];
  });
}

/** What would be published and what stands against it; writes nothing. */
export async function lookAtMenus(
  ctx: Ctx,
  ids: readonly number[],
): Promise<(Pick<Judged, 'findings'> & { menus: number; items: number }) | Refusal> {
  const judged = await judgeDrafts(ctx, ids, false);
  if ('refused' in judged) return judged;
  const { drafts, findings } = judged;
  return { menus: drafts.length, items: drafts.reduce((n, draft) => n + draft.items.length, 0), findings };
}

/** The same in the words of a button's dialog. */
export async function publishOutcome(ctx: Ctx, ids: readonly number[]): Promise<Outcome | Refusal> {
  const seen = await lookAtMenus(ctx, ids);
  if ('refused' in seen) return seen;
  const errors = seen.findings.filter((one) => one.level === 'ERROR');
  const warnings = seen.findings.filter((one) => one.level === 'WARNING');
  const shown = (list: typeof errors) => list.slice(0, 8).map((one): [string, string] => [one.where, one.text]);
  const rest = (list: typeof errors): [string, string][] =>
    list.length > 8 ? [['…', `还有 ${list.length - 8} 处`]] : [];
  return {
    lines: [
      ['发布', `${seen.menus} 餐 ${seen.items} 道菜；配料、成本、营养与过敏原按此刻留存`],
      ...(errors.length > 0
        ? [['不能发布', `${errors.length} 处`] as [string, string], ...shown(errors), ...rest(errors)]
        : []),
      ...(warnings.length > 0
        ? [
            ['请确认', `${warnings.length} 处，点“发布”即确认`] as [string, string],
            ...shown(warnings),
            ...rest(warnings),
          ]
        : []),
    ],
  };
}

/** What each item keeps, in one statement for all. */
async function keepItems(ctx: Ctx, { drafts, dishes }: Judged): Promise<void> {
  const versions = new Set<number>();
  const rows: Record<string, unknown>[] = [];
  for (const [day, byDish] of dishes) {
    const ofDay = drafts.filter((draft) => draft.date === day);
    for (const item of ofDay.flatMap((draft) => draft.items)) {
      const dish = byDish.get(item.dishId)!;
      versions.add(dish.versionId);
      rows.push({
        id: item.id,
        dish_version_id: dish.versionId,
        dish_name: dish.name,
        allergens: dish.allergens,
        cost_fen: dish.costFen,
        unpriced: dish.unpriced,
        amounts: dish.amounts,
        recipe: dish.kept,
      });
    }
  }
  await sql`update food_menu_item i set dish_version_id = r.dish_version_id, dish_name = r.dish_name, allergens = r.allergens,
      cost_fen = r.cost_fen, unpriced = r.unpriced, amounts = r.amounts, recipe = r.recipe, status = 'ON'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, dish_version_id bigint, dish_name text,
      allergens text[], cost_fen bigint, unpriced int, amounts jsonb, recipe jsonb)
    where i.organization_id = ${ownOrganization(ctx)} and i.id = r.id`.execute(ctx.db);
  await unitRecipes.freeze(ctx.db, [...versions]);
}

/**
 * Publishes menus in one command. MENU_ERRORS while something blocks, MENU_WARNINGS until the warnings are `agreed` to,
 * NOT_NOW where two must look and the writer publishes.
 */
export async function publishMenus(ctx: Ctx, ids: readonly number[], agreed: boolean): Promise<Refusal | undefined> {
  const judged = await judgeDrafts(ctx, ids, true);
  if ('refused' in judged) return judged;
  const { drafts, findings } = judged;
  const { twoHands } = await readSettings(ctx);
  for (const draft of drafts) {
    const name = `${draft.date} 的菜谱`;
    const no = refuseMove(ctx, menuFlow, 'publish', draft, name);
    if (no) return no;
    if (twoHands && draft.maker_id === ctx.session.accountId)
      return refuse('NOT_NOW', { why: `${name} 由您编制，已启用双人发布，须由另一人发布` });
  }
  const errors = findings.filter((one) => one.level === 'ERROR');
  const said = (list: typeof errors) => ({ count: list.length, first: `${list[0]!.where} ${list[0]!.text}` });
  if (errors.length > 0) return refuse('MENU_ERRORS', said(errors));
  const warnings = findings.filter((one) => one.level === 'WARNING');
  if (warnings.length > 0 && !agreed) return refuse('MENU_WARNINGS', said(warnings));
  await keepItems(ctx, judged);
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .updateTable('food_menu')
    .set((eb) => ({
      status: 'PUBLISHED',
      checker_id: ctx.session.accountId,
      checker_name: ctx.session.name,
      checked_at: at,
      published_at: at,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute();
  await tellFollowers(ctx, ids);
  const days = drafts.map((draft) => draft.date).sort();
  await ctx.audit({
    action: '发布菜谱',
    ...(drafts.length === 1 ? { targetId: drafts[0]!.id } : {}),
    targetName: `${days[0]} 至 ${days.at(-1)} ${drafts.length} 餐`,
  });
  return undefined;
}

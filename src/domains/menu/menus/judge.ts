/**
 * What stands against publishing a menu, and what has to be looked at first. Pure, so that the week says it while it is
 * planned and the server holds to it when it is published (meals.md §5).
 */
import type { Amounts } from '../nutrition/amounts.ts';

export interface DishFacts {
  id: number;
  name: string;
  typeId: number;
  typeName: string;
  /** Risk of its class: COLD, RAW, CREAM. */
  classRisk: string | null;
  status: string;
  shelf: string;
  priceFen: number | null;
  priceMode: string;
  mealPeriodIds: readonly number[];
  /** Null: not declared. */
  allergens: readonly string[] | null;
  costFen: number | null;
  unpriced: number;
  lineCount: number;
  /** Food-stuffs by name with their risk, those of the approved recipe. */
  stuffs: readonly { name: string; risk: string | null }[];
  amounts: Amounts;
}

export interface PlannedItem {
  dishId: number;
  priceFen: number;
  planQty: number;
}

export interface PlannedMenu {
  key: string;
  restaurantId: number;
  mealPeriodId: number;
  date: string;
  items: readonly PlannedItem[];
}

export interface BanRule {
  code: string;
  label: string;
  target: 'DISH' | 'STUFF';
  words: readonly string[];
  fromDate: string;
  untilDate: string | null;
}

export interface Place {
  id: number;
  name: string;
  open: boolean;
  /** Empty: all. */
  mealPeriodIds: readonly number[];
  /** Dishes are sold one by one. */
  sellsDishes: boolean;
  /** People choose among the dishes of a meal. */
  choice: boolean;
}

export interface Rules {
  /** K–12: bans block; other units are warned. */
  school: boolean;
  bans: readonly BanRule[];
  /** Days within which a dish that comes again is said; 0: never. */
  repeatDays: number;
  /** Cost above this share of the price is said, basis points. */
  costRatio: number | null;
  places: readonly Place[];
  mealNames: ReadonlyMap<number, string>;
  /** Days a dish was on at a restaurant, the menus at hand included. */
  served: readonly { restaurantId: number; dishId: number; date: string }[];
}

export interface Finding {
  level: 'ERROR' | 'WARNING';
  code:
    | 'EMPTY'
    | 'PLACE'
    | 'NOT_APPROVED'
    | 'OFF_SHELF'
    | 'BAN'
    | 'NO_PRICE'
    | 'REPEAT'
    | 'UNDECLARED'
    | 'NO_RECIPE'
    | 'COST'
    | 'TARGET'
    | 'CUT_OFF';
  menuKey: string;
  dishId: number | null;
  text: string;
}

const dayMs = 86_400_000;
const daysBetween = (a: string, b: string) => Math.round((Date.parse(b) - Date.parse(a)) / dayMs);

/** What a dish may not be, by the bans in force on a day, in words. */
export function banned(dish: DishFacts, bans: readonly BanRule[], date: string): string | undefined {
  for (const ban of bans) {
    if (ban.fromDate > date || (ban.untilDate !== null && ban.untilDate < date)) continue;
    if (ban.target === 'DISH' && dish.classRisk === ban.code) return `「${dish.name}」属于${ban.label}`;
    if (ban.target !== 'STUFF') continue;
    const stuff = dish.stuffs.find((one) => one.risk === ban.code || ban.words.some((word) => one.name.includes(word)));
    if (stuff) return `「${dish.name}」的配料「${stuff.name}」属于${ban.label}`;
    if (ban.words.some((word) => dish.name.includes(word))) return `「${dish.name}」含${ban.label}`;
  }
  return undefined;
}

function judgeItem(menu: PlannedMenu, item: PlannedItem, dish: DishFacts, place: Place, rules: Rules): Finding[] {
  const found: Finding[] = [];
  const say = (level: Finding['level'], code: Finding['code'], text: string) =>
    found.push({ level, code, menuKey: menu.key, dishId: dish.id, text });
  if (dish.status !== 'APPROVED') say('ERROR', 'NOT_APPROVED', `「${dish.name}」未通过审核`);
  if (dish.shelf !== 'ON') say('ERROR', 'OFF_SHELF', `「${dish.name}」已下架`);
  const ban = banned(dish, rules.bans, menu.date);
  if (ban) say(rules.school ? 'ERROR' : 'WARNING', 'BAN', rules.school ? `${ban}，学校不得供应` : ban);
  if (place.sellsDishes && dish.priceMode !== 'FREE' && item.priceFen === 0)
    say('ERROR', 'NO_PRICE', `「${dish.name}」没有售价，${place.name}按菜品售卖`);
  if (dish.lineCount === 0) say('WARNING', 'NO_RECIPE', `「${dish.name}」没有配料，营养未知`);
  if (dish.allergens === null) say('WARNING', 'UNDECLARED', `「${dish.name}」未申报过敏原`);
  if (rules.costRatio !== null && dish.costFen !== null && item.priceFen > 0) {
    const ratio = Math.round((dish.costFen * 10_000) / item.priceFen);
    if (ratio > rules.costRatio)
      say('WARNING', 'COST', `「${dish.name}」成本占售价 ${Math.round(ratio / 100)}%，超过 ${rules.costRatio / 100}%`);
  }
  const last = rules.served
    .filter((one) => one.restaurantId === menu.restaurantId && one.dishId === dish.id && one.date < menu.date)
    .reduce((latest, one) => (one.date > latest ? one.date : latest), '');
  if (last !== '' && rules.repeatDays > 0 && daysBetween(last, menu.date) <= rules.repeatDays)
    say('WARNING', 'REPEAT', `「${dish.name}」${last.slice(5)} 刚供应过，${rules.repeatDays} 天内重复`);
  return found;
}

/** Everything that stands against these menus, errors first within each. */
export function judgeMenus(
  menus: readonly PlannedMenu[],
  dishes: ReadonlyMap<number, DishFacts>,
  rules: Rules,
): Finding[] {
  return menus.flatMap((menu) => {
    const place = rules.places.find((one) => one.id === menu.restaurantId);
    const meal = rules.mealNames.get(menu.mealPeriodId) ?? '';
    const of = (code: Finding['code'], text: string): Finding => ({
      level: 'ERROR',
      code,
      menuKey: menu.key,
      dishId: null,
      text,
    });
    if (!place?.open) return [of('PLACE', `「${place?.name ?? '餐厅'}」已停用`)];
    if (place.mealPeriodIds.length > 0 && !place.mealPeriodIds.includes(menu.mealPeriodId))
      return [of('PLACE', `「${place.name}」不供应${meal}`)];
    if (menu.items.length === 0) return [of('EMPTY', '没有菜品')];
    const found = menu.items.flatMap((item) => {
      const dish = dishes.get(item.dishId);
      return dish ? judgeItem(menu, item, dish, place, rules) : [];
    });
    return found.sort((a, b) => (a.level === b.level ? 0 : a.level === 'ERROR' ? -1 : 1));
  });
}

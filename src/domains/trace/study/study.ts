/** What a case's meals and dishes have to do with the sick: pure, over who ate what and who told what. */
import { type Risk, riskOf } from './risk.ts';

/** Somebody at a meal. */
export interface Ate {
  /** Number in the study: a person of the unit, or one the case alone knows (negative). */
  who: number;
  meal: string;
}

/** Somebody and a dish; of these meals it is known dish by dish. */
export interface AteDish extends Ate {
  dish: string;
}

/** An answer in an interview. */
export interface Told {
  who: number;
  dish: string;
  ate: boolean;
}

export interface Asked {
  /** Who ate anything in the stretch, by trades and taken orders: their meals. */
  meals: readonly Ate[];
  /** Grade A: lines of trades and orders. */
  lines: readonly AteDish[];
  /** Grade I. */
  told: readonly Told[];
  sick: ReadonlySet<number>;
  /** Others the case asked, who are well. */
  asked: readonly number[];
  /** Dishes by meal: all that was served or sold. */
  dishes: ReadonlyMap<string, readonly string[]>;
  /** Had he fallen ill before the meal began? Then it made him neither ill nor spared him: its row is without him. */
  illBefore?: (who: number, meal: string) => boolean;
}

export interface MealRow extends Risk {
  meal: string;
}

export interface DishRow extends Risk {
  dish: string;
  meal: string;
  /** People of the meal of whom it is not known whether they ate the dish: they paid for the meal, not for dishes. */
  unknown: number;
  /** How many are known by what they said, and by a line. */
  interviewed: number;
  lined: number;
}

export interface Study {
  people: number;
  sick: number;
  meals: MealRow[];
  dishes: DishRow[];
}

/** The strongest first: by the lower bound, then by the ratio. */
const stronger = (x: Risk, y: Risk) => (y.low ?? -1) - (x.low ?? -1) || (y.ratio ?? -1) - (x.ratio ?? -1);

export function study({ meals, lines, told, sick, asked, dishes, illBefore = () => false }: Asked): Study {
  const people = new Set<number>([...sick, ...asked]);
  const atMeal = new Map<string, Set<number>>();
  for (const { who, meal } of [...meals, ...lines]) {
    people.add(who);
    const there = atMeal.get(meal);
    if (there) there.add(who);
    else atMeal.set(meal, new Set([who]));
  }
  const ill = [...people].filter((who) => sick.has(who));
  const mealRows = [...atMeal].map(([meal, there]): MealRow => {
    const cases = ill.filter((who) => !illBefore(who, meal));
    const a = cases.filter((who) => there.has(who)).length;
    const b = [...there].filter((who) => !sick.has(who)).length;
    return { meal, ...riskOf({ a, b, c: cases.length - a, d: people.size - ill.length - b }) };
  });

  // Dish by dish: what is known of whom, an interview before a line.
  const linesOf = new Map<string, Map<number, Set<string>>>();
  for (const { who, meal, dish } of lines) {
    const of = linesOf.get(meal) ?? new Map<number, Set<string>>();
    linesOf.set(meal, of);
    const eaten = of.get(who) ?? new Set<string>();
    of.set(who, eaten);
    eaten.add(dish);
  }
  const toldOf = new Map<string, Map<number, boolean>>();
  for (const { who, dish, ate } of told) {
    const of = toldOf.get(dish) ?? new Map<number, boolean>();
    toldOf.set(dish, of);
    of.set(who, ate);
  }
  const dishRows = [...dishes].flatMap(([meal, served]) => {
    const lined = linesOf.get(meal) ?? new Map<number, Set<string>>();
    const there = atMeal.get(meal) ?? new Set<number>();
    return served.map((dish): DishRow => {
      const said = toldOf.get(dish) ?? new Map<number, boolean>();
      const cells = { a: 0, b: 0, c: 0, d: 0 };
      const count = (who: number, ate: boolean) => {
        const isCase = sick.has(who);
        if (isCase && illBefore(who, meal)) return;
        if (ate) cells[isCase ? 'a' : 'b'] += 1;
        else cells[isCase ? 'c' : 'd'] += 1;
      };
      for (const [who, ate] of said) count(who, ate);
      let byLine = 0;
      for (const [who, eaten] of lined) {
        if (said.has(who)) continue;
        byLine += 1;
        count(who, eaten.has(dish));
      }
      let unknown = 0;
      for (const who of there) if (!said.has(who) && !lined.has(who)) unknown += 1;
      return { dish, meal, unknown, interviewed: said.size, lined: byLine, ...riskOf(cells) };
    });
  });
  return {
    people: people.size,
    sick: ill.length,
    meals: mealRows.sort(stronger),
    dishes: dishRows.sort(stronger),
  };
}

/** How many fell ill in each hour, empty hours between included. */
export function onsetCurve(onsets: readonly number[]): { hour: number; count: number }[] {
  if (onsets.length === 0) return [];
  const hours = onsets.map((at) => Math.floor(at / 3_600_000));
  const [first, last] = [Math.min(...hours), Math.max(...hours)];
  return Array.from({ length: Math.min(last - first + 1, 24 * 14) }, (_, i) => ({
    hour: (first + i) * 3_600_000,
    count: hours.filter((hour) => hour === first + i).length,
  }));
}

/** Median hours from a meal to falling ill, of the sick who ate it and fell ill after it. */
export function medianHours(mealAt: number, onsets: readonly number[]): number | null {
  const after = onsets
    .filter((at) => at >= mealAt)
    .map((at) => (at - mealAt) / 3_600_000)
    .sort((a, b) => a - b);
  if (after.length === 0) return null;
  const middle = Math.floor(after.length / 2);
  return after.length % 2 === 1 ? after[middle]! : (after[middle - 1]! + after[middle]!) / 2;
}

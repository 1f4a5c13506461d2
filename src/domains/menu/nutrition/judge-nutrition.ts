/**
 * Meals against what they should hold: one check beside the other, no score that hides them. A nutrient known of less than
 * four fifths of the food is not judged (meals.md §6). Pure.
 */
import { type Amounts, amountOf, coverage, energyShares, leastCoverage, saltGrams } from './amounts.ts';
import { classLabel, foodGroups } from './food-classes.ts';
import { type NutrientKey, nutrients, nutrientText } from './nutrients.ts';
import { adultMost, pupilFood, pupilGroups, pupilLiver, pupilOil, pupilSalt } from './standards.ts';
import type { Target } from './targets.ts';

/** Food of one head: net grams by food-stuff. */
export interface Food {
  name: string;
  foodClass: string;
  mark: string | null;
  grams: number;
}

/** What one head eats on an average day of the span. */
export interface Served {
  amounts: Amounts;
  food: readonly Food[];
  /** Share of the day that the meals are, 0–1. */
  share: number;
  /** Lunches and dinners a day, for amounts that are given per such meal. */
  mainMeals: number;
  /** Days behind the average. */
  days: number;
}

export type Verdict = 'MET' | 'SHORT' | 'OVER' | 'UNKNOWN';

export interface Check {
  key: string;
  label: string;
  verdict: Verdict;
  /** What there is and what should be, in words. */
  found: string;
  wanted: string;
  /** Per cent of the target, for the bar, with the band that is allowed. */
  percent: number | null;
  band: readonly [number, number] | null;
  /** Foods behind it, most first. */
  from: readonly string[];
  doubtful: boolean;
}

const percentText = (share: number) => `${Math.round(share * 100)}%`;
const atLeast = (of: Amounts, key: NutrientKey, text: string): string => {
  const known = coverage(of, key);
  return known >= 0.995 ? text : `≥ ${text}（覆盖 ${percentText(known)}）`;
};

/** Nutrients held against their target, with the band of per cent that is met. */
const bands: readonly (readonly [NutrientKey, readonly [number, number]])[] = [
  ['energy', [90, 110]],
  ['protein', [80, 120]],
  ['calcium', [80, 1000]],
  ['iron', [80, 1000]],
  ['zinc', [80, 1000]],
  ['vitaminA', [80, 1000]],
  ['thiamin', [80, 1000]],
  ['riboflavin', [80, 1000]],
  ['vitaminC', [80, 1000]],
  ['fibre', [80, 1000]],
];

const verdictOf = (percent: number, [low, high]: readonly [number, number]): Verdict =>
  percent < low ? 'SHORT' : percent > high ? 'OVER' : 'MET';

function nutrientCheck(
  key: NutrientKey,
  band: readonly [number, number],
  { amounts, share }: Served,
  target: Target,
): Check[] {
  const bounds = target.nutrients[key];
  if (!bounds || bounds.low === null) return [];
  const wanted = bounds.low * share;
  const amount = amountOf(amounts, key);
  const known = amount !== undefined && coverage(amounts, key) >= leastCoverage;
  const percent = known && wanted > 0 ? (amount / wanted) * 100 : null;
  return [
    {
      key,
      label: nutrients[key].label,
      verdict: percent === null ? 'UNKNOWN' : verdictOf(percent, band),
      found: amount === undefined ? '未知' : atLeast(amounts, key, nutrientText(key, amount)),
      wanted: `${nutrientText(key, wanted)}，${band[1] >= 1000 ? `≥ ${band[0]}%` : `${band[0]}–${band[1]}%`}`,
      percent,
      band,
      from: [],
      doubtful: bounds.doubtful,
    },
  ];
}

function shareChecks({ amounts }: Served, target: Target): Check[] {
  const shares = energyShares(amounts);
  const known = (['fat', 'carbohydrate', 'protein'] as const).every((key) => coverage(amounts, key) >= leastCoverage);
  const limits: [key: 'fat' | 'carbohydrate' | 'protein', low: number, high: number][] = [
    ['fat', 20, 30],
    ['carbohydrate', 50, 65],
  ];
  if (target.pupils < 0.5) limits.push(['protein', 10, 20]);
  return limits.map(([key, low, high]) => {
    const percent = shares ? shares[key] * 100 : null;
    return {
      key: `${key}Share`,
      label: `${nutrients[key].label}供能比`,
      verdict: percent === null || !known ? 'UNKNOWN' : verdictOf(percent, [low, high]),
      found: percent === null ? '未知' : `${Math.round(percent)}%`,
      wanted: `${low}–${high}%`,
      percent: null,
      band: null,
      from: [],
      doubtful: false,
    };
  });
}

const gramsOf = (food: readonly Food[], is: (one: Food) => boolean): number =>
  food.filter(is).reduce((sum, one) => sum + one.grams, 0);

const foodsOf = (food: readonly Food[], is: (one: Food) => boolean): string[] =>
  food
    .filter(is)
    .sort((a, b) => b.grams - a.grams)
    .slice(0, 6)
    .map((one) => `${one.name} ${Math.round(one.grams * 10) / 10} 克`);

/** A check of grams: at least, at most, or both; unknown while dishes without a recipe are among them. */
function gramCheck(
  key: string,
  label: string,
  { food, amounts }: Served,
  is: (one: Food) => boolean,
  [low, high]: readonly [number | null, number | null],
): Check {
  const grams = gramsOf(food, is);
  const blind = amounts.portions <= 0 || amounts.blind / amounts.portions > 1 - leastCoverage;
  const verdict: Verdict = blind
    ? 'UNKNOWN'
    : low !== null && grams < low * 0.999
      ? 'SHORT'
      : high !== null && grams > high * 1.001
        ? 'OVER'
        : 'MET';
  const round = (n: number) => Math.round(n * 10) / 10;
  return {
    key,
    label,
    verdict,
    found: `${round(grams)} 克`,
    wanted:
      low === null ? `≤ ${round(high!)} 克` : high === null ? `≥ ${round(low)} 克` : `${round(low)}–${round(high)} 克`,
    percent: low !== null && low > 0 ? (grams / low) * 100 : null,
    band: low !== null && low > 0 ? [100, 1000] : null,
    from: foodsOf(food, is),
    doubtful: true,
  };
}

/** Liver of a week, told where a week is looked at. */
function liverChecks(served: Served): Check[] {
  if (served.days < pupilLiver.days) return [];
  const food = served.food.map((one) => ({ ...one, grams: one.grams * pupilLiver.days }));
  const bounds = [pupilLiver.least, null] as const;
  return [gramCheck('LIVER', '动物肝脏（每周）', { ...served, food }, (one) => one.mark === 'LIVER', bounds)];
}

function foodChecks(served: Served, target: Target): Check[] {
  const { food, mainMeals, share } = served;
  if (target.pupils < 0.5 && target.heads > 0)
    return adultMost.map(([foodClass, label, grams]) =>
      gramCheck(foodClass, label, served, (one) => one.foodClass === foodClass, [null, grams * share]),
    );
  const at = target.pupilGroup ? pupilGroups.indexOf(target.pupilGroup) : -1;
  if (target.pupils < 0.5 || at < 0 || mainMeals <= 0) return [];
  const amounts = Object.entries(pupilFood).map(([foodClass, byGroup]) =>
    gramCheck(foodClass, classLabel(foodClass), served, (one) => one.foodClass === foodClass, [
      byGroup[at]![0] * mainMeals,
      null,
    ]),
  );
  const vegetables = new Set(food.filter((one) => one.foodClass === 'VEGETABLE').map((one) => one.name));
  const allGreens = gramsOf(food, (one) => one.foodClass === 'VEGETABLE');
  const darkGreens = gramsOf(food, (one) => one.mark === 'DARK');
  return [
    ...amounts,
    gramCheck('OIL', '烹调油', served, (one) => one.foodClass === 'OIL', [null, pupilOil[at]! * mainMeals]),
    ...liverChecks(served),
    counted('vegetables', '新鲜蔬菜种类', vegetables.size, 3, '种', [...vegetables].slice(0, 6), served),
    {
      ...counted(
        'dark',
        '深色蔬菜占比',
        Math.round(allGreens > 0 ? (darkGreens / allGreens) * 100 : 0),
        50,
        '%',
        [],
        served,
      ),
      from: foodsOf(food, (one) => one.mark === 'DARK'),
    },
  ];
}

function counted(
  key: string,
  label: string,
  found: number,
  least: number,
  unit: string,
  from: readonly string[],
  { amounts }: Served,
): Check {
  const blind = amounts.portions <= 0 || amounts.blind / amounts.portions > 1 - leastCoverage;
  return {
    key,
    label,
    verdict: blind ? 'UNKNOWN' : found >= least ? 'MET' : 'SHORT',
    found: `${found} ${unit}`,
    wanted: `≥ ${least} ${unit}`,
    percent: null,
    band: null,
    from,
    doubtful: false,
  };
}

/** Salt of seasoning and food together, and sodium where it has a bound. */
function saltChecks(served: Served, target: Target): Check[] {
  const { amounts, food, share, mainMeals } = served;
  const at = target.pupilGroup ? pupilGroups.indexOf(target.pupilGroup) : -1;
  const sodium = amountOf(amounts, 'sodium');
  const bound = target.nutrients.sodium?.high;
  const known = sodium !== undefined && coverage(amounts, 'sodium') >= leastCoverage;
  const checks: Check[] = [];
  if (target.pupils >= 0.5 && at >= 0 && mainMeals > 0)
    checks.push({
      ...gramCheck('SALT', '烹调用盐', served, (one) => one.foodClass === 'SALT', [null, pupilSalt[at]! * mainMeals]),
      from: foodsOf(food, (one) => one.foodClass === 'SALT'),
    });
  if (bound) {
    const most = bound * share;
    checks.push({
      key: 'sodium',
      label: '钠',
      verdict: known ? (sodium <= most ? 'MET' : 'OVER') : 'UNKNOWN',
      found:
        sodium === undefined
          ? '未知'
          : `${atLeast(amounts, 'sodium', nutrientText('sodium', Math.round(sodium)))}，合盐 ${saltGrams(sodium).toFixed(1)} 克`,
      wanted: `≤ ${nutrientText('sodium', Math.round(most))}`,
      percent: known ? (sodium / most) * 100 : null,
      band: [0, 100],
      from: [],
      doubtful: false,
    });
  }
  return checks;
}

/** Groups of WS/T 554: three of the four every day. */
function groupCheck(served: Served): Check {
  const has = foodGroups.filter((group) => served.food.some((one) => group.classes.includes(one.foodClass as never)));
  return counted(
    'groups',
    '食物类别',
    has.length,
    3,
    '类',
    has.map((group) => group.label),
    served,
  );
}

/** Every check that applies; those without a standard for these people are left out. */
export function judgeNutrition(served: Served, target: Target): Check[] {
  return [
    ...bands.flatMap(([key, band]) => nutrientCheck(key, band, served, target)),
    ...shareChecks(served, target),
    ...saltChecks(served, target),
    ...foodChecks(served, target),
    groupCheck(served),
  ];
}

/** 符合 15 / 18 项，1 项数据不足: met of those judged. */
export function metText(checks: readonly Check[]): string {
  const unknown = checks.filter((one) => one.verdict === 'UNKNOWN').length;
  const judged = checks.length - unknown;
  const met = checks.filter((one) => one.verdict === 'MET').length;
  return `符合 ${met} / ${judged} 项${unknown > 0 ? `，${unknown} 项数据不足` : ''}`;
}

/** Met per judged, 0–1; null where nothing was judged. */
export function metShare(checks: readonly Check[]): number | null {
  const judged = checks.filter((one) => one.verdict !== 'UNKNOWN');
  return judged.length === 0 ? null : judged.filter((one) => one.verdict === 'MET').length / judged.length;
}

/** What to do, worst first, in a few words. */
export function adviceOf(checks: readonly Check[]): string {
  const short = checks.filter((one) => one.verdict === 'SHORT').sort((a, b) => (a.percent ?? 0) - (b.percent ?? 0));
  const over = checks.filter((one) => one.verdict === 'OVER').sort((a, b) => (b.percent ?? 0) - (a.percent ?? 0));
  const told = (one: Check) => `${one.label}${one.percent === null ? ` ${one.found}` : ` ${Math.round(one.percent)}%`}`;
  return [
    short.length > 0 ? `不足：${short.slice(0, 4).map(told).join('、')}` : '',
    over.length > 0 ? `超出：${over.slice(0, 3).map(told).join('、')}` : '',
  ]
    .filter(Boolean)
    .join('；');
}

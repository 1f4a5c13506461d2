/** What a unit's meals should hold: the mean of its people's needs, times the share of the day that its meals are. Pure. */
import type { NutrientKey } from './nutrients.ts';
import { type AgeGroup, ageGroupOf, pupilGroups, type Standard } from './standards.ts';

export interface Heads {
  ageGroup: string;
  gender: string;
  heads: number;
}

export interface Bounds {
  low: number | null;
  high: number | null;
  /** Is any of the figures behind it still to be checked? */
  doubtful: boolean;
}

export interface Target {
  nutrients: { readonly [K in NutrientKey]?: Bounds };
  /** Share of pupils among the heads, 0–1. */
  pupils: number;
  /** The pupils' group with most heads, for amounts of food; undefined without pupils. */
  pupilGroup: AgeGroup | undefined;
  heads: number;
}

/** Of the energy of a day: the middle of what is allowed (breakfast 25–30, lunch 35–40, dinner 30–35 %). */
const shares: Readonly<Record<string, number>> = { 早餐: 0.275, 午餐: 0.375, 晚餐: 0.325 };
/** Share of the day of a meal by its name; snacks count five per cent. */
export const mealShare = (name: string): number => shares[name] ?? 0.05;

/** Needs known for fewer of the heads are not judged by. */
const leastHeads = 0.8;

/** Years of age on a day. */
export function yearsOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}

/** People by age group and gender; those without a birthday or gender, or outside of the groups, are not counted. */
export function mixOf(people: readonly { birthday: string | null; gender: string | null }[], day: string): Heads[] {
  const counted = new Map<string, Heads>();
  for (const { birthday, gender } of people) {
    const ageGroup = birthday ? ageGroupOf(yearsOn(birthday, day)) : undefined;
    if (!ageGroup || !gender) continue;
    const key = `${ageGroup}${gender}`;
    const line = counted.get(key) ?? { ageGroup, gender, heads: 0 };
    line.heads += 1;
    counted.set(key, line);
  }
  return [...counted.values()];
}

/** Boys and girls alike of one age group. */
export const evenly = (ageGroup: string): Heads[] => [
  { ageGroup, gender: 'M', heads: 1 },
  { ageGroup, gender: 'F', heads: 1 },
];

/** The mean needs of a day, by heads; of standards for one thing the newest that holds on the day. */
export function targetOf(mix: readonly Heads[], standards: readonly Standard[], day: string): Target {
  const heads = mix.reduce((sum, line) => sum + line.heads, 0);
  const newest = new Map<string, Standard>();
  for (const one of standards) {
    const key = `${one.ageGroup}|${one.gender}|${one.nutrient}`;
    const known = newest.get(key);
    if (one.fromDate <= day && (!known || known.fromDate < one.fromDate)) newest.set(key, one);
  }
  const nutrients: { [K in NutrientKey]?: Bounds } = {};
  for (const nutrient of new Set(standards.map((one) => one.nutrient))) {
    let known = 0;
    let low = 0;
    let high = 0;
    let [hasLow, hasHigh, doubtful] = [true, true, false];
    for (const line of mix) {
      const one = newest.get(`${line.ageGroup}|${line.gender}|${nutrient}`);
      if (!one) continue;
      known += line.heads;
      if (one.low === null) hasLow = false;
      else low += one.low * line.heads;
      if (one.high === null) hasHigh = false;
      else high += one.high * line.heads;
      if (one.confidence === 'LOW') doubtful = true;
    }
    if (heads === 0 || known / heads < leastHeads) continue;
    nutrients[nutrient] = { low: hasLow ? low / known : null, high: hasHigh ? high / known : null, doubtful };
  }
  const pupils = mix.filter((line) => pupilGroups.includes(line.ageGroup as AgeGroup));
  const byGroup = pupilGroups.map((group) => ({
    group,
    heads: pupils.filter((line) => line.ageGroup === group).reduce((sum, line) => sum + line.heads, 0),
  }));
  const most = byGroup.reduce((a, b) => (b.heads > a.heads ? b : a));
  return {
    nutrients,
    pupils: heads > 0 ? byGroup.reduce((sum, one) => sum + one.heads, 0) / heads : 0,
    pupilGroup: most.heads > 0 ? most.group : undefined,
    heads,
  };
}

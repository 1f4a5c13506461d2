/**
 * What a day should hold. WS/T 554-2017 for pupils; DRIs 2023 and the dietary guidelines for adults, light work. Figures
 * kept here were read in transcriptions (`confidence`); what was not found is left out, never guessed (meals.md §6).
 */
import type { NutrientKey } from './nutrients.ts';

export const ageGroups = [
  { value: '6-8', label: '6–8 岁' },
  { value: '9-11', label: '9–11 岁' },
  { value: '12-14', label: '12–14 岁' },
  { value: '15-17', label: '15–17 岁' },
  { value: '18-29', label: '18–29 岁' },
  { value: '30-49', label: '30–49 岁' },
  { value: '50-64', label: '50–64 岁' },
] as const;
export type AgeGroup = (typeof ageGroups)[number]['value'];
export const pupilGroups: readonly AgeGroup[] = ['6-8', '9-11', '12-14', '15-17'];

export const confidences = [
  { value: 'HIGH', label: '高' },
  { value: 'MEDIUM', label: '中' },
  { value: 'LOW', label: '待核对' },
] as const;

export interface Standard {
  kind: 'PUPIL' | 'ADULT';
  ageGroup: AgeGroup;
  gender: 'M' | 'F';
  nutrient: NutrientKey;
  low: number | null;
  high: number | null;
  source: string;
  confidence: 'HIGH' | 'MEDIUM' | 'LOW';
  fromDate: string;
}

/** The group of an age in whole years; undefined outside of them. */
export function ageGroupOf(years: number): AgeGroup | undefined {
  return ageGroups.find(({ value }) => {
    const [from, to] = value.split('-').map(Number) as [number, number];
    return years >= from && years <= to;
  })?.value;
}

const pupil = 'WS/T 554-2017 学生餐营养指南';
const adult = '中国居民膳食营养素参考摄入量（2023）';

/** Per day, boys then girls, by the four groups; `*` marks figures that are still to be checked. */
const pupilDays: readonly (readonly [NutrientKey, string])[] = [
  ['energy', '1700/1550 2100/1900 2450/2100 2900/2350'],
  ['protein', '40/40* 50/50 65/60 75/60'],
  ['calcium', '750 850 950 800'],
  ['iron', '12* 14 18 18'],
  ['zinc', '6.5* 8 10.5/9 11.5/8.5'],
  ['vitaminA', '450* 550 720/630 820/630'],
  ['thiamin', '0.9* 1.1 1.4/1.2 1.6/1.3'],
  ['riboflavin', '0.9* 1.1 1.4/1.2 1.6/1.3'],
  ['vitaminC', '60 75 95 100'],
  ['fibre', '20* 20 20 25'],
];

/** Range of a day: low–high, low alone, or 0–high for what should not be exceeded. */
const adultDays: readonly (readonly [
  NutrientKey,
  AgeGroup | 'all',
  'M' | 'F' | 'both',
  number | null,
  number | null,
])[] = [
  ['energy', '18-29', 'M', 2150, null],
  ['energy', '30-49', 'M', 2050, null],
  ['energy', '50-64', 'M', 1950, null],
  ['energy', '18-29', 'F', 1700, null],
  ['energy', '30-49', 'F', 1700, null],
  ['energy', '50-64', 'F', 1600, null],
  ['protein', 'all', 'M', 65, null],
  ['protein', 'all', 'F', 55, null],
  ['fibre', 'all', 'both', 25, 30],
  ['sodium', 'all', 'both', null, 2000],
  ['calcium', 'all', 'both', 800, null],
  ['iron', 'all', 'M', 12, null],
  ['iron', 'all', 'F', 18, null],
];

function pupilStandards(): Standard[] {
  return pupilDays.flatMap(([nutrient, figures]) =>
    figures.split(' ').flatMap((figure, i): Standard[] => {
      const doubtful = figure.endsWith('*');
      const [boys = '', girls = boys] = figure.replace('*', '').split('/');
      const common = {
        kind: 'PUPIL',
        ageGroup: pupilGroups[i]!,
        nutrient,
        high: null,
        source: pupil,
        confidence: doubtful ? 'LOW' : 'HIGH',
        fromDate: '2018-02-01',
      } as const;
      return [
        { ...common, gender: 'M', low: Number(boys) },
        { ...common, gender: 'F', low: Number(girls) },
      ];
    }),
  );
}

const adultGroups: readonly AgeGroup[] = ['18-29', '30-49', '50-64'];

function adultStandards(): Standard[] {
  return adultDays.flatMap(([nutrient, group, gender, low, high]) =>
    (group === 'all' ? adultGroups : [group]).flatMap((ageGroup) =>
      (gender === 'both' ? (['M', 'F'] as const) : [gender]).map(
        (one): Standard => ({
          kind: 'ADULT',
          ageGroup,
          gender: one,
          nutrient,
          low,
          high,
          source: adult,
          confidence: 'HIGH',
          fromDate: '2023-09-01',
        }),
      ),
    ),
  );
}

/** What the library starts with; the platform may change it. */
export const standards: readonly Standard[] = [...pupilStandards(), ...adultStandards()];

/** Grams of a lunch or dinner by pupils' age groups, of one source (medium confidence). */
export const pupilFood: Readonly<Record<string, readonly [number, number][]>> = {
  CEREAL: [
    [100, 120],
    [120, 140],
    [140, 160],
    [140, 160],
  ],
  VEGETABLE: [
    [120, 140],
    [140, 160],
    [160, 180],
    [180, 200],
  ],
  FRUIT: [
    [60, 80],
    [80, 100],
    [100, 120],
    [120, 140],
  ],
  MEAT: [
    [12, 16],
    [16, 20],
    [20, 24],
    [24, 28],
  ],
  FISH: [
    [12, 16],
    [16, 20],
    [20, 24],
    [20, 24],
  ],
  EGG: [
    [20, 20],
    [20, 20],
    [30, 30],
    [30, 30],
  ],
  MILK: [
    [80, 80],
    [80, 80],
    [100, 100],
    [100, 100],
  ],
};
/** Grams of oil and of salt a meal, at most. */
export const pupilOil: readonly number[] = [10, 10, 10, 15];
export const pupilSalt: readonly number[] = [2, 2, 2, 2.5];
/** Liver of animals, grams a week (WS/T 554: 20–25), over the days of a week that meals are served on. */
export const pupilLiver = { least: 20, days: 5 } as const;

/** Most of a day for adults, grams: the dietary guidelines' oil, salt and added sugar. */
export const adultMost: readonly (readonly [foodClass: string, label: string, grams: number])[] = [
  ['OIL', '烹调油', 30],
  ['SALT', '烹调用盐', 5],
  ['SUGAR', '添加糖', 50],
];

/** The matrix of a day: meals and dishes down, restaurants across, what is missing first; and the week's days above it. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { sampleRuleFor } from '../rules/need-sample.ts';
import { readRuling } from '../rules/read-rules.ts';
import '../tables.ts';
import type { SampleQuality, SampleStatus } from './sample-words.ts';

export interface MatrixCell {
  id: number;
  sampleNo: string;
  batch: number;
  status: SampleStatus;
  quality: SampleQuality | null;
  grams: number | null;
  minGrams: number;
  cell: string | null;
  windowTo: string;
  exempt: string;
}

export interface MatrixRow {
  key: string;
  mealId: number;
  meal: string;
  dish: string;
  /** By restaurant; several where a dish was made in batches. */
  cells: Record<number, MatrixCell[]>;
  /** 0 missing, 1 light or late, 2 waiting, 3 well, 4 exempt: the order of the rows within a meal. */
  rank: number;
}

/** 应留 = 已留 + 漏留 + 待留; 已留 = 合格 + 量不足 + 超时. */
export interface SampleSums {
  should: number;
  done: number;
  missed: number;
  waiting: number;
  good: number;
  light: number;
  late: number;
}

export interface Matrix {
  date: string;
  places: { id: number; name: string }[];
  rows: MatrixRow[];
  sums: SampleSums;
  days: ({ date: string; today: boolean } & SampleSums)[];
}

const rankOf = ({ status, quality }: MatrixCell): number => {
  if (status === 'MISSED') return 0;
  if (quality === 'UNDERWEIGHT' || quality === 'LATE') return 1;
  if (status === 'TO_SAMPLE') return 2;
  return status === 'EXEMPT' ? 4 : 3;
};

const emptySums = (): SampleSums => ({ should: 0, done: 0, missed: 0, waiting: 0, good: 0, light: 0, late: 0 });

/** Counts a sample once: the exempted are not due. */
export function addSample(sums: SampleSums, { status, quality }: Pick<MatrixCell, 'status' | 'quality'>): void {
  if (status === 'EXEMPT') return;
  sums.should += 1;
  if (quality !== null) sums.done += 1;
  if (quality === 'GOOD') sums.good += 1;
  if (quality === 'UNDERWEIGHT') sums.light += 1;
  if (quality === 'LATE') sums.late += 1;
  if (status === 'MISSED') sums.missed += 1;
  if (status === 'TO_SAMPLE') sums.waiting += 1;
}

/** Days shown above the matrix, the asked one last but for two ahead. */
const daysShown = 7;

export async function readMatrix(ctx: Ctx, date: string, restaurantId: number | null): Promise<Matrix> {
  const from = addDays(date, 2 - daysShown);
  let query = ctx.db
    .selectFrom('sample as s')
    .innerJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 's.organization_id').onRef('m.id', '=', 's.meal_period_id'),
    )
    .innerJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 's.organization_id').onRef('r.id', '=', 's.restaurant_id'),
    )
    .select([
      's.id',
      's.sample_no as sampleNo',
      's.dining_date as date',
      's.meal_period_id as mealId',
      'm.name as meal',
      'm.start_time as starts',
      's.restaurant_id as placeId',
      'r.name as place',
      's.dish_name as dish',
      's.batch',
      's.status',
      's.quality',
      's.grams',
      's.min_grams as minGrams',
      's.dish_type_id as typeId',
      's.cell',
      's.window_to as windowTo',
      's.exempt_reason as exempt',
    ])
    .where('s.dining_date', '>=', from)
    .where('s.dining_date', '<=', addDays(from, daysShown - 1))
    .orderBy('m.start_time')
    .orderBy('s.dish_name')
    .orderBy('s.batch');
  if (restaurantId !== null) query = query.where('s.restaurant_id', '=', restaurantId);
  const all = await query.execute();
  const today = dateAt(ctx.clock.now());
  const days = Array.from({ length: daysShown }, (_, i) => {
    const day = addDays(from, i);
    return { date: day, today: day === today, ...emptySums() };
  });
  const byDay = new Map(days.map((day) => [day.date, day]));
  for (const one of all) addSample(byDay.get(one.date)!, one);
  const { rules, types } = await readRuling(sqlOf(ctx.db), ownOrganization(ctx), ctx.clock.now());
  const rows = new Map<string, MatrixRow>();
  const places = new Map<number, string>();
  const sums = emptySums();
  for (const { date: day, mealId, meal, starts: _starts, placeId, place, dish, typeId, ...told } of all) {
    if (day !== date) continue;
    // What is still to be weighed is judged by the rule of the weighing, not by the one of the day the menu was published.
    const waits = told.status === 'TO_SAMPLE' || told.status === 'MISSED';
    const minGrams = waits ? sampleRuleFor(rules, mealId, types.get(typeId ?? 0)).minGrams : told.minGrams;
    const cell = { ...told, minGrams };
    addSample(sums, cell);
    places.set(placeId, place);
    const key = `${mealId}|${dish}`;
    const row = rows.get(key) ?? { key, mealId, meal, dish, cells: {}, rank: 9 };
    rows.set(key, row);
    row.cells[placeId] = [...(row.cells[placeId] ?? []), cell];
    row.rank = Math.min(row.rank, rankOf(cell));
  }
  const mealOrder = [...new Set([...rows.values()].map((row) => row.mealId))];
  return {
    date,
    places: [...places].map(([id, name]) => ({ id, name })).sort((a, b) => a.id - b.id),
    rows: [...rows.values()].sort(
      (a, b) => mealOrder.indexOf(a.mealId) - mealOrder.indexOf(b.mealId) || a.rank - b.rank,
    ),
    sums,
    days,
  };
}

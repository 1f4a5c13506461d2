/** The daily report's rows: counted from the samples, with whether the day's sheet of the restaurant is signed. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import '../tables.ts';
import { digestOf, type SheetLine } from './sheet.ts';

const span = (search: Search): [string, string] => {
  const [from, to] = (Array.isArray(search.diningDate) ? search.diningDate : []) as (string | null | undefined)[];
  return [from ?? '2000-01-01', to ?? '2999-12-31'];
};

const ids = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number');

/** `count(*)` of the samples that meet a condition. */
const counted = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`;

async function readCounts(ctx: Ctx, search: Search) {
  const now = isoAt(ctx.clock.now());
  const [from, to] = span(search);
  const [places, meals] = [ids(search.restaurantId), ids(search.mealPeriodId)];
  let query = ctx.db
    .selectFrom('sample as s')
    .innerJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 's.organization_id').onRef('m.id', '=', 's.meal_period_id'),
    )
    .innerJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 's.organization_id').onRef('r.id', '=', 's.restaurant_id'),
    )
    .select([
      sql<number>`min(s.id)::bigint`.as('id'),
      's.dining_date as diningDate',
      's.meal_period_id as mealPeriodId',
      'm.name as mealPeriodName',
      's.restaurant_id as restaurantId',
      'r.name as restaurantName',
      counted(sql`s.status <> 'EXEMPT'`).as('shouldCount'),
      counted(sql`s.sampled_at is not null`).as('doneCount'),
      counted(sql`s.status = 'MISSED'`).as('missedCount'),
      counted(sql`s.status = 'TO_SAMPLE'`).as('waitingCount'),
      counted(sql`s.quality = 'GOOD'`).as('goodCount'),
      counted(sql`s.quality = 'UNDERWEIGHT'`).as('lightCount'),
      counted(sql`s.quality = 'LATE'`).as('lateCount'),
      counted(
        sql`s.due_at is not null and (s.due_at <= ${now}::timestamptz or s.removed_at is not null or s.sealed_from is not null)`,
      ).as('dueCount'),
      counted(sql`s.status = 'REMOVED'`).as('removedCount'),
      counted(sql`s.status in ('SAMPLED', 'RETAINING') and s.due_at <= ${now}::timestamptz`).as('overdueCount'),
      counted(sql`s.status = 'SEALED'`).as('sealedCount'),
      counted(sql`s.early`).as('earlyCount'),
      counted(sql`s.temp_out`).as('tempCount'),
      sql<string>`coalesce(string_agg(distinct nullif(s.sampler_name, ''), '、'), '')`.as('samplers'),
    ])
    .where('s.dining_date', '>=', from)
    .where('s.dining_date', '<=', to)
    .groupBy(['s.dining_date', 's.meal_period_id', 'm.name', 's.restaurant_id', 'r.name']);
  if (places.length > 0) query = query.where('s.restaurant_id', 'in', places);
  if (meals.length > 0) query = query.where('s.meal_period_id', 'in', meals);
  return query.execute();
}

/** Digests of the sheets as they would be signed now, by day and restaurant. */
async function digestsNow(ctx: Ctx, [from, to]: [string, string]): Promise<Map<string, string>> {
  const lines = await ctx.db
    .selectFrom('sample')
    .select([
      'dining_date as date',
      'restaurant_id as placeId',
      'sample_no as no',
      'dish_name as dish',
      'batch',
      'meal_period_id as meal',
      'grams',
      'min_grams as minGrams',
      'sampled_at as sampledAt',
      'sampler_name as sampler',
      'quality',
      'status',
      'weigh_reason as note',
      'exempt_reason as exempt',
    ])
    .where('dining_date', '>=', from)
    .where('dining_date', '<=', to)
    .orderBy('id')
    .execute();
  const sheets = Map.groupBy(lines, (line) => `${line.date}|${line.placeId}`);
  return new Map(
    [...sheets].map(([key, of]) => [key, digestOf(of.map(({ date: _d, placeId: _p, ...line }): SheetLine => line))]),
  );
}

export async function readReport(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const days = span(search);
  const rows = await readCounts(ctx, search);
  const signs = await ctx.db
    .selectFrom('sample_sign')
    .select(['dining_date as date', 'restaurant_id as placeId', 'signer_name as name', 'signed_at as at', 'digest'])
    .where('dining_date', '>=', days[0])
    .where('dining_date', '<=', days[1])
    .orderBy('id')
    .execute();
  // The last signature of a day counts.
  const signed = new Map(signs.map((sign) => [`${sign.date}|${sign.placeId}`, sign]));
  const now = signs.length > 0 ? await digestsNow(ctx, days) : new Map<string, string>();
  const wanted = (Array.isArray(search.signState) ? search.signState : [search.signState]).filter(
    (one) => typeof one === 'string',
  );
  return rows
    .map((row) => {
      const key = `${row.diningDate}|${row.restaurantId}`;
      const sign = signed.get(key);
      const signState = sign === undefined ? 'OPEN' : sign.digest === now.get(key) ? 'SIGNED' : 'CHANGED';
      return {
        ...row,
        signState,
        signedBy: sign?.name ?? '',
        signedAt: sign?.at.slice(5, 16).replace('T', ' ') ?? '',
      };
    })
    .filter((row) => wanted.length === 0 || wanted.includes(row.signState));
}

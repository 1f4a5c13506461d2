/** A case opened: its people, curve, meals and dishes with their risks, samples, recipes. Every opening is told in the log. */

import { maskText } from '../../../kit/server/audit/mask.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { instantOf } from '../../headcount/public.server.ts';
import { lotsOf, type MealLot, mealsOfLots } from '../../stock/public.server.ts';
import { dishesEaten, dishKey, mealKey, mealsEaten } from '../study/eaters.ts';
import type { Risk } from '../study/risk.ts';
import { medianHours, onsetCurve, study } from '../study/study.ts';
import '../tables.ts';
import type { CaseStatus } from './case-words.ts';
import {
  type CabinetOpening,
  type KitchenPerson,
  type KitchenRecord,
  kitchenOf,
  openingsOf,
  recordsOf,
} from './read-beside.ts';
import { type CaseCurve, curvesOf } from './read-curves.ts';

export interface CasePerson {
  id: number;
  name: string;
  jobNumber: string;
  known: boolean;
  sick: boolean;
  onsetAt: string | null;
  symptoms: string;
  /** Nothing of the stretch shows that he ate here. */
  noMeal: boolean;
}

export interface CaseMeal extends Risk {
  key: string;
  label: string;
  medianHours: number | null;
}

export interface CaseDish extends Risk {
  key: string;
  dish: string;
  label: string;
  unknown: number;
  interviewed: number;
  lined: number;
  ingredients: string[];
}

export interface CaseSample {
  id: number;
  sampleNo: string;
  dish: string;
  label: string;
  status: string;
  grams: number | null;
  cabinet: string;
  cell: string;
  putAt: string | null;
  removedAt: string | null;
  tempMax10: number | null;
  tempOut: boolean;
}

export interface OpenCase {
  id: number;
  caseNo: string;
  title: string;
  status: CaseStatus;
  fromAt: string;
  toAt: string;
  remark: string;
  conclusion: string;
  /** Its people have lost their names; what was given out before holds. */
  namelessAt: string | null;
  people: CasePerson[];
  told: { personId: number; dish: string; ate: boolean }[];
  curve: { hour: string; count: number }[];
  cohort: number;
  sick: number;
  meals: CaseMeal[];
  dishes: CaseDish[];
  samples: CaseSample[];
  /** Days of the cabinets they were in. */
  curves: CaseCurve[];
  /** What the caterers' stores issued to those meals. */
  lots: (Omit<MealLot, 'date' | 'mealPeriodId'> & {
    label: string;
    /** Other meals that the same lot went to. */
    elsewhere: string;
  })[];
  /** People who said they would eat and of whom nothing shows that they did. */
  reportedOnly: number;
  kitchen: KitchenPerson[];
  records: KitchenRecord[];
  openings: CabinetOpening[];
  packs: { id: number; at: string; by: string; digest: string; nameless: boolean }[];
  readBy: string;
  readAt: string;
}

/** Names of meals and places, for labels. */
async function namesOf(ctx: Ctx) {
  const meals = await ctx.db.selectFrom('meal_period').select(['id', 'name', 'start_time as starts']).execute();
  const places = await ctx.db.selectFrom('restaurant').select(['id', 'name']).execute();
  return {
    meals: new Map(meals.map((meal) => [meal.id, meal])),
    places: new Map(places.map((place) => [place.id, place.name])),
  };
}

/** Dishes of published menus of those days, with what they were made of. */
function servedDishes(ctx: Ctx, days: readonly string[]) {
  return ctx.db
    .selectFrom('food_menu_item as i')
    .innerJoin('food_menu as m', (on) =>
      on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.menu_id'),
    )
    .select([
      'i.menu_date as date',
      'i.meal_period_id as mealId',
      'i.restaurant_id as placeId',
      'i.dish_name as dish',
      'i.recipe',
    ])
    .where('m.status', 'in', ['PUBLISHED', 'CLOSED'])
    .where('i.menu_date', 'in', ['1970-01-01', ...days])
    .orderBy('i.id')
    .execute();
}

/** `mayName`: the session keeps cases and sees names whole. */
export async function readCase(ctx: Ctx, id: number, mayName: boolean): Promise<OpenCase | Refusal> {
  const of = await ctx.db.selectFrom('trace_case').selectAll().where('id', '=', id).executeTakeFirst();
  if (!of) return refuse('NOT_FOUND');
  const sql = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const stretch = { fromMs: Date.parse(of.from_at), toMs: Date.parse(of.to_at) };
  const people = await ctx.db.selectFrom('trace_person').selectAll().where('case_id', '=', id).orderBy('id').execute();
  const told = await ctx.db.selectFrom('trace_exposure').selectAll().where('case_id', '=', id).execute();
  const eaten = await mealsEaten(sql, organizationId, stretch);
  const lines = await dishesEaten(sql, organizationId, stretch);
  const names = await namesOf(ctx);
  const keyOf = (row: { date: string; mealPeriodId: number; restaurantId: number }) =>
    mealKey(row.date, row.mealPeriodId, row.restaurantId);
  const label = (key: string) => {
    const [date = '', mealId, placeId] = key.split('|');
    return `${date.slice(5)} ${names.meals.get(Number(mealId))?.name ?? ''} ${names.places.get(Number(placeId)) ?? ''}`.trim();
  };
  // Whom the unit does not know takes part by the number of the case, below zero.
  const whoOf = (person: { id: number; person_id: number | null }) => person.person_id ?? -person.id;
  const byTraceId = new Map(people.map((person) => [person.id, person]));
  const served = new Map<string, Set<string>>();
  const ingredients = new Map<string, string[]>();
  const serve = (meal: string, dish: string) =>
    served.set(meal, (served.get(meal) ?? new Set()).add(dishKey(meal, dish)));
  for (const row of await servedDishes(ctx, [...new Set(eaten.map((one) => one.date))])) {
    if (row.dish === null) continue;
    const meal = mealKey(row.date, row.mealId, row.placeId);
    serve(meal, row.dish);
    ingredients.set(
      dishKey(meal, row.dish),
      (row.recipe ?? []).map((one) => one.name),
    );
  }
  for (const line of lines) serve(keyOf(line), line.dish);
  for (const one of told)
    serve(one.dish_key.split('|').slice(0, 3).join('|'), one.dish_key.split('|').slice(3).join('|'));
  const sick = new Set(people.filter((person) => person.sick).map(whoOf));
  const onsetOf = new Map(
    people.flatMap((person) => (person.onset_at ? [[whoOf(person), Date.parse(person.onset_at)] as const] : [])),
  );
  const startsAt = (meal: string) => {
    const [date = '', mealId] = meal.split('|');
    return instantOf(date, names.meals.get(Number(mealId))?.starts ?? '12:00');
  };
  const result = study({
    meals: eaten.map((row) => ({ who: row.personId, meal: keyOf(row) })),
    lines: lines.map((row) => ({ who: row.personId, meal: keyOf(row), dish: dishKey(keyOf(row), row.dish) })),
    told: told.flatMap((one) => {
      const person = byTraceId.get(one.trace_person_id);
      return person ? [{ who: whoOf(person), dish: one.dish_key, ate: one.ate }] : [];
    }),
    sick,
    asked: people.filter((person) => !person.sick).map(whoOf),
    dishes: new Map([...served].map(([meal, dishes]) => [meal, [...dishes]])),
    illBefore: (who, meal) => (onsetOf.get(who) ?? Number.POSITIVE_INFINITY) < startsAt(meal),
  });
  const ateHere = new Set(eaten.map((one) => one.personId));
  const mealEaters = Map.groupBy(eaten, keyOf);
  const samples = await ctx.db
    .selectFrom('sample as s')
    .leftJoin('device as d', 'd.id', 's.device_id')
    .select([
      's.id',
      's.sample_no as sampleNo',
      's.dish_name as dish',
      's.dining_date as date',
      's.meal_period_id as mealPeriodId',
      's.restaurant_id as restaurantId',
      's.status',
      's.grams',
      'd.name as cabinet',
      's.cell',
      's.device_id as deviceId',
      's.put_at as putAt',
      's.removed_at as removedAt',
      's.temp_max10 as tempMax10',
      's.temp_out as tempOut',
    ])
    .where((eb) =>
      eb.or([
        eb('s.id', 'in', [0, ...of.sample_ids]),
        eb.and([eb('s.window_from', '<', of.to_at), eb('s.window_to', '>', of.from_at)]),
      ]),
    )
    .orderBy('s.dining_date')
    .orderBy('s.id')
    .execute();
  const meals = [...new Set(eaten.map((one) => `${one.date}|${one.mealPeriodId}`))].map((key) => {
    const [date = '', mealPeriodId] = key.split('|');
    return { date, mealPeriodId: Number(mealPeriodId) };
  });
  const lots = await lotsOf(sql, organizationId, meals);
  const uses = Map.groupBy(
    await mealsOfLots(
      sql,
      organizationId,
      lots.map((lot) => lot.id),
    ),
    (use) => use.id,
  );
  const mealWords = (one: { date: string; mealPeriodId: number }) =>
    `${one.date.slice(5)} ${names.meals.get(one.mealPeriodId)?.name ?? ''}`;
  const reported = await sql.query<{ n: number }>(
    `select count(distinct r.person_id)::int as n from meal_report r
     where r.organization_id = $1 and r.status = 'REPORTED' and r.dining_date between $2::date and $3::date
       and not (r.person_id = any($4::bigint[]))`,
    [organizationId, of.from_at.slice(0, 10), of.to_at.slice(0, 10), [...ateHere]],
  );
  const kitchen = await kitchenOf(sql, organizationId, stretch);
  const records = await recordsOf(sql, organizationId, stretch);
  const openings = await openingsOf(sql, organizationId, stretch, ctx.clock.now());
  const packs = await ctx.db
    .selectFrom('trace_pack')
    .select(['id', 'made_at as at', 'made_name as by', 'digest', 'nameless'])
    .where('case_id', '=', id)
    .orderBy('id', 'desc')
    .execute();
  await ctx.audit({ action: '查看溯源', targetId: id, targetName: `${of.case_no} ${of.title}` });
  const name = (text: string) => (mayName ? text : maskText('name', text));
  return {
    id,
    caseNo: of.case_no,
    title: of.title,
    status: of.status,
    fromAt: of.from_at,
    toAt: of.to_at,
    remark: of.remark,
    conclusion: of.check_note,
    namelessAt: of.nameless_at,
    people: people.map((person) => ({
      id: person.id,
      name: name(person.name),
      jobNumber: mayName ? person.job_number : '',
      known: person.person_id !== null,
      sick: person.sick,
      onsetAt: person.onset_at,
      symptoms: person.symptoms,
      noMeal: person.person_id === null || !ateHere.has(person.person_id),
    })),
    told: told.map((one) => ({ personId: one.trace_person_id, dish: one.dish_key, ate: one.ate })),
    curve: onsetCurve([...onsetOf].filter(([who]) => sick.has(who)).map(([, at]) => at)).map(({ hour, count }) => ({
      hour: isoAt(hour),
      count,
    })),
    cohort: result.people,
    sick: result.sick,
    meals: result.meals.map(({ meal, ...risk }) => {
      const onsets = (mealEaters.get(meal) ?? []).flatMap((one) => {
        const at = sick.has(one.personId) ? onsetOf.get(one.personId) : undefined;
        return at === undefined ? [] : [at];
      });
      return { key: meal, label: label(meal), medianHours: medianHours(startsAt(meal), onsets), ...risk };
    }),
    dishes: result.dishes.map(({ dish, meal, ...risk }) => ({
      key: dish,
      dish: dish.split('|').slice(3).join('|'),
      label: label(meal),
      ingredients: ingredients.get(dish) ?? [],
      ...risk,
    })),
    samples: samples.map(({ date, mealPeriodId, restaurantId, deviceId: _, cabinet, cell, ...sample }) => ({
      ...sample,
      label: label(mealKey(date, mealPeriodId, restaurantId)),
      cabinet: cabinet ?? '',
      cell: cell ?? '',
    })),
    curves: await curvesOf(ctx, samples),
    lots: lots.map(({ date, mealPeriodId, ...lot }) => ({
      ...lot,
      label: mealWords({ date, mealPeriodId }),
      elsewhere: (uses.get(lot.id) ?? [])
        .filter((use) => use.date !== date || use.mealPeriodId !== mealPeriodId)
        .map((use) => `${mealWords(use)}${use.said === null ? '' : `（${use.said}）`}`)
        .join('；'),
    })),
    reportedOnly: reported.rows[0]!.n,
    kitchen: kitchen.map((one) => ({ ...one, name: name(one.name) })),
    records,
    openings: openings.map((one) => ({ ...one, name: name(one.name) })),
    packs,
    readBy: ctx.session.name,
    readAt: isoAt(ctx.clock.now()),
  };
}

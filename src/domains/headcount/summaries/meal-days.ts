/** Meals of days with what was reported for them, what became of it and who ate: the rows of 每日报餐汇总. */
import { sql } from 'kysely';
import { basisPoints } from '../../../kit/define/fen.ts';
import { type Ctx, type Db, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { knownWaste, wasteOfMeals, wasteSum } from '../../menu/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { standingGuests } from '../guests/guest-flow.ts';
import { instantOf, mealSetting } from '../rules/setting.ts';
import { type Asked, askedOf, within } from './asked.ts';
import { digestedDays, figureNames, overPieces } from './digested-days.ts';
import { eatenByMeal, headsBooked, headsMoved, keyOfMeal, type MealKey } from './eaten.ts';
import { foretold } from './foretold.ts';
import { journalOf } from './journal.ts';
import { portionsOfReports } from './report-figures.ts';
import { eatByDefault } from './silent.ts';

export interface MealDay extends MealKey, Record<string, unknown> {
  id: number;
  mealPeriodName: string;
  organizationName: string;
  state: string;
  waiting: string;
  portions: number;
  cancelledPortions: number;
  eatenPortions: number;
  missedPortions: number;
  unclearPortions: number;
  waitingPortions: number;
  /** Basis points of what is decided; null while nothing is. */
  rate: number | null;
  pendingHeads: number;
  reportedHeads: number;
  /** Of departments that reported a number alone. */
  countedHeads: number;
  unreportedHeads: number;
  /** People who will eat unless they say otherwise; null where the meal is closed, further ahead, or of another's unit. */
  byDefault: number | null;
  /** People departments reported without names. */
  countedPortions: number;
  /** Guests who are expected, as approved, and those who came. */
  guestPortions: number;
  guestHeads: number;
  consumeHeads: number;
  movedHeads: number;
  /** What was, or is, foretold for the whole unit, and between which figures; null where a part of it is asked for. */
  forecast: number | null;
  forecastRange: string;
  forecastNote: string;
  /** Basis points that a settled meal took more than that. */
  offBy: number | null;
  /** Of dishes made and not eaten, as far as it is known; null where of none, or departments are asked for. */
  wasteGrams: number | null;
  wasteFen: number | null;
  /** Words: of how many dishes it is not. */
  wasteNote: string;
}

/** What the rows of the reports say. */
function standing(db: Db, asked: Asked) {
  return db
    .selectFrom('meal_report as r')
    .where(within(asked, { table: 'r' }))
    .groupBy(['r.organization_id', 'r.dining_date', 'r.meal_period_id'])
    .select([
      'r.organization_id as organizationId',
      'r.dining_date as diningDate',
      'r.meal_period_id as mealPeriodId',
      ...(Object.keys(portionsOfReports) as (keyof typeof portionsOfReports)[]).map((key) =>
        sql<number>`(${sql.raw(portionsOfReports[key])})::bigint`.as(figureNames[key]),
      ),
    ])
    .execute();
}

/** Forecasts of meals, unless a part of the unit is asked for. */
const foretellings = (ctx: Ctx, asked: Asked) =>
  asked.restaurantIds.length > 0 || asked.departmentIds.length > 0
    ? Promise.resolve([])
    : foretold(ctx, within(asked, { table: 'f' }));

/** What was made and not eaten at the meals of the search; dishes are of restaurants, and of no department. */
const wasteAsked = async (ctx: Ctx, asked: Asked) =>
  asked.departmentIds.length > 0 ? [] : wasteOfMeals(ctx, within(asked, { table: 'm', day: sql.ref('m.menu_date') }));

/** The same of all of them in words; empty where nothing of it is known. */
export async function wasteTold(ctx: Ctx, search: Search): Promise<string> {
  const waste = wasteSum(await wasteAsked(ctx, askedOf(ctx, search)));
  return waste.grams === null && waste.fen === null ? '' : `已过的餐次（连同不报餐的）浪费 ${knownWaste(waste)}`;
}

async function wasted(ctx: Ctx, asked: Asked) {
  const meals = await wasteAsked(ctx, asked);
  return [...Map.groupBy(meals, keyOfMeal).values()].map((own) => {
    const { organizationId, diningDate, mealPeriodId } = own[0]!;
    const { grams, fen, unknown, atLeast } = wasteSum(own);
    const words = [atLeast > 0 ? '至少' : '', unknown > 0 ? `${unknown} 道未知` : ''];
    const wasteNote = words.filter((one) => one !== '').join('，');
    return { organizationId, diningDate, mealPeriodId, wasteGrams: grams, wasteFen: fen, wasteNote };
  });
}

/** Guests who are expected or came, as they were approved. */
function guestsOf(db: Db, asked: Asked) {
  return db
    .selectFrom('guest_meal as g')
    .where('g.status', 'in', standingGuests)
    .where(within(asked, { table: 'g' }))
    .groupBy(['g.organization_id', 'g.dining_date', 'g.meal_period_id'])
    .select([
      'g.organization_id as organizationId',
      'g.dining_date as diningDate',
      'g.meal_period_id as mealPeriodId',
      sql<number>`sum(g.heads)::bigint`.as('guestPortions'),
    ])
    .execute();
}

/** People departments reported without names. */
function countsOf(db: Db, asked: Asked) {
  return db
    .selectFrom('meal_count as c')
    .where('c.status', '=', 'REPORTED')
    .where(within(asked, { table: 'c' }))
    .groupBy(['c.organization_id', 'c.dining_date', 'c.meal_period_id'])
    .select([
      'c.organization_id as organizationId',
      'c.dining_date as diningDate',
      'c.meal_period_id as mealPeriodId',
      sql<number>`sum(c.portions)::bigint`.as('countedPortions'),
    ])
    .execute();
}

const none = {
  state: 'OPEN',
  waiting: '',
  portions: 0,
  cancelledPortions: 0,
  eatenPortions: 0,
  missedPortions: 0,
  unclearPortions: 0,
  waitingPortions: 0,
  pendingHeads: 0,
  reportedHeads: 0,
  countedHeads: 0,
  unreportedHeads: 0,
  byDefault: null as number | null,
  countedPortions: 0,
  guestPortions: 0,
  guestHeads: 0,
  consumeHeads: 0,
  movedHeads: 0,
  forecast: null as number | null,
  forecastRange: '',
  forecastNote: '',
  wasteGrams: null as number | null,
  wasteFen: null as number | null,
  wasteNote: '',
};

/** All meals of the search that were reported or closed, newest day first. */
export async function mealDays(ctx: Ctx, search: Search): Promise<MealDay[]> {
  const asked = askedOf(ctx, search);
  const { db } = ctx;
  // A connection reads one statement after the other.
  const days = await digestedDays(ctx, asked);
  const reports = [...days.reports, ...(await overPieces(days.pieces, (piece) => standing(db, piece)))];
  const whole = ctx.scope.departments === 'ALL';
  // Who sees some departments sees people where they are now, not where they were.
  const written = whole ? await journalOf(ctx, asked) : [];
  const settled = await db
    .selectFrom('meal_settlement as s')
    .select([
      's.organization_id as organizationId',
      's.dining_date as diningDate',
      's.meal_period_id as mealPeriodId',
      's.state',
      's.waiting',
    ])
    .where(within({ ...asked, restaurantIds: [], departmentIds: [] }, { table: 's' }))
    .execute();
  const eaten = [...days.eaten, ...(await overPieces(days.pieces, (piece) => eatenByMeal(db, piece)))];
  const booked = await headsBooked(db, asked);
  const moved = await headsMoved(db, asked);
  const forecasts = await foretellings(ctx, asked);
  const guests = await guestsOf(db, asked);
  const counted = await countsOf(db, asked);
  const waste = await wasted(ctx, asked);

  const rows = new Map<string, MealKey & typeof none>();
  const at = (key: MealKey) => {
    const { organizationId, diningDate, mealPeriodId } = key;
    const found = rows.get(keyOfMeal(key)) ?? { organizationId, diningDate, mealPeriodId, ...none };
    rows.set(keyOfMeal(key), found);
    return found;
  };
  for (const { reportedPortions, ...row } of reports)
    Object.assign(at(row), row, { portions: whole ? 0 : reportedPortions });
  for (const row of written) if (row.portions !== 0 || rows.has(keyOfMeal(row))) at(row).portions = row.portions;
  for (const row of [...forecasts, ...counted]) Object.assign(at(row), row);
  for (const row of [...eaten, ...booked]) Object.assign(at(row), row);
  // Whoever sees some departments is told of the meals of their people alone.
  for (const row of settled) if (whole || rows.has(keyOfMeal(row))) Object.assign(at(row), row);
  // Guests and dishes of meals nobody reports are listed with the guests and the dishes alone.
  for (const row of [...guests, ...waste]) if (rows.has(keyOfMeal(row))) Object.assign(at(row), row);
  for (const { organizationId, mealPeriodId, bookedOn, diningDate, heads } of moved) {
    const from = rows.get(keyOfMeal({ organizationId, mealPeriodId, diningDate: bookedOn }));
    const to = rows.get(keyOfMeal({ organizationId, mealPeriodId, diningDate }));
    // A meal that is not reported has no row and no diners here.
    if (from && from.state !== 'OPEN') from.movedHeads -= heads;
    if (to && to.state !== 'OPEN') to.movedHeads += heads;
  }
  await fillDefaults(ctx, asked, [...rows.values()]);
  return named(ctx, asked, [...rows.values()]);
}

/** Meals whose silent diners are counted, the next ones: each reads all people of the unit. */
const mostOpen = 6;

/** Says of the next open meals who eats without having said so: they are reported at the cut-off and are cooked for before it. */
async function fillDefaults(ctx: Ctx, asked: Asked, rows: readonly (MealKey & typeof none)[]): Promise<void> {
  const nowMs = ctx.clock.now();
  const today = businessDay(nowMs);
  const ahead = rows.filter((row) => row.state === 'OPEN' && row.diningDate >= today);
  if (ctx.session.unitType !== 'ORGANIZATION' || ahead.length === 0) return;
  const setting = await mealSetting(sqlOf(ctx.db), ownOrganization(ctx), nowMs);
  const open = ahead
    .flatMap((row) => {
      const meal = setting.meals.get(row.mealPeriodId);
      return meal ? [{ row, startsAt: instantOf(row.diningDate, meal.startTime) }] : [];
    })
    .sort((a, b) => a.startsAt - b.startsAt);
  for (const { row } of open.slice(0, mostOpen))
    row.byDefault = await eatByDefault(ctx, setting, row.mealPeriodId, row.diningDate, asked);
}

async function named(ctx: Ctx, asked: Asked, rows: readonly (MealKey & typeof none)[]): Promise<MealDay[]> {
  const meals = await ctx.db
    .selectFrom('meal_period as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .select([
      'm.organization_id as organizationId',
      'm.id',
      'm.name',
      'm.start_time as startTime',
      'o.name as organizationName',
    ])
    .execute();
  const mealOf = new Map(meals.map((meal) => [`${meal.organizationId}/${meal.id}`, meal]));
  return rows
    .flatMap((row) => {
      const meal = mealOf.get(`${row.organizationId}/${row.mealPeriodId}`);
      if (!meal?.name.includes(asked.mealName)) return [];
      if (asked.states.length > 0 && !asked.states.includes(row.state)) return [];
      const decided = row.eatenPortions + row.missedPortions + row.unclearPortions;
      return [
        {
          ...row,
          startTime: meal.startTime,
          mealPeriodName: meal.name,
          mealName: meal.name,
          organizationName: meal.organizationName,
          rate: decided > 0 ? basisPoints(row.eatenPortions, decided) : null,
          offBy:
            row.forecast && row.state === 'SETTLED'
              ? basisPoints(
                  row.eatenPortions + row.countedHeads + row.unreportedHeads + row.guestHeads - row.forecast,
                  row.forecast,
                )
              : null,
        },
      ];
    })
    .sort(
      (a, b) =>
        b.diningDate.localeCompare(a.diningDate) ||
        a.organizationId - b.organizationId ||
        a.startTime.localeCompare(b.startTime),
    )
    .map((row, i) => ({ ...row, id: i + 1 }));
}

/** Where the figures of a meal are read. */
export const mealReads = {
  portions: 'rollup_meal.portions',
  eatenPortions: 'meal_report.fate',
  missedPortions: 'meal_report.fate',
  unclearPortions: 'meal_report.fate',
  waitingPortions: 'meal_report.fate',
  consumeHeads: 'consumed_by_people.heads',
  movedHeads: 'trade.heads',
  reportedHeads: 'posting_reversed.reversed_fen',
  countedHeads: 'posting_reversed.reversed_fen',
  unreportedHeads: 'posting_reversed.reversed_fen',
  guestHeads: 'posting_reversed.reversed_fen',
};

/** What reported meals cost at the till: the rule from the process's memory, the report with who pays, or by a look-up they share. */
import type { Pool } from 'pg';
import type { Services } from '../../../kit/server/context.ts';
import { heldAsOf } from '../../../kit/server/query/held-as-of.ts';
import type {
  MealScheme,
  ReportedMeal,
  ReportsAsked,
  SchemeAsked,
  SchemeSource,
} from '../../consumption/public.server.ts';
import { type Habit, habitsSql } from '../habits/habits.ts';
import {
  eatsByDefault,
  instantsOf,
  type MealRule,
  type MealSetting,
  mealSetting,
  ruleFor,
  settingTables,
} from './setting.ts';

type Key = Pick<SchemeAsked, 'organizationId' | 'date' | 'mealPeriodId' | 'personId'>;

/** One probe of the unique index a swipe. */
const text = `
  select k.nr::int as nr, r.portions, r.status = 'REPORTED' as standing, r.restaurant_id as "restaurantId"
  from unnest($1::bigint[], $2::date[], $3::bigint[], $4::bigint[]) with ordinality as k (organization_id, day, meal, person, nr)
  cross join lateral (select m.* from meal_report m where m.organization_id = k.organization_id and m.dining_date = k.day
    and m.meal_period_id = k.meal and m.person_id = k.person limit 1) r`;

interface Waiting {
  key: Key;
  resolve: (found: ReportedMeal | undefined) => void;
  reject: (error: unknown) => void;
}

const mostAtOnce = 256;

/** Looks reports up; while one look-up runs the next gather. */
function reportLookup(pool: Pool): (key: Key) => Promise<ReportedMeal | undefined> {
  const waiting: Waiting[] = [];
  let running = false;
  const run = async () => {
    const batch = waiting.splice(0, mostAtOnce);
    if (running || batch.length === 0) {
      waiting.unshift(...batch);
      return;
    }
    running = true;
    try {
      const { rows } = await pool.query<ReportedMeal & { nr: number }>({
        name: 'reported-meals',
        text,
        values: [
          batch.map(({ key }) => key.organizationId),
          batch.map(({ key }) => key.date),
          batch.map(({ key }) => key.mealPeriodId),
          batch.map(({ key }) => key.personId),
        ],
      });
      const byNr = new Map(rows.map((row) => [row.nr, row]));
      for (const [i, { resolve }] of batch.entries()) resolve(byNr.get(i + 1));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running = false;
      void run();
    }
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      // Everything that arrives in this turn of the event loop is asked together.
      if (waiting.length === 1) setImmediate(() => void run());
    });
}

/** A rule that says something of what a meal costs at the till. */
const priced = ({ reportedFen, walkInFen, walkIn }: MealRule) => reportedFen !== null || walkInFen !== null || !walkIn;

/** The fixed weekdays of a person: asked for where a rule goes by them and the meal is still open. */
async function habitsOf(pool: Pool, { organizationId, personId }: SchemeAsked): Promise<Habit[]> {
  const { rows } = await pool.query<{ habits: Habit[] }>(
    `select ${habitsSql} as habits from person p where p.organization_id = $1 and p.id = $2`,
    [organizationId, personId],
  );
  return rows[0]?.habits ?? [];
}

/** Whether the person's department, or one above, said how many of its people eat here. */
async function isCounted(pool: Pool, asked: SchemeAsked): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from meal_count c where c.organization_id = $1 and c.dining_date = $2 and c.meal_period_id = $3
       and c.restaurant_id = $4 and c.status = 'REPORTED' and (c.department_id = $5 or c.department_id = any(
         array(select unnest(d.above) from department d where d.organization_id = $1 and d.id = $5))) limit 1`,
    [asked.organizationId, asked.date, asked.mealPeriodId, asked.restaurantId, asked.departmentId],
  );
  return rows.length > 0;
}

/** Portions a person reported to eat at this restaurant; who eats by default has one until the cut-off writes it down. */
async function portionsOf(
  pool: Pool,
  setting: MealSetting,
  rule: MealRule,
  asked: SchemeAsked,
  found: ReportedMeal | undefined,
): Promise<number> {
  if (found) return found.standing && found.restaurantId === asked.restaurantId ? found.portions : 0;
  const meal = setting.meals.get(asked.mealPeriodId);
  const open = meal !== undefined && asked.occurredAt < instantsOf(setting, meal, asked.date).closesAt;
  if (rule.mode === 'DEPT') return (await isCounted(pool, asked)) ? 1 : 0;
  if (!open || rule.mode === 'OPT_IN') return 0;
  const habits = rule.mode === 'CALENDAR' ? await habitsOf(pool, asked) : [];
  return eatsByDefault(rule, habits, asked.date, asked.mealPeriodId) ? 1 : 0;
}

export function mealSchemes({ aside, clock, config }: Pick<Services, 'aside' | 'clock' | 'config'>): {
  scheme: SchemeSource;
  asked: ReportsAsked;
} {
  const settingAt = heldAsOf<MealSetting | undefined>(aside, clock, {
    tables: settingTables,
    backMs: config.offlineDays * 86_400_000,
    load: async (organizationId, nowMs, thenMs) => {
      const setting = await mealSetting(aside, organizationId, nowMs, thenMs);
      return setting.rules.some(priced) ? setting : undefined;
    },
  });
  const reportOf = reportLookup(aside);
  return {
    asked: async ({ organizationId, mealPeriodId, restaurantId }) => {
      const setting = await settingAt(organizationId);
      const here = (rule: MealRule) =>
        rule.restaurantId === restaurantId && rule.mealPeriodIds.includes(mealPeriodId) && priced(rule);
      return setting?.rules.some(here) ?? false;
    },
    scheme: async (asked): Promise<MealScheme | undefined> => {
      const setting = await settingAt(asked.organizationId, asked.offline ? asked.occurredAt : undefined);
      const rule = setting && ruleFor(setting, asked, asked.mealPeriodId, asked.date);
      if (!rule || rule.restaurantId !== asked.restaurantId || !priced(rule)) return undefined;
      // A swipe brings it with who pays; what is uploaded or booked by hand is looked up here.
      const found = asked.report === undefined ? await reportOf(asked) : (asked.report ?? undefined);
      return {
        reported: await portionsOf(aside, setting, rule, asked, found),
        prices: {
          orderedFen: rule.reportedFen,
          absentFen: null,
          walkInFen: rule.walkInFen,
          allowWalkIn: rule.walkIn,
        },
      };
    },
  };
}

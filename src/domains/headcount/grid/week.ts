/** A week of people as the grid shows it: who they are, what each type may report of each meal until when, and what is reported. */
import { sql } from 'kysely';
import { labelIn } from '../../../kit/define/states.ts';
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { dayKind } from '../../consumption/public.server.ts';
import { departmentPath, departmentWithin } from '../../people/public.server.ts';
import { personStatuses } from '../../people/public.ts';
import { absenceWord } from '../absences/absence-words.ts';
import { absencesOf, awayAt } from '../absences/absent.ts';
import { standingGuests } from '../guests/guest-flow.ts';
import { type Habit, habitsSql, isHabitual } from '../habits/habits.ts';
import { type Eater, instantsOf, type MealSetting, mealSetting, ruleFor } from '../rules/setting.ts';

export interface Slot {
  date: string;
  mealPeriodId: number;
  /** Epoch ms. */
  opensAt: number;
  closesAt: number;
  cancelAt: number;
  /** It was closed: whoever ate by default stands reported since, nobody is taken for granted any more. */
  closed: boolean;
  /** Nothing of it is reported or taken back any more. */
  settled: boolean;
}

export interface Terms {
  byDefault: boolean;
  /** By default for those whose fixed weekdays say so. */
  byHabit?: boolean;
  mostPortions: number;
  /** The person is away, in a word. */
  away?: string;
  /** The person does not eat here any more, in a word. */
  gone?: string;
}

export interface GridPerson {
  id: number;
  name: string;
  jobNumber: string;
  departmentName: string;
  /** Whose terms are the same: of one type, and in departments of the same school terms. */
  kind: number;
}

/** `[person, slot, portions, version]`: places in `people` and `slots`; 0 portions was taken back. */
export type StoredCell = readonly [person: number, slot: number, portions: number, version: number];

export interface GridWeek {
  days: { date: string; off: boolean }[];
  meals: { id: number; name: string }[];
  /** Days by meals, in that order. */
  slots: Slot[];
  /** Per kind of people what holds in each slot; null where they have nothing to report. */
  terms: Record<number, (Terms | null)[]>;
  people: GridPerson[];
  /** In a word, by person and slot: who is away. */
  away: Record<number, Record<number, string>>;
  /** In a word, by person: who was here in that week, or had reported, and does not eat here any more. */
  gone: Record<number, string>;
  /** Slots of people's fixed weekdays, by person. */
  habits: Record<number, number[]>;
  /** Guests who are expected in each slot. */
  guests: number[];
  /** People the filter finds beyond those shown. */
  more: number;
  cells: StoredCell[];
  /** The server's clock, epoch ms: cut-offs are judged by it. */
  nowMs: number;
}

export interface Asked {
  /** Monday. */
  date: string;
  departmentIds: readonly number[];
  typeIds: readonly number[];
}

/** Rows of one grid; a filter by department brings the others. */
export const mostPeople = 3_000;

/** Departments by their whole path. */
async function pathsOf(ctx: Ctx): Promise<Map<number, string>> {
  const rows = await ctx.db
    .selectFrom('department as d')
    .select(['d.id', departmentPath.as('path')])
    .execute();
  return new Map(rows.map((row) => [row.id, row.path ?? '']));
}

type Found = Omit<GridPerson, 'kind'> & Eater & { habits: Habit[]; status: string };

/** Who `p` is here now; of the week, who was here on one of its days or reported for one. */
const concerned = (monday: string) => sql<boolean>`(p.status = 'NORMAL'
  or exists (select from meal_report r where r.organization_id = p.organization_id and r.person_id = p.id
    and r.dining_date between ${monday}::date and ${monday}::date + 6)
  or exists (select from past_row w where w.organization_id = p.organization_id and w.table_name = 'person' and w.row_id = p.id
    and w.content ->> 'status' = 'NORMAL' and w.until > (${monday} || ' 00:00+08')::timestamptz))`;

async function peopleOf(ctx: Ctx, { date, departmentIds, typeIds }: Asked): Promise<{ found: Found[]; more: number }> {
  const within = departmentWithin('p.organization_id', 'p.department_id', departmentIds);
  let asked = ctx.db.selectFrom('person as p').where(concerned(date));
  if (within) asked = asked.where(sql<boolean>`${within}`);
  if (typeIds.length > 0) asked = asked.where('p.type_id', 'in', [...typeIds]);
  const rows = await asked
    .select([
      'p.id',
      'p.name',
      'p.job_number as jobNumber',
      'p.type_id as typeId',
      'p.department_id as departmentId',
      'p.status',
      sql.raw<Habit[]>(habitsSql).as('habits'),
    ])
    // Who belongs nowhere yet comes last, not before every class.
    .orderBy(sql<boolean>`coalesce(p.department_id, 0) = 0`)
    .orderBy('p.department_id')
    .orderBy('p.job_number')
    .limit(mostPeople)
    .execute();
  const paths = await pathsOf(ctx);
  const found = rows.map((person) => ({
    ...person,
    jobNumber: person.jobNumber ?? '',
    departmentName: person.departmentId === null ? '' : (paths.get(person.departmentId) ?? ''),
  }));
  found.sort(
    (a, b) =>
      Number(a.departmentName === '') - Number(b.departmentName === '') ||
      a.departmentName.localeCompare(b.departmentName, 'zh') ||
      (a.jobNumber < b.jobNumber ? -1 : 1),
  );
  if (found.length < mostPeople) return { found, more: 0 };
  const { n } = await asked.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return { found, more: n - found.length };
}

async function slotsOf(ctx: Ctx, setting: MealSetting, dates: readonly string[]): Promise<Slot[]> {
  const known = await ctx.db
    .selectFrom('meal_settlement')
    .select(['dining_date', 'meal_period_id', 'state'])
    .where(sql<boolean>`dining_date = any(${[...dates]}::date[])`)
    .execute();
  const stateOf = new Map(known.map((row) => [`${row.dining_date}/${row.meal_period_id}`, row.state]));
  return dates.flatMap((date) =>
    [...setting.meals.values()].map((meal) => ({
      date,
      mealPeriodId: meal.id,
      ...instantsOf(setting, meal, date),
      closed: stateOf.has(`${date}/${meal.id}`),
      settled: stateOf.get(`${date}/${meal.id}`) === 'SETTLED',
    })),
  );
}

/** The departments' school terms in a word: people with the same one are of one kind. */
const termsKey = ({ terms }: MealSetting, { typeId, departmentId }: Eater) =>
  `${typeId}/${terms.map((term) => (departmentId !== null && term.departmentIds.includes(departmentId) ? 1 : 0)).join('')}`;

/** What holds for each kind in each slot, given one of them. */
async function termsOf(ctx: Ctx, setting: MealSetting, slots: readonly Slot[], kinds: readonly Eater[]) {
  const barred = await ctx.db
    .selectFrom('person_type_meal')
    .select(['type_id as typeId', 'meal_period_id as mealPeriodId'])
    .where('allowed', '=', false)
    .execute();
  const kept = new Set(barred.map((row) => `${row.typeId}/${row.mealPeriodId}`));
  const terms: GridWeek['terms'] = {};
  for (const [kind, eater] of kinds.entries())
    terms[kind] = slots.map(({ date, mealPeriodId, closed }) => {
      const rule = kept.has(`${eater.typeId}/${mealPeriodId}`)
        ? undefined
        : ruleFor(setting, eater, mealPeriodId, date);
      if (!rule) return null;
      const byHabit = rule.mode === 'CALENDAR' && !closed ? { byHabit: true } : {};
      return { byDefault: rule.mode === 'OPT_OUT' && !closed, mostPortions: rule.maxPortions, ...byHabit };
    });
  return terms;
}

async function awayOf(ctx: Ctx, slots: readonly Slot[], people: readonly Found[]): Promise<GridWeek['away']> {
  const [first, last] = [slots[0]?.date, slots.at(-1)?.date];
  if (!first || !last) return {};
  const ids = people.map(({ id }) => id);
  const known = await absencesOf(sqlOf(ctx.db), ownOrganization(ctx), ids, first, addDays(last, 1));
  return Object.fromEntries(
    [...known].map(([personId, absences]) => [
      personId,
      Object.fromEntries(
        slots.flatMap(({ date, mealPeriodId }, slot) => {
          const away = awayAt(absences, date, mealPeriodId);
          return away ? [[slot, absenceWord(away.kind)]] : [];
        }),
      ),
    ]),
  );
}

/** Slots of the fixed weekdays of those who have some. */
const habitsOf = (slots: readonly Slot[], people: readonly Found[]): GridWeek['habits'] =>
  Object.fromEntries(
    people
      .filter(({ habits }) => habits.length > 0)
      .map(({ id, habits }) => [
        id,
        slots.flatMap(({ date, mealPeriodId }, slot) => (isHabitual(habits, date, mealPeriodId) ? [slot] : [])),
      ]),
  );

/** Guests of departments the session sees, who were approved. */
async function guestsOf(ctx: Ctx, slots: readonly Slot[]): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('guest_meal')
    .where(sql<boolean>`dining_date = any(${[...new Set(slots.map(({ date }) => date))]}::date[])`)
    .where('status', 'in', standingGuests)
    .groupBy(['dining_date', 'meal_period_id'])
    .select(['dining_date as date', 'meal_period_id as mealPeriodId', sql<number>`sum(heads)::int`.as('heads')])
    .execute();
  return slots.map(
    (slot) => rows.find((row) => row.date === slot.date && row.mealPeriodId === slot.mealPeriodId)?.heads ?? 0,
  );
}

export async function readWeek(ctx: Ctx, asked: Asked): Promise<GridWeek> {
  const nowMs = ctx.clock.now();
  const dates = Array.from({ length: 7 }, (_, i) => addDays(asked.date, i));
  const setting = await mealSetting(sqlOf(ctx.db), ownOrganization(ctx), nowMs);
  const slots = await slotsOf(ctx, setting, dates);
  const { found, more } = await peopleOf(ctx, asked);
  const kinds = new Map<string, { nr: number; eater: Eater }>();
  for (const one of found) {
    const key = termsKey(setting, one);
    if (!kinds.has(key)) kinds.set(key, { nr: kinds.size, eater: one });
  }
  const people = found.map((one): GridPerson => {
    const { id, name, jobNumber, departmentName } = one;
    return { id, name, jobNumber, departmentName, kind: kinds.get(termsKey(setting, one))!.nr };
  });
  const place = new Map(people.map(({ id }, i) => [id, i]));
  const slotAt = new Map(slots.map(({ date, mealPeriodId }, i) => [`${date}/${mealPeriodId}`, i]));
  const reports = await ctx.db
    .selectFrom('meal_report')
    .select(['person_id', 'dining_date', 'meal_period_id', 'portions', 'status', 'version'])
    .where('dining_date', '>=', dates[0]!)
    .where('dining_date', '<=', dates[6]!)
    .where(sql<boolean>`person_id = any(${people.map(({ id }) => id)}::bigint[])`)
    .execute();
  return {
    days: dates.map((date) => ({ date, off: dayKind(date, setting.calendar) !== 'WORKDAY' })),
    meals: [...setting.meals.values()].map(({ id, name }) => ({ id, name })),
    slots,
    terms: await termsOf(
      ctx,
      setting,
      slots,
      [...kinds.values()].map(({ eater }) => eater),
    ),
    people,
    away: await awayOf(ctx, slots, found),
    gone: Object.fromEntries(
      found.flatMap(({ id, status }) => (status === 'NORMAL' ? [] : [[id, labelIn(personStatuses, status)]])),
    ),
    habits: habitsOf(slots, found),
    guests: await guestsOf(ctx, slots),
    more,
    cells: reports.flatMap((row): StoredCell[] => {
      const slot = slotAt.get(`${row.dining_date}/${row.meal_period_id}`);
      const portions = row.status === 'REPORTED' ? row.portions : 0;
      return slot === undefined ? [] : [[place.get(row.person_id)!, slot, portions, row.version]];
    }),
    nowMs,
  };
}

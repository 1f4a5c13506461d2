/** Meals reported ahead: the company's breakfasts are asked for, the school's staff lunch unless somebody takes it back. */
import { closeAndJudge, foretellMeals, tellUnreported } from '../domains/headcount/public.server.ts';
import { chance } from '../kit/server/chance.ts';
import { addDays } from '../kit/server/clock.ts';
import { area, at, isWeekend, type Life, minutesOf, type Span, type Step } from './life.ts';
import { ownClassOf } from './meal-staff.ts';
import type { DemoPerson } from './people.ts';
import type { MealPlan, OrganizationPlan } from './plan.ts';
import type { Swipe } from './swipe.ts';
import { dayNumber } from './walk-ins.ts';

interface ReportPlan {
  meal: MealPlan['name'];
  /** People of this type alone; of every type without it. */
  type?: string;
  /** `HH:mm` of the day itself. */
  cutTime: string;
  rule: Record<string, unknown>;
}

/** What a unit says of its reported meal. */
const reportPlans: Readonly<Record<OrganizationPlan['loginName'], ReportPlan>> = {
  school: {
    meal: '午餐',
    type: '教职工',
    cutTime: '08:30',
    rule: {
      name: '教职工午餐默认就餐',
      mode: 'OPT_OUT',
      maxPortions: 1,
      priceFen: 600,
      freePerMonth: 2,
      steps: [],
      monthCapFen: 3_000,
    },
  },
  company: {
    meal: '早餐',
    cutTime: '07:00',
    rule: {
      name: '早餐报餐',
      mode: 'OPT_IN',
      maxPortions: 2,
      priceFen: 800,
      freePerMonth: 1,
      steps: [
        { from: 2, percent: 50 },
        { from: 4, percent: 100 },
      ],
      monthCapFen: 5_000,
      // Who has not reported pays more at the till.
      walkInFen: 900,
    },
  },
};

/** Who came had mostly reported; a few of the others had as well. Who says ahead; who changes their mind. */
const shares = { came: 0.85, missed: 0.04, ahead: 0.25, cancelled: 0.05 };
const aheadDays = 4;
const page = `${area}/manual_report_meal`;

const mealOf = ({ plan }: Life) =>
  plan.meals.find((meal) => meal.name === reportPlans[plan.loginName].meal) as MealPlan;

/** People whom the rule concerns. */
const concerned = ({ people, plan }: Life): DemoPerson[] => {
  const { type } = reportPlans[plan.loginName];
  return people.filter((person) => !person.away && (type === undefined || person.type === type));
};

/** The school's year: meals are reported within it. */
async function openTerm({ actor, plan }: Life, from: string): Promise<void> {
  if (plan.kind !== 'SCHOOL') return;
  await actor.call(`${area}/meal_reporting_period/term`, 'create', {
    name: '本学年',
    fromDate: addDays(from, -30),
    toDate: addDays(from, 300),
  });
}

/** The first restaurant and the ids of a type of people, as a rule names them. */
async function ofWhom({ actor, plan }: Life, type: string | undefined) {
  const [restaurant] = await actor.call<{ id: number }[]>(`${area}/restaurant`, 'options', {
    keyword: plan.restaurants[0]!.name,
  });
  const types = await actor.call<{ id: number; name: string }[]>(`${area}/type`, 'options', { size: 200 });
  return {
    restaurantId: restaurant!.id,
    typeIds: types.filter(({ name }) => name === type).map(({ id }) => id),
  };
}

/** Opens the meal until its cut-off, and makes the rule. */
async function setUp(life: Life, from: string): Promise<void> {
  await openTerm(life, from);
  const { actor, places, plan } = life;
  const { meal, type, cutTime, rule } = reportPlans[plan.loginName];
  const mealPeriodId = places.mealIds.get(meal);
  const period = await actor.call<{ meals: { mealPeriodId: number }[] }>(`${area}/meal_reporting_period`, 'get', {});
  const meals = period.meals.map((line) => ({
    ...line,
    ...(line.mealPeriodId === mealPeriodId ? { open: true, openDays: 7, cutDays: 0, cutTime } : {}),
    ...(plan.kind === 'SCHOOL' && line.mealPeriodId === places.mealIds.get(classDinner.meal)
      ? { open: true, openDays: 7, cutDays: 0, cutTime: classDinner.cutTime }
      : {}),
  }));
  await actor.call(`${area}/meal_reporting_period`, 'update', { id: 1, meals });
  const where = await ofWhom(life, type);
  await actor.call(`${area}/report_meal_mode`, 'create', {
    ...rule,
    ...where,
    mealPeriodIds: [mealPeriodId],
    dayKinds: ['WORKDAY'],
    onMiss: 'CHARGE',
    subsidyPays: false,
  });
  await weekendRule(life, mealPeriodId, where.restaurantId);
}

/** At weekends departments say how many are on duty; nobody says who. */
async function weekendRule(
  { actor, plan }: Life,
  mealPeriodId: number | undefined,
  restaurantId: number,
): Promise<void> {
  await actor.call(`${area}/report_meal_mode`, 'create', {
    name: `周末值班${reportPlans[plan.loginName].meal}`,
    mode: 'DEPT',
    mealPeriodIds: [mealPeriodId],
    typeIds: [],
    dayKinds: ['WEEKEND'],
    restaurantId,
    maxPortions: 1,
    onMiss: 'NONE',
    subsidyPays: false,
  });
}

/** Of the school's students each class says how many stay for dinner; nobody says who. Begun so many days ago. */
const classDinner = { meal: '晚餐', type: '学生', cutTime: '14:00', days: 14 } as const;

async function classRule(life: Life): Promise<void> {
  const { actor, places } = life;
  await actor.call(`${area}/report_meal_mode`, 'create', {
    name: '学生晚餐按班报人数',
    mode: 'DEPT',
    mealPeriodIds: [places.mealIds.get(classDinner.meal)],
    ...(await ofWhom(life, classDinner.type)),
    dayKinds: ['WORKDAY'],
    maxPortions: 1,
    onMiss: 'NONE',
    subsidyPays: false,
  });
}

/** Classes say of a day how many will dine: about as many as `came`. */
async function countClasses({ actor, places, people }: Life, day: string, came: ReadonlySet<number | undefined>) {
  const by = chance(dayNumber(day) + 4);
  const students = people.filter((person) => !person.away && person.type === classDinner.type);
  for (const departmentId of new Set(students.map((person) => person.departmentId))) {
    const own = students.filter((person) => person.departmentId === departmentId && came.has(person.id));
    const portions = own.length + by.between(0, 1);
    if (portions > 0)
      await actor.call(`${page}/count`, 'report', {
        departmentId,
        fromDate: day,
        toDate: day,
        mealPeriodIds: [places.mealIds.get(classDinner.meal)],
        portions,
        note: null,
      });
  }
}

/** How many are on duty at the next weekend. */
async function countDuty({ actor, places, plan }: Life, today: string): Promise<void> {
  const { db } = actor.ctx(`${page}/count`);
  const departments = await db
    .selectFrom('department')
    .select('id')
    .where('parent_id', 'is', null)
    .orderBy('id')
    .limit(2)
    .execute();
  const day = [1, 2, 3, 4, 5, 6].map((ahead) => addDays(today, ahead)).find(isWeekend)!;
  for (const [i, { id }] of departments.entries())
    await actor.call(`${page}/count`, 'report', {
      departmentId: id,
      fromDate: day,
      toDate: day,
      mealPeriodIds: [places.mealIds.get(reportPlans[plan.loginName].meal)],
      portions: 6 + i * 4,
      note: i === 0 ? '设备检修值班' : null,
    });
}

async function report({ actor, places, plan }: Life, day: string, personIds: number[], lateReason: string | null) {
  if (personIds.length === 0) return;
  await actor.call(page, 'report', {
    departmentIds: [],
    personIds,
    fromDate: day,
    toDate: day,
    mealPeriodIds: [places.mealIds.get(reportPlans[plan.loginName].meal)],
    portions: 1,
    lateReason,
  });
}

async function reported({ actor }: Life, path: string, day: string, search: object): Promise<{ id: number }[]> {
  const asked = { page: 1, size: 100, search: { diningDate: [day, day], ...search } };
  return (await actor.call<{ rows: { id: number }[] }>(path, 'query', asked)).rows;
}

/** Some of the day's reports are taken back. */
async function changeMinds(life: Life, day: string): Promise<void> {
  const by = chance(dayNumber(day) + 1);
  const rows = await reported(life, page, day, { status: 'REPORTED' });
  const ids = rows.map((row) => row.id).filter(() => by.happens(shares.cancelled));
  if (ids.length > 0) await life.actor.call(page, 'cancel', { ids });
}

/** Every few days the clerk forgives one of the day's misses. */
async function forgive(life: Life, day: string): Promise<void> {
  if (dayNumber(day) % 2 !== 0) return;
  const detail = `${area}/report_meal_detail`;
  const missed = await reported(life, detail, day, { final: true, fate: 'CHARGE' });
  if (missed[0]) await life.actor.call(detail, 'waive', { id: missed[0].id, reason: '临时出差，主管已说明' });
}

/** A few are away on the next days, and say so. */
async function sayAway(life: Life, today: string): Promise<void> {
  const [trip, leave, course] = concerned(life).slice(-3);
  if (!trip || !leave || !course) return;
  const say = (person: DemoPerson, kind: string, days: number, reason: string) =>
    life.actor.call(`${page}/absence`, 'register', {
      departmentIds: [],
      personIds: [person.id],
      kind,
      fromDate: addDays(today, 1),
      toDate: addDays(today, days),
      mealPeriodIds: [],
      reason,
    });
  await say(trip, 'TRIP', 3, '供应商考察');
  await say(leave, 'LEAVE', 2, '家中有事');
  await say(course, 'STUDY', 5, '外出培训');
  await life.actor.call(`${page}/habit`, 'register', {
    departmentIds: [],
    personIds: concerned(life)
      .slice(0, 6)
      .map(({ id }) => id),
    weekdays: ['1', '3', '5'],
    mealPeriodIds: [life.places.mealIds.get(reportPlans[life.plan.loginName].meal)],
    fromDate: addDays(today, -7),
    toDate: null,
  });
  const list = (person: DemoPerson, kind: string, toDate: string | null, reason: string) =>
    life.actor.call(`${area}/report_meal_mode/list`, 'add', {
      kind,
      departmentIds: [],
      personIds: [person.id],
      fromDate: today,
      toDate,
      reason,
    });
  await list(trip, 'WHITE', null, '驻外采购，行程不定');
  await list(leave, 'BLACK', addDays(today, 4), '本月多次报餐未就餐');
}

/** What is said today of the days to come. */
async function sayAhead(life: Life, today: string): Promise<void> {
  const by = chance(dayNumber(today) + 2);
  for (let day = addDays(today, 1); day <= addDays(today, aheadDays); day = addDays(day, 1)) {
    if (isWeekend(day)) continue;
    const personIds = concerned(life).filter(() => by.happens(shares.ahead));
    await report(
      life,
      day,
      personIds.map(({ id }) => id),
      null,
    );
  }
}

/** The class teacher's pupils eat lunch on school days unless she takes it back; the other classes say nothing of theirs. */
async function classByHabit(life: Life, today: string): Promise<void> {
  const { actor, places, people, plan } = life;
  if (plan.kind !== 'SCHOOL') return;
  const mealPeriodIds = [places.mealIds.get(reportPlans.school.meal)];
  await actor.call(`${area}/report_meal_mode`, 'create', {
    name: '学生午餐按固定周历',
    mode: 'CALENDAR',
    mealPeriodIds,
    ...(await ofWhom(life, classDinner.type)),
    dayKinds: ['WORKDAY'],
    maxPortions: 1,
    onMiss: 'NONE',
    subsidyPays: false,
  });
  await actor.call(`${page}/habit`, 'register', {
    departmentIds: [ownClassOf(people)],
    personIds: [],
    weekdays: ['1', '2', '3', '4', '5'],
    mealPeriodIds,
    fromDate: today,
    toDate: null,
  });
}

/** Some of those who eat by default say today that they will not in the days to come. */
async function declineAhead({ actor, places, plan, people }: Life, today: string): Promise<void> {
  const by = chance(dayNumber(today) + 3);
  const { meal, type } = reportPlans[plan.loginName];
  const away = people.filter((person) => !person.away && person.type === type && by.happens(shares.cancelled * 2));
  if (away.length === 0) return;
  await actor.call(page, 'decline', {
    departmentIds: [],
    personIds: away.map(({ id }) => id),
    fromDate: addDays(today, 1),
    toDate: addDays(today, aheadDays),
    mealPeriodIds: [places.mealIds.get(meal)],
    lateReason: null,
  });
}

/** The reports of a day whose diners are known: `swipes` are theirs. */
function ofDay(life: Life, day: string, swipes: readonly Swipe[]): Step[] {
  const { cutTime, rule } = reportPlans[life.plan.loginName];
  const meal = mealOf(life);
  const judge = () => closeAndJudge(life.services, life.organizationId);
  const over = { when: at(day, minutesOf(meal.endTime) + 70), play: judge };
  if (isWeekend(day)) return [over];
  const by = chance(dayNumber(day));
  const cut = minutesOf(cutTime);
  const [from, to] = [at(day, minutesOf(meal.startTime)), at(day, minutesOf(meal.endTime))];
  const came = new Set(swipes.filter(({ when }) => when >= from && when < to).map(({ person }) => person?.id));
  const said = concerned(life)
    .filter(({ id }) => by.happens(came.has(id) ? shares.came : shares.missed))
    .map(({ id }) => id);
  const forgotten = concerned(life).find(({ id }) => came.has(id) && !said.includes(id));
  return [
    {
      when: at(day, cut - 60),
      play: async () => {
        await tellUnreported(life.services, life.organizationId);
      },
    },
    { when: at(day, cut - 20), play: () => report(life, day, rule.mode === 'OPT_IN' ? said : [], null) },
    { when: at(day, cut - 5), play: () => changeMinds(life, day) },
    { when: at(day, cut + 1), play: judge },
    ...(rule.mode === 'OPT_IN' && forgotten
      ? [
          {
            when: at(day, cut + 20),
            play: () => report(life, day, [forgotten.id], '提前到岗，临时加一份'),
          },
        ]
      : []),
    over,
    { when: at(day, minutesOf(meal.endTime) + 95), play: () => forgive(life, day) },
  ];
}

/** The dinner of one of the last days, whose diners are known, as the classes said it in time. */
function dinnerOf(life: Life, day: string, { from, to, until }: Span, swipes: readonly Swipe[]): Step[] {
  const dinner = life.plan.meals.find(({ name }) => name === classDinner.meal);
  const first = addDays(to, 1 - classDinner.days);
  if (life.plan.kind !== 'SCHOOL' || !dinner || day < first) return [];
  const begun = { when: Math.min(at(day, 5 * 60 + 10), until - 2), play: () => classRule(life) };
  const begins = day === (first < from ? from : first) ? [begun] : [];
  if (isWeekend(day)) return begins;
  const [opens, ends] = [at(day, minutesOf(dinner.startTime)), at(day, minutesOf(dinner.endTime))];
  const came = new Set(swipes.filter(({ when }) => when >= opens && when < ends).map(({ person }) => person?.id));
  return [
    ...begins,
    { when: at(day, minutesOf(classDinner.cutTime) - 40), play: () => countClasses(life, day, came) },
    { when: ends + 70 * 60_000, play: () => closeAndJudge(life.services, life.organizationId) },
  ];
}

/** A day of reported meals. */
export function mealsOf(life: Life, day: string, span: Span, swipes: readonly Swipe[]): Step[] {
  const { from, to, until } = span;
  return [
    ...(day === from ? [{ when: Math.min(at(day, 5 * 60 + 5), until - 2), play: () => setUp(life, from) }] : []),
    ...ofDay(life, day, swipes),
    ...dinnerOf(life, day, span, swipes),
    ...(day === to
      ? [
          {
            when: until - 1,
            play: async () => {
              await (reportPlans[life.plan.loginName].rule.mode === 'OPT_IN' ? sayAhead : declineAhead)(life, day);
              await sayAway(life, day);
              await countDuty(life, day);
              await classByHabit(life, day);
              // As every night: what the next days will take.
              await foretellMeals(life.services, life.organizationId);
            },
          },
        ]
      : []),
  ];
}

/** A unit of its own for as many diners as asked for: opened by the platform, set up by its clerk, money on every account. */
import { chance } from '../../../kit/server/chance.ts';
import { type Clock, isoAt } from '../../../kit/server/clock.ts';
import { type Clerk, everyRow, signIn } from '../../device/public.server.ts';
import { inTurns } from './in-turns.ts';

export interface UnitOptions {
  url: string;
  people: number;
  seed: number;
  atOnce: number;
  /** Who opens units, and what the unit's own account is to sign in with. */
  platform: string;
  platformPassword: string;
  password: string;
}

interface Listed<T> {
  rows: T[];
}

const area = '/admin/organization';
const everyDay = ['WORKDAY', 'WEEKEND', 'HOLIDAY'];
const peoplePerDepartment = 50;
const families = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许'];
const givens = [...'明华丽强敏静磊洋勇艳杰娟涛超霞平刚桂英宁'];

/** Opens the unit; answers its login name, which is new for every run. */
async function openUnit(platform: Clerk, { seed, people, password }: UnitOptions, nowMs: number): Promise<string> {
  const agents = await platform.call<Listed<{ id: number }>>('/admin/platform/agent', 'query', { size: 1 });
  const loginName = `sim${nowMs.toString(36)}`;
  await platform.call('/admin/platform/organization', 'create', {
    name: `模拟单位 ${isoAt(nowMs).slice(5, 19).replace('T', ' ')}（${people} 人，种子 ${seed}）`,
    kind: 'COMPANY',
    agentId: agents.rows[0]?.id,
    address: '模拟路 1 号',
    contact: '模拟经理',
    phone: `139${String(nowMs).slice(-8)}`,
    expireAt: isoAt(nowMs + 365 * 86_400_000).slice(0, 10),
    trial: false,
    foodLicenseEnd: isoAt(nowMs + 300 * 86_400_000).slice(0, 10),
    loginName,
    password,
  });
  return loginName;
}

/** Tries every application that can be tried: reporting and ordering are among them. */
async function tryApplications(clerk: Clerk): Promise<void> {
  const page = `${area}/application`;
  const known = await clerk.call<Listed<{ id: number; state: string; trialDays: number }>>(page, 'query', {
    size: 100,
  });
  for (const { id, state, trialDays } of known.rows)
    if (state === 'NONE' && trialDays > 0) await clerk.call(page, 'trial', { id });
}

/** Lunch is reported, dinner ordered by portions: both until an hour before. */
async function setMeals(clerk: Clerk): Promise<void> {
  const meal = (name: string, startTime: string, endTime: string, sort: number) =>
    clerk.call<{ id: number }>(`${area}/meal`, 'create', {
      name,
      startTime,
      endTime,
      times: 1,
      sort,
      color: '#0a8250',
    });
  const lunch = await meal('午餐', '11:00', '13:30', 1);
  const dinner = await meal('晚餐', '17:00', '19:30', 2);
  const place = await clerk.call<{ id: number }>(`${area}/restaurant`, 'create', {
    name: '一食堂',
    kind: 'RESTAURANT',
    consumeMode: 'FIXED',
    seatCount: 500,
    contractorId: null,
    manager: '模拟经理',
    mealPeriodIds: [],
  });
  const period = await clerk.call<{ meals: { mealPeriodId: number }[] }>(`${area}/meal_reporting_period`, 'get');
  const open = { open: true, openDays: 14, cutDays: 0, cutTime: '10:00' };
  await clerk.call(`${area}/meal_reporting_period`, 'update', {
    id: 1,
    meals: period.meals.map((line) => (line.mealPeriodId === lunch.id ? { ...line, ...open } : line)),
  });
  await clerk.call(`${area}/report_meal_mode`, 'create', {
    name: '午餐报餐',
    mode: 'OPT_IN',
    mealPeriodIds: [lunch.id],
    typeIds: [],
    dayKinds: everyDay,
    restaurantId: place.id,
    maxPortions: 2,
    onMiss: 'WARN',
    subsidyPays: false,
  });
  await clerk.call(`${area}/ordering_mode`, 'create', {
    name: '晚餐份餐',
    restaurantId: place.id,
    mealPeriodIds: [dinner.id],
    typeIds: [],
    dayKinds: everyDay,
    mode: 'HEAD_ONLY',
    priceFen: 1_500,
    oncePerMeal: true,
    maxPortions: 5,
    openDays: 14,
    cutDays: 0,
    cutTime: '16:00',
    byWorkdays: false,
    pickups: ['DINE_IN', 'PICKUP'],
    payTime: 'ON_EAT',
    missPercent: 50,
    allergy: 'NONE',
  });
}

/** People by departments, each with money for the week; one in ten has too little. */
async function setPeople(clerk: Clerk, { people, seed, atOnce }: UnitOptions): Promise<void> {
  const type = await clerk.call<{ id: number }>(`${area}/type`, 'create', {
    name: '员工',
    accounts: ['MAIN', 'SUBSIDY'],
    mustOrder: false,
    allowOverdraft: false,
    overdraftLimitFen: 0,
  });
  const departments = await inTurns(
    Array.from({ length: Math.ceil(people / peoplePerDepartment) }, (_, i) => i),
    1,
    (i) => clerk.call<{ id: number }>(`${area}/department`, 'create', { name: `${i + 1} 部`, kind: 'DEPT', sort: i }),
  );
  await inTurns(
    Array.from({ length: people }, (_, i) => i),
    atOnce,
    async (i) => {
      const dice = chance(seed * 7_919 + i);
      const { id } = await clerk.call<{ id: number }>(`${area}/user`, 'create', {
        name: `${dice.pick(families)}${dice.pick(givens)}${dice.pick(givens)}`,
        jobNumber: `M${String(i + 1).padStart(5, '0')}`,
        departmentId: departments[Math.floor(i / peoplePerDepartment)]!.id,
        typeId: type.id,
      });
      await clerk.call(`${area}/deposit`, 'create', { personId: id, amountFen: i % 10 === 0 ? 2_000 : 20_000 });
    },
  );
}

/** Opens and fills the unit; answers the account its clerk signs in with. @throws with a Chinese message when refused. */
export async function generateUnit(options: UnitOptions, clock: Clock): Promise<string> {
  const platform = await signIn(options.url, options.platform, options.platformPassword);
  const account = await openUnit(platform, options, clock.now());
  const clerk = await signIn(options.url, account, options.password);
  await tryApplications(clerk);
  await setMeals(clerk);
  await setPeople(clerk, options);
  const known = await everyRow(clerk, `${area}/user`, { status: ['NORMAL'] });
  if (known.length < options.people) throw new Error(`只开出了 ${known.length} 人`);
  return account;
}

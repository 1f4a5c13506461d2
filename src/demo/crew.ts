/** The people of an organization's kitchens: taken on with their certificates, rostered week by week, checked every morning. */

import { chance } from '../kit/server/chance.ts';
import { addDays, dateAt, isoAt } from '../kit/server/clock.ts';
import { entrySteps, lookAt, terminalDays } from './kitchen-doors.ts';
import { area, at, type Life, type Span, type Step } from './life.ts';
import { mobile } from './names.ts';
import { dayNumber } from './walk-ins.ts';

const page = `${area}/cook_user`;
const checks = `${area}/morning_check`;

/** Name, post and shift, with the days from today until the certificate ends. */
type Told = readonly [name: string, post: string, shift: string, days: number];

const crews = {
  SCHOOL: [
    ['鲁大勇', 'CHEF', '早班', 210],
    ['顾秀英', 'COOK', '早班', 170],
    ['曹建军', 'COOK', '早班', 95],
    ['田小满', 'COOK', '晚班', 260],
    ['葛春梅', 'PREP', '早班', 130],
    ['施国强', 'PREP', '早班', 75],
    ['柏玉兰', 'COLD_DISH', '面点', 240],
    ['霍东生', 'COLD_DISH', '面点', 180],
    ['祁桂香', 'WASH', '早班', 150],
    ['甘立新', 'WASH', '晚班', 220],
    ['庄永福', 'STORE', '早班', 110],
    ['景红霞', 'SERVE', '早班', 20],
    ['翁志明', 'SERVE', '早班', -3],
    ['路彩云', 'SERVE', '晚班', 190],
  ],
  COMPANY: [
    ['邢万年', 'CHEF', '早班', 160],
    ['司马芳', 'COOK', '早班', 25],
    ['闵大庆', 'PREP', '早班', 200],
    ['费小燕', 'SERVE', '早班', 90],
  ],
} as const satisfies Record<string, readonly Told[]>;

export interface Worker {
  id: number;
  personId: number;
  name: string;
  post: string;
  shift: string;
}
const known = new WeakMap<Life, Worker[]>();
const kitchens = new WeakMap<Life, number>();

/** Days back that mornings are lived. */
const livedDays = 14;

/** Workers of these posts, for what others let them do. */
export const crewOfPost = (life: Life, posts: readonly string[]): Worker[] =>
  (known.get(life) ?? []).filter(({ post }) => posts.includes(post));

/** Takes the crew on, a second person having seen each certificate, and says which post may enter where. */
export async function openCrew(life: Life, today: string): Promise<void> {
  const { actor, checker, plan } = life;
  const by = chance(plan.seed + 7);
  const begin = dateAt(life.services.clock.now());
  const [place] = await actor.call<{ id: number }[]>(`${area}/restaurant`, 'options', {
    keyword: plan.restaurants[0]!.name,
  });
  const type = await actor.call(`${area}/type`, 'create', { name: '食堂员工', accounts: ['MAIN', 'SUBSIDY'] });
  const workers: Worker[] = [];
  for (const [name, post, shift, days] of crews[plan.kind]) {
    const person = { name, phone: mobile(by), typeId: type.id };
    const { id } = await actor.call(page, 'create', { ...person, restaurantId: place!.id, post, onboardAt: begin });
    const expireDate = addDays(today, days);
    const issueDate = addDays(expireDate, -364);
    const told = {
      no: `JKZ${expireDate.replaceAll('-', '')}${String(workers.length + 1).padStart(2, '0')}`,
      issuer: '区疾病预防控制中心',
    };
    await actor.call(page, 'certificate', { id, ...told, issueDate, expireDate });
    const { rows } = await checker.call<{ rows: { id: number }[] }>(`${page}/certificate`, 'query', {
      search: { cookUserId: id },
    });
    await checker.call(`${page}/certificate`, 'confirm', { id: rows[0]!.id });
    workers.push({ id, personId: 0, name, post, shift });
  }
  known.set(life, workers);
  kitchens.set(life, place!.id);
  const { zones } = await actor.call<{ zones: { id: number; name: string }[] }>(`${page}/permissions`, 'grid', {});
  const everywhere = ['CHEF', 'COOK', 'PREP'];
  const cells = zones.flatMap(({ id: districtId, name }) =>
    [
      ...everywhere,
      name.includes('专间') ? 'COLD_DISH' : 'SERVE',
      ...(name.includes('洗') ? ['WASH'] : []),
      ...(name.includes('粗') ? ['STORE'] : []),
    ].map((post) => ({
      post,
      cookUserId: null,
      districtId,
      allowed: true,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      startTime: '00:00',
      endTime: '24:00',
      requireCheck: true,
    })),
  );
  await actor.call(`${page}/permissions`, 'save', { cells, version: 0, note: '开学前' });
  const people = await actor.call<{ rows: { id: number; personId: number }[] }>(page, 'query', { size: 100 });
  for (const worker of workers) worker.personId = people.rows.find(({ id }) => id === worker.id)!.personId;
  await actor.call(`${page}/training`, 'create', {
    title: '开学前食品安全培训与考核',
    heldOn: begin,
    hours: 6,
    trainer: '区市场监督管理局讲师',
    content: '晨检、留样、专间操作、清洗消毒',
    people: people.rows.map(({ personId }, i) => ({ personId, score: 78 + ((i * 7) % 20) })),
  });
}

/** The shifts from a day until the end of its week, all but one or two who have the day off. */
function rosterStep(life: Life, day: string): Step {
  const workers = known.get(life) ?? [];
  const sunday = addDays(day, (7 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7);
  const days: string[] = [];
  for (let date = day; date <= sunday; date = addDays(date, 1)) days.push(date);
  const cells = workers.flatMap(({ id, shift }, i) =>
    days
      .filter((date) => (dayNumber(date) + i) % 7 !== 0)
      .map((date) => ({ workerId: id, day: date, shift, leave: (dayNumber(date) * 3 + i) % 29 === 0 ? '事假' : null })),
  );
  // Before the first bakers come.
  return { when: at(day, 1 * 60 + 30), play: () => life.actor.call(checks, 'roster', { cells }) };
}

const well = {
  temperature: 36.4,
  hands: [] as string[],
  symptoms: [] as string[],
  dressOk: true,
  reason: '晨检仪未接入，手工登记',
};
/** When each shift is looked at, minutes of the day. */
const lookedAt: Readonly<Record<string, number>> = { 面点: 3 * 60 + 35, 早班: 5 * 60 + 32, 晚班: 11 * 60 + 35 };

/** A morning: everybody well, once in a while a ring that is taken off, on the day before today somebody with a fever. */
function checkSteps(life: Life, day: string, { to }: Span): Step[] {
  const workers = known.get(life) ?? [];
  const ago = dayNumber(to) - dayNumber(day);
  return workers.flatMap((worker, i) => {
    const when = at(day, (lookedAt[worker.shift] ?? 0) + i * 2);
    const nth = dayNumber(day) + i;
    if (nth % 7 === 0 || (dayNumber(day) * 3 + i) % 29 === 0) return [];
    // One of yesterday's and today's never came to be looked at; who has a fever stays at home from then on.
    if (i === 5 && ago < 2) return [];
    const feverish = life.plan.kind === 'SCHOOL' && i === 9;
    if (feverish && ago < 1) return [];
    const ring = nth % 11 === 3;
    const seen = {
      ...well,
      temperature: feverish && ago === 1 ? 38.1 : 36.1 + ((nth * 7) % 9) / 10,
      ...(ring ? { hands: ['JEWELLERY'] } : {}),
    };
    // Since a few days the terminal at the entrance looks at them.
    const look = (values: typeof well & { checkAt?: string }) =>
      ago <= terminalDays
        ? lookAt(life, worker, values)
        : life.actor.call(checks, 'register', { cookUserId: worker.id, ...values });
    const first: Step = { when, play: () => look({ ...seen, checkAt: isoAt(when) }) };
    const again: Step = { when: when + 8 * 60_000, play: () => look({ ...well, reason: '摘除饰物后复检' }) };
    return ring ? [first, again] : [first];
  });
}

/** After lunch everything is disinfected, vegetables were tested, waste is taken away; on some days it is not written down. */
function recordSteps(life: Life, day: string): Step[] {
  const workers = known.get(life) ?? [];
  const nth = dayNumber(day);
  const mealPeriodId = life.places.mealIds.get('午餐') ?? null;
  const washer = workers.at(-6)?.id ?? workers[0]?.id ?? null;
  const write = (minute: number, values: Record<string, unknown>): Step => ({
    when: at(day, minute),
    play: () =>
      life.actor.call(`${page}/operate_record`, 'register', {
        restaurantId: kitchens.get(life),
        cookUserId: washer,
        ...values,
      }),
  });
  return [
    write(6 * 60 + 40, {
      kind: 'PESTICIDE_TEST',
      object: ['青菜', '韭菜', '菠菜'][nth % 3],
      way: '酶抑制率法',
      value: `抑制率 ${8 + (nth % 20)}%`,
      passed: true,
    }),
    ...(nth % 9 === 4
      ? []
      : [
          write(13 * 60 + 50, {
            kind: 'DISINFECT',
            mealPeriodId,
            object: '餐具、台面',
            way: '热力',
            celsius: 100,
            minutes: 15,
          }),
        ]),
    ...(nth % 2 === 0
      ? [write(19 * 60, { kind: 'WASTE', object: '餐厨垃圾', kilograms: 30 + (nth % 17), collector: '绿源环保' })]
      : []),
    ...(nth % 5 === 0 ? [write(5 * 60 + 10, { kind: 'ADDITIVE', object: '泡打粉', grams: 40, dish: '发糕' })] : []),
  ];
}

/** What the kitchen does of itself on a day. */
export function crewOf(life: Life, day: string, span: Span): Step[] {
  const first = addDays(span.to, -livedDays);
  if (day < first) return [];
  const monday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
  const begins = day === first || (day === span.from && span.from > first);
  return [
    ...(monday || begins ? [rosterStep(life, day)] : []),
    ...checkSteps(life, day, span),
    ...entrySteps(life, known.get(life) ?? [], day, span),
    ...recordSteps(life, day),
  ];
}

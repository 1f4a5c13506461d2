/** Who answers for food safety in an organization, what they publish, and the sheets they sign. */
import { tickedItems } from '../domains/control/public.ts';
import { addDays, dateAt } from '../kit/server/clock.ts';
import { area, at, type Life, type Span, type Step } from './life.ts';
import { dayNumber } from './walk-ins.ts';

const officers = `${area}/food_safety_employee`;

interface Known {
  inspectorId: number;
  restaurantId: number;
}
const known = new WeakMap<Life, Known>();

/** Sets them down before the first day. */
export async function openControl(life: Life, today: string): Promise<void> {
  const { actor, plan } = life;
  const begin = dateAt(life.services.clock.now());
  const named = [
    ['程建平', 'PRINCIPAL', 12],
    ['邹晓岚', 'DIRECTOR', 40],
    ['俞海波', 'OFFICER', 28],
  ] as const;
  for (const [i, [name, kind, trainHours]] of named.entries())
    await actor.call(officers, 'create', {
      name,
      kind,
      phone: `1380013800${i}`,
      certNo: `SPAQ2026${String(i + 1).padStart(4, '0')}`,
      certEnd: addDays(today, 200 + i * 60),
      trainHours,
      status: 'NORMAL',
    });
  await actor.call(`${area}/unit_information`, 'create', {
    licenseNo: plan.kind === 'SCHOOL' ? 'JY33301060012345' : 'JY33301080054321',
    licenseEnd: addDays(today, 45),
    grade: 'A',
    head: '程建平',
    supervisor: '区市场监督管理局 餐饮科',
    hotline: '0571-12315000',
    commitment: '严格落实食品安全主体责任，原料可追溯、加工有记录、成品有留样，接受监督。',
    fromDate: begin,
  });
  const { id: inspectorId } = await actor.call(`${area}/inspection_user`, 'create', {
    name: plan.kind === 'SCHOOL' ? '钟校长' : '简总监',
    kind: 'LEADER',
    unit: plan.kind === 'SCHOOL' ? '副校长' : '行政部',
    status: 'NORMAL',
  });
  await actor.call(`${area}/inspection_user`, 'create', {
    name: '白女士',
    kind: 'PARENT',
    unit: '膳食委员会',
    status: 'NORMAL',
  });
  const [place] = await actor.call<{ id: number }[]>(`${area}/restaurant`, 'options', {
    keyword: plan.restaurants[0]!.name,
  });
  const lunch = life.places.mealIds.get('午餐');
  if (lunch !== undefined)
    await actor.call(`${area}/inspection_user/duty`, 'arrange', {
      fromDate: begin,
      toDate: addDays(begin, 61),
      weekdays: ['1', '2', '3', '4', '5'],
      mealPeriodIds: [lunch],
      restaurantIds: [place!.id],
      inspectorIds: [inspectorId],
    });
  await actor.call(`${area}/food_safety_employee/check_list`, 'amendDAY', {
    fromDate: begin,
    items: [...tickedItems.DAY.map((item) => item.label), '送餐车、保温箱清洗消毒'].join('\n'),
    note: '增加送餐车',
  });
  known.set(life, { inspectorId, restaurantId: place!.id });
}

/** Days back that sheets and shared meals are lived. */
const livedDays = 10;

/** A leader eats along at lunch; now and then something is found. */
export function controlOf(life: Life, day: string, { to }: Span): Step[] {
  const own = known.get(life);
  if (!own || day < addDays(to, -livedDays)) return [];
  const nth = dayNumber(day);
  return [
    {
      when: at(day, 12 * 60 + 30),
      play: () =>
        life.actor.call(`${area}/inspection_user/record_log`, 'create', {
          ...own,
          day,
          mealPeriodId: life.places.mealIds.get('午餐') ?? null,
          taste: nth % 6 === 0 ? 'FAIR' : 'GOOD',
          warmth: 'GOOD',
          hygiene: 'GOOD',
          finding: nth % 6 === 0 ? '回收台附近地面湿滑' : null,
        }),
    },
  ];
}

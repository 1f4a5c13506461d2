/**
 * People fall ill after a lunch of the published menu: a counter that sells by the dish and was cut off tells it late, a case is
 * opened with their names, and the dish that made them ill is to stand on top.
 */
import { type Chance, chance } from '../../../../kit/server/chance.ts';
import { addDays, dateAt, isoAt } from '../../../../kit/server/clock.ts';
import { everyRow } from '../console-calls.ts';
import { countReason } from '../tally.ts';
import { beat, syncCards } from '../terminal.ts';
import type { Terminal } from '../terminal-state.ts';
import { equip, type Stage } from './equip.ts';
import { newSafetyTally, type SafetyTally } from './tell.ts';

const eaters = 60;
/** How many of those who had the dish fall ill, and of the others. */
const ill = { exposed: 0.85, others: 0.04 };
const unitPriceFen = 10;
const minute = 60_000;
const daysBack = 5;
const area = '/admin/organization';

interface Lunch {
  date: string;
  restaurantId: number;
  dishes: { dishId: number; name: string }[];
}
interface Told {
  result: string;
  errorcode?: number;
  message?: string;
}
interface Week {
  meals: { id: number; name: string }[];
  dishes: { id: number; name: string }[];
  cells: {
    restaurantId: number;
    mealPeriodId: number;
    date: string;
    status: string;
    items: { dishId: number; kept: { name: string } | null }[];
  }[];
}

/** The newest lunch before today that was published with dishes to choose between, at a restaurant that sells. */
async function lastLunch({ organization, clock }: Stage, restaurants: ReadonlySet<number>): Promise<Lunch> {
  const today = dateAt(clock.now());
  for (const date of [addDays(today, -1), addDays(today, -daysBack)]) {
    const week = await organization.call<Week>(`${area}/food_menu_v2`, 'week', { date });
    const lunchIds = new Set(week.meals.filter(({ name }) => name.includes('午')).map(({ id }) => id));
    const found = week.cells
      .filter((cell) => ['PUBLISHED', 'CLOSED'].includes(cell.status) && cell.items.length >= 3)
      .filter((cell) => lunchIds.has(cell.mealPeriodId) && restaurants.has(cell.restaurantId) && cell.date < today)
      .toSorted((a, b) => b.date.localeCompare(a.date))[0];
    if (found)
      return {
        date: found.date,
        restaurantId: found.restaurantId,
        dishes: found.items.map(({ dishId, kept }) => ({
          dishId,
          name: kept?.name ?? week.dishes.find(({ id }) => id === dishId)?.name ?? '',
        })),
      };
  }
  throw new Error('最近几天没有已发布的午餐菜谱，请先发布菜谱');
}

/** Everybody takes two dishes, every other one the bad one; the counter tells them when it is connected again. */
async function serve(counter: Terminal, lunch: Lunch, bad: string, dice: Chance, tally: SafetyTally) {
  const cards = [...counter.cards.values()].filter((c) => c.cardStatus === 'NORMAL' && c.personStatus === 'NORMAL');
  const noon = Date.parse(`${lunch.date}T11:40:00+08:00`);
  const plates = dice.shuffled(cards).slice(0, eaters);
  const others = lunch.dishes.filter(({ name }) => name !== bad);
  const records = plates.map(({ cardNo }, i) => {
    const picked = dice.shuffled(others).slice(0, i % 2 ? 1 : 2);
    const dishes = i % 2 ? [lunch.dishes.find(({ name }) => name === bad)!, ...picked] : picked;
    counter.seq += 1;
    return {
      epoch: counter.epoch,
      seq: counter.seq,
      cardNo,
      mode: 'DISH',
      identify: 'CARD',
      time: noon + i * minute,
      offsetMs: 0,
      dishes: dishes.map((dish) => ({ ...dish, quantity: 1, unitPriceFen })),
    };
  });
  const answer = await counter.call('POST', '/records', { records });
  if (answer.errorcode !== 0) throw new Error(`${counter.sn}：${answer.errormsg}`);
  for (const one of (answer.data as unknown as { answers: Told[] }).answers)
    if (one.result !== 'POSTED' && one.result !== 'DUPLICATE')
      countReason(tally.refused, one.errorcode ?? 0, one.message ?? '');
    else tally.taken += 1;
  return plates.map(({ personId }, i) => ({ personId, exposed: i % 2 === 1, at: noon + i * minute }));
}

/** @throws when no published lunch or window is there */
export async function playOutbreak(stage: Stage): Promise<SafetyTally> {
  const { organization } = stage;
  const tally = newSafetyTally();
  const dice = chance(stage.seed);
  const windows = (
    await everyRow<{ id: number; kind: string; status: string; restaurantId: number | null }>(
      organization,
      `${area}/deploy_site`,
    )
  ).filter(({ kind, status }) => kind === 'CONSUME_WINDOW' && status === 'NORMAL');
  const lunch = await lastLunch(stage, new Set(windows.map(({ restaurantId }) => restaurantId ?? 0)));
  const window = windows.find(({ restaurantId }) => restaurantId === lunch.restaurantId)!;
  const stands = { mode: 'DISH', deploySiteId: window.id };
  const [counter] = await equip(stage, { prefix: 'SIMO-', kind: 'POS', name: '模拟点餐机', count: 1, stands });
  await beat(counter!);
  await syncCards(counter!);
  const bad = dice.pick(lunch.dishes).name;
  const ate = await serve(counter!, lunch, bad, dice, tally);
  await beat(counter!);
  const numbers = new Map(
    (await everyRow<{ id: number; jobNumber: string | null }>(organization, `${area}/user`)).map((one) => [
      one.id,
      one.jobNumber,
    ]),
  );
  const sick = ate.filter(({ exposed }) => dice.happens(exposed ? ill.exposed : ill.others));
  const onsets = sick.map(({ at }) => at + dice.between(4 * 60, 10 * 60) * minute);
  const { id } = await organization.call<{ id: number }>(`${area}/food_trace`, 'create', {
    title: '模拟：午餐后群体发病',
    remark: '由模拟程序建案',
    fromAt: isoAt(Date.parse(`${lunch.date}T05:00:00+08:00`)),
    toAt: isoAt(Math.max(...onsets)),
    people: sick.map(({ personId }, i) => ({
      who: numbers.get(personId) ?? '',
      sick: true,
      onsetAt: isoAt(onsets[i]!),
      symptoms: i % 3 ? '腹泻' : '呕吐、腹泻',
    })),
  });
  await organization.call(`${area}/food_trace`, 'open', { id });
  const { dishes, samples } = await organization.call<{
    dishes: { dish: string; label: string; a: number; b: number; ratio: number | null; low: number | null }[];
    samples: { dish: string; sampleNo: string; status: string }[];
  }>(`${area}/food_trace/study`, 'look', { id });
  const [top] = dishes;
  if (top?.dish !== bad) tally.faults += 1;
  tally.notes.push(
    `${lunch.date} 午餐 ${ate.length} 人就餐，${sick.length} 人发病；致病的是「${bad}」，溯源排在最前的是「${top?.dish ?? '没有'}」（${top?.a} 人发病、${top?.b} 人未发病）`,
  );
  const sealed = samples.filter(({ dish, status }) => dish === bad && status === 'SEALED');
  tally.notes.push(
    sealed[0] ? `该菜留样 ${sealed.map(({ sampleNo }) => sampleNo).join('、')} 已封存` : '该菜没有可封存的留样',
  );
  return tally;
}

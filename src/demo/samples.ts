/** Samples of sixty days: weighed into the cabinet meal by meal, removed by two; three missed, two light, one sent away early. */
import { postEvents } from '../domains/device/public.server.ts';
import { discardSamples, missWindows, takeReadings, takeSample } from '../domains/samples/public.server.ts';
import { addDays, dateAt } from '../kit/server/clock.ts';
import type { Ctx } from '../kit/server/context.ts';
import { runCommand } from '../kit/server/page/command.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import { crewOfPost } from './crew.ts';
import { area, at, isWeekend, type Life } from './life.ts';
import { film, photograph } from './media.ts';
import { dayNumber } from './walk-ins.ts';

const path = `${area}/sample_management`;

/** What a small kitchen cooked before it had a menu here. */
const early = ['红烧肉', '清炒时蔬', '番茄蛋汤', '米饭'];

/** Days before today on which something went wrong, and what. */
const missedAgo = [3, 17, 41];
const lightAgo = [5, 26];
const takenAgo = 9;
/** The night the cabinet was warm, and how many days its readings go back. */
const warmAgo = 2;
const readDays = 10;

interface Waiting {
  id: number;
  day: string;
  starts: string;
}

/** A command as the page's own, with the second administrator as its witness. */
async function byTwo(life: Life, work: (ctx: Ctx) => Promise<unknown>): Promise<void> {
  const ctx = life.actor.ctx(path);
  const { accountId, account, name } = life.checker.ctx(path).session;
  const answer = await runCommand(ctx, (inner) => work({ ...inner, witness: { accountId, account, name } }));
  if (isRefusal(answer)) throw new Error(`demo samples: ${refusalMessage(answer)}`);
}

async function setUp(life: Life, restaurantId: number): Promise<void> {
  const { actor, plan, places } = life;
  await actor.call(`${area}/sample_food_quantum/setting`, 'update', {
    canteenKind: plan.kind === 'SCHOOL' ? 'K12' : 'STAFF',
  });
  await actor.call(`${area}/sample_food_quantum`, 'create', {
    mealPeriodId: null,
    dishTypeId: null,
    needs: 'KIND',
    minGrams: plan.kind === 'SCHOOL' ? 150 : 125,
    retainHours: 48,
    beforeMinutes: 120,
    afterMinutes: 30,
    tempMin: 0,
    tempMax: 8,
    status: 'NORMAL',
  });
  for (const [i, cabinetId] of places.cabinetIds.entries())
    await actor.call(`${area}/sample_device_food_link`, 'create', {
      restaurantId,
      mealPeriodIds: i === 0 ? [] : [places.mealIds.get('晚餐')],
      dishTypeIds: [],
      cabinetId,
      cellRows: 10,
      cellColumns: 10,
      scaleId: places.scaleId,
      status: 'NORMAL',
    });
}

/** The waiting samples of days from `from`, oldest meal first. */
async function waitingFrom({ actor }: Life, from: string): Promise<Waiting[]> {
  return actor
    .ctx(path)
    .db.selectFrom('sample as s')
    .innerJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 's.organization_id').onRef('m.id', '=', 's.meal_period_id'),
    )
    .select(['s.id', 's.dining_date as day', 'm.start_time as starts'])
    .where('s.status', 'in', ['TO_SAMPLE', 'MISSED'])
    .where('s.dining_date', '>=', from)
    .orderBy('s.dining_date')
    .orderBy('m.start_time')
    .orderBy('s.id')
    .execute();
}

const minuteOf = (hm: string) => Number(hm.slice(0, 2)) * 60 + Number(hm.slice(3));

/** Weighs a meal ten minutes before it begins; on some days a dish is forgotten or too little was left. */
async function weighMeal(life: Life, meal: readonly Waiting[], ago: number, cellFrom: number): Promise<number> {
  const last = meal.length > 1 ? meal.length - 1 : meal.length;
  const kept = missedAgo.includes(ago) ? meal.slice(0, last) : meal;
  const samples = kept.map(({ id }, i) => {
    const light = i === 0 && lightAgo.includes(ago);
    const cell = cellFrom + i;
    return {
      id,
      grams: light ? 118 : 152 + ((id * 7) % 23),
      weighReason: light ? '出品不足，已提醒厨师长' : null,
      cell: `${String.fromCharCode(65 + (Math.floor(cell / 10) % 10))}${(cell % 10) + 1}`,
    };
  });
  if (samples.length > 0) await life.actor.call(path, 'weighAll', { samples });
  return kept.length;
}

/** Removes what is due at `setNow`'s moment; one is sent to the laboratory instead, before its time. */
async function removeDue(life: Life, now: number, sendAway: boolean): Promise<void> {
  const kept = await life.actor
    .ctx(path)
    .db.selectFrom('sample')
    .select(['id', 'grams', 'due_at as dueAt'])
    .where('status', '=', 'RETAINING')
    .orderBy('id')
    .execute();
  const due = kept.filter(({ dueAt }) => Date.parse(dueAt!) <= now).map(({ id }) => id);
  if (due.length > 0) await byTwo(life, (ctx) => discardSamples(ctx, due));
  const sent = sendAway ? kept.find(({ id }) => !due.includes(id)) : undefined;
  if (sent)
    await byTwo(life, (ctx) =>
      takeSample(ctx, sent.id, {
        removeReason: 'INSPECTION',
        takenGrams: sent.grams!,
        agency: '区疾病预防控制中心',
        taker: '李检验',
        receiptNo: 'SJ-0612',
        reason: '例行抽检',
      }),
    );
}

/** Lives the samples of `days` days before `now`. */
export async function liveSamples(life: Life, now: number, days: number, setNow: (ms: number) => void): Promise<void> {
  const { actor, services, places } = life;
  const today = dateAt(now);
  const place = await actor
    .ctx(path)
    .db.selectFrom('restaurant')
    .select('id')
    .where('kind', '=', 'RESTAURANT')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const lunch = [...places.mealIds].find(([name]) => name.includes('午'))?.[1] ?? [...places.mealIds.values()][0]!;
  setNow(at(addDays(today, -days), 9 * 60));
  await setUp(life, place.id);
  // Days before the menu: the kitchen types its dishes itself.
  const menus = await actor
    .ctx(path)
    .db.selectFrom('sample')
    .select((eb) => eb.fn.min('dining_date').as('first'))
    .executeTakeFirst();
  for (let day = addDays(today, -days); day < (menus?.first ?? today); day = addDays(day, 1)) {
    if (isWeekend(day)) continue;
    setNow(at(day, 10 * 60));
    await actor.call(path, 'create', {
      diningDate: day,
      mealPeriodId: lunch,
      restaurantId: place.id,
      dishes: early.map((dishName) => ({ dishName, dishTypeId: null })),
    });
  }
  const meals = Map.groupBy(await waitingFrom(life, addDays(today, -days)), (one) => `${one.day}|${one.starts}`);
  let cell = 0;
  let removedOn = '';
  for (const meal of meals.values()) {
    const { day, starts } = meal[0]!;
    const when = at(day, minuteOf(starts) - 10);
    if (when > now) continue;
    const ago = dayNumber(today) - dayNumber(day);
    if (day !== removedOn) {
      setNow(Math.min(now, at(day, 6 * 60)));
      // What is due leaves in the morning, long ago every other one; today's is left for who looks at the demo.
      if (ago > 0 && (ago < 5 || ago % 2 === 1 || ago === takenAgo))
        await removeDue(life, Math.min(now, at(day, 6 * 60)), ago === takenAgo);
      removedOn = day;
    }
    setNow(when);
    cell += await weighMeal(life, meal, starts > '09:00' && starts < '14:00' ? ago : 0, cell);
  }
  setNow(now);
  await missWindows(services);
}

const lunchAt = 11 * 60 + 50;

/** When a cabinet is opened to put samples in, minutes of the day: the last of several takes dinner's. */
const opensAt = ({ cabinets }: Life['plan'], nth: number): number[] => {
  const dinnerAt = 17 * 60 + 50;
  if (nth > 0) return [dinnerAt];
  return [7 * 60 + 20, lunchAt, ...(cabinets.length === 1 ? [dinnerAt] : [])];
};

/** A day's minutes of a cabinet: cold with a slow swing, a gap at noon once in a while, the first of them warm in one night. */
function minutesOfDay(day: string, ago: number, until: number, nth: number, opened: readonly number[]) {
  const start = at(day, 0) / 60_000;
  return Array.from({ length: 1_440 }, (_, i) => i)
    .filter((i) => start + i < until / 60_000 && !(ago % 6 === 4 - nth && i >= 760 && i < 790))
    .map((i) => {
      const swing = Math.round(38 + 8 * Math.sin((i + ago * 97 + nth * 41) / 70)) - nth * 6;
      const warm = nth === 0 && ago === warmAgo && i >= 60 && i < 190 ? 62 - Math.abs(i - 125) : 0;
      // Opened for a minute when the samples of a meal are put in.
      return {
        minute: start + i,
        temp10: swing + Math.max(0, warm),
        door: opened.includes(i),
        humidity: 62,
      };
    });
}

/** What was due by yesterday evening has left; what came due since waits for who looks at the demo. */
export async function removeOld(life: Life, now: number, setNow: (ms: number) => void): Promise<void> {
  const evening = at(addDays(dateAt(now), -1), 20 * 60);
  setNow(evening);
  await removeDue(life, evening, false);
  setNow(now);
}

/** Days back that the cabinets tell who opened them. */
const openedDays = 6;

/** Who opened the cabinets, for how long, photographed and at lunch filmed; once the door stood open while somebody was called away. */
export async function liveOpenings(life: Life, now: number, setNow: (ms: number) => void): Promise<void> {
  const { services, places, plan } = life;
  const keepers = crewOfPost(life, ['COLD_DISH', 'COOK']);
  for (const [nth, { known }] of places.devices.filter(({ mode }) => mode === 'CABINET').entries()) {
    let no = 0;
    for (let ago = openedDays; ago >= 0; ago -= 1) {
      const day = addDays(dateAt(now), -ago);
      const events: Record<string, unknown>[] = [];
      for (const minute of opensAt(plan, nth)) {
        const when = at(day, minute);
        if (when + 300_000 > now) continue;
        setNow(when + 300_000);
        const { personId } = keepers[(ago + minute) % keepers.length]!;
        const seconds = ago === 3 && minute === lunchAt ? 190 : 35 + ((ago * 7 + minute) % 40);
        const told = { epoch: known.epoch, personId };
        const media = [await photograph(services, known, `${day} ${minute}`)];
        events.push({ ...told, no: ++no, kind: 'OPEN', at: when, way: 'FACE', reason: '入柜', media });
        events.push({ epoch: known.epoch, no: ++no, kind: 'CLOSE', at: when + seconds * 1_000 });
        if (minute !== lunchAt) continue;
        const clip = [await film(services, known, 12, 60_000 + ago)];
        events.push({ ...told, no: ++no, kind: 'CLIP', at: when + 2_000, event: 'PUT', media: clip });
      }
      if (events.length === 0) continue;
      const answer = await postEvents(services, known, { events });
      if (isRefusal(answer)) throw new Error(`demo cabinet: ${refusalMessage(answer)}`);
      const wrong = answer.answers.find(({ result }) => result !== 'TAKEN');
      if (wrong) throw new Error(`demo cabinet: ${JSON.stringify(wrong)}`);
    }
  }
  setNow(now);
}

/** What the cabinets read in the last days, told at the end of each. */
export async function liveReadings(life: Life, now: number, setNow: (ms: number) => void): Promise<void> {
  const { services, organizationId, places, plan } = life;
  const today = dateAt(now);
  for (let ago = readDays; ago >= 0; ago -= 1) {
    const day = addDays(today, -ago);
    const until = Math.min(now, at(day, 1_440));
    setNow(until);
    for (const [nth, deviceId] of places.cabinetIds.entries()) {
      const values = minutesOfDay(day, ago, until, nth, opensAt(plan, nth));
      if (values.length > 0) await takeReadings(services, { organizationId, deviceId }, { sensor: 1, values });
    }
  }
  setNow(now);
}

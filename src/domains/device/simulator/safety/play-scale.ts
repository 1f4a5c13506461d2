/**
 * Samples of a meal at the scale and its cabinet: a box too light that is topped up, boxes put into their cells; the cabinet had been
 * cut off for a whole day, whose readings come at once and again, and what was put meanwhile comes late.
 */
import { chance } from '../../../../kit/server/chance.ts';
import { dateAt } from '../../../../kit/server/clock.ts';
import { everyRow, type Listed } from '../console-calls.ts';
import { beat } from '../terminal.ts';
import { equip, type Stage } from './equip.ts';
import { newSafetyTally, numbered, type SafetyTally, tell } from './tell.ts';

const area = '/admin/organization';
const minute = 60_000;
const day = 24 * 60;
const boxes = 6;
const tare = 40;

interface Sample {
  id: number;
  dishName: string;
  minGrams: number;
}

/** Dishes written down by hand for a meal of today, under names no other run has used. */
async function dishesOf({ organization, clock, seed }: Stage, place: { restaurantId: number; mealPeriodId: number }) {
  const path = `${area}/sample_management`;
  const diningDate = dateAt(clock.now());
  const name = (n: number) => `模拟 ${seed}-${clock.now() % 100_000}-${n}`;
  const dishes = Array.from({ length: boxes }, (_, n) => ({ dishName: name(n + 1), dishTypeId: null }));
  await organization.call(path, 'create', { ...place, diningDate, dishes });
  const all = await everyRow<Sample>(organization, path, { keyword: `模拟 ${seed}-` });
  return all.filter(({ dishName }) => dishes.some((dish) => dish.dishName === dishName));
}

/** Who weighs: somebody of the kitchen who is fit today, else anybody of the unit. */
async function weigherOf({ organization }: Stage): Promise<number> {
  const crew = await everyRow<{ personId: number; today: string }>(organization, `${area}/cook_user`, {
    status: 'NORMAL',
  });
  const fit = crew.find(({ today }) => today === 'PASS' || today === 'RECHECK_PASS');
  if (fit) return fit.personId;
  const { rows } = await organization.call<Listed<{ id: number }>>(`${area}/user`, 'query', { size: 50 });
  const workers = new Set(crew.map(({ personId }) => personId));
  return rows.find(({ id }) => !workers.has(id))!.id;
}

export async function playScale(stage: Stage): Promise<SafetyTally> {
  const { organization } = stage;
  const tally = newSafetyTally();
  const dice = chance(stage.seed);
  const [scale] = await equip(stage, { prefix: 'SIMQ-', kind: 'SCALE', name: '模拟留样秤', count: 1 });
  const [cabinet] = await equip(stage, { prefix: 'SIMX-', kind: 'SAMPLE_CABINET', name: '模拟断网柜', count: 1 });
  const restaurants = await organization.call<Listed<{ id: number }>>(`${area}/restaurant`, 'query', { size: 1 });
  const meals = await organization.call<Listed<{ id: number }>>(`${area}/meal`, 'query', { size: 1 });
  const place = { restaurantId: restaurants.rows[0]!.id, mealPeriodId: meals.rows[0]!.id };
  const linkPath = `${area}/sample_device_food_link`;
  const linked = await organization.call<Listed<{ id: number }>>(linkPath, 'query', {
    search: { cabinetId: [cabinet!.deviceId] },
  });
  if (linked.rows.length === 0)
    await organization.call(linkPath, 'create', {
      restaurantId: place.restaurantId,
      mealPeriodIds: [place.mealPeriodId],
      dishTypeIds: [],
      cabinetId: cabinet!.deviceId,
      scaleId: scale!.deviceId,
      cellRows: 9,
      cellColumns: 20,
      status: 'NORMAL',
    });
  await beat(scale!);
  await beat(cabinet!);
  const samples = await dishesOf(stage, place);
  const personId = await weigherOf(stage);
  const reason = '模拟：称样';
  const [light] = samples;
  // Too light without a word is refused by the server; topped up it counts.
  const short = { kind: 'WEIGH', sampleId: light!.id, grams: tare + light!.minGrams - 7, tare, personId };
  await tell(scale!, numbered(scale!, [short]), dice, tally);
  const weighed = samples.map(({ id, minGrams }) => ({
    kind: 'WEIGH',
    sampleId: id,
    grams: tare + minGrams + dice.between(0, 30),
    tare,
    personId,
    reason,
  }));
  await tell(scale!, numbered(scale!, weighed), dice, tally);
  const first = Math.floor(stage.clock.now() / 1000) % 150;
  const cells = Array.from({ length: boxes }, (_, n) => first + n).map(
    (n) => `${String.fromCharCode(65 + (Math.floor(n / 20) % 9))}${(n % 20) + 1}`,
  );
  const put = samples.map(({ id }, n) => ({ kind: 'PUT', sampleId: id, cell: cells[n]!, personIds: [personId] }));
  await tell(cabinet!, numbered(cabinet!, put), dice, tally);
  // A day of readings, in two halves; what was already told is told again.
  const end = Math.floor(cabinet!.now() / minute) - 1;
  const readings = Array.from({ length: day }, (_, n) => ({
    minute: end - day + n,
    temp10: 38 + dice.between(-3, 3),
    rh: dice.between(55, 65),
    door: false,
  }));
  for (const values of [readings.slice(0, day / 2), readings.slice(day / 4), readings.slice(day / 2)]) {
    const answer = await cabinet!.call('POST', '/readings', { sensor: 1, values });
    if (answer.errorcode !== 0) tally.faults += 1;
    else tally.readings += (answer.data as { taken: number }).taken;
  }
  await beat(cabinet!);
  await beat(scale!);
  const kept = await everyRow<{ dishName: string; status: string }>(organization, `${area}/sample_management`, {
    keyword: `模拟 ${stage.seed}-`,
  });
  const held = kept.filter(
    ({ dishName, status }) => status === 'RETAINING' && samples.some((s) => s.dishName === dishName),
  );
  tally.notes.push(`称样 ${samples.length} 份，入柜 ${held.length} 份；柜子断网一天的 ${day} 个读数随后补传`);
  return tally;
}

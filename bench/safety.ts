/**
 * Food safety and gates under load: gates that tell every half second, a burst of them, a year of cabinets, lists over many
 * passages, a rule to all doors, a case of thousands. One durable database, in one process with the server.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '../src/demo/act.ts';
import { actorOf } from '../src/demo/units.ts';
import { type KnownDevice, postEvents } from '../src/domains/device/public.server.ts';
import { study } from '../src/domains/trace/testing.ts';
import { addDays, dateAt, isoAt } from '../src/kit/server/clock.ts';
import type { Services } from '../src/kit/server/context.ts';
import { isRefusal } from '../src/kit/server/refusal.ts';
import type { MealFigure } from './meal-kitchen.ts';
import { measureKill } from './safety-kill.ts';
import { measureLive } from './safety-live.ts';
import { measurePassages } from './safety-passages.ts';
import { inSmallHouse, type SmallHouse } from './small-house.ts';

const gates = 200;
const perGateAndSecond = 2;
const burst = 2_000;
/** Cabinets whose year is read together. */
const together = 20;
const area = '/admin/organization';

/** How much of it: small by default, as the rules ask for on a machine that has an hour for it. */
export interface SafetySizes {
  /** How long the gates tell; asked for are ten minutes. */
  gateSeconds: number;
  /** How long until and after a kill together. */
  killSeconds: number;
  /** Asked for are 500. */
  cabinets: number;
  /** Asked for are fifty million. */
  passages: number;
}

interface Site extends SafetySizes {
  services: Services;
  school: Actor;
  organizationId: number;
  today: string;
  districtId: number;
  doors: KnownDevice[];
  people: number[];
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
const figure = (name: string, said: string, limit: string, beside = ''): MealFigure => ({ name, said, limit, beside });

/** The middle of some runs, after two that warm up. */
async function middle(work: () => Promise<unknown>, runs = 15): Promise<number> {
  const times: number[] = [];
  for (let n = -2; n < runs; n += 1) {
    const start = performance.now();
    const answer = await work();
    if (isRefusal(answer)) throw new Error(answer.code);
    if (n >= 0) times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)]!;
}

/** Gates and cabinets of the unit as rows: setting two hundred up by hand is not what is measured. */
async function plantDevices({ pool, clock }: Services, organizationId: number, cabinets: number): Promise<void> {
  const values = [organizationId, isoAt(clock.now())];
  await pool.query(
    `insert into device_type (id, name, model, kind, abilities, created_at, updated_at)
     values (9001, '压测闸机', 'B-GATE', 'GATE', '{CARD}', $1, $1), (9002, '压测留样柜', 'B-CAB', 'SAMPLE_CABINET', '{CARD}', $1, $1)`,
    [values[1]],
  );
  for (const [type, from, count] of [
    [9001, 900_000, gates],
    [9002, 910_000, cabinets],
  ])
    await pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       select $3 + n, 'BENCH-' || ($3 + n), $4, '压测' || ($3 + n), $1, 'ACTIVE', $2, $2 from generate_series(1, $5::int) n`,
      [...values, from, type, count],
    );
}

async function measureGates({ services, doors, people, gateSeconds }: Site): Promise<MealFigure[]> {
  const taken = async () =>
    (await services.pool.query<{ n: number }>('select count(*)::int as n from passage')).rows[0]!.n;
  const before = await taken();
  const numbers = doors.map(() => 0);
  const eventOf = (gate: number) => {
    numbers[gate]! += 1;
    return {
      epoch: 1,
      no: numbers[gate]!,
      kind: 'PASSAGE',
      at: services.clock.now(),
      direction: numbers[gate]! % 2 ? 'IN' : 'OUT',
      identify: 'CARD',
      personId: people[(gate * 31 + numbers[gate]!) % people.length]!,
      verdict: 'PASS',
    };
  };
  const times: number[] = [];
  const tell = async (gate: number) => {
    const start = performance.now();
    const answer = await postEvents(services, doors[gate]!, { events: [eventOf(gate)] });
    times.push(performance.now() - start);
    if (isRefusal(answer) || answer.answers[0]!.result !== 'TAKEN') throw new Error(JSON.stringify(answer));
  };
  const running: Promise<void>[] = [];
  const everyMs = 1000 / (gates * perGateAndSecond);
  const start = performance.now();
  for (let n = 0; n < gates * perGateAndSecond * gateSeconds; n += 1) {
    const wait = start + n * everyMs - performance.now();
    if (wait > 1) await pause(wait);
    running.push(tell(n % gates));
  }
  await Promise.all(running);
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)]!;
  const lost = running.length - ((await taken()) - before);
  const outcomes = await Promise.all(
    Array.from({ length: burst }, (_, n) => postEvents(services, doors[n % gates]!, { events: [eventOf(n % gates)] })),
  );
  const busy = outcomes.filter((one) => isRefusal(one)).length;
  return [
    figure(
      `${gates} 台闸机 × ${perGateAndSecond}/s，${gateSeconds} 秒，p99`,
      ms(p99),
      '100 ms',
      `丢失或重复 ${lost} 条；中位 ${ms(sorted[Math.floor(sorted.length / 2)]!)}`,
    ),
    figure(`一瞬间 ${burst} 条`, `收下 ${burst - busy} 条`, '收下或 503', `503 ${busy} 条`),
  ];
}

/** A year of each cabinet: hours and the days they add up to. */
async function measureCabinets({ services, school, organizationId, today, cabinets }: Site): Promise<MealFigure[]> {
  const { pool } = services;
  const from = addDays(today, -365);
  for (let day = from; day <= today; day = addDays(day, 28)) await pool.query('select sample_ensure_month($1)', [day]);
  await pool.query('select sample_ensure_month($1)', [today]);
  await pool.query(
    `insert into reading_hour (organization_id, device_id, sensor, hour, temp, humidity, door, n, min10, max10, sum10, out_minutes)
     select $1, 910000 + d, 1, h, array_fill((38 + d % 5)::smallint, array[60]), 60, repeat('0', 60)::bit(60), 60, 38, 43, 2400, 0
     from generate_series(1, $2::int) d, generate_series($3::timestamptz, $4::timestamptz, '1 hour') h on conflict do nothing`,
    [organizationId, cabinets, `${from}T00:00:00+08:00`, `${today}T00:00:00+08:00`],
  );
  await pool.query(
    `insert into reading_day (organization_id, device_id, sensor, day, ok_minutes, out_minutes, n, min10, max10, sum10, door_minutes, longest_out)
     select $1, 910000 + d, 1, t::date, 1440, 0, 1440, 38, 43, 57600, 0, 0
     from generate_series(1, $2::int) d, generate_series($3::date, $4::date, '1 day') t on conflict do nothing`,
    [organizationId, cabinets, from, addDays(today, -1)],
  );
  await pool.query('analyze reading_hour; analyze reading_day');
  const page = `${area}/smaple_device_status`;
  const day = addDays(today, -40);
  const year = Number(today.slice(0, 4));
  const some = Math.min(together, cabinets);
  return [
    figure('一台柜一天的曲线', ms(await middle(() => school.call(page, 'day', { deviceId: 910_001, day }))), '20 ms'),
    figure(
      '一台柜一年的热力图',
      ms(await middle(() => school.call(page, 'year', { deviceId: 910_001, year }))),
      '20 ms',
    ),
    figure(
      `${some} 台柜的一年（共 ${cabinets} 台）`,
      ms(
        await middle(() =>
          Promise.all(
            Array.from({ length: some }, (_, i) => school.call(page, 'year', { deviceId: 910_001 + i, year })),
          ),
        ),
      ),
      '50 ms',
    ),
  ];
}

async function measureMatrices({ school, today }: Site): Promise<MealFigure[]> {
  const at = `${area}/access_control_attendance/month`;
  const month = { search: { day: [`${today.slice(0, 7)}-01`, today] }, size: 100 };
  const kitchen = await middle(() =>
    school.call(`${area}/morning_check`, 'matrix', { day: today, restaurantId: null }),
  );
  const samples = await middle(() =>
    school.call(`${area}/sample_management`, 'matrix', { date: today, restaurantId: null }),
  );
  return [
    figure('晨检矩阵', ms(kitchen), '30 ms'),
    figure('留样矩阵', ms(samples), '30 ms'),
    figure('考勤月表', ms(await middle(() => school.call(at, 'query', month))), '50 ms'),
  ];
}

async function measureRule({ school, districtId }: Site): Promise<MealFigure> {
  const start = performance.now();
  const answer = await school.call(`${area}/district/rule`, 'create', {
    districtId,
    name: '压测规则',
    effect: 'ALLOW',
    direction: 'BOTH',
    sure: true,
  });
  if (isRefusal(answer)) throw new Error(answer.code);
  return figure(`一条规则下发到 ${gates} 扇门`, ms(performance.now() - start), '2 s', '含人脸随规则调整');
}

function measureStudy(): MealFigure {
  const meals = Array.from({ length: 15 }, (_, m) => `m${m}`);
  const dishes = new Map(meals.map((meal) => [meal, Array.from({ length: 8 }, (_, i) => `${meal}|d${i}`)]));
  const people = Array.from({ length: 5_000 }, (_, i) => i + 1);
  const start = performance.now();
  const { dishes: found } = study({
    dishes,
    told: [],
    asked: [],
    meals: people.flatMap((who) => meals.filter((_, m) => (who + m) % 3 !== 0).map((meal) => ({ who, meal }))),
    lines: people.map((who) => ({ who, meal: meals[who % 15]!, dish: `${meals[who % 15]}|d${who % 8}` })),
    sick: new Set(people.filter((who) => who % 97 === 0)),
  });
  return figure(`溯源 5,000 人 × ${15 + found.length} 项暴露`, ms(performance.now() - start), '1 s');
}

async function openSite({ services, clock, organizationId }: SmallHouse, sizes: SafetySizes): Promise<Site> {
  // Nothing is done behind the measured work's back.
  await services.jobs.stop();
  const school = await actorOf(services, 'school');
  await plantDevices(services, organizationId, sizes.cabinets);
  const ids = Array.from({ length: gates }, (_, i) => 900_001 + i);
  // A district holds fifty doors of its form; the rest are its doors all the same.
  const { id: districtId } = await school.call<{ id: number }>(`${area}/district`, 'create', {
    name: '压测校门',
    kind: 'GATE',
    doors: ids.slice(0, 50).map((deviceId) => ({ deviceId, direction: 'BOTH' })),
    status: 'NORMAL',
  });
  await services.pool.query(
    `insert into door (organization_id, device_id, district_id, direction, created_at)
     select $1, d, $2, 'BOTH', $4 from unnest($3::bigint[]) d on conflict do nothing`,
    [organizationId, districtId, ids, isoAt(clock.now())],
  );
  const people = await services.pool.query<{ id: number }>(
    `select id from person where organization_id = $1 and status = 'NORMAL' order by id`,
    [organizationId],
  );
  const doors = ids.map(
    (deviceId) =>
      ({
        at: { deviceId, organizationId, sn: `BENCH-${deviceId}`, name: `压测${deviceId}`, restaurantId: 0 },
        epoch: 1,
        kind: 'GATE',
        clockOffsetMs: 0,
      }) as KnownDevice,
  );
  return {
    ...sizes,
    services,
    school,
    organizationId,
    today: dateAt(clock.now()),
    districtId,
    doors,
    people: people.rows.map(({ id }) => id),
  };
}

export const measureSafety = (log: (line: string) => void, sizes: SafetySizes): Promise<MealFigure[]> =>
  inSmallHouse(log, async (house, add) => {
    const site = await openSite(house, sizes);
    const { services, organizationId, doors, people, cabinets } = site;
    add(...(await measureGates(site)), await measureRule(site));
    const gatesOf = doors.map(({ at }) => at.deviceId);
    const { dataDir, databaseUrl } = house;
    const kill = { services, dataDir, databaseUrl, organizationId, gates: gatesOf, people };
    add(await measureKill(kill, sizes.killSeconds, perGateAndSecond));
    add(...(await measureCabinets(site)));
    const ids = Array.from({ length: cabinets }, (_, i) => 910_001 + i);
    add(await measureLive(services, organizationId, ids));
    add(
      ...(await measureMatrices(site)),
      ...(await measurePassages({ ...site, superuserUrl: house.superuserUrl }, sizes.passages, middle)),
      measureStudy(),
    );
  });

/** A cabinet's temperatures: taken once, counted so that no data is never good data, alarms on its own time, late ones too. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { units } from '../../tenancy/testing.ts';
import { putSample } from '../desk/keep.ts';
import management from '../desk/pages/sample-management.server.ts';
import { weighSamples } from '../desk/weigh.ts';
import { type SampleBench, sampleBench, samplePath } from '../testing.ts';
import { addSamples } from '../todo/add-samples.ts';
import { type CabinetDay, readCabinetDay, readCabinetYear, type YearDay } from './cabinets.ts';
import { decideAlarms, type Minute } from './decide-alarms.ts';
import { countSlots, emptyHour, putMinutes } from './fold.ts';
import { readReadings } from './read-body.ts';
import { type CabinetSpan, readCabinetSpan, type Span } from './read-span.ts';
import { takeReadings } from './take-readings.ts';

const bounds = { min10: 0, max10: 80 };
const run = (temps: readonly number[], from = 1_000, door = false): Minute[] =>
  temps.map((temp10, i) => ({ minute: from + i, temp10, door }));
const times = <T>(n: number, value: T): T[] => new Array<T>(n).fill(value);

describe('when a cabinet is out of order', () => {
  const decided = (temps: readonly number[]) => decideAlarms({}, run(temps), bounds).decided;

  test('fourteen warm minutes are nothing, fifteen warn, sixty are critical, fifteen hot ones are critical too', () => {
    expect(decided([...times(14, 90), 40])).toEqual([]);
    expect(decided(times(15, 90))).toMatchObject([{ kind: 'TEMP', level: 'WARN', begin: 1_000, end: null }]);
    expect(decided(times(60, 90))).toMatchObject([{ level: 'CRITICAL' }]);
    expect(decided(times(15, 121))).toMatchObject([{ level: 'CRITICAL', worst10: 121 }]);
    expect(decided(times(15, -20))).toMatchObject([{ level: 'WARN', worst10: -20 }]);
  });

  test('it is over after ten minutes inside by half a degree, not at the edge', () => {
    const warm = times(20, 90);
    expect(decided([...warm, ...times(30, 78)])).toMatchObject([{ end: null }]);
    expect(decided([...warm, ...times(9, 70)])).toMatchObject([{ end: null }]);
    expect(decided([...warm, ...times(10, 70)])).toMatchObject([{ begin: 1_000, end: 1_020 }]);
  });

  test('an open door warns after two minutes and is critical after ten', () => {
    const doors = (n: number) => decideAlarms({}, run(times(n, 40), 1_000, true), bounds).decided;
    expect(doors(2)).toEqual([]);
    expect(doors(3)).toMatchObject([{ kind: 'DOOR', level: 'WARN' }]);
    expect(doors(11)).toMatchObject([{ level: 'CRITICAL' }]);
  });

  test('told minute by minute or all at once, it decides the same', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -30, max: 140 }), { minLength: 1, maxLength: 200 }), (temps) => {
        const minutes = run(temps);
        const last = new Map<string, unknown>();
        let memory = {};
        for (const minute of minutes) {
          const step = decideAlarms(memory, [minute], bounds);
          memory = step.memory;
          for (const one of step.decided) last.set(`${one.kind}${one.begin}`, one);
        }
        expect([...last.values()]).toEqual(decideAlarms({}, minutes, bounds).decided);
      }),
    );
  });
});

describe('slots', () => {
  test('the first value of a minute stays; a repeat that differs is counted; sums hold whatever comes', () => {
    const minute = fc.record({
      minute: fc.integer({ min: 0, max: 59 }),
      temp10: fc.integer({ min: -50, max: 150 }),
      door: fc.boolean(),
      humidity: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(minute, { maxLength: 120 }), (minutes) => {
        const once = putMinutes(emptyHour(), minutes);
        expect(once.taken.length).toBe(new Set(minutes.map((one) => one.minute)).size);
        for (const one of once.taken)
          expect(once.hour.temp[one.minute]).toBe(minutes.find((m) => m.minute === one.minute)!.temp10);
        const twice = putMinutes(once.hour, minutes);
        expect([twice.taken.length, twice.hour]).toEqual([0, once.hour]);
        const { n, outMinutes, longestOut } = countSlots(once.hour.temp, once.hour.door, bounds);
        expect(n).toBe(once.taken.length);
        expect(longestOut).toBeLessThanOrEqual(outMinutes);
      }),
    );
  });
});

describe('what a cabinet sends', () => {
  const now = Date.parse('2026-11-20T12:00:00+08:00');
  const minute = now / 60_000;
  test.each([
    [{}, 'values'],
    [{ values: [] }, 'values'],
    [{ values: [{ minute, temp10: 900, door: false }] }, 'temp10'],
    [{ values: [{ minute: 60, temp10: 40, door: false }] }, 'minute'],
    [{ values: [{ minute: minute + 60, temp10: 40, door: false }] }, 'minute'],
    [{ values: [{ minute: minute - 50 * 1_440, temp10: 40, door: false }] }, 'minute'],
    [{ values: [{ minute, temp10: 40.5, door: false }] }, 'temp10'],
    [{ values: [{ minute, temp10: 40, door: 'no' }] }, 'door'],
    [{ values: [{ minute, temp10: 40, door: false, rh: 101 }] }, 'rh'],
  ])('%j is refused by its field', (body, field) => {
    const answer = readReadings(body, now);
    expect(answer).toMatchObject({ code: 'READINGS_BAD', params: { detail: expect.stringContaining(field) } });
  });
});

describe('taken', () => {
  let b: SampleBench;
  let cabinet: number;
  let night = 0;
  /** Ten at night, and the minutes from then on. */
  let start: number;
  beforeAll(async () => {
    b = await sampleBench([management]);
  });
  afterAll(() => b?.bench.database.drop());
  beforeEach(async () => {
    night += 1;
    cabinet = await b.plantDevice('SAMPLE_CABINET', `柜${night}`);
    start = Date.parse('2026-11-20T22:00:00+08:00') / 60_000 + night * 1_440;
    b.bench.clock.set((start + 300) * 60_000);
  });
  const send = (temps: readonly (number | null)[], from = start, more: Partial<Minute> = {}) =>
    takeReadings(
      b.bench.services,
      { organizationId: units.organization, deviceId: cabinet },
      {
        sensor: 1,
        values: temps.flatMap((temp10, i) =>
          temp10 === null ? [] : [{ minute: from + i, temp10, door: false, humidity: null, ...more }],
        ),
      },
    );
  const dayOf = (minute: number) => new Date(minute * 60_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  const look = async (minute = start) =>
    (await readCabinetDay(
      b.school.ctx('/admin/organization/smaple_device_status'),
      cabinet,
      dayOf(minute),
    )) as CabinetDay;
  const alarms = () =>
    b.bench.db.selectFrom('cabinet_alarm').selectAll().where('device_id', '=', cabinet).orderBy('began_at').execute();
  /** A sample that stands in the cabinet since the night began. */
  async function keep(): Promise<number> {
    const ctx = b.school.ctx(samplePath);
    return ctx.db.transaction().execute(async (db) => {
      const inner = { ...ctx, db };
      const ids = (await addSamples(inner, {
        diningDate: dayOf(start),
        mealPeriodId: b.meals[1]!,
        restaurantId: b.place,
        dishes: [{ name: `菜${night}`, typeId: null }],
      })) as number[];
      await weighSamples(inner, [{ id: ids[0]!, grams: 150, weighReason: '补记' }], { atMs: start * 60_000 });
      await putSample(inner, ids[0]!, 'A1', 'put', { atMs: start * 60_000 });
      await db.updateTable('sample').set({ device_id: cabinet }).where('id', '=', ids[0]!).execute();
      return ids[0]!;
    });
  }

  test('sent twice it is taken once; what was said first stays, and the difference is counted', async () => {
    expect(await send(times(30, 40))).toEqual({ taken: 30, differing: 0 });
    expect(await send(times(30, 40))).toEqual({ taken: 0, differing: 0 });
    expect(await send([55, ...times(40, 40)])).toEqual({ taken: 11, differing: 1 });
    expect((await look()).temps.filter((t) => t !== null)).toEqual(times(41, 40));
  });

  test('across midnight, with gaps: 1,440 = in bounds + out + unknown, on both days', async () => {
    await send([...times(60, 40), ...times(30, null as never), ...times(60, 90)]);
    const year = (await readCabinetYear(
      b.school.ctx('/admin/organization/smaple_device_status'),
      cabinet,
      Number(dayOf(start).slice(0, 4)),
    )) as YearDay[];
    expect(year.map(({ ok, out, none }) => [ok, out, none])).toEqual([
      [60, 30, 1_350],
      [0, 30, 1_410],
    ]);
    const { temps } = await look();
    expect(temps.slice(22 * 60 + 60, 22 * 60 + 90)).toEqual(times(30, null));
  });

  test('a week hour by hour and a month day by day show the lowest and the highest; what is not known is not drawn over', async () => {
    await send([...times(60, 40), ...times(59, 40), 130]);
    const page = b.school.ctx('/admin/organization/smaple_device_status');
    const spanOf = async (span: Span) =>
      ((await readCabinetSpan(page, cabinet, dayOf(start), span)) as CabinetSpan).buckets;
    const week = await spanOf('WEEK');
    expect(week).toHaveLength(7 * 24);
    expect(week.slice(-3)).toMatchObject([
      { min10: null, max10: null, n: 0 },
      { min10: 40, max10: 40, n: 60, out: 0 },
      { min10: 40, max10: 130, n: 60, out: 1 },
    ]);
    const month = await spanOf('MONTH');
    expect(month).toHaveLength(30);
    expect(month.slice(-2)).toMatchObject([{ min10: null }, { min10: 40, max10: 130, n: 120, out: 1 }]);
    expect(
      await b.refused(
        readCabinetSpan(b.company.ctx('/admin/organization/smaple_device_status'), cabinet, dayOf(start), 'WEEK'),
      ),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a warm night marks the sample that stood in it, with its warmest; an empty cabinet only tells', async () => {
    await send(times(130, 95));
    expect(await alarms()).toMatchObject([{ kind: 'TEMP', level: 'INFO', samples: 0 }]);
    cabinet = await b.plantDevice('SAMPLE_CABINET', `另一柜${night}`);
    const id = await keep();
    await send([...times(130, 95), ...times(10, 40)]);
    expect(await alarms()).toMatchObject([
      { level: 'CRITICAL', samples: 1, worst10: 95, ended_at: expect.any(String) },
    ]);
    const sample = await b.bench.db.selectFrom('sample').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(sample).toMatchObject({ temp_out: true, temp_max10: 95 });
    const steps = await b.bench.db.selectFrom('sample_step').select('action').where('sample_id', '=', id).execute();
    expect(steps.filter((step) => step.action === 'TEMP')).toHaveLength(1);
  });

  test('uploaded late and out of order, the night comes out the same, and says that it was late', async () => {
    await keep();
    const night = [...times(20, 40), ...times(130, 95), ...times(20, 40)];
    for (const [from, to] of [
      [100, 170],
      [0, 50],
      [50, 100],
    ] as const)
      await send(night.slice(from, to), start + from);
    const found = await alarms();
    expect(found.filter((alarm) => alarm.began_at === found[0]!.began_at)).toMatchObject([
      { kind: 'TEMP', level: 'CRITICAL', told_late: true },
    ]);
    expect(Date.parse(found[0]!.began_at) / 60_000).toBe(start + 20);
    expect(Date.parse(found[0]!.ended_at!) / 60_000).toBe(start + 150);
  });

  test('with two sensors, each told minute by minute, the warm one warns; what is shown is the first', async () => {
    await keep();
    const second = (temp10: number, at: number) =>
      takeReadings(
        b.bench.services,
        { organizationId: units.organization, deviceId: cabinet },
        { sensor: 2, values: [{ minute: at, temp10, door: false, humidity: null }] },
      );
    for (let i = 0; i < 16; i += 1) {
      await send([95], start + i);
      await second(40, start + i);
    }
    expect(await alarms()).toMatchObject([{ kind: 'TEMP', level: 'WARN', worst10: 95, ended_at: null }]);
    const state = b.bench.db.selectFrom('cabinet_state').select('temp10').where('device_id', '=', cabinet);
    expect(await state.executeTakeFirst()).toEqual({ temp10: 95 });
  });

  test('another unit sees nothing of it', async () => {
    await send(times(10, 40));
    expect(
      await b.refused(readCabinetDay(b.company.ctx('/admin/organization/smaple_device_status'), cabinet, dayOf(start))),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });
});

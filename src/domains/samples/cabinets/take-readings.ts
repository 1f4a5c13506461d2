/**
 * Readings of a cabinet, taken once whatever is repeated: hours by slots, days counted anew, alarms decided on the cabinet's
 * time, samples told how warm they became – all in one transaction.
 */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { AlarmMemory, Bounds, Minute } from './decide-alarms.ts';
import { countSlots, emptyHour, type Hour, minutesOf, putMinutes } from './fold.ts';
import type { Readings } from './read-body.ts';
import { settleAlarms } from './settle-alarms.ts';
import '../tables.ts';

export interface Cabinet {
  organizationId: number;
  deviceId: number;
}

export interface Taken {
  taken: number;
  differing: number;
}

/** What the decider remembers of the first sensor, beside it of each other one by its number. */
type Memory = AlarmMemory & { others?: Readonly<Record<string, AlarmMemory>> };

/** The sensor whose readings are drawn and told as the cabinet's; the others warn. */
const shownSensor = 1;

interface State {
  min10: number;
  max10: number;
  offset10: number;
  offsetDate: string | null;
  readAt: string | null;
  memory: Memory;
}

const hourOf = (minute: number) => Math.floor(minute / 60);
const isoMinute = (minute: number) => isoAt(minute * 60_000);
const dayOf = (minute: number) => dateAt(minute * 60_000);

/** The cabinet's state under lock, and the bounds: its own, as far as no standard is stricter. */
async function lockState(sql: Sql, { organizationId, deviceId }: Cabinet, at: string): Promise<State> {
  await sql.query(
    `insert into cabinet_state (organization_id, device_id, updated_at) values ($1, $2, $3) on conflict do nothing`,
    [organizationId, deviceId, at],
  );
  const { rows } = await sql.query<State>(
    `select greatest(c.temp_min10, coalesce((select max(r.temp_min * 10)::int from sample_rule r
         where r.organization_id = $1 and r.status = 'NORMAL'), c.temp_min10)) as min10,
       least(c.temp_max10, coalesce((select min(r.temp_max * 10)::int from sample_rule r
         where r.organization_id = $1 and r.status = 'NORMAL'), c.temp_max10)) as max10,
       c.offset10, c.offset_date as "offsetDate", c.read_at as "readAt", c.memory
     from cabinet_state c where c.organization_id = $1 and c.device_id = $2 for update`,
    [organizationId, deviceId],
  );
  return rows[0]!;
}

type StoredHour = Hour & { hour: string };

async function readHours(sql: Sql, { organizationId, deviceId }: Cabinet, sensor: number, from: string, to: string) {
  const { rows } = await sql.query<StoredHour>(
    `select hour, temp, humidity, door::text as door from reading_hour
     where organization_id = $1 and device_id = $2 and sensor = $3 and hour >= $4 and hour < $5 order by hour`,
    [organizationId, deviceId, sensor, from, to],
  );
  return rows;
}

const asMinutes = (hours: readonly StoredHour[]): Minute[] =>
  minutesOf(hours.map(({ hour, temp, door }) => ({ startMinute: Date.parse(hour) / 60_000, temp, door })));

/** Counts the days anew from their hours. */
async function recountDays(sql: Sql, cabinet: Cabinet, sensor: number, days: readonly string[], bounds: Bounds) {
  for (const day of days) {
    const from = `${day}T00:00:00+08:00`;
    const start = Date.parse(from) / 60_000;
    const hours = await readHours(sql, cabinet, sensor, from, isoMinute(start + 1_440));
    const temps: (number | null)[] = new Array(1_440).fill(null);
    const doors = new Array<string>(1_440).fill('0');
    for (const { hour, temp, door } of hours) {
      const at = Date.parse(hour) / 60_000 - start;
      for (let i = 0; i < 60; i += 1) [temps[at + i], doors[at + i]] = [temp[i] ?? null, door[i]!];
    }
    const counted = countSlots(temps, doors.join(''), bounds);
    await sql.query(
      `insert into reading_day (organization_id, device_id, sensor, day, ok_minutes, out_minutes, n, min10, max10, sum10,
         door_minutes, longest_out)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (organization_id, device_id, sensor, day) do update set ok_minutes = excluded.ok_minutes,
         out_minutes = excluded.out_minutes, n = excluded.n, min10 = excluded.min10, max10 = excluded.max10,
         sum10 = excluded.sum10, door_minutes = excluded.door_minutes, longest_out = excluded.longest_out`,
      [
        cabinet.organizationId,
        cabinet.deviceId,
        sensor,
        day,
        counted.n - counted.outMinutes,
        counted.outMinutes,
        counted.n,
        counted.min10,
        counted.max10,
        counted.sum10,
        counted.doorMinutes,
        counted.longestOut,
      ],
    );
  }
}

/** Merges minutes into their hours. */
async function putHours(sql: Sql, cabinet: Cabinet, { sensor, values }: Readings, bounds: Bounds) {
  const groups = Map.groupBy(values, (one) => hourOf(one.minute));
  const keys = [...groups.keys()].sort((a, b) => a - b);
  const stored = await readHours(sql, cabinet, sensor, isoMinute(keys[0]! * 60), isoMinute((keys.at(-1)! + 1) * 60));
  const known = new Map(stored.map((hour) => [hourOf(Date.parse(hour.hour) / 60_000), hour]));
  for (const month of new Set(keys.map((key) => dayOf(key * 60).slice(0, 7))))
    await sql.query('select sample_ensure_month($1::date)', [`${month}-01`]);
  const taken: Minute[] = [];
  let differing = 0;
  const rows: Record<string, unknown>[] = [];
  for (const key of keys) {
    const put = putMinutes(known.get(key) ?? emptyHour(), groups.get(key)!);
    differing += put.differing;
    taken.push(...put.taken);
    if (put.taken.length === 0) continue;
    const counted = countSlots(put.hour.temp, put.hour.door, bounds);
    rows.push({
      hour: isoMinute(key * 60),
      temp: put.hour.temp,
      humidity: put.hour.humidity,
      door: put.hour.door,
      n: counted.n,
      min10: counted.min10,
      max10: counted.max10,
      sum10: counted.sum10,
      out_minutes: counted.outMinutes,
    });
  }
  if (rows.length > 0)
    await sql.query(
      `insert into reading_hour (organization_id, device_id, sensor, hour, temp, humidity, door, n, min10, max10, sum10, out_minutes)
       select $1, $2, $3, x.hour, array(select e::smallint from jsonb_array_elements_text(x.temp) with ordinality t (e, i) order by i),
         x.humidity, x.door::bit(60), x.n, x.min10, x.max10, x.sum10, x.out_minutes
       from jsonb_to_recordset($4::jsonb) as x (hour timestamptz, temp jsonb, humidity smallint, door text, n int, min10 int,
         max10 int, sum10 int, out_minutes int)
       on conflict (organization_id, device_id, sensor, hour) do update set temp = excluded.temp, humidity = excluded.humidity,
         door = excluded.door, n = excluded.n, min10 = excluded.min10, max10 = excluded.max10, sum10 = excluded.sum10,
         out_minutes = excluded.out_minutes`,
      [cabinet.organizationId, cabinet.deviceId, sensor, JSON.stringify(rows)],
    );
  return { taken, differing };
}

/** Stretch before late readings that is looked at again, minutes: longer than any rule of the decider. */
const lookBack = 180;

export async function takeReadings(
  services: Pick<Services, 'db' | 'clock' | 'ids'>,
  cabinet: Cabinet,
  readings: Readings,
): Promise<Taken> {
  const nowMs = services.clock.now();
  return services.db.transaction().execute(async (db) => {
    const sql = sqlOf(db);
    const state = await lockState(sql, cabinet, isoAt(nowMs));
    const bounds = { min10: state.min10, max10: state.max10 };
    const values = readings.values.map((one) =>
      state.offset10 !== 0 && (state.offsetDate === null || dayOf(one.minute) >= state.offsetDate)
        ? { ...one, temp10: one.temp10 + state.offset10 }
        : one,
    );
    const { taken, differing } = await putHours(sql, cabinet, { ...readings, values }, bounds);
    if (taken.length === 0) {
      if (differing > 0)
        await sql.query(
          'update cabinet_state set differing = differing + $3 where organization_id = $1 and device_id = $2',
          [cabinet.organizationId, cabinet.deviceId, differing],
        );
      return { taken: 0, differing };
    }
    await recountDays(sql, cabinet, readings.sensor, [...new Set(taken.map((one) => dayOf(one.minute)))], bounds);
    const first = taken[0]!.minute;
    const { others, ...shown } = state.memory;
    const isShown = readings.sensor === shownSensor;
    const known = isShown ? shown : (others?.[readings.sensor] ?? {});
    const inOrder = known.last === undefined || first > known.last;
    const decided = await settleAlarms({ db, ids: services.ids, clock: services.clock }, cabinet, {
      bounds,
      nowMs,
      memory: inOrder ? known : {},
      minutes: inOrder
        ? taken
        : async (from) =>
            asMinutes(await readHours(sql, cabinet, readings.sensor, isoMinute(from), isoAt(nowMs + 3_600_000))),
      from: first - lookBack,
    });
    const memory: Memory = isShown
      ? { ...decided, ...(others && { others }) }
      : { ...shown, others: { ...others, [readings.sensor]: decided } };
    const last = values.at(-1)!;
    const newest = isShown && (state.readAt === null || last.minute * 60_000 > Date.parse(state.readAt));
    await sql.query(
      `update cabinet_state set memory = $3::jsonb, differing = differing + $4, updated_at = $5,
         read_at = case when $6 then $7::timestamptz else read_at end, temp10 = case when $6 then $8::int else temp10 end,
         humidity = case when $6 then coalesce($9::int, humidity) else humidity end,
         door_open = case when $6 then $10::boolean else door_open end
       where organization_id = $1 and device_id = $2`,
      [
        cabinet.organizationId,
        cabinet.deviceId,
        JSON.stringify(memory),
        differing,
        isoAt(nowMs),
        newest,
        isoMinute(last.minute),
        last.temp10,
        last.humidity,
        last.door,
      ],
    );
    return { taken: taken.length, differing };
  });
}

/** What the page of cabinets shows: how each stands now, a day minute by minute, a year day by day. */
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { onlineSeconds } from '../../device/public.server.ts';
import { plainCabinet } from '../desk/cells.ts';
import type { CabinetAlarmRow } from '../tables.ts';
import '../tables.ts';

export interface CabinetCard {
  id: number;
  name: string;
  site: string;
  online: boolean;
  /** Tenths of a degree; null where it has never read. */
  temp10: number | null;
  humidity: number | null;
  doorOpen: boolean | null;
  readAt: string | null;
  min10: number;
  max10: number;
  cells: number;
  used: number;
  alarm: { kind: CabinetAlarmRow['kind']; level: CabinetAlarmRow['level']; since: string } | null;
  today: DayFigures;
  /** Repeats that said otherwise than the first. */
  differing: number;
  offset10: number;
  offsetDate: string | null;
  offsetProof: string;
}

export interface DayFigures {
  ok: number;
  out: number;
  /** 1,440 of a day that is over; of today what has passed. */
  none: number;
}

/** The unit's cabinets, those with an alarm first. */
export async function readCabinets(ctx: Ctx): Promise<CabinetCard[]> {
  const nowMs = ctx.clock.now();
  const today = dateAt(nowMs);
  const rows = await ctx.db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.type_id')
    .leftJoin('deploy_site as s', (on) =>
      on.onRef('s.organization_id', '=', 'd.organization_id').onRef('s.id', '=', 'd.deploy_site_id'),
    )
    .leftJoin('cabinet_state as c', (on) =>
      on.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.device_id', '=', 'd.id'),
    )
    .leftJoin('device_beat as b', 'b.device_id', 'd.id')
    .leftJoin('reading_day as y', (on) =>
      on
        .onRef('y.organization_id', '=', 'd.organization_id')
        .onRef('y.device_id', '=', 'd.id')
        .on('y.day', '=', today)
        .on('y.sensor', '=', 1),
    )
    .select([
      'd.id',
      'd.name',
      sql<string>`coalesce(s.name, '')`.as('site'),
      'b.last_beat_at as beatAt',
      'c.temp10',
      'c.humidity',
      'c.door_open as doorOpen',
      'c.read_at as readAt',
      sql<number>`coalesce(c.temp_min10, 0)`.as('min10'),
      sql<number>`coalesce(c.temp_max10, 80)`.as('max10'),
      sql<number>`coalesce(c.cell_rows * c.cell_columns, ${plainCabinet.rows * plainCabinet.columns})`.as('cells'),
      sql<number>`(select count(*)::int from sample k where k.organization_id = d.organization_id and k.device_id = d.id
        and k.status in ('RETAINING', 'SEALED'))`.as('used'),
      sql<number>`coalesce(c.differing, 0)`.as('differing'),
      sql<number>`coalesce(c.offset10, 0)`.as('offset10'),
      'c.offset_date as offsetDate',
      sql<string>`coalesce(c.offset_proof, '')`.as('offsetProof'),
      sql<number>`coalesce(y.ok_minutes, 0)`.as('ok'),
      sql<number>`coalesce(y.out_minutes, 0)`.as('out'),
    ])
    .where('t.kind', '=', 'SAMPLE_CABINET')
    .where('d.organization_id', '=', ownOrganization(ctx))
    .orderBy('d.id')
    .execute();
  const alarms = await ctx.db
    .selectFrom('cabinet_alarm')
    .select(['device_id as deviceId', 'kind', 'level', 'began_at as since'])
    .where('ended_at', 'is', null)
    .orderBy('began_at')
    .execute();
  const passed = Math.floor((nowMs - Date.parse(`${today}T00:00:00+08:00`)) / 60_000);
  const worst = { CRITICAL: 0, WARN: 1, INFO: 2 } as const;
  return rows
    .map(({ beatAt, ok, out, ...row }): CabinetCard => {
      const own = alarms
        .filter((alarm) => alarm.deviceId === row.id)
        .sort((a, b) => worst[a.level] - worst[b.level])[0];
      return {
        ...row,
        online: beatAt !== null && nowMs - Date.parse(beatAt) < onlineSeconds * 1_000,
        alarm: own ? { kind: own.kind, level: own.level, since: own.since } : null,
        today: { ok, out, none: Math.max(0, passed - ok - out) },
      };
    })
    .sort((a, b) => (a.alarm ? worst[a.alarm.level] : 3) - (b.alarm ? worst[b.alarm.level] : 3));
}

export interface CabinetDay {
  day: string;
  /** 1,440 minutes in tenths; null: nothing known. */
  temps: (number | null)[];
  /** Stretches of minutes with the door open, last excluded. */
  doors: [from: number, to: number][];
  min10: number;
  max10: number;
  alarms: {
    kind: CabinetAlarmRow['kind'];
    level: CabinetAlarmRow['level'];
    from: string;
    to: string | null;
    worst10: number | null;
    late: boolean;
  }[];
  figures: DayFigures;
}

export async function knownCabinet(ctx: Ctx, deviceId: number): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.type_id')
    .select('d.id')
    .where('d.id', '=', deviceId)
    .where('d.organization_id', '=', ownOrganization(ctx))
    .where('t.kind', '=', 'SAMPLE_CABINET')
    .executeTakeFirst();
  return found !== undefined;
}

/** Stretches of `1` in a run of signs. */
export function stretches(doors: readonly string[]): [number, number][] {
  const found: [number, number][] = [];
  for (const [i, one] of doors.entries()) {
    if (one !== '1') continue;
    const last = found.at(-1);
    if (last?.[1] === i) last[1] = i + 1;
    else found.push([i, i + 1]);
  }
  return found;
}

export async function readCabinetDay(ctx: Ctx, deviceId: number, day: string): Promise<CabinetDay | Refusal> {
  if (!(await knownCabinet(ctx, deviceId))) return refuse('NOT_FOUND');
  const start = Date.parse(`${day}T00:00:00+08:00`);
  const [from, to] = [isoAt(start), isoAt(start + 86_400_000)];
  const hours = await sqlOf(ctx.db).query<{ hour: string; temp: (number | null)[]; door: string }>(
    `select hour, temp, door::text as door from reading_hour
     where organization_id = $1 and device_id = $2 and sensor = 1 and hour >= $3 and hour < $4 order by hour`,
    [ownOrganization(ctx), deviceId, from, to],
  );
  const temps: (number | null)[] = new Array(1_440).fill(null);
  const doors = new Array<string>(1_440).fill('0');
  for (const { hour, temp, door } of hours.rows) {
    const at = (Date.parse(hour) - start) / 60_000;
    for (let i = 0; i < 60; i += 1) [temps[at + i], doors[at + i]] = [temp[i] ?? null, door[i]!];
  }
  const state = await ctx.db
    .selectFrom('cabinet_state')
    .select(['temp_min10 as min10', 'temp_max10 as max10'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  const alarms = await ctx.db
    .selectFrom('cabinet_alarm')
    .select(['kind', 'level', 'began_at as from', 'ended_at as to', 'worst10', 'told_late as late'])
    .where('device_id', '=', deviceId)
    .where('began_at', '<', to)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', from)]))
    .orderBy('began_at')
    .execute();
  const counted = await ctx.db
    .selectFrom('reading_day')
    .select(['ok_minutes as ok', 'out_minutes as out'])
    .where('device_id', '=', deviceId)
    .where('sensor', '=', 1)
    .where('day', '=', day)
    .executeTakeFirst();
  const { ok, out } = counted ?? { ok: 0, out: 0 };
  const passed = Math.max(0, Math.min(1_440, Math.floor((ctx.clock.now() - start) / 60_000)));
  return {
    day,
    temps,
    doors: stretches(doors),
    ...(state ?? { min10: 0, max10: 80 }),
    alarms,
    figures: { ok, out, none: Math.max(0, passed - ok - out) },
  };
}

export interface YearDay extends DayFigures {
  day: string;
  min10: number;
  max10: number;
  doorMinutes: number;
  longestOut: number;
}

/** Days of a year that have readings. */
export async function readCabinetYear(ctx: Ctx, deviceId: number, year: number): Promise<YearDay[] | Refusal> {
  if (!(await knownCabinet(ctx, deviceId))) return refuse('NOT_FOUND');
  const rows = await ctx.db
    .selectFrom('reading_day')
    .select([
      'day',
      'ok_minutes as ok',
      'out_minutes as out',
      'min10',
      'max10',
      'door_minutes as doorMinutes',
      'longest_out as longestOut',
    ])
    .where('device_id', '=', deviceId)
    .where('sensor', '=', 1)
    .where('day', '>=', `${year}-01-01`)
    .where('day', '<=', `${year}-12-31`)
    .orderBy('day')
    .execute();
  return rows.map((row) => ({ ...row, none: 1_440 - row.ok - row.out }));
}

export interface CabinetSetup {
  deviceId: number;
  min10: number;
  max10: number;
  offset10: number;
  offsetDate: string | null;
  offsetProof: string;
}

/** Bounds of the alarm and the sensor's correction, with when and by which proof. */
export async function setCabinet(ctx: Ctx, setup: CabinetSetup): Promise<null | Refusal> {
  if (!(await knownCabinet(ctx, setup.deviceId))) return refuse('NOT_FOUND');
  if (setup.min10 >= setup.max10) return refuse('INVALID_FIELDS', { detail: '下限须低于上限' }, { max: '须高于下限' });
  if (setup.offset10 !== 0 && (setup.offsetDate === null || setup.offsetProof.trim() === ''))
    return refuse('INVALID_FIELDS', { detail: '校准须填写日期与依据' }, { offsetProof: '请填写校准日期与依据' });
  const row = {
    temp_min10: setup.min10,
    temp_max10: setup.max10,
    offset10: setup.offset10,
    offset_date: setup.offsetDate,
    offset_proof: setup.offsetProof.trim(),
    updated_at: isoAt(ctx.clock.now()),
  };
  await sqlOf(ctx.db).query(
    `insert into cabinet_state (organization_id, device_id, updated_at) values ($1, $2, $3) on conflict do nothing`,
    [ownOrganization(ctx), setup.deviceId, row.updated_at],
  );
  await ctx.db.updateTable('cabinet_state').set(row).where('device_id', '=', setup.deviceId).execute();
  await ctx.audit({
    action: '设置留样柜',
    targetId: setup.deviceId,
    targetName: `${setup.min10 / 10}–${setup.max10 / 10} ℃${setup.offset10 === 0 ? '' : `，校准 ${setup.offset10 / 10} ℃（${setup.offsetDate} ${row.offset_proof}）`}`,
  });
  return null;
}

/** Writes what the decider finds: alarms begun, grown and over, and which samples stood in the warm. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { clear, raise } from '../../alerts/public.server.ts';
import { type AlarmMemory, type Bounds, type Decided, decideAlarms, type Minute, rules } from './decide-alarms.ts';
import type { Cabinet } from './take-readings.ts';

const isoMinute = (minute: number) => isoAt(minute * 60_000);
/** An alarm first heard of this long after it began was told late. */
const lateMs = 10 * 60_000;

export interface Settling {
  bounds: Bounds;
  nowMs: number;
  /** Where the decider goes on; empty where a stretch is looked at anew. */
  memory: AlarmMemory;
  /** New minutes in order, or all minutes from one on. */
  minutes: readonly Minute[] | ((from: number) => Promise<Minute[]>);
  /** From where a stretch is looked at anew. */
  from: number;
}

/** The samples whose place was that cabinet while minutes passed learn the warmest of them. */
async function tellSamples(sql: Sql, { organizationId, deviceId }: Cabinet, minutes: readonly Minute[]): Promise<void> {
  const inside = await sql.query<{ id: number; putAt: string; removedAt: string | null; warmest: number | null }>(
    `select id, put_at as "putAt", removed_at as "removedAt", temp_max10 as warmest from sample
     where organization_id = $1 and device_id = $2 and put_at <= to_timestamp($4::float8 * 60)
       and (removed_at is null or removed_at > to_timestamp($3::float8 * 60)) order by id`,
    [organizationId, deviceId, minutes[0]!.minute, minutes.at(-1)!.minute],
  );
  const warmer = inside.rows.flatMap(({ id, putAt, removedAt, warmest }) => {
    const [from, to] = [Date.parse(putAt), removedAt === null ? Infinity : Date.parse(removedAt)];
    const warm = minutes.reduce(
      (most, { minute, temp10 }) => (minute * 60_000 >= from && minute * 60_000 < to ? Math.max(most, temp10) : most),
      warmest ?? -Infinity,
    );
    return warm > (warmest ?? -Infinity) ? [{ id, warm }] : [];
  });
  if (warmer.length === 0) return;
  await sql.query(
    `update sample s set temp_max10 = x.warm from unnest($2::bigint[], $3::int[]) as x (id, warm)
     where s.organization_id = $1 and s.id = x.id and (s.temp_max10 is null or s.temp_max10 < x.warm)`,
    [organizationId, warmer.map(({ id }) => id), warmer.map(({ warm }) => warm)],
  );
}

/** Marks samples that stood an hour in an alarm, once each, with a step of the house. */
async function markSamples(
  sql: Sql,
  ids: Ids,
  { organizationId, deviceId }: Cabinet,
  alarm: Decided,
  nowMs: number,
): Promise<void> {
  const { rows } = await sql.query<{ id: number; restaurantId: number; status: string }>(
    `select id, restaurant_id as "restaurantId", status from sample
     where organization_id = $1 and device_id = $2 and not temp_out and put_at is not null
       and least(coalesce(removed_at, $4::timestamptz), $4::timestamptz) - greatest(put_at, $3::timestamptz) >= interval '60 minutes'
     order by id for update`,
    [organizationId, deviceId, isoMinute(alarm.begin), alarm.end === null ? isoAt(nowMs) : isoMinute(alarm.end)],
  );
  if (rows.length === 0) return;
  const stepIds = await ids.take(rows.length);
  await sql.query(
    'update sample set temp_out = true, updated_at = $3, version = version + 1 where organization_id = $1 and id = any($2::bigint[])',
    [organizationId, rows.map((row) => row.id), isoAt(nowMs)],
  );
  await sql.query(
    `insert into sample_step (organization_id, id, sample_id, restaurant_id, action, at, told_at, by_id, by_name, from_status,
       to_status, device_id, detail)
     select $1, x.id, x.sample_id, x.restaurant_id, 'TEMP', $3, $4, null, '系统', x.status, x.status, $5, $6
     from jsonb_to_recordset($2::jsonb) as x (id bigint, sample_id bigint, restaurant_id bigint, status text)`,
    [
      organizationId,
      JSON.stringify(
        rows.map((row, i) => ({
          id: stepIds[i],
          sample_id: row.id,
          restaurant_id: row.restaurantId,
          status: row.status,
        })),
      ),
      isoMinute(alarm.begin),
      isoAt(nowMs),
      deviceId,
      `柜温超限，最高 ${((alarm.worst10 ?? 0) / 10).toFixed(1)} ℃`,
    ],
  );
}

type Host = Pick<Ctx, 'db' | 'ids' | 'clock'>;

/** The alarm as an alert: raised in the transaction that found it, over when it is. Of an empty cabinet it only tells. */
async function tellAlarm(
  host: Host,
  { organizationId, deviceId }: Cabinet,
  alarm: Decided,
  { samples, late }: { samples: number; late: boolean },
): Promise<void> {
  const { rows } = await sqlOf(host.db).query<{ name: string }>(
    'select name from device where organization_id = $1 and id = $2',
    [organizationId, deviceId],
  );
  const name = rows[0]?.name ?? '留样柜';
  const warm = alarm.kind === 'TEMP';
  const kind = warm ? 'CABINET_TEMP' : 'CABINET_DOOR';
  const since = isoMinute(alarm.begin).slice(5, 16).replace('T', ' ');
  const what = warm ? `自 ${since} 超限，最远 ${((alarm.worst10 ?? 0) / 10).toFixed(1)} ℃` : `自 ${since} 柜门未关`;
  await raise(host, organizationId, {
    kind,
    object: `cabinet:${deviceId}`,
    objectName: name,
    at: alarm.begin * 60_000,
    level: samples === 0 ? 'INFO' : alarm.level,
    detail: `${name} ${what}，在柜样品 ${samples} 份${late ? '（补传）' : ''}`,
    open: { path: '/admin/organization/smaple_device_status' },
  });
  if (alarm.end !== null)
    await clear(host, organizationId, {
      kind,
      object: `cabinet:${deviceId}`,
      at: alarm.end * 60_000,
      detail: warm ? '回到范围内' : '已关门',
    });
}

/** Decides, writes, and answers what the decider remembers. */
export async function settleAlarms(host: Host, cabinet: Cabinet, settling: Settling): Promise<AlarmMemory> {
  const { bounds, nowMs, memory, from } = settling;
  const sql = sqlOf(host.db);
  const { ids } = host;
  const { organizationId, deviceId } = cabinet;
  let minutes = settling.minutes;
  if (typeof minutes === 'function') {
    // An alarm that was on when the late minutes begin is looked at from its own beginning.
    const open = await sql.query<{ began: number | null }>(
      `select (extract(epoch from min(began_at)) / 60)::float8 as began from cabinet_alarm
       where organization_id = $1 and device_id = $2 and kind <> 'SILENT' and (ended_at is null or ended_at >= $3)`,
      [organizationId, deviceId, isoMinute(from)],
    );
    minutes = await minutes(Math.min(from, (open.rows[0]?.began ?? from) - rules.calmMinutes));
  }
  if (minutes.length === 0) return memory;
  await tellSamples(sql, cabinet, minutes);
  const { memory: next, decided } = decideAlarms(memory, minutes, bounds);
  for (const alarm of decided) {
    const end = alarm.end === null ? null : isoMinute(alarm.end);
    const inside = await sql.query<{ n: number }>(
      `select count(*)::int as n from sample where organization_id = $1 and device_id = $2 and put_at <= $4::timestamptz
         and (removed_at is null or removed_at > $3::timestamptz)`,
      [organizationId, deviceId, isoMinute(alarm.begin), end ?? isoAt(nowMs)],
    );
    const samples = inside.rows[0]!.n;
    const told = await sql.query<{ late: boolean }>(
      `insert into cabinet_alarm (organization_id, id, device_id, kind, level, began_at, ended_at, worst10, told_late, samples, opened_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (organization_id, device_id, kind, began_at) do update set level = excluded.level,
         ended_at = excluded.ended_at, worst10 = excluded.worst10, samples = excluded.samples
       returning told_late as late`,
      [
        organizationId,
        await ids.next(),
        deviceId,
        alarm.kind,
        samples === 0 ? 'INFO' : alarm.level,
        isoMinute(alarm.begin),
        end,
        alarm.worst10,
        nowMs - alarm.begin * 60_000 - (alarm.kind === 'TEMP' ? rules.warnMinutes : rules.doorWarnMinutes) * 60_000 >
          lateMs,
        samples,
        isoAt(nowMs),
      ],
    );
    await tellAlarm(host, cabinet, alarm, { samples, late: told.rows[0]!.late });
    if (alarm.kind === 'TEMP' && alarm.level === 'CRITICAL') await markSamples(sql, ids, cabinet, alarm, nowMs);
  }
  // Readings have come: it is no longer silent.
  await sql.query(
    `update cabinet_alarm set ended_at = $3 where organization_id = $1 and device_id = $2 and kind = 'SILENT' and ended_at is null`,
    [organizationId, deviceId, isoMinute(minutes.at(-1)!.minute)],
  );
  return next;
}

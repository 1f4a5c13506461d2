/**
 * Raising and clearing alerts, in the transaction of whoever finds out: the alert is there when, and only when, what it tells
 * of is. One unfinished alert per kind and object; what repeats is counted, what comes back within half an hour is the same.
 */
import { isoAt } from '../../kit/server/clock.ts';
import { type Sql, sqlOf } from '../../kit/server/db/sql-of.ts';
import { beyondScope } from '../../kit/server/query/beyond-scope.ts';
import { businessDay } from '../wallet/public.server.ts';
import { sameMs } from './alert-states.ts';
import { type AlertKind, type AlertLevel, alertLevels, kindsOfAlert } from './catalogue.ts';
import type { AlertHost } from './host.ts';
import { tellRobots } from './robots/tell-robots.ts';
import { addStep } from './steps.ts';

export interface Alarm {
  kind: AlertKind;
  /** What it is about, stable: `cabinet:12`, `meal:2026-11-23:3:7`. With the kind it is the alert's key. */
  object: string;
  /** The same as people call it. */
  objectName: string;
  /** The restaurant it happens in; whoever looks after certain restaurants hears of theirs. */
  restaurantId?: number | null;
  /**
   * Epoch ms: when it began; now by default. A report of the same beginning is no repetition, so that a job may say it again
   * as often as it looks.
   */
  at?: number;
  /** The kind's own by default. An unfinished alert rises with it and never sinks. */
  level?: AlertLevel;
  /** One sentence with the figures. */
  detail: string;
  /** The page of the lines behind it, and its search. */
  open?: { path: string; search?: Readonly<Record<string, unknown>> };
}

interface Known {
  id: number;
  status: string;
  level: AlertLevel;
  stage: number;
  firstMs: number;
  lastMs: number;
  endedMs: number | null;
  ignoreUntilMs: number | null;
}

/** Told so long after it happened, it was found in a late upload. */
const lateMs = 10 * 60_000;
const recurringEpisodes = 3;
const dayMs = 24 * 3_600_000;

const rankOf = (level: AlertLevel) => alertLevels.findIndex(({ value }) => value === level);
const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;

async function lastOf(db: Sql, organizationId: number, kind: AlertKind, object: string): Promise<Known | undefined> {
  const { rows } = await db.query<Known>(
    `select id, status, level, stage, ${ms('first_at')} as "firstMs", ${ms('last_at')} as "lastMs",
       ${ms('ended_at')} as "endedMs", ${ms('ignore_until')} as "ignoreUntilMs"
     from alert where organization_id = $1 and kind = $2 and object_key = $3
     order by (status in ('OPEN', 'HANDLING')) desc, last_at desc, id desc limit 1 for update`,
    [organizationId, kind, object],
  );
  return rows[0];
}

/** Has it happened three times within a day, this time included? */
async function isRecurring(db: Sql, organizationId: number, alarm: Alarm, nowMs: number): Promise<boolean> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from alert a
     join alert_step s on s.organization_id = a.organization_id and s.alert_id = a.id
     where a.organization_id = $1 and a.kind = $2 and a.object_key = $3 and a.last_at > $4
       and s.event in ('RAISED', 'AGAIN') and s.at > $4`,
    [organizationId, alarm.kind, alarm.object, isoAt(nowMs - dayMs)],
  );
  return rows[0]!.n + 1 >= recurringEpisodes;
}

/** Counts what an alert that stands already is told once more. */
async function repeat(
  host: AlertHost,
  organizationId: number,
  alarm: Alarm,
  known: Known,
  at: number,
): Promise<number> {
  const db = sqlOf(beyondScope(host));
  const asked = alarm.level ?? kindsOfAlert[alarm.kind].level;
  const graver = known.endedMs === null && rankOf(asked) > rankOf(known.level);
  const anew = at > known.lastMs;
  if (!graver && !anew) return known.id;
  await db.query(
    `update alert set count = count + $3, last_at = greatest(last_at, $4), detail = $5, level = $6,
       raised_at = case when $7 then $8::timestamptz else raised_at end,
       stage = case when $7 then 0 else stage end, version = version + 1
     where organization_id = $1 and id = $2`,
    [
      organizationId,
      known.id,
      anew ? 1 : 0,
      isoAt(at),
      alarm.detail,
      graver ? asked : known.level,
      graver,
      isoAt(host.clock.now()),
    ],
  );
  if (graver) {
    await addStep(host, organizationId, known.id, 'GRAVER', { note: alarm.detail });
    await tellRobots(host, organizationId, known.id, '升级');
  }
  return known.id;
}

/** It is back: the same alert, open again. */
async function again(host: AlertHost, organizationId: number, alarm: Alarm, known: Known, at: number): Promise<number> {
  const db = sqlOf(beyondScope(host));
  const nowMs = host.clock.now();
  await db.query(
    `update alert set status = 'OPEN', count = count + 1, last_at = greatest(last_at, $3), raised_at = $4, stage = 0,
       ended_at = null, ignore_until = null, note_due = false, owner_id = null, owner_name = '', taken_at = null,
       detail = $5, level = $6, recurring = recurring or $7, version = version + 1
     where organization_id = $1 and id = $2`,
    [
      organizationId,
      known.id,
      isoAt(at),
      isoAt(nowMs),
      alarm.detail,
      alarm.level ?? known.level,
      await isRecurring(db, organizationId, alarm, nowMs),
    ],
  );
  await addStep(host, organizationId, known.id, 'AGAIN', { note: alarm.detail });
  await tellRobots(host, organizationId, known.id, '再次发生');
  return known.id;
}

async function open(host: AlertHost, organizationId: number, alarm: Alarm, at: number): Promise<number> {
  const db = sqlOf(beyondScope(host));
  const nowMs = host.clock.now();
  const id = await host.ids.next();
  const { rows } = await db.query<{ id: number }>(
    `insert into alert as a (organization_id, id, kind, level, object_key, object_name, restaurant_id, detail, open_path,
       open_search, status, day, first_at, last_at, raised_at, recurring, late)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'OPEN', $11, $12, $12, $13, $14, $15)
     on conflict (organization_id, kind, object_key) where status in ('OPEN', 'HANDLING')
       do update set count = a.count + 1, last_at = greatest(a.last_at, excluded.last_at) returning a.id`,
    [
      organizationId,
      id,
      alarm.kind,
      alarm.level ?? kindsOfAlert[alarm.kind].level,
      alarm.object,
      alarm.objectName,
      alarm.restaurantId ?? null,
      alarm.detail,
      alarm.open?.path ?? null,
      alarm.open?.search ? JSON.stringify(alarm.open.search) : null,
      businessDay(at),
      isoAt(at),
      isoAt(nowMs),
      await isRecurring(db, organizationId, alarm, nowMs),
      nowMs - at > lateMs,
    ],
  );
  // Another transaction was quicker: its alert stands, and has told of itself.
  if (rows[0]!.id !== id) return rows[0]!.id;
  await addStep(host, organizationId, id, 'RAISED', { note: alarm.detail });
  await tellRobots(host, organizationId, id, '');
  return id;
}

/** Raises an alert, or counts it on the one that stands. Answers its id. */
export async function raise(host: AlertHost, organizationId: number, alarm: Alarm): Promise<number> {
  const nowMs = host.clock.now();
  // A terminal's clock may run ahead; nothing has happened later than now.
  const at = Math.min(alarm.at ?? nowMs, nowMs);
  const known = await lastOf(sqlOf(beyondScope(host)), organizationId, alarm.kind, alarm.object);
  if (!known) return open(host, organizationId, alarm, at);
  const ignored = known.ignoreUntilMs !== null && known.ignoreUntilMs > nowMs;
  if (known.endedMs === null || ignored) return repeat(host, organizationId, alarm, known, at);
  // Known already: it began before that alert ended.
  if (at >= known.firstMs && at <= known.lastMs) return known.id;
  if (at > known.lastMs && at - known.endedMs <= sameMs) return again(host, organizationId, alarm, known, at);
  return open(host, organizationId, alarm, at);
}

/**
 * What `raise` told of is over: the unfinished alert of this kind and object recovers, a critical one still asks what it was.
 * @returns whether there was one
 */
export async function clear(
  host: AlertHost,
  organizationId: number,
  over: Pick<Alarm, 'kind' | 'object' | 'at'> & { detail?: string },
): Promise<boolean> {
  const nowMs = host.clock.now();
  const { rows } = await sqlOf(beyondScope(host)).query<{ id: number; level: AlertLevel; stage: number }>(
    `update alert set status = 'AUTO_RECOVERED', ended_at = greatest(first_at, $4::timestamptz),
       note_due = level = 'CRITICAL', version = version + 1
     where organization_id = $1 and kind = $2 and object_key = $3 and status in ('OPEN', 'HANDLING')
     returning id, level, stage`,
    [organizationId, over.kind, over.object, isoAt(Math.min(over.at ?? nowMs, nowMs))],
  );
  const [known] = rows;
  if (!known) return false;
  await addStep(host, organizationId, known.id, 'RECOVERED', { note: over.detail ?? '' });
  if (known.level === 'CRITICAL' || known.stage > 0) await tellRobots(host, organizationId, known.id, '已恢复');
  return true;
}

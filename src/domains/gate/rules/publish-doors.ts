/** The DOOR document: what a door needs to decide by itself while it is cut off. No person's name goes into it. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { codesForDoors } from '../codes/keys.ts';
import { gateRefusals } from '../refusals.ts';
import { rulesOf } from './rules-of.ts';

/** Bytes of a door's document at most. */
const mostBytes = 64 * 1024;
/** Days ahead whose kinds a door is told. */
const aheadDays = 60;

type Host = Pick<Ctx, 'db' | 'clock' | 'services'>;

/**
 * Publishes the rules of these districts to their doors, in the caller's transaction; all districts when none is named. A refusal
 * when they are more than a door can hold.
 */
export async function publishDoors(
  host: Host,
  organizationId: number,
  districtIds?: readonly number[],
): Promise<number | Refusal> {
  const db = sqlOf(beyondScope(host));
  const { rows: doors } = await db.query<{
    deviceId: number;
    districtId: number;
    family: string;
    direction: string;
    open: boolean;
    passback: string;
    asks: string[];
    short: number | null;
    district: string;
  }>(
    `select o.device_id as "deviceId", o.district_id as "districtId", o.direction, d.family, d.passback, d.status = 'NORMAL' as open,
       d.asks, d.short_no as short, d.name as district
     from door o join district d on d.organization_id = o.organization_id and d.id = o.district_id
     where o.organization_id = $1 and ($2::bigint[] is null or o.district_id = any($2::bigint[])) order by o.device_id`,
    [organizationId, districtIds ?? null],
  );
  if (doors.length === 0) return 0;
  const rules = await rulesOf(db, organizationId, [...new Set(doors.map(({ districtId }) => districtId))]);
  const today = dateAt(host.clock.now());
  const { rows: days } = await db.query<{ day: string; kind: string }>(
    `select day::text as day, kind from calendar_day where organization_id = $1 and day between $2 and $3 order by day`,
    [organizationId, today, addDays(today, aheadDays)],
  );
  const calendar = Object.fromEntries(days.map(({ day, kind }) => [day, kind]));
  const codes = await codesForDoors(db, organizationId, host.clock.now());
  const asking = (family: string, asks: readonly string[]) => family === 'SITE' && asks.length > 0;
  const staff = doors.some(({ family, asks }) => asking(family, asks))
    ? ((await host.services.kitchenStaff?.everybody(db, organizationId)) ?? [])
    : [];
  const docs = doors.map(({ deviceId, districtId, family, direction, open, passback, asks, short }) => ({
    deviceId,
    content: {
      // Into a kitchen no code leads.
      ...(codes.keys.length > 0 && family === 'SITE' ? { short, codes } : {}),
      // Whose passes decide as well, in this direction: the zones of a kitchen go by them anyway.
      ...(asking(family, asks) ? { byPass: staff } : {}),
      district: districtId,
      family,
      direction,
      open,
      passback,
      calendar,
      rules: (rules.get(districtId) ?? []).map(({ name: _name, id, ...rule }) => ({ id, ...rule })),
    },
  }));
  const large = docs.findIndex(({ content }) => Buffer.byteLength(JSON.stringify(content)) > mostBytes);
  if (large >= 0) {
    const size = Math.ceil(Buffer.byteLength(JSON.stringify(docs[large]!.content)) / 1024);
    return refuse(gateRefusals.DOOR_RULES_LARGE, { district: doors[large]!.district, size });
  }
  return host.services.deviceDocs.publish(host, organizationId, 'DOOR', docs);
}

/** Somebody came to the kitchen or left it: the doors that ask something of them hear who it is. */
export async function tellAskingDoors(host: Host, organizationId: number): Promise<number | Refusal> {
  const { rows } = await sqlOf(beyondScope(host)).query<{ id: number }>(
    `select id from district where organization_id = $1 and family = 'SITE' and asks <> '{}' order by id`,
    [organizationId],
  );
  return rows.length === 0
    ? 0
    : publishDoors(
        host,
        organizationId,
        rows.map(({ id }) => id),
      );
}

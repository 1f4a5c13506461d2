/** The people of a kitchen with all that decides whether they may work: certificates, shifts, checks, permissions. */
import { addDays, dateAt, isoAt } from '../../kit/server/clock.ts';
import type { Sql } from '../../kit/server/db/sql-of.ts';
import { type CertificateTold, certifiedUntil } from './checks/fitness.ts';
import { type CheckTold, type Stands, standingAt } from './checks/standing.ts';
import { trainedUntil } from './training/trained-until.ts';
import { type Post, windowBeforeMs } from './words.ts';

export interface CrewShift {
  id: number;
  /** `YYYY-MM-DD`. */
  day: string;
  name: string;
  /** Epoch ms. */
  start: number;
  end: number;
  /** Why they stay away; null who comes. */
  leave: string | null;
  stands: Stands;
  version: number;
}

export interface CrewCheck extends CheckTold {
  temp10: number | null;
}

export interface CrewMember {
  id: number;
  personId: number;
  name: string;
  restaurantId: number;
  restaurant: string;
  post: Post;
  status: 'NORMAL' | 'SUSPENDED' | 'LEFT';
  certificates: CertificateTold[];
  /** Last day the certificates hold without a gap; null where none holds today. */
  until: string | null;
  /** Last day before they are to be trained and examined again. */
  trainedUntil: string;
  /** Why who failed a check has not been let back; null who was not sent home. */
  sentHome: string | null;
  /** The check that sent them home; it is the one to be dealt with. */
  sentHomeBy: number | null;
  shifts: CrewShift[];
  /** Of the days asked for, oldest first. */
  checks: CrewCheck[];
}

interface Row extends Omit<CrewMember, 'until' | 'sentHome' | 'sentHomeBy' | 'shifts'> {
  shifts: Omit<CrewShift, 'stands'>[];
  failed: { id: number; at: number; why: string[] } | null;
  returned: number | null;
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;

/** The check that failed last for what no certificate mends, and when an officer let them back. */
const failed = `(select json_build_object('id', k.id, 'at', ${ms('k.check_at')}, 'why', k.why) from morning_check k
  where k.organization_id = w.organization_id and k.cook_user_id = w.id and k.otherwise = 'FAIL' and k.check_at <= $5
  order by k.check_at desc limit 1)`;
const returned = `(select ${ms('max(s.at)')} from morning_check_step s
  where s.organization_id = w.organization_id and s.cook_user_id = w.id and s.kind = 'RETURN' and s.at <= $5)`;

export interface CrewAsked {
  organizationId: number;
  /** Days of shifts and checks, `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  nowMs: number;
  /** Nobody else; everybody who has not left otherwise. */
  workerIds?: readonly number[];
}

/** Is the instant within the window of a shift: two hours before it until its end? */
export const holds = (shift: { start: number; end: number }, atMs: number): boolean =>
  shift.start - windowBeforeMs <= atMs && atMs <= shift.end;

/** A check belongs to the shift whose window holds it. */
function withStandings(row: Row, nowMs: number): CrewMember {
  const { failed: fail, returned: back, shifts, ...rest } = row;
  const day = dateAt(nowMs);
  const until = certifiedUntil(rest.certificates, day);
  const home = fail && (back === null || back < fail.at) ? fail : null;
  return {
    ...rest,
    until,
    sentHome: home?.why.join('、') ?? null,
    sentHomeBy: home?.id ?? null,
    shifts: shifts.map((shift) => ({
      ...shift,
      stands: standingAt(
        rest.checks.filter((check) => holds(shift, check.at)),
        { leave: shift.leave !== null, certified: until !== null, returned: back, nowMs },
      ),
    })),
  };
}

/** Reads them, by name. */
export async function readCrew(db: Sql, asked: CrewAsked): Promise<CrewMember[]> {
  const { organizationId, from, to, nowMs, workerIds = null } = asked;
  const { rows } = await db.query<Row>(
    `select w.id, w.person_id as "personId", p.name, w.restaurant_id as "restaurantId", r.name as restaurant, w.post, w.status,
       coalesce((select json_agg(json_build_object('issueDate', c.issue_date, 'expireDate', c.expire_date, 'confirmed', true)
           order by c.issue_date)
         from health_certificate c where c.organization_id = w.organization_id and c.cook_user_id = w.id
           and c.status = 'CONFIRMED'), '[]'::json) as certificates,
       coalesce((select json_agg(json_build_object('id', t.id, 'day', t.day, 'name', t.name, 'start', ${ms('t.start_at')},
           'end', ${ms('t.end_at')}, 'leave', t.leave, 'version', t.version) order by t.start_at)
         from kitchen_roster t where t.organization_id = w.organization_id and t.cook_user_id = w.id
           and t.day between $2 and $3), '[]'::json) as shifts,
       coalesce((select json_agg(json_build_object('id', k.id, 'at', ${ms('k.check_at')}, 'result', k.result,
           'otherwise', k.otherwise, 'why', k.why, 'temp10', k.temp10) order by k.check_at, k.id)
         from morning_check k where k.organization_id = w.organization_id and k.cook_user_id = w.id
           and k.check_at >= $6 and k.check_at < $7), '[]'::json) as checks,
       ${trainedUntil}::text as "trainedUntil", ${failed} as failed, ${returned} as returned
     from cook_user w
       join person p on p.organization_id = w.organization_id and p.id = w.person_id
       join restaurant r on r.organization_id = w.organization_id and r.id = w.restaurant_id
     where w.organization_id = $1 and (w.id = any($4::bigint[]) or ($4::bigint[] is null and w.status <> 'LEFT'))
     order by r.name, p.name, w.id`,
    [
      organizationId,
      from,
      to,
      workerIds,
      isoAt(nowMs),
      `${addDays(from, -1)}T12:00:00+08:00`,
      `${addDays(to, 2)}T12:00:00+08:00`,
    ],
  );
  return rows.map((row) => withStandings(row, nowMs));
}

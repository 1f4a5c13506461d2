/**
 * Counts days of attendance from passages, and again whenever something of them changes: a late passage, a granted leave, a plan.
 * The rows are what a recount says, so doing it again changes nothing.
 */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { calendarOf } from '../rules/rules-of.ts';
import type { Half, Result } from './attendance-words.ts';
import { type Decided, decideDay, type Punch, windowOf } from './decide-day.ts';
import { doorsTold } from './doors-told.ts';
import { type NamedShift, readPlans, type Worker } from './read-plans.ts';

type Host = Pick<Ctx, 'db' | 'clock' | 'ids'>;

interface Counted {
  worker: Worker;
  day: string;
  shift: NamedShift | null;
  decided: Decided | null;
}

interface PunchRow extends Punch {
  personId: number;
  districtId: number | null;
}

async function workers(db: Sql, organizationId: number, personIds: readonly number[] | null): Promise<Worker[]> {
  const { rows } = await db.query<Worker>(
    `select p.id, p.type_id as "typeId", p.department_id as "departmentId", coalesce(d.above || d.id, '{}') as "departmentIds"
     from person p left join department d on d.organization_id = p.organization_id and d.id = p.department_id
     where p.organization_id = $1 and p.status = 'NORMAL' and ($2::bigint[] is null or p.id = any($2)) order by p.id`,
    [organizationId, personIds],
  );
  return rows;
}

/** Passages that opened a door of the grounds, and punches that were granted. */
async function punchesOf(db: Sql, organizationId: number, ids: readonly number[], from: string, to: string) {
  const span = [
    organizationId,
    ids,
    isoAt(Date.parse(`${from}T00:00:00+08:00`)),
    isoAt(Date.parse(`${addDays(to, 2)}T12:00:00+08:00`)),
  ];
  const { rows } = await db.query<PunchRow>(
    `select g.person_id as "personId", (extract(epoch from g.at) * 1000)::bigint as at, g.direction, g.district_id as "districtId"
     from passage g join district d on d.organization_id = g.organization_id and d.id = g.district_id and d.family = 'SITE'
     where g.organization_id = $1 and g.person_id = any($2::bigint[]) and g.verdict = 'PASS' and not g.doubtful
       and g.at >= $3::timestamptz - interval '12 hours' and g.at < $4
       and g.day >= ($3::timestamptz - interval '1 day')::date and g.day <= ($4::timestamptz)::date
     union all
     select person_id, (extract(epoch from punch_at) * 1000)::bigint, case kind when 'PUNCH_IN' then 'IN' else 'OUT' end, null
     from attendance_request where organization_id = $1 and person_id = any($2::bigint[]) and status = 'APPROVED'
       and punch_at >= $3::timestamptz - interval '12 hours' and punch_at < $4`,
    span,
  );
  return Map.groupBy(rows, (row) => row.personId);
}

async function leavesOf(db: Sql, organizationId: number, ids: readonly number[], from: string, to: string) {
  const { rows } = await db.query<{ personId: number; from: string; to: string; half: Half }>(
    `select person_id as "personId", from_date::text as "from", to_date::text as "to", half from attendance_request
     where organization_id = $1 and person_id = any($2::bigint[]) and status = 'APPROVED' and punch_at is null
       and from_date <= $4::date and to_date >= $3::date`,
    [organizationId, ids, from, to],
  );
  return Map.groupBy(rows, (row) => row.personId);
}

async function write(host: Host, db: Sql, organizationId: number, rows: readonly Counted[]): Promise<number> {
  if (rows.length === 0) return 0;
  const result = (row: Counted): Result => row.decided?.result ?? 'REST';
  const iso = (ms: number | null | undefined) => (ms == null ? null : isoAt(ms));
  const { rowCount } = await db.query(
    `insert into attendance_day as a (organization_id, id, person_id, day, department_id, shift_id, shift_name, first_in, last_out,
       late_min, early_min, result, settled_at)
     select $1, t.*, $13 from unnest($2::bigint[], $3::bigint[], $4::date[], $5::bigint[], $6::bigint[], $7::text[],
       $8::timestamptz[], $9::timestamptz[], $10::int[], $11::int[], $12::text[]) as t
     on conflict (organization_id, person_id, day) do update set department_id = excluded.department_id,
       shift_id = excluded.shift_id, shift_name = excluded.shift_name, first_in = excluded.first_in, last_out = excluded.last_out,
       late_min = excluded.late_min, early_min = excluded.early_min, result = excluded.result, settled_at = excluded.settled_at
     where (a.shift_id, a.shift_name, a.first_in, a.last_out, a.late_min, a.early_min, a.result) is distinct from
       (excluded.shift_id, excluded.shift_name, excluded.first_in, excluded.last_out, excluded.late_min, excluded.early_min, excluded.result)`,
    [
      organizationId,
      await host.ids.take(rows.length),
      rows.map(({ worker }) => worker.id),
      rows.map(({ day }) => day),
      rows.map(({ worker }) => worker.departmentId),
      rows.map(({ shift }) => shift?.id ?? null),
      rows.map(({ shift }) => shift?.name ?? ''),
      rows.map(({ decided }) => iso(decided?.firstIn)),
      rows.map(({ decided }) => iso(decided?.lastOut)),
      rows.map(({ decided }) => decided?.lateMin ?? 0),
      rows.map(({ decided }) => decided?.earlyMin ?? 0),
      rows.map(result),
      isoAt(host.clock.now()),
    ],
  );
  return rowCount ?? 0;
}

/** Days between two of them, both included. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Counts the days again, of all who are in a plan or of these; answers how many rows say something else than before. */
export async function settleAttendance(
  host: Host,
  organizationId: number,
  { from, to, personIds = null }: { from: string; to: string; personIds?: readonly number[] | null },
): Promise<number> {
  const db = sqlOf(beyondScope(host));
  const plans = await readPlans(db, organizationId, await calendarOf(db, organizationId));
  const nowMs = host.clock.now();
  const days = daysBetween(from, to < dateAt(nowMs) ? to : dateAt(nowMs));
  const meant = (await workers(db, organizationId, personIds)).flatMap((worker) =>
    days.flatMap((day) => {
      const shift = plans.shiftOf(worker, day);
      return shift === undefined ? [] : [{ worker, day, shift }];
    }),
  );
  if (meant.length === 0) return 0;
  const ids = [...new Set(meant.map(({ worker }) => worker.id))];
  const punches = await punchesOf(db, organizationId, ids, from, to);
  const leaves = await leavesOf(db, organizationId, ids, from, to);
  const told = await doorsTold(db, organizationId);
  const counted = meant.flatMap(({ worker, day, shift }): Counted[] => {
    if (!shift) return [{ worker, day, shift, decided: null }];
    const counts = (districtId: number | null) =>
      districtId === null || shift.districtIds.length === 0 || shift.districtIds.includes(districtId);
    const own = (punches.get(worker.id) ?? []).filter(({ districtId }) => counts(districtId));
    const leave = (leaves.get(worker.id) ?? [])
      .filter((one) => one.from <= day && day <= one.to)
      .map(({ half }) => half);
    const complete = told(shift.districtIds, windowOf(shift, day).to);
    const decided = decideDay(own, shift, day, { leave, complete, nowMs });
    return decided ? [{ worker, day, shift, decided }] : [];
  });
  return write(host, db, organizationId, counted);
}

/** 考勤汇总. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type ReportRow, type Search } from '../../../../kit/server/page/binding.ts';
import { departmentsSearched } from '../../../people/public.server.ts';
import type { Result } from '../attendance-words.ts';
import spec from './access-control-attendance-month.page.ts';

const parts = {
  normal: 'NORMAL',
  late: 'LATE',
  early: 'EARLY',
  missed: 'MISSED',
  absent: 'ABSENT',
  leave: 'LEAVE',
  pending: 'PENDING',
  rest: 'REST',
} as const satisfies Record<string, Result>;

const counted = (result: Result) => sql<number>`count(*) filter (where a.result = ${result})::int`;

async function rowsOf(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const [from, to] = (search.day ?? [null, null]) as [string | null, string | null];
  const departments = await departmentsSearched(ctx, search.departmentId);
  let query = ctx.db
    .selectFrom('attendance_day as a')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.person_id'),
    )
    .leftJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
    )
    .select([
      'p.id',
      'p.id as personId',
      'p.name',
      'p.department_id as departmentId',
      'd.name as departmentName',
      // A day of rest has no shift.
      sql<number>`count(a.shift_id)::int`.as('due'),
      sql<number>`sum(a.late_min)::int`.as('lateMin'),
      sql<number>`sum(a.early_min)::int`.as('earlyMin'),
      ...Object.entries(parts).map(([key, result]) => counted(result).as(key)),
    ])
    .groupBy(['p.id', 'p.name', 'p.department_id', 'd.name'])
    .orderBy('p.department_id')
    .orderBy('p.id');
  if (from) query = query.where('a.day', '>=', from);
  if (to) query = query.where('a.day', '<=', to);
  if (departments) query = query.where(sql<boolean>`p.department_id = any(${departments}::bigint[])`);
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, days: [from, to] })) as unknown as ReportRow[];
}

export default bind(spec, {
  rows: rowsOf,
  proof: {
    reads: {
      due: 'attendance_day.shift_id',
      ...Object.fromEntries(Object.entries(parts).map(([key, result]) => [key, `attendance_day.result ${result}`])),
    },
  },
});

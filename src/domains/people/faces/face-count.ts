/** Counts of face states per department, and how many faces the organization stores. */
import { sql } from 'kysely';
import { basisPoints } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { departmentPath, departmentWithin } from '../departments/department-sql.ts';

export interface FaceCount extends Record<string, unknown> {
  id: number;
  /** Null for people without a department. */
  departmentId: number | null;
  groupName: string;
  total: number;
  missing: number;
  pending: number;
  collected: number;
  rejected: number;
  withdrawn: number;
  deleted: number;
  delivered: number;
  failed: number;
  /** Basis points. */
  /** Hundredths of a percent. */
  rate: number | null;
  /** Person types the search asked for, for the way to the people behind a number. */
  filteredTypes: number[];
}

/** The parts that add up to `total`. */
export const faceParts = ['missing', 'pending', 'collected', 'rejected', 'withdrawn', 'deleted'] as const;

const inState = (status: string) =>
  sql<number>`count(*) filter (where coalesce(f.status, 'NONE') = ${sql.lit(status)})::int`;

/** What was pushed of a face's present picture, over a push `q` and the face `f`. */
export const ofPresentPicture = sql<boolean>`(q.target_type = 'FACE' and q.action <> 'DELETE' and q.target_version = f.feature_version)`;

const pushed = (statuses: string) => sql`exists (select 1 from device_push q
  where q.organization_id = p.organization_id and q.target_id = p.id and ${ofPresentPicture} and q.status in (${sql.raw(statuses)}))`;
const failed = pushed(`'FAILED', 'EXPIRED'`);
/** The present picture is on a terminal at least and was refused by none. */
export const faceDelivered = sql<boolean>`coalesce(f.status = 'OK' and ${pushed(`'OK'`)} and not ${failed}, false)`;

/** One row per department with people, in the order of their paths; closed people do not count. */
export async function countFaces(ctx: Ctx, search: Search): Promise<FaceCount[]> {
  let query = ctx.db
    .selectFrom('person as p')
    .leftJoin('face_info as f', (on) =>
      on.onRef('f.organization_id', '=', 'p.organization_id').onRef('f.person_id', '=', 'p.id'),
    )
    .leftJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
    )
    .where('p.status', '<>', 'CLOSED');
  const within = departmentWithin('p.organization_id', 'p.department_id', search.departmentId);
  if (within) query = query.where(within as never);
  const types = (Array.isArray(search.typeId) ? search.typeId : [search.typeId]).filter((v) => typeof v === 'number');
  if (types.length > 0) query = query.where('p.type_id', 'in', types);
  const rows = await query
    .groupBy(['p.department_id', 'd.organization_id', 'd.id', 'd.above'])
    .select([
      'p.department_id as departmentId',
      departmentPath.as('groupName'),
      sql<number>`count(*)::int`.as('total'),
      inState('NONE').as('missing'),
      inState('PENDING_CONSENT').as('pending'),
      inState('OK').as('collected'),
      inState('REJECTED').as('rejected'),
      inState('WITHDRAWN').as('withdrawn'),
      inState('DELETED').as('deleted'),
      sql<number>`count(*) filter (where ${faceDelivered})::int`.as('delivered'),
      sql<number>`count(*) filter (where f.status = 'OK' and ${failed})::int`.as('failed'),
    ])
    .execute();
  return rows
    .map((row) => ({
      ...row,
      id: row.departmentId ?? 0,
      filteredTypes: types,
      groupName: row.groupName ?? '未分配部门',
      rate: basisPoints(row.collected, row.total),
    }))
    .sort((a, b) => a.groupName.localeCompare(b.groupName, 'zh-CN'));
}

/** Pictures kept now. */
export async function storedFaces(ctx: Ctx): Promise<number> {
  const { stored } = await ctx.db
    .selectFrom('face_info')
    .where('image_key', 'is not', null)
    .select((eb) => eb.fn.countAll<string>().as('stored'))
    .executeTakeFirstOrThrow();
  return Number(stored);
}

/** Where a department hangs in the tree: what lies above it, and the checks before it is hung somewhere else. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { lockPeople, relistCards } from '../cards/card-list.ts';
import { departmentLevels } from './department-names.ts';
import '../refusals.ts';

/** Ids above a department under `parentId`; a refusal when the session may not hang something there. */
export async function aboveOf(ctx: Ctx, parentId: number | null | undefined): Promise<number[] | Refusal> {
  if (!parentId)
    return ctx.scope.departments === 'ALL'
      ? []
      : refuse('OUT_OF_REACH', {}, { parentId: '您的数据范围为指定部门，请选择上级部门' });
  const parent = await ctx.db
    .selectFrom('department')
    .select(['id', 'above'])
    .where('id', '=', parentId)
    .executeTakeFirst();
  if (!parent) return refuse('NOT_FOUND');
  const above = [...parent.above, parent.id];
  return above.length >= departmentLevels
    ? refuse('DEPARTMENT_TOO_DEEP', { levels: departmentLevels }, { parentId: `部门最多 ${departmentLevels} 级` })
    : above;
}

/** May department `id` hang below these? Not under itself, and not so that the tree gets too deep. */
export async function checkMove(
  ctx: Ctx,
  organizationId: number,
  id: number,
  above: readonly number[],
): Promise<Refusal | undefined> {
  if (above.includes(id)) return refuse('DEPARTMENT_CYCLE', {}, { parentId: '上级部门不能是自己或自己的下级' });
  // Levels below the department itself, however deep it hangs now.
  const { rows } = await sqlOf(ctx.db).query<{ below: number }>(
    `select coalesce(max(cardinality(b.above) - cardinality(d.above)), 0) as below
       from department d join department b on b.organization_id = d.organization_id and b.above @> array[d.id]
      where d.organization_id = $1 and d.id = $2`,
    [organizationId, id],
  );
  const below = rows[0]?.below ?? 0;
  return above.length + below >= departmentLevels
    ? refuse('DEPARTMENT_TOO_DEEP', { levels: departmentLevels }, { parentId: `部门最多 ${departmentLevels} 级` })
    : undefined;
}

/** Writes what lies above a department, and above everything below it. */
export async function rehang(ctx: Ctx, organizationId: number, id: number, above: readonly number[]): Promise<void> {
  await sqlOf(ctx.db).query(
    `update department set above = $3::bigint[] || case when id = $2 then '{}'::bigint[] else above[array_position(above, $2::bigint):] end
      where organization_id = $1 and (id = $2 or above @> array[$2::bigint])`,
    [organizationId, id, above],
  );
  const { rows } = await sqlOf(ctx.db).query<{ id: number }>(
    `select p.id from person p join department d on d.organization_id = p.organization_id and d.id = p.department_id
     where p.organization_id = $1 and (d.id = $2 or d.above @> array[$2::bigint]) order by p.id`,
    [organizationId, id],
  );
  // Doors tell by the departments above whom their rules mean.
  await lockPeople(sqlOf(ctx.db), organizationId);
  await relistCards(
    sqlOf(ctx.db),
    organizationId,
    rows.map((row) => row.id),
  );
}

/** 调部门: puts people into another department. History keeps the department of its moment. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { lockPeople, relistCards } from '../cards/card-list.ts';
import { settleFaces } from '../faces/face-reach.ts';

/** The page under which everything about a person is logged, wherever it was done. */
export const personPage = '/admin/organization/user';

/** Moves people the session may see; NOT_FOUND when one of them lies outside its scope. Answers how many moved. */
export async function movePeople(
  ctx: Ctx,
  personIds: readonly number[],
  department: { id: number; name: string },
): Promise<number | Refusal> {
  const organizationId = ownOrganization(ctx);
  const wanted = [...new Set(personIds)];
  const people = await ctx.db
    .selectFrom('person as p')
    .leftJoin('department as d', (join) =>
      join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
    )
    .select(['p.id', 'p.name', 'p.department_id', 'd.name as department'])
    .where('p.organization_id', '=', organizationId)
    .where('p.id', 'in', wanted.length > 0 ? wanted : [0])
    .execute();
  if (people.length < wanted.length) return refuse('NOT_FOUND');
  const moving = people.filter((p) => p.department_id !== department.id);
  if (moving.length === 0) return 0;
  const executor = sqlOf(ctx.db);
  const ids = moving.map((p) => p.id);
  const at = isoAt(ctx.clock.now());
  await executor.query(
    `update person set department_id = $3, updated_at = $4, version = version + 1
      where organization_id = $1 and id = any($2::bigint[])`,
    [organizationId, ids, department.id, at],
  );
  await executor.query(
    `update job_number set department_id = $3, updated_at = $4, version = version + 1
      where organization_id = $1 and person_id = any($2::bigint[])`,
    [organizationId, ids, department.id, at],
  );
  // Doors tell by the department whom their rules mean.
  await lockPeople(executor, organizationId);
  await relistCards(executor, organizationId, ids);
  await settleFaces(executor, acting(ctx), { personIds: ids }, ctx.session.name);
  for (const person of moving)
    await auditInto({ ...ctx, path: personPage }, executor, {
      action: '调部门',
      targetId: person.id,
      targetName: person.name,
      changes: [{ key: 'departmentId', label: '部门', before: person.department, after: department.name }],
    });
  return moving.length;
}

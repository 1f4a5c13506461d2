/** Departments that a sheet names, among those the session sees. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { planDepartments } from './department-names.ts';
import { knownDepartments } from './ensure-departments.ts';

/** Ids by what was written: a whole path 一级/二级, or the end of one that only one department has. */
export async function departmentsNamed(ctx: Ctx, written: readonly string[]): Promise<Map<string, number>> {
  const known = await knownDepartments(sqlOf(ctx.db), ownOrganization(ctx), ctx.scope.departments);
  return planDepartments(known, written).found;
}

/** The people a form of departments and names means, as far as the session sees them. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { departmentWithin } from '../../people/public.server.ts';

export interface ChosenPeople {
  departmentIds: number[] | null;
  personIds: number[] | null;
}

/** Most people one doing is for. */
export const mostChosen = 5_000;

/** Ids of people in good standing: everybody below the departments, and who is named on top; at most the most and one more. */
async function chosenPeople(ctx: Ctx, { departmentIds, personIds }: ChosenPeople): Promise<number[]> {
  const some = sql<boolean>`p.id = any(${personIds ?? []}::bigint[])`;
  const wide = departmentIds?.length
    ? departmentWithin('p.organization_id', 'p.department_id', departmentIds)
    : sql<boolean>`false`;
  const rows = await ctx.db
    .selectFrom('person as p')
    .select('p.id')
    .where('p.status', '=', 'NORMAL')
    .where(sql<boolean>`(${wide ?? sql`false`} or ${some})`)
    .limit(mostChosen + 1)
    .execute();
  return rows.map((row) => row.id);
}

/** Them, or why there are none or too many. */
export async function peopleOr(ctx: Ctx, chosen: ChosenPeople): Promise<number[] | Refusal> {
  const people = await chosenPeople(ctx, chosen);
  if (people.length === 0) return refuseField('departmentIds', '没有选中任何人员，请选择部门或人员');
  return people.length > mostChosen
    ? refuse('TOO_LARGE', { limit: `一次 ${mostChosen} 人，请按部门分批办理` })
    : people;
}

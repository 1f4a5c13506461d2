/** Could anybody on the list still enter the district within the next week? */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { judge, type Passing } from './judge.ts';
import { calendarOf, rulesOf } from './rules-of.ts';

const halfHour = 30 * 60_000;
const weekSteps = 7 * 48;

/** Looks at a person of each kind (type and department), at those named, and at each half hour of the week ahead. */
export async function anybodyIn(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  organizationId: number,
  districtId: number,
): Promise<boolean> {
  const db = sqlOf(ctx.db);
  const rules = (await rulesOf(db, organizationId, [districtId])).get(districtId) ?? [];
  if (rules.length === 0) return true;
  const named = rules.flatMap(({ personIds }) => personIds);
  const { rows } = await db.query<Omit<Passing, 'direction' | 'at'>>(
    `select distinct on (p.type_id, p.department_id, p.id = any($2::bigint[])) p.id as "personId", p.type_id as "typeId",
       coalesce(d.above || d.id, '{}') as "departmentIds"
     from person p left join department d on d.organization_id = p.organization_id and d.id = p.department_id
     where p.organization_id = $1 and p.status = 'NORMAL' and p.id <> all($3::bigint[])
     order by p.type_id, p.department_id, p.id = any($2::bigint[]), p.id`,
    [organizationId, named, rules.flatMap(({ exceptIds }) => exceptIds)],
  );
  const kindOf = await calendarOf(db, organizationId);
  const now = ctx.clock.now();
  for (let step = 0; step < weekSteps; step += 1)
    for (const who of rows)
      if (judge(rules, { ...who, direction: 'IN', at: now + step * halfHour }, kindOf).may) return true;
  return rows.length === 0;
}

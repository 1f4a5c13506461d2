/** Last week once more under rules that are about to hold: whom the doors let in then and would not any more. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { judge } from './judge.ts';
import { calendarOf, personsById, rulesOf } from './rules-of.ts';

const weekMs = 7 * 86_400_000;
const mostPassages = 20_000;
const mostNamed = 5;

export interface Replayed {
  /** Passages let through then that the rules refuse, and of how many people. */
  passages: number;
  people: number;
  names: string[];
}

/** Asked inside the command, after its rows are written. */
export async function replayWeek(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  organizationId: number,
  districtId: number,
): Promise<Replayed> {
  const db = sqlOf(ctx.db);
  const rules = (await rulesOf(db, organizationId, [districtId])).get(districtId) ?? [];
  const now = ctx.clock.now();
  const { rows } = await db.query<{ personId: number; direction: 'IN' | 'OUT'; at: number }>(
    `select person_id as "personId", direction, (extract(epoch from at) * 1000)::bigint as at from passage
     where organization_id = $1 and district_id = $2 and at > $3 and verdict = 'PASS' and judged = 'PASS'
       and person_id is not null and code_id is null order by at desc, id desc limit $4`,
    [organizationId, districtId, isoAt(now - weekMs), mostPassages],
  );
  const known = await personsById(db, organizationId, [...new Set(rows.map(({ personId }) => personId))]);
  const kindOf = await calendarOf(db, organizationId);
  const refused = rows.filter(({ personId, direction, at }) => {
    const person = known.get(personId);
    return person !== undefined && !judge(rules, { ...person, direction, at }, kindOf).may;
  });
  const people = [...new Set(refused.map(({ personId }) => personId))];
  return {
    passages: refused.length,
    people: people.length,
    names: people.slice(0, mostNamed).map((id) => known.get(id)!.name),
  };
}

/**
 * R8: from how many heads a meal a canteen needs a 食品安全总监 (集中用餐单位落实食品安全主体责任监督管理规定): a kindergarten 300, a
 * school 500, a home for the old 300, others 1,000. Heads are those of the last thirty days that were served.
 */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';

const dueFrom: Readonly<Record<string, number>> = { KINDERGARTEN: 300, K12: 500, UNIVERSITY: 500, ELDERLY: 300 };
const otherwiseFrom = 1_000;
const servingDays = 30;
/** Calendar days back among which they are looked for: holidays lie between. */
const backDays = 120;

/** From how many heads a meal one is due; `kind` as the unit says it, null where it has not. */
export const directorFrom = (kind: string | null): number => (kind && dueFrom[kind]) || otherwiseFrom;

/** What is missing, in words; undefined where there is a director, or none is due. */
export async function directorMissing(ctx: Ctx): Promise<string | undefined> {
  const today = dateAt(ctx.clock.now());
  const { rows } = await sqlOf(ctx.db).query<{ there: boolean; kind: string | null; heads: number }>(
    `with served as (
       select business_date as day, meal_period_id as meal, sum(restaurant_heads) as heads from consumed_by_place
       where organization_id = $1 and business_date between $2 and $3 and meal_period_id is not null group by 1, 2),
     last as (select distinct day from served where heads > 0 order by day desc limit $4)
     select exists (select 1 from safety_officer o where o.organization_id = $1 and o.kind = 'DIRECTOR' and o.status = 'NORMAL') as there,
       coalesce((select canteen_kind from safety_setting where organization_id = $1),
         (select case when kind = 'SCHOOL' then 'K12' end from organization where id = $1)) as kind,
       coalesce((select max(mean) from (select avg(heads) as mean from served where day in (select day from last) group by meal) m),
         0)::int as heads`,
    [ownOrganization(ctx), addDays(today, -backDays), addDays(today, -1), servingDays],
  );
  const { there, kind, heads } = rows[0]!;
  const from = directorFrom(kind);
  if (there || heads < from) return undefined;
  return `近 ${servingDays} 个供餐日每餐约 ${heads} 人，达到 ${from} 人应配备食品安全总监，尚未登记`;
}

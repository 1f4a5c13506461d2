/** Who stands on which list on which days. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

/** Days on which somebody may not report. */
export interface Stop {
  /** `YYYY-MM-DD`, both included; null has no end. */
  from: string;
  to: string | null;
  reason: string;
}

const covers = ({ from, to }: Pick<Stop, 'from' | 'to'>, day: string) => from <= day && (to === null || day <= to);

/** The stop that covers a day, if one does. */
export const stopAt = (stops: readonly Stop[], diningDate: string): Stop | undefined =>
  stops.find((one) => covers(one, diningDate));

/** SQL: the stops of a person `p` as JSON, shaped like `Stop`. */
export const stopsSql = `coalesce((select json_agg(json_build_object('from', b.from_date, 'to', b.to_date, 'reason', b.reason))
  from meal_list b where b.organization_id = p.organization_id and b.person_id = p.id and b.kind = 'BLACK'
    and b.status = 'NORMAL'), '[]'::json)`;

export interface Forgiven extends Stop {
  personId: number;
  madeName: string;
  /** Epoch ms. */
  madeAtMs: number;
}

/** The stretches in which people are never charged. */
export async function forgivenOf(
  db: Sql,
  organizationId: number,
  personIds: readonly number[],
): Promise<Map<number, Forgiven[]>> {
  const { rows } = await db.query<Forgiven>(
    `select person_id as "personId", from_date as "from", to_date as "to", reason, made_name as "madeName",
       (extract(epoch from made_at) * 1000)::bigint as "madeAtMs"
     from meal_list where organization_id = $1 and person_id = any($2::bigint[]) and kind = 'WHITE' and status = 'NORMAL'
     order by made_at, id`,
    [organizationId, personIds],
  );
  return Map.groupBy(rows, (row) => row.personId);
}

/** The words by which the list forgives a meal that began at `startsAtMs`; null where it does not, or came after it. */
export function forgivenBy(
  lists: readonly Forgiven[],
  { diningDate, startsAtMs }: { diningDate: string; startsAtMs: number },
): string | null {
  const found = lists.find((one) => one.madeAtMs < startsAtMs && covers(one, diningDate));
  return found ? `${found.reason}（${found.madeName} 登记）` : null;
}

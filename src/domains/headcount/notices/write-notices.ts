/** Writes what people are told, each thing once. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import type { NoticeKind, NoticeStage } from './notice-words.ts';

export interface NoticeOf {
  organizationId: number;
  kind: NoticeKind;
  stage: NoticeStage | '';
  diningDate: string;
  mealPeriodId: number;
  /** 0 where a meal is not closed per restaurant. */
  restaurantId: number;
}

/** Nobody: the row that says a turn of the clock has told it. */
const turnOfClock = 0;

/** What was told before is told anew where `again` says so, and left as it is otherwise; answers how many were told. */
export async function writeNotices(
  db: Sql,
  ids: Ids,
  { organizationId, kind, stage, diningDate, mealPeriodId, restaurantId }: NoticeOf,
  told: readonly { personId: number; content: string }[],
  nowMs: number,
  again = false,
): Promise<number> {
  if (told.length === 0) return 0;
  const { rowCount } = await db.query(
    `insert into meal_notice as m (organization_id, id, kind, stage, dining_date, meal_period_id, restaurant_id, person_id, content, at)
     select $1, n.id, $2, $3, $4, $5, $6, n.person, n.content, $7 from unnest($8::bigint[], $9::bigint[], $10::text[])
       as n (id, person, content)
     on conflict on constraint meal_notice_once do update set content = excluded.content, at = excluded.at, read_at = null
       where $11 and m.content <> excluded.content`,
    [
      organizationId,
      kind,
      stage,
      diningDate,
      mealPeriodId,
      restaurantId,
      isoAt(nowMs),
      await ids.take(told.length),
      told.map((one) => one.personId),
      told.map((one) => one.content),
      again,
    ],
  );
  return rowCount ?? 0;
}

/** Whether this turn is the first to tell it: of two nodes, one. In the transaction that tells the people. */
export const claimNotice = async (db: Sql, ids: Ids, of: NoticeOf, content: string, nowMs: number): Promise<boolean> =>
  (await writeNotices(db, ids, of, [{ personId: turnOfClock, content }], nowMs)) > 0;

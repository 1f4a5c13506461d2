/** What diners say of what they ate: once per person and item of a menu. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import '../tables.ts';

export interface Rating {
  menuItemId: number;
  dishId: number;
  personId: number;
  /** 1–5. */
  score: number;
  tags: readonly string[];
  content?: string;
}

/** Writes ratings in one statement; whoever rated an item before is passed over. Answers how many are new. */
export async function rateItems(
  { db, ids, clock }: Pick<Services, 'db' | 'ids' | 'clock'>,
  organizationId: number,
  ratings: readonly Rating[],
): Promise<number> {
  if (ratings.length === 0) return 0;
  const fresh = await ids.take(ratings.length);
  const rows = ratings.map((one, i) => ({ ...one, id: fresh[i], tags: one.tags, content: one.content ?? '' }));
  const { numAffectedRows } = await sql`insert into dish_rating
      (organization_id, id, dish_id, menu_item_id, person_id, score, tags, content, rated_at)
    select ${organizationId}, r.id, r."dishId", r."menuItemId", r."personId", r.score, r.tags, r.content, ${isoAt(clock.now())}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, "dishId" bigint, "menuItemId" bigint, "personId" bigint,
      score int, tags text[], content text)
    on conflict on constraint dish_rating_once do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** What diners say of what they ate: once per person and item of a menu. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { menuRefusals } from '../refusals.ts';

export interface Rating {
  menuItemId: number;
  dishId: number;
  personId: number;
  /** 1–5. */
  score: number;
  tags: readonly string[];
}

type Parts = Pick<Services, 'ids' | 'clock'>;

/** Days after a meal within which its dishes may be rated. */
const ratedDays = 7;

/** Writes ratings in one statement; whoever rated an item before is passed over. Answers how many are new. */
export async function rateItems(
  db: Sql,
  { ids, clock }: Parts,
  organizationId: number,
  ratings: readonly Rating[],
): Promise<number> {
  if (ratings.length === 0) return 0;
  const fresh = await ids.take(ratings.length);
  const rows = ratings.map((one, i) => ({ ...one, id: fresh[i] }));
  const { rows: written } = await db.query(
    `insert into dish_rating (organization_id, id, dish_id, menu_item_id, person_id, score, tags, rated_at)
     select $1, r.id, r."dishId", r."menuItemId", r."personId", r.score, r.tags, $3
     from jsonb_to_recordset($2::jsonb) as r (id bigint, "dishId" bigint, "menuItemId" bigint, "personId" bigint,
       score int, tags text[])
     on conflict on constraint dish_rating_once do nothing returning id`,
    [organizationId, JSON.stringify(rows), isoAt(clock.now())],
  );
  return written.length;
}

/** One dish by one diner: of a menu that was published, from the meal's begin on for a week. */
export async function rateDish(
  db: Sql,
  parts: Parts,
  { organizationId, personId }: { organizationId: number; personId: number },
  { menuItemId, score, tags }: Pick<Rating, 'menuItemId' | 'score' | 'tags'>,
): Promise<{ dishName: string } | Refusal> {
  const { rows } = await db.query<{ dishId: number; name: string; day: string; starts: string; told: boolean }>(
    `select i.dish_id as "dishId", coalesce(i.dish_name, '') as name, i.menu_date as day, p.start_time as starts,
       m.status in ('PUBLISHED', 'CLOSED') as told
     from food_menu_item i
     join food_menu m on m.organization_id = i.organization_id and m.id = i.menu_id
     join meal_period p on p.organization_id = i.organization_id and p.id = i.meal_period_id
     where i.organization_id = $1 and i.id = $2`,
    [organizationId, menuItemId],
  );
  const item = rows[0];
  if (!item?.told) return refuse('NOT_FOUND');
  const now = parts.clock.now();
  const [hours, minutes] = item.starts.split(':').map(Number);
  const begins = Date.parse(`${item.day}T00:00:00+08:00`) + (hours! * 60 + minutes!) * 60_000;
  if (now < begins || dateAt(now) > addDays(item.day, ratedDays)) return refuse(menuRefusals.NOT_TO_RATE);
  const { dishId, name: dishName } = item;
  const fresh = await rateItems(db, parts, organizationId, [{ menuItemId, dishId, personId, score, tags }]);
  return fresh > 0 ? { dishName } : refuse(menuRefusals.RATED_BEFORE, { dish: dishName });
}

/** What the reports on portions are asked for, as conditions on tables that name these columns otherwise. */
import { type RawBuilder, sql } from 'kysely';
import type { Search } from '../../../kit/server/page/binding.ts';
import { isAsked } from '../../../kit/server/page/is-asked.ts';

interface Columns {
  /** Alias of the table that has unit, meal and restaurant. */
  table: string;
  /** Its column of the day. */
  day: string;
}

/** Does the search ask by none but these? */
export const asksOnly = (search: Search, ...keys: readonly string[]): boolean =>
  Object.entries(search).every(([key, value]) => keys.includes(key) || !isAsked(value));

const idsOf = (value: unknown): number[] => [value].flat().filter((one): one is number => typeof one === 'number');

/** Days (under `menuDate`), units, restaurants and meals of the search; the meal's name is looked up where it is text. */
export function within(search: Search, { table, day }: Columns): RawBuilder<boolean> {
  const found: RawBuilder<unknown>[] = [sql`true`];
  const [from, to] = Array.isArray(search.menuDate) ? search.menuDate : [null, null];
  const column = (name: string) => sql.ref(`${table}.${name}`);
  if (isAsked(from)) found.push(sql`${column(day)} >= ${from}::date`);
  if (isAsked(to)) found.push(sql`${column(day)} <= ${to}::date`);
  for (const [key, name] of [
    ['organizationId', 'organization_id'],
    ['restaurantId', 'restaurant_id'],
    ['mealPeriodId', 'meal_period_id'],
  ] as const) {
    const ids = idsOf(search[key]);
    if (ids.length > 0) found.push(sql`${column(name)} = any(${ids}::bigint[])`);
  }
  const meal = String(search.mealName ?? '').trim();
  if (meal)
    found.push(sql`exists (select 1 from meal_period e where e.organization_id = ${column('organization_id')}
      and e.id = ${column('meal_period_id')} and strpos(e.name, ${meal}) > 0)`);
  return sql<boolean>`${sql.join(found, sql` and `)}`;
}

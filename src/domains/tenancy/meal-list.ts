/** The list behind both meal-period pages. */
import { sql } from 'kysely';
import type { Db } from '../../kit/server/context.ts';
import type { FromQuery, ListSource } from '../../kit/server/page/binding.ts';
import type { mealFields } from './meal-fields.ts';

/** A list over `from`, which aliases its table `m`. */
export function mealList(from: (db: Db) => FromQuery): ListSource<typeof mealFields> {
  return {
    from,
    id: 'm.id',
    version: 'm.version',
    columns: {
      name: 'm.name',
      startTime: 'm.start_time',
      endTime: 'm.end_time',
      crossDay: sql`m.end_time > '24:00'`,
      times: 'm.times',
      color: 'm.color',
      sort: 'm.sort',
      status: 'm.status',
      createdAt: 'm.created_at',
    },
  };
}

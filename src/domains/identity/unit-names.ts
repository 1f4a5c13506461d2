/** The name of the unit behind (type, id), for lists over all kinds of unit. */
import { sql } from 'kysely';

/** `type` and `id` are columns such as `a.belong_type`. Empty for the super administrator. */
export const unitName = (
  type: string,
  id: string,
) => sql`case /* wall: the unit of the row, by its name alone */ ${sql.ref(type)}
  when 'PLATFORM' then '平台'
  when 'AGENT' then (select u.name from agent u where u.id = ${sql.ref(id)})
  when 'CONTRACTOR' then (select u.name from contractor u where u.id = ${sql.ref(id)})
  when 'ORGANIZATION' then (select u.name from organization u where u.id = ${sql.ref(id)}) end`;

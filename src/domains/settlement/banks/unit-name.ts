/** A unit by its name, beside rows that are in scope already. */
import { type RawBuilder, sql } from 'kysely';

/** `alias` has unit_type and unit_id. */
export const unitName = (alias: string): RawBuilder<unknown> => {
  const [type, id] = [sql.ref(`${alias}.unit_type`), sql.ref(`${alias}.unit_id`)];
  return sql`case ${type}
    when 'ORGANIZATION' then (select /* wall: the unit of the row, by its name alone */ n.name from organization n where n.id = ${id})
    when 'CONTRACTOR' then (select /* wall: the unit of the row, by its name alone */ n.name from contractor n where n.id = ${id})
    when 'AGENT' then (select /* wall: the unit of the row, by its name alone */ n.name from agent n where n.id = ${id})
    else '平台' end`;
};

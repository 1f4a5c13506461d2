/** A search by classes means everything below them; alias `b` is the good. */
import { sql } from 'kysely';

export const inCatalog = (value: unknown) =>
  sql`b.catalog_id in (select t.id from base_catalog t where t.id = any(${[value].flat()}::bigint[])
    or t.above && ${[value].flat()}::bigint[])`;

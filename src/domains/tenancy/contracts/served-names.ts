/**
 * Names of the restaurants a contract `s` serves, whether it named them or the restaurant was put under it; of one that is
 * over, those it served. A term that is cut short ends before its contract.
 */
import { type RawBuilder, sql } from 'kysely';

export const servedNames: RawBuilder<string> = sql<string>`coalesce((
  select /* wall: the restaurants of the row's own contract */ string_agg(r.name, '、' order by r.id) from restaurant r
  where r.organization_id = s.organization_id and case when s.status = 'DRAFT' then r.id = any(s.restaurant_ids)
    else exists (select from contract_restaurant t where t.organization_id = s.organization_id and t.contract_id = s.id
      and t.restaurant_id = r.id and (s.status <> 'ACTIVE' or t.to_date = s.end_date)) end), '')`;

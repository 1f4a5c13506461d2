/** I9 of the runs by caterer: what they say of a day is what its fold says under the contracts as they stand. Runs with the proof of the ledger. */
import { consumeSums, type LedgerRule } from '../../wallet/public.server.ts';

const columns = [...consumeSums.map(([column]) => column), 'people_net_fen'];
const sums = columns.map((column) => `sum(${column})`).join(', ');
const figures = (of: string, sign = '') => columns.map((column) => `${sign}${of}.${column}`).join(', ');
const mine = (table: string) => `($1::bigint = 0 or ${table}.organization_id = $1)`;
/** Taken off, nothing is left. */
const off = `not (0 = all(d.sums))`;

/** Days that are marked are read as they were written, and folded anew at night. */
const ofUnits = `
  select 'I9', d.organization_id, format('past_caterer %s caterer %s', d.business_date, d.contractor_id), format('off by %s', d.sums)
  from (
    select organization_id, contractor_id, business_date, array[${sums}] as sums from (
      select r.organization_id, r.contractor_id, r.business_date, ${figures('r')} from rollup_caterer_unit r where ${mine('r')}
      union all
      select r.organization_id, r.contractor_id, r.business_date + 1, ${figures('r', '-')} from rollup_caterer_unit r
      where ${mine('r')} and extract(day from r.business_date + 1) <> 1
      union all
      select r.organization_id, coalesce(k.contractor_id, 0), r.business_date, ${figures('r', '-')}
      from rollup_consume_restaurant r
      left join contract_restaurant k on k.organization_id = r.organization_id and k.restaurant_id = r.restaurant_id
        and r.business_date between k.from_date and k.to_date
      where ${mine('r')}) r
    group by 1, 2, 3) d
  where ${off} and not exists (
    select from rollup_stale s where s.organization_id = d.organization_id and s.business_date = d.business_date)`;

/** Sums over units are proven a share at a time, each with the first of its units. */
const ofAll = `
  select 'I9', $1::bigint, format('past_caterers %s caterer %s', d.business_date, d.contractor_id), format('off by %s', d.sums)
  from (
    select contractor_id, business_date, array[${sums}] as sums from (
      select r.contractor_id, r.business_date, ${figures('r')} from rollup_caterer r where $1::bigint = 0 or r.share = $1 % 7
      union all
      select r.contractor_id, r.business_date, ${figures('r', '-')} from rollup_caterer_unit r
      where $1::bigint = 0 or r.organization_id % 7 = $1 % 7) r
    group by 1, 2) d
  where ${off} and ($1::bigint = 0 or not exists (
    select from rollup_caterer_unit f where f.organization_id < $1 and f.organization_id % 7 = $1 % 7))`;

export const runRules: readonly LedgerRule[] = [
  {
    code: 'I9',
    sql: `select * from (${ofUnits} union all ${ofAll}) as b (rule, organization_id, subject, found) order by 1, 2, 3`,
  },
];

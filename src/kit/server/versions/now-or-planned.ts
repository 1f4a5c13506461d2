/** A rule as it stands and as a change that is planned will make it, for whoever has to hold another rule against both. */

/** SQL of the rows: that of alias `r` of the table, and each of its planned states. For a lateral join. */
export const nowOrPlanned = (table: string): string => `select r.* union all
  select p.* from row_version v cross join lateral jsonb_populate_record(r, v.content) p
  where v.organization_id = r.organization_id and v.table_name = '${table}' and v.row_id = r.id and v.state = 'PLANNED'`;

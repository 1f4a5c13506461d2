/** All tables with how they are narrowed: the kit's own, those of the domains, and whether the database agrees. */
import type { Catalog } from '../db/catalog.ts';
import { notTenant } from '../db/catalog-rules.ts';
import type { TableScope, TableScopes, UnitColumn } from './scope.ts';

const own = { own: ['unit_type', 'unit_id'] } as const;

/** Tables of the kit. What an account keeps for itself is looked up by the account. */
export const kitTables: TableScopes = {
  schema_migration: 'global',
  command_request: 'global',
  list_state: 'global',
  import_row: 'global',
  health_beat: 'global',
  backup_run: 'global',
  past_row: { organization: 'organization_id' },
  row_version: { organization: 'organization_id' },
  saved_view: own,
  system_log: own,
  export_task: own,
  import_task: own,
  stored_file: own,
  upload_session: own,
  account_notice: own,
  notice_read: 'global',
  open_code: { organization: 'organization_id' },
};

/** Every table of the product by name. @throws when two domains list the same one. */
export function tableRules(domains: readonly { name: string; tables: TableScopes }[]): TableScopes {
  const rules: Record<string, TableScope | 'global'> = { ...kitTables };
  for (const { name, tables } of domains)
    for (const [table, rule] of Object.entries(tables)) {
      if (rules[table]) throw new Error(`table ${table} is listed twice, the second time by ${name}`);
      rules[table] = rule;
    }
  return rules;
}

/** Columns a rule speaks of: those that say whose a row is, or all of them. */
export function ruleColumns(rule: TableScope, which: 'owner' | 'all' = 'all'): string[] {
  const owners =
    'own' in rule
      ? rule.own
      : 'unit' in rule
        ? rule.unit
        : 'party' in rule
          ? Object.values(rule.party).flatMap((one) => [one].flat())
          : [rule];
  const { department, restaurant, caterer, day, operator } = rule;
  const departments = typeof department === 'object' ? [department.by, department.unit] : [department];
  return [
    ...owners.map(columnOf),
    ...(which === 'all' ? [...departments, restaurant, caterer, day, operator] : []),
  ].filter((column) => column !== undefined);
}

const columnOf = (owner: string | UnitColumn): string =>
  typeof owner === 'string'
    ? owner
    : 'organization' in owner
      ? owner.organization
      : 'contractor' in owner
        ? owner.contractor
        : owner.agent;

/** Where the lists of the domains and the database disagree, as sentences; empty when they agree. */
export function tableFaults(rules: TableScopes, catalog: Pick<Catalog, 'columns' | 'comments'>): string[] {
  const columns = Map.groupBy(catalog.columns, (c) => c.table);
  const names = (table: string) => new Set(columns.get(table)?.map((c) => c.column));
  const faults = [...columns.keys()]
    .filter((table) => !rules[table])
    .map(
      (table) =>
        `table ${table} is listed by no domain: name it under \`tables\` in its domain.ts, by whom its rows belong to, or 'global'`,
    );
  for (const [table, rule] of Object.entries(rules)) {
    const has = names(table);
    if (has.size === 0) faults.push(`table ${table} is listed and not in the database: take it off the list`);
    else if (rule !== 'global')
      for (const column of ruleColumns(rule).filter((c) => !has.has(c)))
        faults.push(`table ${table} is narrowed by ${column}, a column it does not have`);
    else if (!catalog.comments.get(table)?.startsWith(notTenant)) {
      const tells = ['organization_id', 'unit_id'].find((c) => has.has(c));
      if (tells)
        faults.push(
          `table ${table} is listed as global and has ${tells}: say whose its rows are, or comment it '${notTenant} why'`,
        );
    }
  }
  return faults;
}

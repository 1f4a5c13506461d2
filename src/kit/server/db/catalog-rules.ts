/** What the schema promises, as pure checks over the catalog; each answers the breaks as readable lines. */
import type { Catalog, CatalogColumn } from './catalog.ts';
import type { RowColumn, RowTypes, ValueKind } from './row-types.ts';

const tenantColumn = 'organization_id';
/** `comment on table x is 'not-tenant: why'` takes a table that merely mentions organizations out of the tenant rules. */
export const notTenant = 'not-tenant:';
/**
 * `comment on table x is 'lean: why'` of a table that has more rows than all others together: its primary key may begin with the id of
 * the application, with the organization in it all the same, and its amounts may be int.
 */
const lean = 'lean:';

const numbers = new Set(['int2', 'int4', 'int8', 'float4', 'float8']);

function kindOfColumn(column: CatalogColumn): ValueKind {
  if (numbers.has(column.type)) return 'number';
  if (column.type === 'bool') return 'boolean';
  if (column.type === 'json' || column.type === 'jsonb') return 'json';
  return column.type === 'bytea' ? 'bytes' : 'string';
}

function describe(kind: ValueKind, array: boolean, nullable: boolean): string {
  return `${kind}${array ? '[]' : ''}${nullable ? ' | null' : ''}`;
}

function columnBreak(at: string, real: CatalogColumn, typed: RowColumn): string | undefined {
  const kind = kindOfColumn(real);
  // Any value may stand in json, and whether json null counts is the reader's affair.
  if (kind === 'json' && !real.array) {
    return ['json', 'any'].includes(typed.kind) || typed.array || !real.notNull === typed.nullable
      ? undefined
      : `${at}: ${real.notNull ? 'never null' : 'may be null'} in the database`;
  }
  const fits =
    (typed.kind === 'any' || typed.kind === kind) &&
    (typed.kind === 'any' || typed.array === real.array) &&
    (real.view || typed.nullable === !real.notNull);
  if (fits) return undefined;
  return `${at}: ${describe(kind, real.array, !real.notNull)} in the database, ${describe(typed.kind, typed.array, typed.nullable)} in the row type`;
}

/** Differences between row types and the tables they name. */
export function rowTypeBreaks(rowTypes: RowTypes, catalog: Catalog): string[] {
  const breaks: string[] = [];
  for (const [table, columns] of rowTypes) {
    const real = new Map(catalog.columns.filter((one) => one.table === table).map((one) => [one.column, one]));
    if (real.size === 0) {
      breaks.push(`${table}: no such table`);
      continue;
    }
    for (const name of real.keys()) if (!columns.has(name)) breaks.push(`${table}.${name}: missing in the row type`);
    for (const [name, typed] of columns) {
      const column = real.get(name);
      const found = column ? columnBreak(`${table}.${name}`, column, typed) : `${table}.${name}: no such column`;
      if (found) breaks.push(found);
    }
  }
  return breaks;
}

const isLean = (catalog: Catalog, table: string): boolean => catalog.comments.get(table)?.startsWith(lean) === true;

function tenantTables(catalog: Catalog): Set<string> {
  const named = catalog.columns.filter((one) => one.column === tenantColumn && !one.view).map((one) => one.table);
  return new Set(named.filter((table) => !catalog.comments.get(table)?.startsWith(notTenant)));
}

/** Tenant tables whose keys do not begin with the organization, so that they could not be sharded or would leak. */
export function tenantBreaks(catalog: Catalog): string[] {
  const tenants = tenantTables(catalog);
  const breaks: string[] = [];
  for (const column of catalog.columns) {
    if (column.column === tenantColumn && tenants.has(column.table)) {
      if (!column.notNull) breaks.push(`${column.table}.${tenantColumn} takes null`);
      if (column.type !== 'int8') breaks.push(`${column.table}.${tenantColumn} is not bigint`);
    }
  }
  for (const table of tenants) {
    if (!catalog.keys.some((key) => key.table === table && key.kind === 'primary'))
      breaks.push(`${table}: no primary key`);
  }
  for (const key of catalog.keys) {
    if (!tenants.has(key.table)) continue;
    const toTenant = key.target !== null && tenants.has(key.target);
    const mustLead = key.kind !== 'foreign' || toTenant;
    const leads =
      key.columns[0] === tenantColumn ||
      (key.kind === 'primary' &&
        key.columns[0] === 'id' &&
        key.columns.includes(tenantColumn) &&
        isLean(catalog, key.table));
    if (mustLead && !leads) breaks.push(`${key.table}: ${key.name} must begin with ${tenantColumn}`);
    if (toTenant && key.targetColumns?.[0] !== tenantColumn) {
      breaks.push(`${key.table}: ${key.name} must point at ${tenantColumn} first`);
    }
  }
  return breaks;
}

/**
 * What would keep the tables from being spread over machines by their organization, as Citus 12 was seen to refuse it. A table
 * that every machine has whole (of no tenant, or of the platform and the caterers) may be pointed at by the tenants', never the
 * other way round, and lies in no partitions; a tenant's partitions have none of their own, and its exclusions tell tenants apart.
 */
export function distributionBreaks(catalog: Catalog): string[] {
  const tenants = tenantTables(catalog);
  return [
    ...catalog.keys
      .filter(
        (key) => key.kind === 'foreign' && !tenants.has(key.table) && key.target !== null && tenants.has(key.target),
      )
      .map((key) => `${key.table}: ${key.name} points at ${key.target}, which is spread by ${tenantColumn}`),
    ...catalog.parents
      .filter(({ table }) => !tenants.has(table))
      .map(({ table }) => `${table} lies in partitions, and whole on every machine`),
    ...catalog.parents
      .filter(({ table, nested }) => nested && tenants.has(table))
      .map(({ table }) => `${table} has partitions in partitions`),
    ...catalog.exclusions
      .filter(({ table, equal }) => tenants.has(table) && !equal.includes(tenantColumn))
      .map(({ table, name }) => `${table}: ${name} must compare ${tenantColumn} by =`),
  ];
}

/** Columns of a kind the house does not use: database-made ids, native enums, local times, money that is no bigint. */
export function columnKindBreaks(catalog: Catalog): string[] {
  return catalog.columns.flatMap((column) => {
    const at = `${column.table}.${column.column}`;
    const breaks: string[] = [];
    if (column.generated) breaks.push(`${at}: ids come from the application, not from the database`);
    if (column.enumerated) breaks.push(`${at}: text with a CHECK instead of a native enum`);
    if (column.type === 'timestamp') breaks.push(`${at}: timestamptz instead of timestamp`);
    const money = /_fen$/.test(column.column) && !column.view && column.type !== 'int8';
    if (money && !(column.type === 'int4' && isLean(catalog, column.table))) breaks.push(`${at}: money is bigint`);
    return breaks;
  });
}

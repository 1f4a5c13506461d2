/** Columns that say they can be sorted and that no index carries: a list of a million rows would stand still. */
import {
  AliasNode,
  DummyDriver,
  IdentifierNode,
  Kysely,
  type OperationNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SelectQueryNode,
  TableNode,
} from 'kysely';
import { areaOf, type UnitType, unitTypeOf } from '../../../define/page.ts';
import type { Ctx, Db } from '../../context.ts';
import { everything } from '../../query/scope.ts';
import type { Registered } from '../registry.ts';
import { called, said } from './page-faults.ts';

/** What migrations say of a table as far as text tells. */
interface Table {
  columns: string;
  indexed: string;
}

const withoutComments = (sql: string) => sql.replace(/--[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '');

/** Text that creates the columns of each table, and the text of every index, key and unique rule on it that still stands. */
export function tablesOf(migrations: readonly string[]): Map<string, Table> {
  const tables = new Map<string, Table>();
  const indexes = new Map<string, { table: string; on: string }>();
  const named = (name: string) => {
    const table = tables.get(name) ?? { columns: '', indexed: '' };
    tables.set(name, table);
    return table;
  };
  const keyed = /primary key|unique/i;
  const index =
    /create (?:unique )?index (?:if not exists )?(\w+) on (?:only )?(\w+)([^;]*)|drop index (?:if exists )?(\w+)/gi;
  for (const sql of migrations.map(withoutComments)) {
    for (const [, name = '', body = ''] of sql.matchAll(/create table (?:if not exists )?(\w+)\s*\(([\s\S]*?)\n\)/gi)) {
      const table = named(name);
      table.columns += body;
      table.indexed += body
        .split('\n')
        .filter((line) => keyed.test(line))
        .join('\n');
    }
    for (const [, name = '', body = ''] of sql.matchAll(/alter table (?:only )?(\w+)([^;]*)/gi)) {
      if (/\badd\b/i.test(body)) named(name).columns += body;
      if (keyed.test(body)) named(name).indexed += body;
    }
    for (const [, name = '', table = '', on = '', dropped] of sql.matchAll(index)) {
      if (dropped) indexes.delete(dropped);
      else indexes.set(name, { table, on });
    }
  }
  for (const { table, on } of indexes.values()) named(table).indexed += `\n${on}`;
  return tables;
}

const has = (text: string, column: string) => new RegExp(`\\b${column}\\b`).test(text);

/** Builds statements that are never run. */
const unrun = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}) as unknown as Db;

/** Somebody of any unit who asks at any time: enough to see which tables a list is over. */
const anybody = (unitType: UnitType | null, path: string) =>
  ({
    session: { accountId: 1, employeeId: 1, unitType, unitId: 1, grants: 'ALL' },
    scope: everything,
    db: unrun,
    services: {},
    clock: { now: () => 0 },
    path,
  }) as unknown as Ctx;

/** Tables of a list by their aliases; what stands behind another alias is no table and adds lines up. */
function aliasesOf({ binding, path }: Registered): Map<string, string> {
  const found = new Map<string, string>();
  const look = (node: OperationNode) => {
    if (!AliasNode.is(node) || !TableNode.is(node.node) || !IdentifierNode.is(node.alias)) return;
    found.set(node.alias.name, node.node.table.identifier.name);
  };
  const node = binding.list!.from(unrun, anybody(unitTypeOf(areaOf(path)) ?? null, path), {}).toOperationNode();
  if (!SelectQueryNode.is(node)) return found;
  for (const from of node.from?.froms ?? []) look(from);
  for (const join of node.joins ?? []) look(join.table);
  return found;
}

/**
 * Every list, its joined tables included: a column of a table in any index counts as carried. Lists that add lines up
 * (`grouped`) sort what they have read; columns of views are told by no text.
 */
export function sortFaults(entry: Registered, tables: ReadonlyMap<string, Table>): string[] {
  const { page, path, binding } = entry;
  const { list } = binding;
  if (!list || list.grouped) return [];
  const aliases = aliasesOf(entry);
  return Object.entries(page.fields).flatMap(([key, field]) => {
    const expr = list.columns[key];
    if (!field.sortable || !expr) return [];
    // A table cut by days is read day by day in the list's own order.
    if (list.partition && page.list?.sort?.replace(/^-/, '') === key) return [];
    const here = called(page, path);
    if (typeof expr !== 'string')
      return [said(here, key, 'is sortable and computed', 'take sortable away, or keep it in a column with an index')];
    const [alias = '', column = ''] = expr.split('.');
    const name = aliases.get(alias) ?? '';
    const table = tables.get(name);
    if (!table || !has(table.columns, column) || has(table.indexed, column)) return [];
    const todo = `add an index on ${name} (its tenant column, ${column}) in a migration, or take sortable away`;
    return [said(here, key, 'is sortable and no index carries it', todo)];
  });
}

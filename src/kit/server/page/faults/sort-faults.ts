/** Columns that say they can be sorted and that no index carries: a list of a million rows would stand still. */
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  DummyDriver,
  IdentifierNode,
  Kysely,
  type OperationNode,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
  ValueNode,
} from 'kysely';
import { areaOf, searchFields, type UnitType, unitTypeOf } from '../../../define/page.ts';
import type { Ctx, Db } from '../../context.ts';
import { everything, type TableScopes } from '../../query/scope.ts';
import { ruleColumns } from '../../query/table-rules.ts';
import type { Registered } from '../registry.ts';
import { called, said } from './page-faults.ts';

/** The columns of an index in their order, an expression as it is written. */
interface Index {
  on: readonly string[];
  /** The only rows it holds, where it does not hold all. */
  where?: string;
}

/** What migrations say of a table as far as text tells. */
interface Table {
  columns: string;
  indexes: Index[];
}

const withoutComments = (sql: string) => sql.replace(/--[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '');

/** What stands in the first brackets of a text, and behind them. */
function bracketed(text: string): { inside: string; behind: string } {
  const open = text.indexOf('(');
  let depth = 0;
  for (let at = open; at >= 0 && at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    if (depth === 0) return { inside: text.slice(open + 1, at), behind: text.slice(at + 1) };
  }
  return { inside: '', behind: '' };
}

/** The parts of a text between its outer commas. */
function partsOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    else if (char === ')') depth--;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const columnsOf = (on: string) =>
  partsOf(bracketed(on).inside).map(
    (part) => /^(\w+)(?: (?:asc|desc|nulls (?:first|last)))*$/i.exec(part)?.[1] ?? part,
  );

/** The keys and unique rules among the lines of a table. */
function keysOf(lines: string): Index[] {
  return partsOf(lines).flatMap((part) => {
    const line = part.replace(/^add (column (if not exists )?)?/i, '').replace(/^constraint \w+ /i, '');
    if (/^(primary key|unique)\b/i.test(line)) return [{ on: columnsOf(line) }];
    return /^\w+ .*\b(primary key|unique)\b/is.test(line) ? [{ on: [/^\w+/.exec(line)![0]] }] : [];
  });
}

/** Text that creates the columns of each table, and every index, key and unique rule on it that still stands. */
export function tablesOf(migrations: readonly string[]): Map<string, Table> {
  const tables = new Map<string, Table>();
  const indexes = new Map<string, Index & { table: string }>();
  const named = (name: string) => {
    const table = tables.get(name) ?? { columns: '', indexes: [] };
    tables.set(name, table);
    return table;
  };
  const index =
    /create (?:unique )?index (?:if not exists )?(\w+) on (?:only )?(\w+)([^;]*)|drop index (?:if exists )?(\w+)/gi;
  for (const sql of migrations.map(withoutComments)) {
    for (const [, name = '', body = ''] of sql.matchAll(/create table (?:if not exists )?(\w+)\s*\(([\s\S]*?)\n\)/gi)) {
      const table = named(name);
      table.columns += body;
      table.indexes.push(...keysOf(body));
    }
    for (const [, name = '', body = ''] of sql.matchAll(/alter table (?:only )?(\w+)([^;]*)/gi)) {
      if (!/\badd\b/i.test(body)) continue;
      named(name).columns += body;
      named(name).indexes.push(...keysOf(body));
    }
    for (const [, name = '', table = '', on = '', dropped] of sql.matchAll(index)) {
      if (dropped) indexes.delete(dropped);
      // Of the other kinds none is in order.
      else if (!/^\s*using (?!btree)/i.test(on)) {
        const where = /^\s*(?:include\s*\([^)]*\)\s*)?where\s+([\s\S]*?)\s*$/i.exec(bracketed(on).behind)?.[1];
        indexes.set(name, { table, on: columnsOf(on), ...(where !== undefined && { where }) });
      }
    }
  }
  for (const { table, ...one } of indexes.values()) named(table).indexes.push(one);
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

/** How a list begins: its tables and what all of its rows have in common. */
function statementOf({ binding, path }: Registered): SelectQueryNode | undefined {
  const node = binding.list!.from(unrun, anybody(unitTypeOf(areaOf(path)) ?? null, path), {}).toOperationNode();
  return SelectQueryNode.is(node) ? node : undefined;
}

/** Tables of a list by their aliases; what stands behind another alias is no table and adds lines up. */
function aliasesOf(statement: SelectQueryNode | undefined): Map<string, string> {
  const found = new Map<string, string>();
  const look = (node: OperationNode) => {
    if (!AliasNode.is(node) || !TableNode.is(node.node) || !IdentifierNode.is(node.alias)) return;
    found.set(node.alias.name, node.node.table.identifier.name);
  };
  for (const from of statement?.from?.froms ?? []) look(from);
  for (const join of statement?.joins ?? []) look(join.table);
  return found;
}

/** Columns `alias.column` that have one value in all rows of the list, with it. */
function constantsOf(statement: SelectQueryNode | undefined): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const look = (node: OperationNode | undefined): void => {
    if (node && AndNode.is(node)) {
      look(node.left);
      look(node.right);
    }
    if (!node || !BinaryOperationNode.is(node)) return;
    const { leftOperand, operator, rightOperand } = node;
    if (!OperatorNode.is(operator) || operator.operator !== '=' || !ValueNode.is(rightOperand)) return;
    if (ReferenceNode.is(leftOperand) && leftOperand.table && ColumnNode.is(leftOperand.column))
      found.set(`${leftOperand.table.table.identifier.name}.${leftOperand.column.column.name}`, rightOperand.value);
  };
  look(statement?.where?.where);
  return found;
}

/** Is the sort by the column the order of the index, once the columns `equal` before it have one value each? */
const leadsTo = ({ on }: Index, column: string, equal: ReadonlySet<string>): boolean => {
  const at = on.indexOf(column);
  return at >= 0 && on.slice(0, at).every((before) => equal.has(before));
};

/**
 * Every list, its joined tables included. An index carries a sort that it leads to: before the column stand only those that have one
 * value in what is read, which are whose the rows are, the record they belong to, and what the list itself lays down; or those it is
 * searched by from the start, for it then reads and sorts the rows of a day or of a state. Over many units each is read by itself.
 * Lists of few rows, and those that add lines up (`grouped`), sort what they have read; columns of views are told by no text.
 */
export function sortFaults(entry: Registered, tables: ReadonlyMap<string, Table>, rules: TableScopes): string[] {
  const { page, path, binding } = entry;
  const { list } = binding;
  if (!list || list.grouped || list.few) return [];
  const statement = statementOf(entry);
  const aliases = aliasesOf(statement);
  const constants = constantsOf(statement);
  const searched = [
    ...searchFields(page).flatMap(({ key, initial }) => (initial === undefined ? [] : [key])),
    ...(page.of?.by === undefined ? [] : [page.of.by]),
  ].map((key) => list.columns[key]);
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
    if (!table || !has(table.columns, column)) return [];
    const rule = rules[name];
    const ownColumn = (one: unknown) =>
      typeof one === 'string' && one.startsWith(`${alias}.`) ? [one.slice(alias.length + 1)] : [];
    const equal = new Set([
      ...(rule && rule !== 'global' ? ruleColumns(rule, 'owner') : []),
      ...searched.flatMap(ownColumn),
      ...[...constants.keys()].flatMap(ownColumn),
    ]);
    const holds = ({ where }: Index) =>
      where === undefined ||
      [...constants].some(([one, value]) => ownColumn(one).some((fixed) => where === `${fixed} = '${value}'`));
    if (table.indexes.some((index) => holds(index) && leadsTo(index, column, equal))) return [];
    const todo = `add an index on ${name} (its tenant column, ${column}) in a migration, or take sortable away`;
    return [said(here, key, 'is sortable and no index carries it', todo)];
  });
}

/** What gives a unit's records away in an answer: their ids, and the numbers and names no other unit has. */
import type { Pool } from 'pg';
import { domains } from '../../src/domains/index.ts';
import type { UnitColumn } from '../../src/kit/server/query/scope.ts';
import { tableRules } from '../../src/kit/server/query/table-rules.ts';
import { firstIdBlock } from '../support/server.ts';

export interface Unit {
  type: 'PLATFORM' | 'AGENT' | 'CONTRACTOR' | 'ORGANIZATION';
  id: number;
}

const rules = tableRules(domains);
const idPattern = new RegExp(String.raw`(?<!\d)${String(firstIdBlock).slice(0, 2)}\d{11}(?!\d)`, 'g');
const tellingColumns = new Set(['phone', 'card_no', 'physical_no', 'job_number', 'sn', 'login_name', 'channel_no']);
/** Tables whose names tell; 早餐 or 学生 are everybody's. */
const namedTables = new Set([
  'agent',
  'contractor',
  'organization',
  'department',
  'person',
  'restaurant',
  'deploy_site',
  'device',
]);

/** The condition under which a table's row belongs to the unit; undefined when the table has no rows of such a unit. */
function ownedBy(table: string, unit: Unit): string | undefined {
  const rule = rules[table]!;
  if (rule === 'global') return undefined;
  if ('own' in rule || 'unit' in rule) {
    const [type, id] = 'own' in rule ? rule.own : rule.unit;
    return `${type} = '${unit.type}' and ${id} = ${unit.id}`;
  }
  // Rows between units are each party's own; what is reached by way of another unit is that unit's.
  const column = 'party' in rule ? [rule.party[unit.type]].flat()[0] : columnOf(rule, unit);
  return typeof column === 'string' ? `${column} = ${unit.id}` : undefined;
}

function columnOf(rule: UnitColumn, { type }: Unit): string | undefined {
  if ('organization' in rule) return type === 'ORGANIZATION' ? rule.organization : undefined;
  if ('contractor' in rule) return type === 'CONTRACTOR' ? rule.contractor : undefined;
  return type === 'AGENT' ? rule.agent : undefined;
}

/** By what the rows of a table are told whose they are; the first that a rule has, as `ownedBy` reads it. */
export const ruleKinds = ['own', 'unit', 'party', 'organization', 'contractor', 'agent'] as const;
type RuleKind = (typeof ruleKinds)[number];
const kindOf = (table: string) => ruleKinds.find((kind) => rules[table] !== 'global' && kind in rules[table]!);

async function rowsOf(pool: Pool, table: string, unit: Unit): Promise<Record<string, unknown>[]> {
  const condition = ownedBy(table, unit);
  if (!condition) return [];
  return (await pool.query<Record<string, unknown>>(`select * from ${table} where ${condition}`)).rows;
}

/** Ids and telling texts of everything the unit has, or of what it has in the tables of one kind of rule. */
export async function marksOf(pool: Pool, unit: Unit, kind?: RuleKind): Promise<Set<string>> {
  const marks = new Set<string>();
  for (const table of Object.keys(rules).filter((one) => kind === undefined || kindOf(one) === kind))
    for (const row of await rowsOf(pool, table, unit)) {
      if (row.id !== undefined) marks.add(String(row.id));
      for (const [column, value] of Object.entries(row))
        if (
          (tellingColumns.has(column) || (column === 'name' && namedTables.has(table))) &&
          typeof value === 'string' &&
          value !== ''
        )
          marks.add(value);
    }
  return marks;
}

/** One digest over every row of the unit in every registered table, to prove that nothing was written. */
export async function digestOf(pool: Pool, unit: Unit): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of Object.keys(rules)) {
    const condition = ownedBy(table, unit);
    if (!condition) continue;
    const { rows } = await pool.query<{ digest: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as digest
       from (select * from ${table} where ${condition}) t`,
    );
    digests[table] = rows[0]!.digest;
  }
  return digests;
}

/** Every id-like number and every whole text value in an answer. */
export function traces(answer: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'number') found.add(String(value));
    else if (typeof value === 'string') {
      found.add(value);
      for (const id of value.match(idPattern) ?? []) found.add(id);
    } else if (Array.isArray(value)) for (const item of value) visit(item);
    else if (value && typeof value === 'object')
      for (const [key, item] of Object.entries(value)) {
        for (const id of key.match(idPattern) ?? []) found.add(id);
        visit(item);
      }
  };
  visit(answer);
  return found;
}

/** Marks that show in an answer. */
export const leaks = (answer: unknown, marks: ReadonlySet<string>): string[] =>
  [...traces(answer)].filter((trace) => marks.has(trace));

/**
 * Reads the row types of `tables.ts` files, so that a test can hold them against the real catalog.
 *
 * The convention: one interface per table (`AccountRow`, columns in snake_case as in SQL, `| null` where the column
 * takes null), and an interface whose name ends in `Tables` that maps table names to them; a domain adds its tables to
 * the kit's `Tables` by declaration merging. A column's type is a primitive, a union of literals, a type alias of the
 * same file, `Generated<…>`, an array, or for json anything. Aliases of other files are not looked into.
 */

/** What a column's type says; `any` is what cannot be told from the file alone. */
export type ValueKind = 'number' | 'string' | 'boolean' | 'json' | 'bytes' | 'any';

export interface RowColumn {
  kind: ValueKind;
  nullable: boolean;
  array: boolean;
}

/** Table name → column name → type. */
export type RowTypes = Map<string, Map<string, RowColumn>>;

interface Declared {
  /** Interface name → parents and member name → type text. */
  interfaces: Map<string, { parents: string[]; members: Map<string, string> }>;
  /** Alias name → type text. */
  aliases: Map<string, string>;
}

const open = '{[(<';
const close = '}])>';

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"])\/\/[^\n]*/g, '$1');
}

/** Index just past the bracket that closes the one at `from`. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if (open.includes(text.charAt(i))) depth++;
    else if (close.includes(text.charAt(i)) && text[i - 1] !== '=' && --depth === 0) return i + 1;
  }
  return text.length;
}

/** Splits at a separator that stands in no bracket. */
function splitTop(text: string, separators: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const [i, c] of [...text].entries()) {
    if (open.includes(c)) depth++;
    if (close.includes(c) && text[i - 1] !== '=') depth--;
    if (depth === 0 && separators.includes(c)) {
      parts.push(part.trim());
      part = '';
    } else part += c;
  }
  return [...parts, part.trim()].filter((one) => one !== '');
}

function membersOf(body: string): Map<string, string> {
  const members = new Map<string, string>();
  // A type may go on over lines that begin with a bar.
  for (const member of splitTop(body.replace(/\n\s*\|/g, ' |'), ';\n')) {
    const found = /^(?:readonly\s+)?['"]?(\w+)['"]?(\??)\s*:\s*([\s\S]+)$/.exec(member);
    if (found?.[1] && found[3]) members.set(found[1], found[2] ? `${found[3]} | undefined` : found[3]);
  }
  return members;
}

function declarations(source: string): Declared {
  const text = withoutComments(source);
  const declared: Declared = { interfaces: new Map(), aliases: new Map() };
  for (const match of text.matchAll(/\binterface\s+(\w+)(?:\s+extends\s+([\w\s,]+?))?\s*\{/g)) {
    const from = match.index + match[0].length - 1;
    const members = membersOf(text.slice(from + 1, closing(text, from) - 1));
    const parents = (match[2] ?? '').split(',').map((name) => name.trim());
    declared.interfaces.set(match[1] ?? '', { parents: parents.filter(Boolean), members });
  }
  for (const match of text.matchAll(/\btype\s+(\w+)\s*=\s*([\s\S]*?);/g)) {
    declared.aliases.set(match[1] ?? '', (match[2] ?? '').trim());
  }
  return declared;
}

function kindOf(part: string): ValueKind {
  if (/^(['"`])[\s\S]*\1$/.test(part) || part === 'string') return 'string';
  if (/^-?\d/.test(part) || part === 'number') return 'number';
  if (['boolean', 'true', 'false'].includes(part)) return 'boolean';
  if (part === 'Buffer' || part === 'Uint8Array') return 'bytes';
  if (part === 'unknown' || part === 'object' || part.startsWith('{') || part.startsWith('Record<')) return 'json';
  return 'any';
}

function readType(text: string, aliases: ReadonlyMap<string, string>): RowColumn {
  const wrapped = /^(?:Generated|GeneratedAlways|ColumnType|Readonly)<([\s\S]+)>$/.exec(text);
  if (wrapped?.[1]) return readType(splitTop(wrapped[1], ',')[0] ?? '', aliases);
  const parts = splitTop(text, '|');
  const values = parts.filter((part) => part !== 'null' && part !== 'undefined');
  const nullable = values.length < parts.length;
  if (values.length > 1) {
    const read = values.map((part) => readType(part, aliases));
    const kinds = new Set(read.map((one) => one.kind));
    const kind = kinds.size === 1 ? (read[0]?.kind ?? 'any') : 'any';
    return { kind, nullable: nullable || read.some((one) => one.nullable), array: read.every((one) => one.array) };
  }
  const only = (values[0] ?? '').replace(/^\(([\s\S]+)\)$/, '$1');
  const element =
    /^(?:readonly\s+)?([\s\S]+)\[\]$/.exec(only)?.[1] ?? /^(?:Readonly)?Array<([\s\S]+)>$/.exec(only)?.[1];
  if (element) return { kind: readType(element, aliases).kind, nullable, array: true };
  const alias = aliases.get(only);
  if (alias !== undefined) {
    const target = readType(alias, aliases);
    return { ...target, nullable: nullable || target.nullable };
  }
  return { kind: kindOf(only), nullable, array: false };
}

function columnsOf(name: string, declared: Declared): Map<string, RowColumn> | undefined {
  const found = declared.interfaces.get(name);
  if (!found) {
    const same = declared.aliases.get(name);
    return same === undefined ? undefined : columnsOf(same, declared);
  }
  const columns = new Map<string, RowColumn>();
  for (const parent of found.parents)
    for (const [key, column] of columnsOf(parent, declared) ?? []) columns.set(key, column);
  for (const [key, type] of found.members) columns.set(key, readType(type, declared.aliases));
  return columns;
}

/**
 * The row types of one `tables.ts`.
 * @throws when a table's row interface is not in the same file.
 */
export function readRowTypes(source: string): RowTypes {
  const declared = declarations(source);
  const tables: RowTypes = new Map();
  for (const [name, { members }] of declared.interfaces) {
    if (!name.endsWith('Tables')) continue;
    for (const [table, row] of members) {
      const columns = columnsOf(row, declared);
      if (!columns) throw new Error(`row type ${row} of table ${table} is not declared beside it`);
      tables.set(table, columns);
    }
  }
  return tables;
}

/**
 * SQL text passes by the tenant wall: a statement on a tenant table names whose rows it means, or says in a comment
 * `/* wall: … *\/` what holds it within the scope.
 */

import type { TableScopes } from '../src/kit/server/query/scope.ts';
import { ruleColumns } from '../src/kit/server/query/table-rules.ts';
import type { SourceTree } from './import-rules.ts';

const literal = /`(?:\\[\s\S]|[^`\\])*`|'(?:\\.|[^'\\\n])*'/g;
const comment = /^\s*\*.*$|\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const verb = /\b(?:select|insert|update|delete)\b/i;
const camel = (column: string) => column.replace(/_(\w)/g, (_, c: string) => c.toUpperCase());
/** Tests and their benches ask as they like; the kit's own tables are looked up by account and task. */
const outside = /\.test\.tsx?$|\/testing\.ts$|^src\/demo\/|^src\/kit\/server\/db\//;

/** Statements of `src` on a tenant table that do not say whose rows they mean, as `file:line`. */
export function sqlBreaks(tree: SourceTree, rules: TableScopes): string[] {
  const tenants = Object.entries(rules).flatMap(([table, rule]) => (rule === 'global' ? [] : [[table, rule] as const]));
  const columnsOf = new Map(tenants.map(([table, rule]) => [table, ruleColumns(rule, 'owner')]));
  const names = tenants.map(([table]) => table).join('|');
  const use = new RegExp(String.raw`\b(?:from|join|into|update|using)\s+(?:only\s+)?(${names})(?![\w.(])`, 'gi');
  const breaks: string[] = [];
  for (const [file, source] of tree) {
    if (!file.startsWith('src/domains/') || outside.test(file)) continue;
    const text = source.replace(comment, (part) => part.replace(/[^\n]/g, ' '));
    for (const { 0: sql, index } of text.matchAll(literal)) {
      if (!verb.test(sql) || sql.includes('/* wall:')) continue;
      const tables = [...new Set([...sql.matchAll(use)].map((m) => m[1]!.toLowerCase()))];
      const says = tables.some((table) =>
        columnsOf
          .get(table)!
          .some((column) => column !== 'id' && (sql.includes(column) || sql.includes(camel(column)))),
      );
      if (tables.length > 0 && !says)
        breaks.push(
          `${file}:${text.slice(0, index).split('\n').length} SQL on ${tables.join(', ')} does not say whose rows it means: name ${columnsOf.get(tables[0]!)!.join(' or ')}, use the query builder, or say /* wall: what holds it in the scope */`,
        );
    }
  }
  return breaks;
}

/** What a binding may hold: it reads and it names commands; whatever writes is a command in a file of its own. */
import type { SourceTree } from './import-rules.ts';
import { withoutComments } from './imports.ts';

const isBinding = /^src\/domains\/.*\/pages\/[^/]+\.server\.ts$/;
const writes =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(|\binsert\s+into\s+[a-z_]+|\bupdate\s+[a-z_]+(?:\s+(?:as\s+)?[a-z]+)?\s+set\b|\bdelete\s+from\s+[a-z_]+/;

/** Lines of bindings that write a table, as `file:line`. */
export function bindingBreaks(tree: SourceTree): string[] {
  const breaks: string[] = [];
  for (const [file, source] of tree) {
    if (!isBinding.test(file)) continue;
    for (const [i, line] of withoutComments(source).split('\n').entries())
      if (writes.test(line))
        breaks.push(
          `${file}:${i + 1} writes a table: move the command to a file of its own beside the pages, named after its verb`,
        );
  }
  return breaks;
}

/** What takes a context reads through it: the pool would be a second connection beside the command's own. */
import type { SourceTree } from './import-rules.ts';
import { withoutComments } from './imports.ts';

const takesContext = /\bimport\b[^;]*\bCtx\b[^;]*\bfrom\s+'[^']*\/context\.ts'/;
/** `services` is a context's own in files that take it apart, e.g. `const { services, session } = ctx`. */
const takesApart = /\{[^{}]*\bservices\b[^{}]*\}\s*=\s*(?:ctx|inner|c)\b/;
const throughContext = /\b(?:ctx|inner|c)\.services\.(?:pool|db)\b/;
const pickedFromContext = /\{[^{}]*\b(?:pool|db)\b[^{}]*\}\s*=\s*(?:ctx|inner|c)\.services\b/;
const throughServices = /\bservices\.(?:pool|db)\b|\{[^{}]*\b(?:pool|db)\b[^{}]*\}\s*=\s*services\b/;

/** Lines of `src` that reach the pool through a context, as `file:line`. Tests may. */
export function poolBreaks(tree: SourceTree): string[] {
  const breaks: string[] = [];
  for (const [file, source] of tree) {
    if (!file.startsWith('src/') || /\.test\.tsx?$|\/testing\.ts$/.test(file)) continue;
    const text = withoutComments(source);
    if (!takesContext.test(source)) continue;
    const own = takesApart.test(text);
    for (const [i, line] of text.split('\n').entries())
      if (throughContext.test(line) || pickedFromContext.test(line) || (own && throughServices.test(line)))
        breaks.push(
          `${file}:${i + 1} asks the pool beside the command's own connection: read through ctx.db, SQL text through sqlOf(ctx.db), other units' rows through beyondScope(ctx)`,
        );
  }
  return breaks;
}

/** Reads which files a TypeScript file imports, from its text alone. */
import { posix } from 'node:path';

export interface Import {
  /** As written, e.g. `../fen.ts` or `node:fs`. */
  specifier: string;
  /** Path from the checkout for a relative import, else undefined. */
  file: string | undefined;
  /** Erased before running (`import type`). */
  typeOnly: boolean;
  /** `import(…)`: loaded later, so it closes no circle at start. */
  lazy: boolean;
}

/** The text with comments blanked out; strings stay. */
export function withoutComments(source: string): string {
  return source.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g,
    (part) => (part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part),
  );
}

const statement = /(?:^|[\n;}])\s*(import|export)\b(\s+type\b)?(?!\s*\()[^'"`;]*?['"]([^'"\n]+)['"]/g;
const call = /\bimport\(\s*['"]([^'"\n]+)['"]\s*[,)]/g;

/** All imports and re-exports of `file` (path from the checkout, forward slashes). */
export function importsOf(file: string, source: string): Import[] {
  const text = withoutComments(source);
  const resolve = (specifier: string) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined;
  const found: Import[] = [];
  for (const match of text.matchAll(statement)) {
    const specifier = match[3] ?? '';
    // An exported declaration is no import, though a string may follow: those name `from` or are bare imports.
    if (
      !/\bfrom\s*$/.test(match[0].slice(0, -specifier.length - 2)) &&
      !/import\s*$/.test(match[0].slice(0, -specifier.length - 2))
    )
      continue;
    found.push({ specifier, file: resolve(specifier), typeOnly: match[2] !== undefined, lazy: false });
  }
  for (const match of text.matchAll(call)) {
    const specifier = match[1] ?? '';
    found.push({ specifier, file: resolve(specifier), typeOnly: false, lazy: true });
  }
  return found;
}

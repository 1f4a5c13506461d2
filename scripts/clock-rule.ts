/** Time comes from the injected clock: only the two clock files may ask the machine. */
import type { SourceTree } from './import-rules.ts';
import { withoutComments } from './imports.ts';

const clocks = new Set(['src/kit/server/clock.ts', 'src/kit/console/clock.ts']);
const asksMachine = /\bnew Date\(\s*\)|\bDate\.now\b|\bDate\(\s*\)/;

/** Lines under `src` that read the machine's time, as `file:line`. Tests may. */
export function clockBreaks(tree: SourceTree): string[] {
  const breaks: string[] = [];
  for (const [file, source] of tree) {
    if (!file.startsWith('src/') || clocks.has(file) || /\.test\.tsx?$/.test(file)) continue;
    for (const [i, line] of withoutComments(source).split('\n').entries()) {
      if (asksMachine.test(line)) breaks.push(`${file}:${i + 1} asks the machine for the time: take a Clock`);
    }
  }
  return breaks;
}

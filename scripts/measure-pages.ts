/** How much is written per page: lines of definition and server side, bindings that say nothing new, joins. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

const lines = (text: string) => text.trimEnd().split('\n').length;
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const snake = (key: string) => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

interface Measured {
  name: string;
  kind: 'list' | 'list+form' | 'report' | 'other';
  lines: number;
}

/** Lines per page of one definition file: a file of several pages is divided among them. */
function measure(file: string): Measured {
  const definition = read(file);
  const pages = definition.match(/\bpage\(\{/g)?.length ?? 1;
  const kind = /\n {2}report:|kind: 'report'/.test(definition)
    ? 'report'
    : !/\n {2}list:|\blist[,:]/.test(definition)
      ? 'other'
      : /\n {2}form:|\bform[,:]/.test(definition)
        ? 'list+form'
        : 'list';
  const whole = lines(definition) + lines(read(file.replace(/\.page\.ts$/, '.server.ts')));
  return { name: file, kind, lines: Math.round(whole / pages) };
}

const at = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

const files = globSync(inRoot('src/domains/*/**/pages/*.page.ts')).sort();
const measured = files.map(measure);
for (const [kind, goal] of [
  ['list', 80],
  ['list+form', 80],
  ['report', 70],
] as const) {
  const of = measured.filter((m) => m.kind === kind).map((m) => m.lines);
  const sorted = of.toSorted((a, b) => a - b);
  console.log(
    `${kind}: ${of.length} files, median ${at(sorted, 0.5)}, nine of ten ≤ ${at(sorted, 0.9)}, longest ${at(sorted, 1)}, ` +
      `within ${goal} lines: ${of.filter((n) => n <= goal).length}`,
  );
}

const sources = globSync(inRoot('src/domains/**/*.ts')).filter((f) => !f.endsWith('.test.ts'));
let bindings = 0;
let derivable = 0;
let joins = 0;
for (const file of sources) {
  const text = read(file);
  for (const [, key, column] of text.matchAll(/^\s+(\w+): '\w+\.(\w+)',$/gm)) {
    bindings += 1;
    if (column === snake(key!)) derivable += 1;
  }
  if (/\.server\.ts$|-list\.ts$|\/list\.ts$|-source\.ts$/.test(file))
    joins += text.match(/\.(left|inner)Join\(/g)?.length ?? 0;
}
const definitionLines = files.flatMap((f) => read(f).split('\n'));
const alone = definitionLines.filter((l) => /^\s+'\w+',$/.test(l)).length;
console.log(`bindings: ${bindings}, of these only the key again: ${derivable}`);
console.log(`joins written in lists: ${joins}`);
console.log(`definition lines: ${definitionLines.length}, one key and a comma: ${alone}`);
if (process.argv.includes('--each'))
  for (const m of measured.toSorted((a, b) => b.lines - a.lines)) console.log(`${m.lines}\t${m.kind}\t${m.name}`);

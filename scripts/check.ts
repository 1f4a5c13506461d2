/** npm run check: types, lint and format, import directions, clock. Says all that is wrong, then leaves with 1. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clockBreaks } from './clock-rule.ts';
import { importBreaks, type SourceTree } from './import-rules.ts';
import { inRoot, root } from './paths.mjs';

const folders = ['src', 'tests', 'bench', 'scripts'].filter((name) => existsSync(inRoot(name)));

function readTree(): SourceTree {
  const tree = new Map<string, string>();
  for (const folder of folders) {
    for (const name of readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })) {
      if (/\.tsx?$/.test(name))
        tree.set(join(folder, name).replaceAll('\\', '/'), readFileSync(inRoot(folder, name), 'utf8'));
    }
  }
  return tree;
}

function program(title: string, ...command: string[]): boolean {
  const [file = '', ...args] = command;
  const began = performance.now();
  const ok =
    spawnSync(process.execPath, [inRoot('node_modules', file), ...args], { cwd: root, stdio: 'inherit' }).status === 0;
  console.log(`${ok ? '✓' : '✗'} ${title}（${((performance.now() - began) / 1000).toFixed(1)} 秒）`);
  return ok;
}

function rule(title: string, breaks: readonly string[]): boolean {
  for (const line of breaks) console.log(`  ${line}`);
  console.log(`${breaks.length === 0 ? '✓' : '✗'} ${title}`);
  return breaks.length === 0;
}

const tree = readTree();
const passed = [
  program('类型', 'typescript/bin/tsc', '-p', '.', '--noEmit'),
  program('格式与规范', '@biomejs/biome/bin/biome', 'check', '.'),
  rule('引用方向', importBreaks(tree)),
  rule('时钟', clockBreaks(tree)),
];
process.exitCode = passed.every(Boolean) ? 0 : 1;

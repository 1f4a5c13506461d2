/** npm run check: types, lint and format, import directions, clock, connections, tenants, the pages. Says all that is wrong, then leaves with 1. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domains } from '../src/domains/index.ts';
import { readPages } from '../src/kit/console/registry/plugin.ts';
import { migrationFiles } from '../src/kit/server/db/migration-files.ts';
import { tableRules } from '../src/kit/server/query/table-rules.ts';
import { checkProduct } from '../src/read-product.ts';
import { amountBreaks } from './amount-rule.ts';
import { bindingBreaks } from './binding-rule.ts';
import { clockBreaks } from './clock-rule.ts';
import { domainBreaks, doorBreaks, nameBreaks } from './domain-rules.ts';
import { importBreaks, type SourceTree } from './import-rules.ts';
import { lockBreaks } from './lock-rule.ts';
import { inRoot, root } from './paths.mjs';
import { poolBreaks } from './pool-rule.ts';
import { refusalBreaks } from './refusal-rule.ts';
import { sqlBreaks } from './sql-rule.ts';

/** What the last check knew of the types: the next one looks only at what changed. */
const typesSeen = inRoot('node_modules', '.cache', 'types.tsbuildinfo');

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

/** The whole registry, as the server would start with it; what keeps it from being read is a fault as well. */
async function pageBreaks(): Promise<string[]> {
  try {
    await checkProduct();
    return [];
  } catch (error) {
    return String(error instanceof Error ? error.message : error).split('\n');
  }
}

/** The paths at which the pages of each file stand. */
async function pagePaths(): Promise<Map<string, string[]>> {
  const paths = new Map<string, string[]>();
  for (const { file, spec } of await readPages(root).catch(() => []))
    paths.set(file.slice(1), [...(paths.get(file.slice(1)) ?? []), ...spec.places.map((place) => place.path)]);
  return paths;
}

const tree = readTree();
// Each checker works out the types it meets by itself: as many as a small machine has cores cost a quarter less than the default of four.
const typing = ['-p', '.', '--noEmit', '--checkers', '2', '--incremental', '--tsBuildInfoFile', typesSeen];
const migrations = await migrationFiles(inRoot('src')).catch((error: Error) => error);
const passed = [
  program('类型', 'typescript/bin/tsc', ...typing),
  program('格式与规范', '@biomejs/biome/bin/biome', 'check', '.'),
  rule('引用方向', importBreaks(tree)),
  rule(
    '业务域的次序',
    domainBreaks(
      tree,
      domains.map((domain) => domain.name),
    ),
  ),
  rule('业务域的门', doorBreaks(tree)),
  rule('目录与页面的名字', nameBreaks(tree, await pagePaths())),
  rule('拒绝的编号', refusalBreaks(tree)),
  rule('时钟', clockBreaks(tree)),
  rule('金额的千位分隔', amountBreaks(tree)),
  rule('一个命令一个连接', poolBreaks(tree)),
  rule('绑定不写表', bindingBreaks(tree)),
  rule('SQL 与租户墙', sqlBreaks(tree, tableRules(domains))),
  rule('迁移', Array.isArray(migrations) ? migrations.flatMap(lockBreaks) : [migrations.message]),
  rule('页面', await pageBreaks()),
];
process.exitCode = passed.every(Boolean) ? 0 : 1;

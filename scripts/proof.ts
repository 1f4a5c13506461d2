/**
 * npm run proof: the long runs of the tests that `npm test` runs briefly, and their figures as a table. Arguments: --write
 * (into docs/reliability.md), --scale N (a share or a multiple of the usual length, default 1).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dateAt, systemClock } from '../src/kit/server/clock.ts';
import type { Figure } from '../tests/support/figures.ts';
import { inRoot, root } from './paths.mjs';

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, scale: { type: 'string', default: '1' } },
});
const scale = Number(values.scale);
const times = (n: number) => String(Math.max(1, Math.round(n * scale)));

/** Test file and the environment that makes it long. */
const runs: readonly [string, Record<string, string>][] = [
  ['src/domains/wallet/plan.test.ts', { PLANNER_RUNS: times(100_000) }],
  ['tests/money/model.test.ts', { MONEY_MODEL_RUNS: times(600) }],
  [
    'tests/money/crash.test.ts',
    // Five hundred kills; about ten thousand connections cut, one in eighty swipes.
    { MONEY_CRASH_ROUNDS: times(500), MONEY_FAULT_SWIPES: String(Math.max(1500, Number(times(800_000)))) },
  ],
  ['tests/money/contention.test.ts', { MONEY_CONTENTION: times(30_000) }],
  ['src/domains/device/simulator/simulate.test.ts', { SIMULATED_TERMINALS: String(Math.max(6, Number(times(200)))) }],
  ['tests/api/fuzz.test.ts', { FUZZ_SEED: 'random', FUZZ_RUNS: times(60) }],
];

function table(figures: readonly Figure[]): string {
  const parts = Map.groupBy(figures, (f) => f.part);
  const lines = ['| 试验 | 数字 |', '| --- | --- |'];
  for (const [part, list] of parts)
    lines.push(`| ${part} | ${list.map((f) => `${f.name} ${f.value.toLocaleString('zh-CN')}`).join('，')} |`);
  return lines.join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'onecard-proof-'));
const file = join(folder, 'figures.jsonl');
writeFileSync(file, '');
const failed: string[] = [];
for (const [test, env] of runs) {
  const { status } = spawnSync(
    process.execPath,
    [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', test, '--testTimeout=3600000'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, PROOF_FIGURES: file } },
  );
  if (status !== 0) failed.push(test);
}
const figures = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Figure);
rmSync(folder, { recursive: true });
const machine = `${dateAt(systemClock.now())}，${cpus()[0]?.model ?? '处理器'} × ${cpus().length} 核，${Math.round(totalmem() / 1024 ** 3)} GB，内置 PostgreSQL。`;
const text = `${machine}\n\n${table(figures)}`;
console.log(`\n${text}`);
if (failed.length > 0) {
  console.error(`\n未通过：${failed.join('、')}`);
  process.exitCode = 1;
} else if (values.write) {
  const path = inRoot('docs', 'reliability.md');
  const [begin, end] = ['<!-- proof -->', '<!-- /proof -->'];
  const known = readFileSync(path, 'utf8');
  const [from, to] = [known.indexOf(begin), known.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/reliability.md 中没有 ${begin} … ${end}`);
  writeFileSync(path, `${known.slice(0, from + begin.length)}\n${text}\n${known.slice(to)}`);
}

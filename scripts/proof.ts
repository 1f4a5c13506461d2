/**
 * npm run proof: the long runs of the tests that `npm test` runs briefly, and their figures as a table. Arguments: --write
 * (into docs/reliability.md; a trial that did not run keeps its row), --scale N (a share or a multiple of the usual length,
 * default 1), --only planner,model,kills,cuts,answers,contention,terminals,fuzz.
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
  options: {
    write: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const scale = Number(values.scale);
const times = (n: number) => String(Math.max(1, Math.round(n * scale)));

const swipes = String(Math.max(1500, Number(times(800_000))));

interface Run {
  /** Test file, and which of its tests where the others have a run of their own. */
  test: string;
  named?: string;
  /** What makes it long. */
  env: Record<string, string>;
}

const runs: Readonly<Record<string, Run>> = {
  planner: { test: 'src/domains/wallet/plan.test.ts', env: { PLANNER_RUNS: times(100_000) } },
  model: { test: 'tests/money/model.test.ts', env: { MONEY_MODEL_RUNS: times(600) } },
  kills: { test: 'tests/money/crash.test.ts', named: 'kill -9', env: { MONEY_CRASH_ROUNDS: times(500) } },
  // About ten thousand connections cut, one in eighty swipes.
  cuts: { test: 'tests/money/crash.test.ts', named: 'terminated at random', env: { MONEY_FAULT_SWIPES: swipes } },
  answers: { test: 'tests/money/crash.test.ts', named: 'between COMMIT', env: { MONEY_FAULT_SWIPES: swipes } },
  contention: { test: 'tests/money/contention.test.ts', env: { MONEY_CONTENTION: times(30_000) } },
  terminals: {
    test: 'src/domains/device/simulator/simulate.test.ts',
    env: { SIMULATED_TERMINALS: String(Math.max(6, Number(times(200)))) },
  },
  fuzz: { test: 'tests/api/fuzz.test.ts', env: { FUZZ_SEED: 'random', FUZZ_RUNS: times(60) } },
};
const chosen = values.only?.split(',') ?? Object.keys(runs);
const unknown = chosen.filter((name) => !runs[name]);
if (unknown.length > 0) throw new Error(`--only: ${unknown.join(', ')}; there are ${Object.keys(runs).join(', ')}`);

const machine = `${dateAt(systemClock.now())}，${cpus()[0]?.model ?? '处理器'} × ${cpus().length} 核，${Math.round(totalmem() / 1024 ** 3)} GB`;

/** Trial → its row; those of earlier runs keep their place. */
function rowsOf(figures: readonly Figure[], known = new Map<string, string>()): Map<string, string> {
  const rows = new Map(known);
  for (const [part, list] of Map.groupBy(figures, (f) => f.part)) {
    const said = list.map((f) => `${f.name} ${f.value.toLocaleString('zh-CN')}`).join('，');
    rows.set(part, `| ${part} | ${said} | ${machine} |`);
  }
  return rows;
}

const table = (rows: ReadonlyMap<string, string>) =>
  ['| 试验 | 数字 | 何时、何处 |', '| --- | --- | --- |', ...rows.values()].join('\n');

/** The rows between the marks, by trial. */
function knownRows(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (---|试验) /.test(line));
  return new Map(lines.map((line) => [line.split(' | ')[0]!.slice(2), line]));
}

const folder = mkdtempSync(join(tmpdir(), 'onecard-proof-'));
const file = join(folder, 'figures.jsonl');
writeFileSync(file, '');
const failed: string[] = [];
for (const name of chosen) {
  const { test, named, env } = runs[name]!;
  const narrowed = named ? ['-t', named] : [];
  const { status } = spawnSync(
    process.execPath,
    [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', test, ...narrowed, '--testTimeout=3600000'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, PROOF_FIGURES: file } },
  );
  if (status !== 0) failed.push(name);
}
const figures = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Figure);
rmSync(folder, { recursive: true });
console.log(`\n${table(rowsOf(figures))}`);
if (failed.length > 0) {
  console.error(`\n未通过：${failed.join('、')}`);
  process.exitCode = 1;
} else if (values.write) {
  const path = inRoot('docs', 'reliability.md');
  const [begin, end] = ['<!-- proof -->', '<!-- /proof -->'];
  const known = readFileSync(path, 'utf8');
  const [from, to] = [known.indexOf(begin), known.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/reliability.md 中没有 ${begin} … ${end}`);
  const text = table(rowsOf(figures, knownRows(known.slice(from, to))));
  writeFileSync(path, `${known.slice(0, from + begin.length)}\n${text}\n${known.slice(to)}`);
}

/** A drill's figures: printed, and with `--write` put into docs/reliability.md (of costs: docs/scale.md) between the drill's marks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dateAt, systemClock } from '../../src/kit/server/clock.ts';
import { inRoot } from '../paths.mjs';

export type Row = readonly [name: string, value: string | number];

const shown = (value: string | number) => (typeof value === 'number' ? value.toLocaleString('zh-CN') : value);

/** Prints the table, writes it where asked, and fails the command when the drill did. */
export function report(
  drill: string,
  rows: readonly Row[],
  { passed, write }: { passed: boolean; write: boolean },
): void {
  const machine = `${dateAt(systemClock.now())}，${cpus()[0]?.model ?? '处理器'} × ${cpus().length} 核，${Math.round(totalmem() / 1024 ** 3)} GB。`;
  const lines = ['| 项目 | 数字 |', '| --- | --- |', ...rows.map(([name, value]) => `| ${name} | ${shown(value)} |`)];
  const text = `${machine}\n\n${lines.join('\n')}`;
  console.log(`\n${text}\n`);
  if (!passed) {
    console.error('演练未通过');
    process.exitCode = 1;
  } else if (write) {
    const path = inRoot('docs', drill === 'cost' ? 'scale.md' : 'reliability.md');
    const [begin, end] = [`<!-- drill:${drill} -->`, `<!-- /drill:${drill} -->`];
    const known = readFileSync(path, 'utf8');
    const [from, to] = [known.indexOf(begin), known.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${path} 中没有 ${begin} … ${end}`);
    writeFileSync(path, `${known.slice(0, from + begin.length)}\n${text}\n${known.slice(to)}`);
  }
}

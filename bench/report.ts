/** The measured tables as Markdown, and their place in docs/benchmarks.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, type as systemName, totalmem } from 'node:os';
import { dateAt, systemClock } from '../src/kit/server/clock.ts';
import type { ConsoleFigures } from './console.ts';
import type { ListFigure } from './lists.ts';
import type { TpcB } from './pgbench.ts';
import type { RushRound } from './rush.ts';

export interface Figures {
  trades: number;
  rushPeople: number;
  seconds: number;
  console: ConsoleFigures | undefined;
  lists: readonly ListFigure[];
  rounds: readonly RushRound[];
  /** By number of clients. */
  tpcb: ReadonlyMap<number, TpcB>;
}

const begin = '<!-- bench/main.ts -->';
const end = '<!-- /bench/main.ts -->';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
const times = (a: number, b: number) => `${(a / b).toFixed(2)}×`;

function consoleTable(f: ConsoleFigures): string {
  return table(
    ['前端', '实测', '上限'],
    [
      ['登录页 JS（gzip）', kB(f.loginJsBytes), '170 kB'],
      ['登录页请求数', String(f.loginRequests), '10'],
      ['登录页可用', `${ms(f.loginUsableMs)} ms`, '500 ms'],
      ['到首页 JS 合计（gzip）', kB(f.homeJsBytes), '420 kB'],
      ['首个列表（冷）', `${ms(f.firstListMs)} ms`, '300 ms'],
      ['切换已打开的列表，中位（最大）', `${ms(f.switchMedianMs)}（${ms(f.switchMaxMs)}）ms`, '70（110）ms'],
    ],
  );
}

function listTable(lists: readonly ListFigure[]): string {
  return table(
    ['列表', '接口中位', 'p95', '裸 SQL', '接口 / SQL', '总数'],
    lists.map((l) => [
      l.name,
      `${ms(l.apiMs)} ms`,
      `${ms(l.apiP95Ms)} ms`,
      `${ms(l.sqlMs)} ms`,
      times(l.apiMs, l.sqlMs),
      l.total,
    ]),
  );
}

function rushTable({ rounds, tpcb }: Figures): string {
  return table(
    ['连接', '消费/秒', 'p50', 'p99', 'TPC-B（同连接，至多 64）', '倍数'],
    rounds.map((r) => {
      const other = tpcb.get(Math.min(r.connections, 64))!;
      return [
        String(r.connections),
        r.perSecond.toFixed(0),
        `${ms(r.p50Ms)} ms`,
        `${ms(r.p99Ms)} ms`,
        `${other.tps.toFixed(0)} tps`,
        times(r.perSecond, other.tps),
      ];
    }),
  );
}

/** The machine, the date and every table. */
export function render(figures: Figures): string {
  const [cpu] = cpus();
  const machine = `${cpu?.model.trim() ?? ''} × ${cpus().length} 核，${(totalmem() / 2 ** 30).toFixed(0)} GB 内存，${systemName()}，Node ${process.versions.node}`;
  const parts = [
    `${dateAt(systemClock.now())}，${machine}。数据库为随包 PostgreSQL，fsync 开；服务、数据库与压测程序在同一台机器上。`,
  ];
  if (figures.console) parts.push('### 前端', consoleTable(figures.console));
  if (figures.lists.length > 0)
    parts.push(
      `### 列表：${figures.trades.toLocaleString('en-US')} 笔交易`,
      '消费记录页，每页 20 行。接口时间为一次完整 HTTP 调用（行、计数、合计）；裸 SQL 为同一页的手写语句（行与计数并行）。首页加筛选上限 30 ms。',
      listTable(figures.lists),
    );
  if (figures.rounds.length > 0)
    parts.push(
      `### 联机消费：${figures.rushPeople.toLocaleString('en-US')} 人，每轮 ${figures.seconds} 秒`,
      '每个连接是一台已配对的终端，逐笔签名、等到应答再发下一笔；同一数据库、同一次运行里的 pgbench TPC-B 作对照。结束后 I1–I13 全部复核。',
      rushTable(figures),
    );
  return parts.join('\n\n');
}

/** Puts the text between the marks of the file, or behind it when it has none. */
export async function writeInto(path: string, text: string): Promise<void> {
  const known = await readFile(path, 'utf8').catch(
    () => '# 性能实测\n\n`npm run bench -- --write` 重新测量并写入本页。\n',
  );
  const block = `${begin}\n${text}\n${end}`;
  const [from, to] = [known.indexOf(begin), known.indexOf(end)];
  const next =
    from >= 0 && to > from
      ? known.slice(0, from) + block + known.slice(to + end.length)
      : `${known.trimEnd()}\n\n${block}\n`;
  await writeFile(path, next);
}

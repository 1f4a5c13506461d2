/** The measured tables as Markdown, and their place in docs/benchmarks.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, type as systemName, totalmem } from 'node:os';
import { dateAt, systemClock } from '../src/kit/server/clock.ts';
import type { ConsoleFigures } from './console.ts';
import type { ExportFigure } from './export.ts';
import type { ImportFigure } from './import.ts';
import type { ListFigure } from './lists.ts';
import type { MealFigure } from './meal-kitchen.ts';
import type { RushPair, RushRound } from './rush.ts';
import type { WideFigures } from './wide.ts';

/** Whatever a run measured; what it left out keeps its place in the page. */
export interface Figures {
  console?: ConsoleFigures | undefined;
  lists?: { trades: number; figures: readonly ListFigure[] };
  /** Reports over a thousand units. */
  wide?: WideFigures;
  large?: { trades: number; organizations: number; figures: readonly ListFigure[] };
  rush?: { people: number; seconds: number; pairs: readonly RushPair[] };
  export?: ExportFigure;
  import?: ImportFigure;
  meals?: readonly MealFigure[];
  safety?: readonly MealFigure[];
  supply?: readonly MealFigure[];
  clearing?: readonly MealFigure[];
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
const MB = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const times = (a: number, b: number) => `${(a / b).toFixed(2)}×`;

function consoleTable(f: ConsoleFigures): string {
  const { startBytes, openBytes, tabs, closedBytes } = f.heap;
  return table(
    ['前端', '实测', '上限'],
    [
      ['登录页 JS（gzip）', kB(f.loginJsBytes), '80 kB'],
      ['登录页请求数', String(f.loginRequests), '10'],
      ['登录页可用', `${ms(f.loginUsableMs)} ms`, '500 ms'],
      ['到首页 JS 合计（gzip）', kB(f.homeJsBytes), '300 kB'],
      ['首个列表（冷）', `${ms(f.firstListMs)} ms`, '250 ms'],
      ['首个列表，首页看过三秒以后', `${ms(f.readListMs)} ms`, ''],
      ['切换已打开的列表，中位（最大）', `${ms(f.switchMedianMs)}（${ms(f.switchMaxMs)}）ms`, '60（110）ms'],
      [`报餐表 ${f.grid.people} 人 × ${f.grid.slots} 餐：打开`, `${ms(f.grid.openMs)} ms`, '600 ms'],
      [
        '报餐表滚动：每帧主线程工作，中位（p95）',
        `${ms(f.grid.frameMedianMs)}（${ms(f.grid.frameP95Ms)}）ms`,
        '16.7 ms',
      ],
      [
        `表单 ${f.lines.rows} 行明细，键入：每键主线程工作，中位（p95），迟到的帧`,
        `${ms(f.lines.keyMedianMs)}（${ms(f.lines.keyP95Ms)}）ms，${f.lines.keys} 键 ${f.lines.late} 帧`,
        '16.7 ms，0 帧',
      ],
      ['JS 堆：登录后的首页', MB(startBytes), ''],
      [`JS 堆：打开 ${tabs} 个列表标签`, MB(openBytes), '30 MB'],
      ['JS 堆：全部关闭后（比首页多）', `${MB(closedBytes)}（${MB(closedBytes - startBytes)}）`, '多 5 MB'],
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

function largeTable(figures: readonly ListFigure[]): string {
  return table(
    ['列表与报表', '接口中位', 'p95', '上限', '裸 SQL', '裸 SQL / 接口', '总数'],
    figures.map((l) => [
      l.name,
      `${ms(l.apiMs)} ms`,
      `${ms(l.apiP95Ms)} ms`,
      l.limitMs === undefined ? '' : `${l.limitMs} ms`,
      `${ms(l.sqlMs)} ms`,
      times(l.sqlMs, l.apiMs),
      l.total,
    ]),
  );
}

function exportTable(f: ExportFigure): string {
  return table(
    ['导出', '实测', '上限'],
    [
      ['COPY 到 CSV', `${f.copySeconds.toFixed(2)} s`, ''],
      ['xlsx', `${f.xlsxSeconds.toFixed(2)} s（${f.fileMiB.toFixed(0)} MiB）`, ''],
      ['xlsx / COPY', `${f.ratio.toFixed(2)}×`, '1.5×'],
      ['额外内存', `${f.extraMiB.toFixed(0)} MiB`, '128 MiB'],
      ['主线程定时器迟到 p99', `${ms(Math.max(0, f.loopDelayP99Ms))} ms`, ''],
    ],
  );
}

function importTable(f: ImportFigure): string {
  const s = (seconds: number) => `${seconds.toFixed(1)} s`;
  return table(
    ['导入', '实测', '上限'],
    [
      [`上传（${f.fileMiB.toFixed(1)} MiB）`, s(f.uploadSeconds), ''],
      ['读取与检查', s(f.checkSeconds), ''],
      ['开户（人员、账户、工号、卡片）', s(f.commitSeconds), ''],
      ['合计', s(f.totalSeconds), '60 s'],
    ],
  );
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function rushTable({ pairs }: NonNullable<Figures['rush']>): string {
  const counts = [...new Set(pairs.map(({ round }) => round.connections))];
  return table(
    [
      '连接',
      '消费/秒',
      'p50',
      'p99',
      '处理器 µs/笔：PostgreSQL + 服务 + 压测',
      'WAL',
      '磁盘（含索引）',
      'TPC-B（同连接，至多 64）',
      '倍数',
    ],
    counts.map((connections) => {
      const own = pairs.filter(({ round }) => round.connections === connections);
      const of = (pick: (round: RushRound) => number) => middle(own.map(({ round }) => pick(round)));
      return [
        String(connections),
        of((r) => r.perSecond).toFixed(0),
        `${ms(of((r) => r.p50Ms))} ms`,
        `${ms(of((r) => r.p99Ms))} ms`,
        [of((r) => r.databaseMicros), of((r) => r.serverMicros), of((r) => r.generatorMicros)]
          .map((micros) => micros.toFixed(0))
          .join(' + '),
        `${of((r) => r.walBytes).toFixed(0)} B`,
        `${of((r) => r.diskBytes).toFixed(0)} B`,
        `${middle(own.map(({ tpcb }) => tpcb.tps)).toFixed(0)} tps`,
        `${middle(own.map(({ round, tpcb }) => round.perSecond / tpcb.tps)).toFixed(2)}×`,
      ];
    }),
  );
}

const mealTable = (title: string, figures: readonly MealFigure[]): string =>
  table(
    [title, '实测', '上限', '对照'],
    figures.map((f) => [f.name, f.said, f.limit, f.beside]),
  );

const count = (value: number) => value.toLocaleString('en-US');

/** The measured parts by name, each with the machine and the date it was measured on. */
export function render(figures: Figures): Map<string, string> {
  const [cpu] = cpus();
  const machine = `${dateAt(systemClock.now())}，${cpu?.model.trim() ?? ''} × ${cpus().length} 核，${(totalmem() / 2 ** 30).toFixed(0)} GB 内存，${systemName()}，Node ${process.versions.node}。数据库为随包 PostgreSQL，fsync 开；服务、数据库与压测程序在同一台机器上。`;
  const parts = new Map<string, string>();
  const add = (name: string, ...texts: string[]) =>
    parts.set(name, [texts[0], machine, ...texts.slice(1)].join('\n\n'));
  const { lists, large, rush } = figures;
  if (figures.console)
    add(
      'console',
      '### 前端',
      'JS 堆在垃圾回收之后读取；关闭全部标签后多出的几乎都是首次打开各页时编译的代码。',
      consoleTable(figures.console),
    );
  if (lists)
    add(
      'lists',
      `### 列表：${count(lists.trades)} 笔交易`,
      '消费记录页，每页 20 行。接口时间为一次完整 HTTP 调用（行、计数、合计）；裸 SQL 为同一页的手写语句（行与计数并行）。首页加筛选上限 30 ms。',
      listTable(lists.figures),
    );
  if (large)
    add(
      'large',
      `### 列表与报表：${count(large.trades)} 笔交易，${large.organizations} 家单位`,
      '最大一家一年 830,000 笔，以它的身份查询。列表的裸 SQL 为同一页的手写语句（行与计数并行）；报表的裸 SQL 为同一期间在交易表上直接汇总，报表取自汇总表。“封顶计数”一行只计该语句：取自汇总表，裸 SQL 在索引里数到 100,000 为止。',
      largeTable(large.figures),
    );
  if (figures.wide)
    add(
      'wide',
      '### 平台报表：1,000 家单位',
      '每家每天 48 行汇总，一个月共 1,488,000 行，各带 2,170 笔交易，夜里的结算是它们的。承包商供餐的五百家。接口时间为一次完整 HTTP 调用，连同恒等式的另一边；裸 SQL 为同一期间直接加总未折叠的汇总行，消费明细的为一条手写语句。',
      `${largeTable(figures.wide.lists)}\n\n${mealTable('夜里与月底', figures.wide.nights)}`,
    );
  if (rush)
    add(
      'rush',
      `### 联机消费：${count(rush.people)} 人，每轮 ${rush.seconds} 秒`,
      '每个连接是一台已配对的终端，逐笔签名、等到应答再发下一笔；先以 64 连接预热二十五秒，每轮之前在同一数据库上跑一轮 pgbench TPC-B 作对照，各三对，取中位。结束后 I1–I13 全部复核。',
      rushTable(rush),
    );
  if (figures.export)
    add(
      'export',
      `### 导出：${count(figures.export.rows)} 行 × 15 列`,
      '与同一次运行里同一查询的 COPY 到 CSV 相比。',
      exportTable(figures.export),
    );
  if (figures.import)
    add(
      'import',
      `### 导入：${count(figures.import.rows)} 人`,
      '从上传工作簿到最后一人开户完成，经 HTTP，与操作员所见相同。',
      importTable(figures.import),
    );
  if (figures.meals)
    add(
      'meals',
      '### 报餐、订餐、菜谱',
      '一家单位十万人；命令在服务进程内直接调用，与请求走同一条路。结束后 I1–I13 全部复核。',
      mealTable('报餐、订餐、菜谱', figures.meals),
    );
  if (figures.safety)
    add(
      'safety',
      '### 食品安全与门禁',
      '演示单位另加 200 台闸机、留样柜与它们的一年读数、一年的进出记录（台数与条数见各行）；在服务进程内直接调用，与请求走同一条路。默认是小的规模；规格要求的用 `--gate-seconds 600 --kill-seconds 600 --cabinets 500 --passages 50000000`，约需四十分钟与 25 GB 磁盘。',
      mealTable('食品安全与门禁', figures.safety),
    );
  if (figures.supply)
    add(
      'supply',
      '### 进销存与商超',
      '演示承包商另加单位（各 200 道菜，每道 15 种食材）、一个仓一年的流水与许多仓的一个月（大小见各行）；在服务进程内直接调用，与请求走同一条路。默认是小的规模；规格要求的用 `--sites 500 --entries 10000000 --sales 20000 --houses 600`。',
      mealTable('进销存与商超', figures.supply),
    );
  if (figures.clearing)
    add(
      'clearing',
      '### 渠道账单',
      '平台商户号一天的微信交易账单，在服务进程内与自动下载走同一条路：存放、读取、逐行保存、对到全部单位的订单。每一千行有一行本系统没有订单。',
      mealTable('渠道账单', figures.clearing),
    );
  return parts;
}

/** Puts each part between its own marks in the file, or behind what is there. */
export async function writeInto(path: string, parts: ReadonlyMap<string, string>): Promise<void> {
  let known = await readFile(path, 'utf8').catch(
    () => '# 性能实测\n\n`npm run bench -- --write` 重新测量并写入本页。\n',
  );
  for (const [name, text] of parts) {
    const [begin, end] = [`<!-- bench: ${name} -->`, `<!-- /bench: ${name} -->`];
    const block = `${begin}\n${text}\n${end}`;
    const [from, to] = [known.indexOf(begin), known.indexOf(end)];
    known =
      from >= 0 && to > from
        ? known.slice(0, from) + block + known.slice(to + end.length)
        : `${known.trimEnd()}\n\n${block}\n`;
  }
  await writeFile(path, known);
}

/**
 * Export of a long list to xlsx beside COPY … TO STDOUT (CSV) of the same query in the same run: time, memory, and
 * what the server's other work feels meanwhile. Alone it measures a million consumptions joined as a list joins them.
 * Arguments: rows (default 1,000,000), rounds (default 3).
 */
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Client, type ClientConfig } from 'pg';
import { startEmbedded } from '../src/kit/server/db/embedded/start.ts';
import { clientConfig } from '../src/kit/server/db/pool.ts';
import { exportInWorker } from '../src/kit/server/jobs/export/export-in-worker.ts';
import type { ExportColumn } from '../src/kit/server/jobs/export/types.ts';

export interface ExportCase {
  connection: ClientConfig;
  /** Without parameters, because COPY takes none. */
  sql: string;
  columns: readonly ExportColumn[];
  rounds: number;
}

export interface ExportFigure {
  rows: number;
  copySeconds: number;
  xlsxSeconds: number;
  /** xlsx time over COPY time. */
  ratio: number;
  rowsPerSecond: number;
  fileMiB: number;
  /** Resident memory of the whole process above what it had before. */
  extraMiB: number;
  /** 99th percentile of how late timers of the server's own thread fire during the export, ms. */
  loopDelayP99Ms: number;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Runs COPY and keeps what comes in a file, as `psql \copy` does. Seconds. */
async function copySeconds(connection: ClientConfig, sql: string, path: string): Promise<number> {
  const client = new Client(clientConfig(connection, { statementTimeoutMs: 0 }));
  await client.connect();
  const file = createWriteStream(path, { highWaterMark: 1024 * 1024 });
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    client.query({
      submit: (wire: { query(text: string): void }) => wire.query(`copy (${sql}) to stdout with (format csv)`),
      handleCopyData: (message: { chunk: Buffer }) => void file.write(Buffer.from(message.chunk)),
      handleReadyForQuery: () => resolve(),
      handleError: reject,
      handleRowDescription: () => undefined,
      handleDataRow: () => undefined,
      handleCommandComplete: () => undefined,
      handleEmptyQuery: () => undefined,
      handlePortalSuspended: () => undefined,
    } as never);
  });
  await new Promise<void>((resolve) => file.end(resolve));
  const seconds = (performance.now() - started) / 1000;
  await client.end();
  return seconds;
}

async function exportOnce({ connection, sql, columns }: ExportCase, path: string) {
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  const done = await exportInWorker({
    connection,
    sql,
    params: [],
    columns,
    info: { title: '导出测速', filter: '全部' },
    path,
    maxRows: 10_000_000,
  });
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  clearInterval(watch);
  if (done.end !== 'whole') throw new Error(`the export ended ${done.end}`);
  return { seconds, rows: done.rows, extraMiB: (peak - before) / 2 ** 20, delayMs: delay.percentile(99) / 1e6 - 5 };
}

/** Medians over the rounds; COPY and export take turns. */
export async function measureExport(task: ExportCase): Promise<ExportFigure> {
  const folder = await mkdtemp(join(tmpdir(), 'export-bench-'));
  try {
    const copies: number[] = [];
    const exports: Awaited<ReturnType<typeof exportOnce>>[] = [];
    const path = join(folder, 'out.xlsx');
    for (let i = 0; i < task.rounds; i++) {
      copies.push(await copySeconds(task.connection, task.sql, join(folder, 'out.csv')));
      exports.push(await exportOnce(task, path));
    }
    const xlsxSeconds = median(exports.map((one) => one.seconds));
    const { rows } = exports[0]!;
    return {
      rows,
      copySeconds: median(copies),
      xlsxSeconds,
      ratio: xlsxSeconds / median(copies),
      rowsPerSecond: rows / xlsxSeconds,
      fileMiB: (await stat(path)).size / 2 ** 20,
      extraMiB: Math.max(...exports.map((one) => one.extraMiB)),
      loopDelayP99Ms: median(exports.map((one) => one.delayMs)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One line per figure, for the table of docs/benchmarks.md. */
export function exportLines(name: string, figure: ExportFigure): string[] {
  const { rows, copySeconds: copy, xlsxSeconds, ratio, rowsPerSecond, fileMiB, extraMiB, loopDelayP99Ms } = figure;
  return [
    `${name}: ${rows.toLocaleString('en')} rows`,
    `  COPY to CSV ${copy.toFixed(2)} s, xlsx ${xlsxSeconds.toFixed(2)} s (${fileMiB.toFixed(0)} MiB), ratio ${ratio.toFixed(2)}`,
    `  ${Math.round(rowsPerSecond / 1000)}k rows/s, ${extraMiB.toFixed(0)} MiB extra, timers late by ${loopDelayP99Ms.toFixed(1)} ms (p99)`,
  ];
}

const fill = (rows: number): string => `
  create table department as select g::bigint as id, '学院' || g as name from generate_series(1, 60) g;
  create table person as select g::bigint as id, (array['张','王','李','赵','陈'])[(1 + g % 5)::int] || (array['伟','秀英','建国','思远','子涵'])[(1 + g * 7 % 5)::int] as name,
    lpad((180000 + g)::text, 8, '0') as card_no, (1 + g % 60)::bigint as department_id from generate_series(1, 20000) g;
  create table restaurant as select g::bigint as id, '第' || g || '食堂' as name from generate_series(1, 9) g;
  create table device as select g::bigint as id, 'POS-' || (100 + g) as name from generate_series(1, 70) g;
  create table consumption as select g::bigint as id, '2026' || lpad(g::text, 9, '0') as trade_no, (1 + g * 7919 % 20000)::bigint as person_id,
    (1 + g % 9)::bigint as restaurant_id, (1 + g % 70)::bigint as device_id, (array['早餐','午餐','晚餐'])[(1 + g % 3)::int] as meal,
    (100 + g * 37 % 3000)::bigint as amount_fen, (g % 500)::bigint as subsidy_fen, (100000 + g * 13 % 900000)::bigint as balance_fen,
    timestamptz '2025-09-01 06:30+08' + g * 13 * interval '1 second' as occurred_at, date '2025-09-01' + (g / 7000)::int as business_date,
    case when g % 40 = 0 then 'REVERSED' else 'NORMAL' end as status, (1 + g % 3)::int as nth, case when g % 10 = 0 then '补录：网络中断 & 重传' end as remark
    from generate_series(1, ${rows}::bigint) g;
  analyze`;

const query = `select t.trade_no, p.card_no, p.name as person, d.name as department, r.name as restaurant, v.name as device, t.meal,
  t.amount_fen, t.subsidy_fen, t.balance_fen, t.occurred_at, t.business_date, t.status, t.nth, t.remark
  from consumption t join person p on p.id = t.person_id join department d on d.id = p.department_id
  join restaurant r on r.id = t.restaurant_id join device v on v.id = t.device_id order by t.occurred_at desc, t.id desc`;

const column = (key: string, title: string, kind: ExportColumn['kind'] = 'text'): ExportColumn => ({
  key,
  title,
  kind,
});
const columns: readonly ExportColumn[] = [
  column('trade_no', '流水号'),
  column('card_no', '卡号'),
  column('person', '姓名'),
  column('department', '部门'),
  column('restaurant', '餐厅'),
  column('device', '设备'),
  column('meal', '餐次'),
  column('amount_fen', '金额', 'money'),
  column('subsidy_fen', '补贴', 'money'),
  column('balance_fen', '余额', 'money'),
  column('occurred_at', '时间', 'time'),
  column('business_date', '营业日', 'date'),
  { ...column('status', '状态'), labels: { NORMAL: '正常', REVERSED: '已冲正' } },
  column('nth', '次数', 'int'),
  column('remark', '备注'),
];

/** The export of `rows` consumptions in a database of its own. */
export async function measureWorkbook(rows: number, rounds: number): Promise<ExportFigure> {
  const dataDir = await mkdtemp(join(tmpdir(), 'export-bench-data-'));
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  try {
    const client = new Client(clientConfig(embedded.connection, { statementTimeoutMs: 0 }));
    await client.connect();
    await client.query(fill(rows));
    await client.end();
    return await measureExport({ connection: embedded.connection, sql: query, columns, rounds });
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figure = await measureWorkbook(Number(process.argv[2] ?? 1_000_000), Number(process.argv[3] ?? 3));
  for (const line of exportLines('export', figure)) console.log(line);
}

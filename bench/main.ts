/**
 * npm run bench: one durable database, one run, ratios. Console weight and speed, lists over a million trades beside the
 * bare SQL, swipes over HTTP beside pgbench's TPC-B, an import of people, an export beside COPY. Arguments:
 * --only console,lists,rush,import,export,meals,safety,supply,clearing,wide,large; --large (lists and reports over ten million trades, alone);
 * meal-month (餐费扣款（月） without the rest of meals), meal-waste (what was made and not eaten), both printed alone;
 * --write (into docs/benchmarks.md, the measured parts only), --seconds N, --trades N, --people N, --rows N,
 * --gate-seconds N, --kill-seconds N, --cabinets N, --passages N (safety),
 * --sites N, --entries N, --sales N, --houses N (supply), --bill-lines N (clearing),
 * --nodes N (server processes the swipes are spread over; default one),
 * --folder DIR (keeps the database there and takes it up again at the next run).
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildConsole } from '../scripts/build-console.mjs';
import { demoPassword } from '../src/domains/identity/public.server.ts';
import { checkInvariants } from '../src/domains/wallet/testing.ts';
import { measureClearing } from './clearing.ts';
import { measureConsole } from './console.ts';
import { measureWorkbook } from './export.ts';
import { type House, openHouse } from './house.ts';
import { openLine } from './http-line.ts';
import { measureImport } from './import.ts';
import { measureLarge, measureLists, signIn } from './lists.ts';
import { measureMealMonth, measureMeals, measureMealWaste } from './meals.ts';
import { prepareTpcB, runTpcB } from './pgbench.ts';
import { type Figures, render, writeInto } from './report.ts';
import { type RushPair, runRush } from './rush.ts';
import { measureSafety } from './safety.ts';
import { measureSupply } from './supply.ts';
import { measureWide } from './wide.ts';

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    only: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    trades: { type: 'string' },
    people: { type: 'string', default: '20000' },
    rows: { type: 'string' },
    folder: { type: 'string' },
    'gate-seconds': { type: 'string', default: '30' },
    'kill-seconds': { type: 'string', default: '20' },
    cabinets: { type: 'string', default: '50' },
    passages: { type: 'string', default: '300000' },
    sites: { type: 'string', default: '50' },
    entries: { type: 'string', default: '500000' },
    sales: { type: 'string', default: '4000' },
    houses: { type: 'string', default: '60' },
    nodes: { type: 'string', default: '1' },
    'bill-lines': { type: 'string', default: '300000' },
  },
});
const parts = new Set(
  (
    values.only ?? (values.large ? 'large' : 'console,lists,rush,import,export,meals,safety,supply,clearing,wide')
  ).split(','),
);
const seconds = Number(values.seconds);
const connectionCounts = [1, 64, 256] as const;
/** A round of swipes beside a round of TPC-B, and again: the middle of their ratios is printed. */
const rushPairs = 3;
/** All rounds of swipes together write less. */
const rushLogFiles = 200;
/** A server has served since the morning when lunch comes: until then it compiles what it does most, for a tenth of its time. */
const warmSeconds = 25;
const listRuns = 40;
const tpcbScale = 50;
const importRows = Number(values.rows ?? 100_000);
const exportRows = Number(values.rows ?? 1_000_000);
const exportRounds = 3;
/** One organization of 830,000 trades a year for three years, and eleven others with a good quarter of that each. */
const large = { trades: 2_520_000, share: 253, twins: { count: 11, percent: 27 } };

const print = (line: string) => process.stdout.write(`${line}\n`);

async function token(house: House): Promise<string> {
  const line = await openLine(house.origin);
  try {
    return await signIn(line, 'school', demoPassword);
  } finally {
    line.close();
  }
}

async function measureRush(house: House): Promise<Figures['rush']> {
  const pairs: RushPair[] = [];
  await prepareTpcB(house.connection, tpcbScale);
  await runRush(house, 64, warmSeconds);
  for (const connections of connectionCounts)
    for (let n = 0; n < rushPairs; n += 1) {
      const tpcb = await runTpcB(house.connection, Math.min(connections, 64), seconds);
      const round = await runRush(house, connections, seconds);
      const { perSecond, p50Ms, p99Ms, databaseMicros, serverMicros, generatorMicros, walBytes, diskBytes, others } =
        round;
      print(
        `${connections}: ${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(2)} p99 ${p99Ms.toFixed(1)} ms, µs ${databaseMicros.toFixed(0)} + ${serverMicros.toFixed(0)} + ${generatorMicros.toFixed(0)}, WAL ${walBytes.toFixed(0)} B, disk ${diskBytes.toFixed(0)} B, TPC-B ${tpcb.tps.toFixed(0)} tps ${JSON.stringify(others)}`,
      );
      pairs.push({ round, tpcb });
    }
  const breaks = await checkInvariants(house.pool, house.organizationId);
  if (breaks.length > 0) throw new Error(`账目不平：${JSON.stringify(breaks.slice(0, 5))}`);
  print('I1–I13 全部成立');
  return { people: Number(values.people), seconds, pairs };
}

/** What is measured on the usual database. */
async function usual(): Promise<Figures> {
  // Before the server starts: it serves the console it finds then.
  if (parts.has('console') && !(await buildConsole(process.execPath))) throw new Error('前端构建失败');
  const trades = Number(values.trades ?? 1_000_000);
  const house = await openHouse({
    people: 3000,
    trades,
    share: 1000,
    twins: { count: 0, percent: 0 },
    folder: values.folder,
    nodes: Number(values.nodes),
    logFiles: parts.has('rush') ? rushLogFiles : 0,
    rush: { people: Number(values.people), terminals: Math.max(...connectionCounts) },
    log: print,
  });
  try {
    const figures: Figures = {};
    if (parts.has('console'))
      figures.console = await measureConsole(house.origin, 'school', demoPassword, await token(house));
    if (parts.has('lists'))
      figures.lists = { trades, figures: await measureLists(house, await token(house), listRuns) };
    if (parts.has('rush')) figures.rush = await measureRush(house);
    // Last: a hundred thousand more people are not what the other parts are measured with.
    if (parts.has('import')) figures.import = await measureImport(house.origin, await token(house), importRows);
    return figures;
  } finally {
    await house.stop();
  }
}

/** Lists and reports over ten million trades. */
async function overTenMillion(): Promise<Figures> {
  const trades = Number(values.trades ?? large.trades);
  const house = await openHouse({
    people: 3000,
    trades,
    share: large.share,
    twins: large.twins,
    folder: values.folder,
    rush: { people: 100, terminals: 40 },
    log: print,
  });
  try {
    const { rows } = await house.pool.query<{ n: number }>('select count(*)::int as n from trade');
    const figures = await measureLarge(house, await token(house), listRuns);
    return { large: { trades: rows[0]!.n, organizations: 1 + large.twins.count, figures } };
  } finally {
    await house.stop();
  }
}

/** Reports of the platform over a thousand units. */
async function overManyUnits(): Promise<NonNullable<Figures['wide']>> {
  const house = await openHouse({
    people: 100,
    trades: 2000,
    share: 1000,
    twins: { count: 1000, percent: 100 },
    folder: values.folder,
    rush: { people: 100, terminals: 1 },
    log: print,
  });
  try {
    return await measureWide(house, demoPassword, listRuns, print);
  } finally {
    await house.stop();
  }
}

const figures: Figures = {};
if (['console', 'lists', 'import', 'rush'].some((part) => parts.has(part))) Object.assign(figures, await usual());
if (parts.has('export')) figures.export = await measureWorkbook(exportRows, exportRounds);
if (parts.has('meals')) figures.meals = await measureMeals(print);
if (parts.has('meal-month')) await measureMealMonth(print);
if (parts.has('meal-waste')) await measureMealWaste(print);
if (parts.has('safety'))
  figures.safety = await measureSafety(print, {
    gateSeconds: Number(values['gate-seconds']),
    killSeconds: Number(values['kill-seconds']),
    cabinets: Number(values.cabinets),
    passages: Number(values.passages),
  });
if (parts.has('supply'))
  figures.supply = await measureSupply(print, {
    sites: Number(values.sites),
    entries: Number(values.entries),
    sales: Number(values.sales),
    houses: Number(values.houses),
  });
if (parts.has('clearing')) figures.clearing = await measureClearing(print, Number(values['bill-lines']));
if (parts.has('wide')) figures.wide = await overManyUnits();
if (parts.has('large')) Object.assign(figures, await overTenMillion());
const texts = render(figures);
print(`\n${[...texts.values()].join('\n\n')}`);
if (values.write) await writeInto(fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url)), texts);

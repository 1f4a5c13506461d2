/**
 * npm run bench: one durable database, one run, ratios. Console weight and speed, lists over a million trades beside the
 * bare SQL, swipes over HTTP beside pgbench's TPC-B. Arguments: --write (into docs/benchmarks.md), --only console,lists,rush,
 * --seconds N, --trades N, --people N.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildConsole } from '../scripts/build-console.mjs';
import { demoPassword } from '../src/domains/identity/create-account.ts';
import { checkInvariants } from '../src/domains/wallet/invariants.ts';
import { type ConsoleFigures, measureConsole } from './console.ts';
import { type House, openHouse } from './house.ts';
import { openLine } from './http-line.ts';
import { type ListFigure, measureLists, signIn } from './lists.ts';
import { prepareTpcB, runTpcB, type TpcB } from './pgbench.ts';
import { type Figures, render, writeInto } from './report.ts';
import { type RushRound, runRush } from './rush.ts';

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    only: { type: 'string', default: 'console,lists,rush' },
    seconds: { type: 'string', default: '8' },
    trades: { type: 'string', default: '1000000' },
    people: { type: 'string', default: '20000' },
  },
});
const parts = new Set(values.only.split(','));
const seconds = Number(values.seconds);
const connectionCounts = [1, 64, 256] as const;
const listRuns = 40;
const tpcbScale = 50;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function consoleFigures(house: House): Promise<ConsoleFigures | undefined> {
  if (!parts.has('console')) return undefined;
  if (!(await buildConsole(process.execPath))) throw new Error('前端构建失败');
  return measureConsole(house.origin, 'school', demoPassword);
}

async function listFigures(house: House): Promise<ListFigure[]> {
  if (!parts.has('lists')) return [];
  const line = await openLine(house.origin);
  const token = await signIn(line, 'school', demoPassword);
  line.close();
  return measureLists(house, token, listRuns);
}

async function rushFigures(house: House): Promise<{ rounds: RushRound[]; tpcb: Map<number, TpcB> }> {
  const rounds: RushRound[] = [];
  const tpcb = new Map<number, TpcB>();
  if (!parts.has('rush')) return { rounds, tpcb };
  await prepareTpcB(house.connection, tpcbScale);
  await runRush(house.origin, house.rush, 64, 2);
  for (const connections of connectionCounts) {
    const clients = Math.min(connections, 64);
    if (!tpcb.has(clients)) tpcb.set(clients, await runTpcB(house.connection, clients, seconds));
    const round = await runRush(house.origin, house.rush, connections, seconds);
    print(`${connections}: ${round.perSecond.toFixed(0)}/s ${JSON.stringify(round.others)}`);
    rounds.push(round);
  }
  const breaks = await checkInvariants(house.pool, house.organizationId);
  if (breaks.length > 0) throw new Error(`账目不平：${JSON.stringify(breaks.slice(0, 5))}`);
  print('I1–I13 全部成立');
  return { rounds, tpcb };
}

const house = await openHouse({
  people: 3000,
  trades: Number(values.trades),
  rush: { people: Number(values.people), terminals: Math.max(...connectionCounts) },
  log: print,
});
try {
  const figures: Figures = {
    trades: Number(values.trades),
    rushPeople: Number(values.people),
    seconds,
    console: await consoleFigures(house),
    lists: await listFigures(house),
    ...(await rushFigures(house)),
  };
  const text = render(figures);
  print(`\n${text}`);
  if (values.write) await writeInto(fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url)), text);
} finally {
  await house.stop();
}

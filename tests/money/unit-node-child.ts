/**
 * A second node of the house that is given one piece of the unit side's work at a time and stops amid it, its transaction open, until
 * it is killed. Orders come as lines of JSON; it says `ready`, then `amid` or `done` for each.
 */
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { assemble } from '../../src/assemble.ts';
import { settableClock } from '../../src/demo/seed.ts';
import { openAnnualFees } from '../../src/domains/billing/public.server.ts';
import { lockMonths } from '../../src/domains/clearing/testing.ts';
import { settleAll } from '../../src/domains/settlement/testing.ts';
import { readConfig } from '../../src/kit/server/config.ts';

export interface NodeOrder {
  connectionString: string;
  filesDir: string;
  dataDir: string;
}
export type Piece =
  | { do: 'settle' }
  | { do: 'fees' }
  | { do: 'lock'; ids: number[] }
  | { do: 'command'; page: string; verb: string; body: object; token: string };
/** It stops when a statement with these words, in its text or its values, has been carried out. */
export type NodeWork = Piece & { nowMs: number; stopAt: readonly string[] };

const say = (word: string) => process.stdout.write(`${word}\n`);
const never = new Promise<never>(() => undefined);
let stopAt: readonly string[] = [];

const { query } = Client.prototype;
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  const said = stopAt.length > 0 ? JSON.stringify(args.slice(0, 2)).replaceAll('\\"', '') : '';
  const answer = Reflect.apply(query, this, args) as unknown;
  if (stopAt.length === 0 || !stopAt.every((word) => said.includes(word))) return answer;
  return Promise.resolve(answer).then(() => {
    say('amid');
    return never;
  });
} as typeof query;

const { connectionString, filesDir, dataDir } = JSON.parse(process.argv[2] ?? '') as NodeOrder;
const clock = settableClock();
const quiet = () => undefined;
const config = readConfig(
  {
    ONECARD_DEMO: '1',
    DISK_LOW_MIB: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir,
    FILES_DIR: filesDir,
    NODE_NUMBER: '1',
  },
  dataDir,
);
const { app, services } = await assemble({ config, log: { info: quiet, warn: quiet, error: say }, clock });
await services.pool.query('delete from job_queue.schedule');

async function work(piece: Piece): Promise<unknown> {
  if (piece.do === 'settle') return settleAll(services);
  if (piece.do === 'fees') return openAnnualFees(services);
  if (piece.do === 'lock') return lockMonths(services, piece.ids, { accountId: 1, name: '平审核' });
  const answer = await app.inject({
    method: 'POST',
    url: `/api${piece.page}/${piece.verb}`,
    payload: JSON.stringify(piece.body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${piece.token}` },
  });
  return answer.payload;
}

say('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as NodeWork;
  clock.set(order.nowMs);
  stopAt = order.stopAt;
  const answer = await work(order);
  say(`done ${JSON.stringify(answer)}`);
}

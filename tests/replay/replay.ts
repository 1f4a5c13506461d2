/** A whole real month against a running server: opened, paid in, eaten, uploaded, and held against the known answers. */
import { setTimeout as wait } from 'node:timers/promises';
import { businessDay } from '../../src/domains/wallet/public.server.ts';
import { formatFenGrouped } from '../../src/kit/define/fen.ts';
import { type Clock, isoAt } from '../../src/kit/server/clock.ts';
import { type Compared, compareMonth, proveLedger } from './compare.ts';
import { planMonth } from './plan-month.ts';
import { readMonth } from './read-data.ts';
import { type Sent, sendMonth } from './send-month.ts';
import { setUpSchool } from './set-up.ts';

export interface ReplayOptions {
  url: string;
  /** Folder of the three files. */
  data: string;
  platform: string;
  platformPassword: string;
  seed: number;
  say: (line: string) => void;
}

export interface Replayed {
  compared: Compared[];
  sent: Sent;
  swipes: number;
  amountFen: number;
  /** Seconds. */
  setUpSeconds: number;
  sendSeconds: number;
}

/** @throws with a Chinese message when the data cannot be read or the server refuses something. */
export async function replayMonth(options: ReplayOptions, clock: Clock): Promise<Replayed> {
  const { say } = options;
  const data = await readMonth(options.data);
  const swipes = planMonth(data, options.seed);
  const amountFen = data.cards.reduce((sum, card) => sum + card.amountFen, 0);
  say(
    `${data.holderNos.length} 名持卡人，${data.cards.length} 张卡有消费：${swipes.length.toLocaleString('zh-CN')} 次，${formatFenGrouped(amountFen)} 元`,
  );
  const stamp = isoAt(clock.now()).slice(0, 19).replace(/\D/g, '').slice(2);
  const began = performance.now();
  const school = await setUpSchool({ ...options, stamp }, data, clock);
  const ready = performance.now();
  say(`充值 ${formatFenGrouped(school.rechargedFen)} 元`);
  const sent = await sendMonth(school.terminals, swipes, say);
  const done = performance.now();
  const compared = await compareMonth(school, data.cards, swipes, businessDay(clock.now()));
  compared.push(...(await proveLedger(school, wait)));
  return {
    compared,
    sent,
    swipes: swipes.length,
    amountFen,
    setUpSeconds: (ready - began) / 1000,
    sendSeconds: (done - ready) / 1000,
  };
}

/** The table as it is printed. */
export function comparedLines(compared: readonly Compared[]): string[] {
  return [
    '| 报表 | 项目 | 已知答案 | 报表数 | |',
    '|---|---|---:|---:|---|',
    ...compared.map((c) => `| ${c.report} | ${c.what} | ${c.known} | ${c.found} | ${c.ok ? '✓' : '✗'} |`),
  ];
}

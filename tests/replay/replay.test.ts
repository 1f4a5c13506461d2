/** The replay over a small month made up here: the plan keeps every known sum, and the reports of a server give it back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../src/domains/wallet/testing.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { planMonth } from './plan-month.ts';
import { type MonthData, readMonth } from './read-data.ts';
import { replayMonth } from './replay.ts';
import { writeSample } from './sample-data.ts';

let folder: string;
let known: { count: number; amountFen: number };
let data: MonthData;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onecard-replay-'));
  known = await writeSample(folder, 40);
  data = await readMonth(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the plan', () => {
  test('every card has its count and its amount, every swipe a meal that was served', () => {
    const swipes = planMonth(data);
    expect(swipes).toHaveLength(known.count);
    expect(swipes.reduce((sum, s) => sum + s.amountFen, 0)).toBe(known.amountFen);
    for (const card of data.cards) {
      const own = swipes.filter((s) => s.cardNo === card.cardNo);
      expect([own.length, own.reduce((sum, s) => sum + s.amountFen, 0)]).toEqual([card.count, card.amountFen]);
    }
    expect(swipes.every((s) => s.amountFen >= 1)).toBe(true);
    const served = new Set(data.cells.map((c) => `${c.date} ${c.meal} ${c.canteen}`));
    expect(swipes.every((s) => served.has(`${s.date} ${s.meal} ${s.canteen}`))).toBe(true);
    expect(swipes.every((s, i) => i === 0 || s.at >= swipes[i - 1]!.at)).toBe(true);
  });

  test('cells are as full as their weights say, to one swipe', () => {
    const swipes = planMonth(data);
    const weight = data.cells.reduce((sum, c) => sum + c.weight, 0);
    for (const cell of data.cells) {
      const own = swipes.filter((s) => s.date === cell.date && s.meal === cell.meal && s.canteen === cell.canteen);
      expect(Math.abs(own.length - (known.count * cell.weight) / weight)).toBeLessThan(1);
    }
  });

  test('the same seed is the same month', () => {
    expect(planMonth(data, 3)).toEqual(planMonth(data, 3));
    expect(planMonth(data, 3)).not.toEqual(planMonth(data, 4));
  });
});

describe('against a server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestServer({ env: { OFFLINE_DAYS: '20000' } });
  });
  afterAll(() => app?.stop());
  const replay = () =>
    replayMonth(
      {
        url: app.origin,
        data: folder,
        platform: 'platform',
        platformPassword: 'onecard-demo',
        seed: 7,
        say: () => undefined,
      },
      app.clock,
    );

  test('every report gives the known answers back', async () => {
    const done = await replay();
    expect(done.compared.filter((c) => !c.ok)).toEqual([]);
    expect(done.compared.length).toBeGreaterThan(15);
    expect(done.sent.posted).toBe(known.count);
    expect(await checkInvariants(app.services.pool)).toEqual([]);
    expect(app.errors).toEqual([]);
  });

  test('one wrong fen in a report is seen', async () => {
    app.clock.set(app.clock.now() + 1_000);
    const original = app.services.wallet.submit;
    let once = true;
    app.services.swipes.wallet.submit = (request) => {
      if (!once || request.kind !== 'CONSUME') return original(request);
      once = false;
      const { price } = request;
      return original({
        ...request,
        price: (counters) => {
          const priced = price(counters);
          return 'amountFen' in priced
            ? { ...priced, originFen: priced.originFen + 1, amountFen: priced.amountFen + 1 }
            : priced;
        },
      });
    };
    const off = (await replay()).compared.filter((c) => !c.ok);
    expect(new Set(off.map((c) => c.report))).toEqual(
      new Set(['个人消费汇总', '每日消费汇总', '餐厅月数据', '每日余额汇总']),
    );
  });

  test('a server that does not believe old records says what to set', async () => {
    app.clock.set(app.clock.now() + 1_000);
    app.services.config.offlineDays = 45;
    await expect(replay()).rejects.toThrow(/相差过大.*OFFLINE_DAYS/);
  });
});

/** A lunch against the whole server over HTTP: what the terminals counted is what the clerk's lists say, to the fen. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figure } from '../../../../tests/support/figures.ts';
import { startTestServer, type TestApp } from '../../../../tests/support/server.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { deviceGaps } from '../records/gaps.ts';
import { planLunch } from './lunch.ts';
import { simulate } from './simulate.ts';
import { tallyLines } from './tally.ts';

const terminals = Number(process.env.SIMULATED_TERMINALS ?? 6);

describe('the plan', () => {
  const size = { terminals: 20, swipes: 500, durationMs: 20_000 };

  test('the same seed is the same lunch, another seed another one', () => {
    expect(planLunch({ ...size, seed: 7 })).toEqual(planLunch({ ...size, seed: 7 }));
    expect(planLunch({ ...size, seed: 8 })).not.toEqual(planLunch({ ...size, seed: 7 }));
  });

  test('has everything a lunch has', () => {
    const { visits, outage, driftMs } = planLunch({ ...size, seed: 7 });
    expect(visits).toHaveLength(500);
    expect(visits.every((v, i) => i === 0 || v.atMs >= visits[i - 1]!.atMs)).toBe(true);
    for (const card of ['OWN', 'LOST', 'STRANGER']) expect(visits.some((v) => v.card === card)).toBe(true);
    expect(visits.some((v) => v.answerLost) && visits.some((v) => v.tapsAgainMs > 0)).toBe(true);
    expect(outage.filter(Boolean)).toHaveLength(5);
    expect(new Set(driftMs).size).toBeGreaterThan(10);
    const middle = visits.filter((v) => v.atMs > 4_000 && v.atMs < 12_000).length;
    expect(middle).toBeGreaterThan(visits.length / 2);
  });
});

/** The demo's few people eat more than meals and purses allow: how many have eaten when a terminal uploads is the machine's to say. */
async function feedMany({ services, clock }: TestApp): Promise<void> {
  const { pool, wallet } = services;
  await pool.query('update meal_period set times = null');
  await pool.query(
    'update person_type set single_limit_fen = null, day_limit_amount_fen = null, day_limit_count = null',
  );
  const { rows } = await pool.query<{ id: number; organizationId: number }>(
    `select id, organization_id as "organizationId" from person where status = 'NORMAL'`,
  );
  const organizations = Map.groupBy(rows, (row) => row.organizationId);
  for (const [organizationId, people] of organizations)
    await wallet.submitMany(
      people.map(({ id }) => ({
        kind: 'DEPOSIT',
        organizationId,
        requestKey: `feed:${id}`,
        personId: id,
        occurredAt: clock.now(),
        amountFen: 100_000,
      })),
    );
}

describe('against the server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestServer();
    // A fixed noon, so that lunch is being served whenever the suite runs.
    app.clock.set(Date.parse(`${addDays(dateAt(app.clock.now()), 1)}T12:00:00+08:00`));
  });
  afterAll(() => app?.stop());

  test('counts, lists and gaps agree', { timeout: 30_000 + terminals * 2_000 }, async () => {
    const options = {
      url: app.origin,
      terminals,
      swipes: Math.min(1200, terminals * 40),
      seed: 7,
      seconds: 4 + terminals / 5,
      account: 'school',
      platform: 'platform',
      password: 'onecard-demo',
      platformPassword: 'onecard-demo',
    };
    await feedMany(app);
    const lostCards = () => app.services.pool.query(`select id from card where status = 'LOST' order by id`);
    const lostBefore = await lostCards();
    const newest = await app.services.pool.query<{ id: number }>('select max(id) as id from trade');
    const { tally, mode } = await simulate(options, app.clock);
    expect(mode).toBe('FIXED');
    expect(tally.faults, tallyLines(tally, 0).join('\n')).toBe(0);
    expect(tally.accepted).toBeGreaterThan(50);
    expect(tally.uploaded, tallyLines(tally, 0).join('\n')).toBeGreaterThan(0);
    expect(tally.duplicates).toBeGreaterThan(0);
    expect([...tally.refused.keys()]).toEqual(expect.arrayContaining([2030, 2500]));
    expect((await lostCards()).rows).toEqual(lostBefore.rows);
    expect(tallyLines(tally, 3).join('\n')).toContain('合计入账');

    const posted = await app.services.pool.query<{ n: number; fen: number }>(
      `select count(*)::int as n, coalesce(sum(t.amount_fen), 0)::bigint as fen
       from trade t where t.id > $1`,
      [newest.rows[0]!.id],
    );
    expect(posted.rows[0]).toEqual({ n: tally.accepted + tally.uploaded, fen: tally.acceptedFen + tally.uploadedFen });

    await app.services.deviceSequences.flush();
    const own = await app.services.pool.query<{ id: number; organizationId: number }>(
      `select id, organization_id as "organizationId" from device where sn like 'SIM-%'`,
    );
    const ids = new Set(own.rows.map((device) => device.id));
    const gaps = await deviceGaps(app.services.db, own.rows[0]!.organizationId);
    expect(gaps.filter((gap) => ids.has(gap.deviceId))).toEqual([]);
    const token = await app.login('school');
    const list = await app.post('/admin/organization/device_list', 'query', { search: { online: true } }, token);
    expect((list.body.data as { rows: object[] }).rows).toHaveLength(Math.min(20, terminals));
    const today = dateAt(app.clock.now());
    const days = await app.post(
      '/admin/organization/equipment_daily_data',
      'query',
      { size: 100, search: { businessDate: [today, today] } },
      token,
    );
    const daily = days.body.data as { rows: { takenCount: number | null; state: string }[]; check: object };
    expect(daily.check).toMatchObject({ ok: true });
    expect(daily.rows.filter((r) => r.takenCount !== null).map((r) => r.state)).toEqual(
      Array(Math.min(100, terminals)).fill('OK'),
    );
    figure('模拟消费机', '台数', terminals);
    figure('模拟消费机', '入账记录', tally.accepted + tally.uploaded);
    figure('模拟消费机', '吸收的重复记录', tally.duplicates);
    figure('模拟消费机', '校时的终端', tally.clocksSet);
    figure('模拟消费机', '未解释的缺号', 0);
    figure('模拟消费机', '终端合计与服务器之差（元）', '0.00');
    expect(app.errors).toEqual([]);
  });

  test('outside a meal terminals charge by amount, and the same terminals are used again', async () => {
    app.clock.set(app.clock.now() + 3 * 3_600_000);
    const options = {
      url: app.origin,
      terminals: 2,
      swipes: 20,
      seed: 3,
      seconds: 1,
      account: 'school',
      platform: 'platform',
      password: 'onecard-demo',
      platformPassword: 'onecard-demo',
    };
    const before = await app.services.pool.query('select 1 from device');
    const { tally, mode } = await simulate(options, app.clock);
    expect(mode).toBe('AMOUNT');
    expect(tally.accepted + tally.uploaded).toBeGreaterThan(10);
    expect((await app.services.pool.query('select 1 from device')).rows).toHaveLength(before.rows.length);
  });
});

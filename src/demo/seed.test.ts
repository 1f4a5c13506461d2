/** The demo as its school finds it: terminals that told their days, and what they have not uploaded. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../tests/support/postgres.ts';
import { startTestServer, type TestApp } from '../../tests/support/server.ts';
import { assemble } from '../assemble.ts';
import { domains } from '../domains/index.ts';
import { addDays, dateAt } from '../kit/server/clock.ts';
import { readConfig } from '../kit/server/config.ts';
import { isWeekend } from './life.ts';
import { seedDemo, settableClock } from './seed.ts';
import { beatOnce, sellOnce } from './stand-by.ts';

const area = '/admin/organization';

interface Day {
  businessDate: string;
  deviceId: number;
  deviceName: string;
  state: string;
  takenFen: number | null;
  waitingCount: number;
  waitingFen: number;
  diffFen: number | null;
  onlineRate: number | null;
}
interface Listed {
  rows: Day[];
  check: { ok: boolean; text: string };
}

it('has a clock that two pasts lived beside one another set for themselves alone', async () => {
  const clock = settableClock({ now: () => 5 });
  clock.set(10);
  let go: () => void = () => undefined;
  const first = clock.apart(async () => {
    clock.set(20);
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    return clock.now();
  });
  const second = await clock.apart(async () => {
    const before = clock.now();
    clock.set(30);
    return [before, clock.now()];
  });
  go();
  expect([await first, second, clock.now()]).toEqual([20, [10, 30], 10]);
  clock.set(null);
  expect(clock.now()).toBe(5);
});

it('is seeded once by two nodes that start together', { timeout: 240_000 }, async () => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'onecard-two-nodes-'));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const node = async (number: number) => {
    const env = {
      DATABASE_URL: database.connectionString,
      DATA_DIR: join(dataDir, String(number)),
      NODE_NUMBER: String(number),
      ONECARD_DEMO: '1',
    };
    const clock = settableClock();
    return { clock, ...(await assemble({ config: readConfig(env, dataDir), log, clock })) };
  };
  const nodes = await Promise.all([node(0), node(1)]);
  try {
    await Promise.all(nodes.map(({ services, clock }) => seedDemo(services, clock, { days: 1, share: 0.02 })));
    const { rows } = await nodes[0]!.services.pool.query<{ n: number; names: number }>(
      'select count(*)::int as n, count(distinct name)::int as names from organization',
    );
    expect(rows[0]).toEqual({ n: 2, names: 2 });
  } finally {
    for (const one of nodes) await one.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

describe('the demo', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestServer({ demo: { days: 1, share: 0.06 } });
    token = await app.login('school');
  }, 240_000);
  afterAll(() => app?.stop());

  it('has terminals in use whose days agree with the books, but for what one has not uploaded', async () => {
    const { body } = await app.post(`${area}/equipment_daily_data`, 'query', { page: 1, size: 100, search: {} }, token);
    const { rows: all, check } = body.data as Listed;
    // What was charged by hand has no terminal that could tell of it.
    const rows = all.filter((row) => row.deviceId !== 0);
    expect(check).toMatchObject({ ok: true });
    expect(rows.filter((row) => row.diffFen !== 0)).toEqual([]);
    const waiting = rows.filter((row) => row.state !== 'OK');
    expect(waiting).toMatchObject([
      { deviceName: '小卖部收银台消费机', state: 'PENDING_UPLOAD', waitingCount: 3, waitingFen: 2_650 },
    ]);
    expect(rows.some((row) => row.state === 'OK' && row.takenFen! > 0)).toBe(true);
  });

  it('keeps every file its records name', async () => {
    const columns = domains.flatMap(({ files = [] }) => files.map((column) => column.split('.')));
    expect(columns.length).toBeGreaterThan(20);
    const lost: string[] = [];
    for (const [table, column] of columns) {
      const { rows } = await app.services.pool.query<{ key: string }>(
        `select /* wall: the files of the whole demo */ distinct key from (select unnest(regexp_split_to_array(t.${column}::text, '[^A-Za-z0-9/._-]+')) as key
           from ${table} t) k where key ~ '^[a-z]+/' and not exists (select from stored_file f where f.key = k.key)`,
      );
      lost.push(...rows.map(({ key }) => `${table}.${column} ${key}`));
    }
    expect(lost).toEqual([]);
  });

  it('hands over what was ordered of the shop on its day, not before', async () => {
    const { rows } = await app.services.pool.query<{ status: string; early: boolean; n: number }>(
      `select status, coalesce((finished_at at time zone 'Asia/Shanghai')::date < delivery_date, false) as early, count(*)::int as n
       from shop_order group by 1, 2 order by 1, 2`,
    );
    expect(rows.filter(({ early }) => early)).toEqual([]);
    expect(rows.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['PAID', 'PICKING', 'DELIVERING', 'FINISHED', 'REFUNDING', 'REFUNDED']),
    );
  });

  it('has no sequence number missing, and terminals that know the newest card list', async () => {
    const { rows } = await app.services.pool.query<{ status: string; behind: boolean; used: number; seen: number }>(
      `select d.status, b.list_version < v.version as behind, q.last_seq as used,
          coalesce((select sum(upper(g) - lower(g)) from unnest(q.seen) g), 0)::int + b.offline_count as seen
       from device d join device_beat b on b.device_id = d.id
       join card_list_version v on v.organization_id = d.organization_id
       join device_sequence q on q.device_id = d.id`,
    );
    expect(rows.length).toBeGreaterThan(8);
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'ACTIVE', behind: false });
      expect(row.seen).toBe(row.used);
    }
  });

  it('has terminals that stay online while somebody looks; the one in its box is not waited for', async () => {
    const offline = async () => {
      const { body } = await app.post(`${area}/home`, 'figures', {}, token);
      const { work } = body.data as { work: { label: string; count: number }[] };
      return work.find(({ label }) => label === '失联设备')?.count;
    };
    app.clock.set(app.clock.now() + 40 * 60_000);
    try {
      expect(await offline()).toBeGreaterThan(1);
      await beatOnce(app.services);
      expect(await offline()).toBe(0);
    } finally {
      app.clock.set(null);
    }
  });

  it('goes on selling in meal hours while it runs, at weekends to few, and stands still when told to', async () => {
    const days = Array.from({ length: 7 }, (_, i) => addDays(dateAt(app.clock.now()), i + 1));
    const sold = async (day: string, hm: string, drawn: number) => {
      app.clock.set(Date.parse(`${day}T${hm}:00+08:00`));
      const draw = vi.spyOn(app.services.random, 'fraction').mockReturnValue(drawn);
      for (let i = 0; i < 2; i += 1) await sellOnce(app.services);
      draw.mockRestore();
      const { rows } = await app.services.pool.query<{ n: number; told: number }>(
        `select /* wall: both units of the demo */ (select count(*)::int from trade where business_date = $1) as n,
           (select coalesce(sum(taken_count), 0)::int from device_day where day = $1) as told`,
        [day],
      );
      return rows[0]!;
    };
    try {
      const working = days.find((day) => !isWeekend(day))!;
      const rest = days.find(isWeekend)!;
      expect(await sold(working, '10:30', 0)).toEqual({ n: 0, told: 0 });
      for (const day of [working, rest].sort()) {
        const lunch = await sold(day, '12:00', isWeekend(day) ? 0.01 : 0.4);
        expect(lunch.n, day).toBeGreaterThan(0);
        expect(lunch.told, day).toBe(lunch.n);
      }
      const { rows: again } = await app.services.pool.query(
        `select /* wall: both units of the demo */ device_id, seq from refused_swipe where code = 'IDEMPOTENCY_MISMATCH'`,
      );
      expect(again).toEqual([]);
      const restToo = days.filter(isWeekend).at(-1)!;
      expect(await sold(restToo, '12:00', 0.4)).toEqual({ n: 0, told: 0 });
    } finally {
      app.clock.set(null);
    }
    const live = (env: Record<string, string>) => readConfig({ ONECARD_DEMO: '1', ...env }, tmpdir()).demoLive;
    expect([live({}), live({ DEMO_LIVE: '0' })]).toEqual([true, false]);
  });
});

/** The device API over HTTP on a real database: pairing, signatures, revocation, heartbeats, the card list, records. */
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { createApp } from '../../../kit/server/http/app.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { tenancy } from '../../tenancy/domain.ts';
import { type UnitBench, unitBench, units } from '../../tenancy/testing.ts';
import { type Posted, walletRefusals } from '../../wallet/public.server.ts';
import { sendCommand } from '../commands.ts';
import { device } from '../domain.ts';
import type { ConsumeGateway, DeviceRecord } from '../gateway.ts';
import { issuePairingCode } from '../pairing.ts';
import { deviceGaps } from '../records/gaps.ts';
import { recordAnswer } from './answers.ts';
import { canonical, sign } from './signature.ts';

const base = '/api/device/v1';
const deviceId = 501;
let bench: UnitBench;
let app: FastifyInstance;
let terminal: { key: string; epoch: number };
const seen = new Map<string, Posted>();

const gateway: ConsumeGateway = {
  async consume(at, record) {
    if (record.cardNo === 'LOST') return refuse(walletRefusals.CARD_LOST);
    if (record.payCode?.endsWith('9999')) return { paying: 'XF1' };
    const key = `${at.deviceId}:${record.epoch}:${record.seq}`;
    const before = seen.get(key);
    if (before) return { posted: { ...before, replayed: true } };
    const posted: Posted = {
      postingId: seen.size + 1,
      tradeId: seen.size + 1,
      businessDate: '2026-11-20',
      occurredDate: '2026-11-20',
      late: false,
      amountFen: record.amountFen ?? 1200,
      split: {},
      balances: { MAIN: 8800 },
    };
    seen.set(key, posted);
    return { posted, personName: '陈一' };
  },
  upload: (at, records) =>
    Promise.all(
      records.map(async (r) => {
        const outcome = await gateway.consume(at, r);
        return 'refused' in outcome ? { suspended: outcome } : outcome;
      }),
    ),
};

beforeAll(async () => {
  bench = await unitBench([tenancy, device], []);
  bench.services.consumeGateway = gateway;
  const at = isoAt(bench.clock.now());
  const stamps = { created_at: at, created_by: null, updated_at: at, version: 1 };
  await bench.db
    .insertInto('device_type')
    .values({
      id: 500,
      name: '消费机',
      model: 'P1',
      kind: 'POS',
      protocol: 'HTTP',
      abilities: ['CARD'],
      offline_capacity: 1000,
      price_fen: 0,
      ...stamps,
    })
    .execute();
  await bench.db
    .insertInto('device')
    .values({
      id: deviceId,
      sn: 'SN0001',
      type_id: 500,
      name: '1号机',
      agent_id: null,
      organization_id: units.organization,
      deploy_site_id: null,
      mode: 'FIXED',
      max_faces: null,
      warranty_end: null,
      status: 'ASSIGNED',
      ...stamps,
    })
    .execute();
  app = await createApp({ log: bench.services.log, health: async () => ({ ok: true }), ready: async () => true });
  device.routes?.(app, { services: bench.services } as never);
  await app.ready();
});
afterAll(async () => {
  await app?.close();
  await device.stop?.(bench.services);
  await bench?.database.drop();
});

interface Answer {
  errorcode: number;
  errormsg: string;
  data: Record<string, unknown>;
}

const open = async (path: string, body: unknown) => {
  const response = await app.inject({ method: 'POST', url: `${base}${path}`, payload: body as object });
  return { status: response.statusCode, ...(response.json() as Answer) };
};

interface Twist {
  seq?: number;
  epoch?: number;
  key?: string;
  skewMs?: number;
  device?: number;
  tamper?: (payload: string) => string;
}

async function call(method: 'GET' | 'POST', path: string, body: unknown, twist: Twist = {}) {
  const url = `${base}${path}`;
  const payload = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    device: String(twist.device ?? deviceId),
    epoch: String(twist.epoch ?? terminal.epoch),
    seq: String(twist.seq ?? 0),
    time: String(bench.clock.now() + (twist.skewMs ?? 0)),
  };
  const signature = sign(
    Buffer.from(twist.key ?? terminal.key, 'base64url') as never,
    canonical(method, url, payload, headers),
  );
  const response = await app.inject({
    method,
    url,
    ...(payload ? { payload: twist.tamper ? twist.tamper(payload) : payload } : {}),
    headers: {
      ...(payload ? { 'content-type': 'application/json' } : {}),
      'x-device': headers.device,
      'x-epoch': headers.epoch,
      'x-seq': headers.seq,
      'x-time': headers.time,
      'x-signature': signature,
    },
  });
  return { status: response.statusCode, ...(response.json() as Answer) };
}

const epochAt = () => Math.floor(bench.clock.now() / 1000);
const beat = (more: object = {}) => ({
  clock: bench.clock.now(),
  offlineCount: 0,
  listVersion: 0,
  lastSeq: 0,
  firmware: '1.0',
  ...more,
});
const swipe = (more: object = {}) => ({
  cardNo: '10001',
  mode: 'FIXED',
  identify: 'CARD',
  time: bench.clock.now(),
  ...more,
});

async function pairAgain() {
  const pairingCode = await issuePairingCode(bench.services, bench.db, deviceId);
  const { data } = await open('/pair', { sn: 'SN0001', pairingCode });
  terminal = data as unknown as typeof terminal;
}

/** The same swipe over a connection, as terminals send it, and over the ordinary route. */
async function bothWays(seq: number, body: object, twist: { key?: string; raw?: string } = {}) {
  const payload = twist.raw ?? JSON.stringify(body);
  const signed = {
    device: String(deviceId),
    epoch: String(terminal.epoch),
    seq: String(seq),
    time: String(bench.clock.now()),
  };
  const key = Buffer.from(twist.key ?? terminal.key, 'base64url') as never;
  const headers = {
    'content-type': 'application/json',
    'x-device': signed.device,
    'x-epoch': signed.epoch,
    'x-seq': signed.seq,
    'x-time': signed.time,
    'x-signature': sign(key, canonical('POST', `${base}/consume`, payload, signed)),
  };
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const line = await fetch(`${app.listeningOrigin}${base}/consume`, { method: 'POST', headers, body: payload });
  const route = await app.inject({ method: 'POST', url: `${base}/consume`, headers, payload });
  return [
    { status: line.status, ...((await line.json()) as Answer) },
    { status: route.statusCode, ...(route.json() as Answer) },
  ] as const;
}

describe('pairing', () => {
  test('a code works once, within ten minutes, and not after five wrong tries', async () => {
    const code = await issuePairingCode(bench.services, bench.db, deviceId);
    expect(code).toMatch(/^\d{8}$/);
    bench.clock.advance(11 * 60_000);
    expect(await open('/pair', { sn: 'SN0001', pairingCode: code })).toMatchObject({ status: 401, errorcode: 2405 });
    const second = await issuePairingCode(bench.services, bench.db, deviceId);
    const wrong = second === '00000000' ? '11111111' : '00000000';
    for (let i = 0; i < 5; i++)
      expect((await open('/pair', { sn: 'SN0001', pairingCode: wrong })).errorcode).toBe(2405);
    expect((await open('/pair', { sn: 'SN0001', pairingCode: second })).errorcode).toBe(2405);
    const third = await issuePairingCode(bench.services, bench.db, deviceId);
    const paired = await open('/pair', { sn: 'SN0001', pairingCode: third });
    expect(paired).toMatchObject({
      status: 200,
      data: { deviceId, epoch: epochAt(), key: expect.stringMatching(/^[\w-]{43}$/) },
    });
    terminal = paired.data as unknown as typeof terminal;
    const kept = await bench.db.selectFrom('device_key').select('secret').executeTakeFirstOrThrow();
    expect(kept.secret).toMatch(/^sealed:/);
    expect(kept.secret).not.toContain(terminal.key);
    expect((await open('/pair', { sn: 'SN0001', pairingCode: third })).errorcode).toBe(2405);
    const row = await bench.db
      .selectFrom('device')
      .select('status')
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('ACTIVE');
  });

  test('unknown serials and malformed codes read the same as wrong ones', async () => {
    for (const body of [{ sn: 'NONE', pairingCode: '12345678' }, { sn: 'SN0001', pairingCode: 'x' }, {}, null])
      expect(await open('/pair', body)).toMatchObject({ status: 401, errorcode: 2405 });
  });
});

describe('signatures', () => {
  test('time needs none; everything else does', async () => {
    const time = await app.inject({ method: 'GET', url: `${base}/time` });
    expect(time.json().data).toEqual({ time: bench.clock.now() });
    for (const path of ['/heartbeat', '/consume', '/records'])
      expect(await open(path, {})).toMatchObject({ status: 401, errorcode: 2400 });
  });

  test('a wrong key, a changed body, a foreign epoch, an unknown device and a wrong clock are refused', async () => {
    expect(await call('POST', '/heartbeat', beat(), { key: 'A'.repeat(43) })).toMatchObject({
      status: 401,
      errorcode: 2403,
    });
    expect(
      await call('POST', '/consume', swipe(), { seq: 1, tamper: (p) => p.replace('10001', '10002') }),
    ).toMatchObject({ errorcode: 2403 });
    expect(await call('POST', '/heartbeat', beat(), { epoch: terminal.epoch + 1 })).toMatchObject({ errorcode: 2404 });
    expect(await call('POST', '/heartbeat', beat(), { device: 999 })).toMatchObject({ status: 401, errorcode: 2401 });
    expect(await call('POST', '/heartbeat', beat(), { skewMs: 301_000 })).toMatchObject({
      status: 401,
      errorcode: 2402,
    });
    expect(await call('POST', '/heartbeat', beat(), { skewMs: -299_000 })).toMatchObject({ status: 200, errorcode: 0 });
  });

  test('the query of a path is signed', async () => {
    expect(await call('GET', '/people?since=0&limit=10', undefined)).toMatchObject({
      errorcode: 0,
      data: { version: 0, more: false, entries: [] },
    });
    expect(await call('GET', '/people?since=x', undefined)).toMatchObject({ status: 400 });
  });

  test('a known terminal is checked without the database, in well under 30 µs', async () => {
    await call('POST', '/heartbeat', beat());
    const query = vi.spyOn(bench.services.pool, 'query');
    expect(bench.services.devices.find(deviceId)).toMatchObject({ epoch: terminal.epoch });
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    const { checkSigned } = await import('./signature.ts');
    const known = bench.services.devices.find(deviceId) as unknown as { key: never; epoch: number };
    const body = Buffer.from(JSON.stringify(swipe()));
    const headers = {
      device: String(deviceId),
      epoch: String(terminal.epoch),
      seq: '9',
      time: String(bench.clock.now()),
    };
    const signed = { ...headers, signature: sign(known.key, canonical('POST', `${base}/consume`, body, headers)) };
    // Processor time, and the best of several rounds: the machine may be busy with other suites.
    const rounds = 2_000;
    const cost = () => {
      const before = process.cpuUsage();
      for (let i = 0; i < rounds; i++)
        if (checkSigned(known, 'POST', `${base}/consume`, body, signed, bench.clock.now())) throw new Error('refused');
      const { user, system } = process.cpuUsage(before);
      return (user + system) / rounds;
    };
    expect(Math.min(...Array.from({ length: 5 }, cost))).toBeLessThan(30);
  });

  test('a revoked key dies within five seconds on a process that knew it', async () => {
    await call('POST', '/heartbeat', beat());
    await bench.db
      .updateTable('device_key')
      .set({ revoked_at: isoAt(bench.clock.now()) })
      .where('device_id', '=', deviceId)
      .execute();
    bench.clock.advance(5_001);
    expect(await call('POST', '/heartbeat', beat())).toMatchObject({ status: 401, errorcode: 2401 });
    await pairAgain();
    expect(terminal.epoch).toBe(epochAt());
    expect(await call('POST', '/heartbeat', beat())).toMatchObject({ errorcode: 0 });
  });
});

describe('heartbeat and commands', () => {
  test('a beat counts on its day and keeps what the terminal says of its days; what it repeats is not written again', async () => {
    const day = (date: string, count: number) => ({ date, count, amountFen: count * 100, waiting: 1, waitingFen: 100 });
    const kept = async () =>
      (
        await bench.database.pool.query<{ day: string; xmin: string; beats: number; taken: number | null }>(
          `select to_char(day, 'YYYY-MM-DD') as day, xmin::text, beats, taken_count as taken from device_day
           where device_id = $1 and day in ('2026-11-18', '2026-11-19') order by day`,
          [deviceId],
        )
      ).rows;
    const tell = (...days: object[]) => call('POST', '/heartbeat', beat({ days }));
    expect(await tell(day('2026-11-18', 3), day('2026-11-19', 4))).toMatchObject({ errorcode: 0 });
    const first = await kept();
    expect(first).toMatchObject([
      { beats: 0, taken: 3 },
      { beats: 0, taken: 4 },
    ]);
    await tell(day('2026-11-18', 3), day('2026-11-19', 5));
    const later = await kept();
    expect(later.map(({ taken }) => taken)).toEqual([3, 5]);
    expect([later[0]!.xmin === first[0]!.xmin, later[1]!.xmin === first[1]!.xmin]).toEqual([true, false]);
    await tell();
    expect(await kept()).toEqual(later);
  });

  test('stores what the terminal says and hands out each command until it is answered', async () => {
    const school = await bench.as('ORGANIZATION', units.organization);
    const rows = [{ id: deviceId, name: '1号机', organizationId: units.organization }];
    await sendCommand(school.ctx('/admin/organization/device_list'), rows, 'RESTART');
    await sendCommand(school.ctx('/admin/organization/device_list'), rows, 'RESTART');
    const first = await call(
      'POST',
      '/heartbeat',
      beat({ offlineCount: 3, firmware: '2.1', lastSeq: 7, clock: bench.clock.now() - 42_000 }),
    );
    const commands = first.data.commands as { id: number; kind: string }[];
    expect(commands.map((c) => c.kind)).toEqual(['RESTART']);
    expect(await bench.db.selectFrom('device_beat').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      offline_count: 3,
      firmware: '2.1',
      clock_offset_ms: 42_000,
      last_seq: 7,
    });
    expect((await call('POST', '/heartbeat', beat())).data.commands).toEqual([]);
    bench.clock.advance(3 * 60_000);
    expect((await call('POST', '/heartbeat', beat())).data.commands).toEqual(commands);
    const results = [
      { id: commands[0]!.id, ok: true, message: '' },
      { id: 1, ok: true, message: '' },
    ];
    expect((await call('POST', '/heartbeat', beat({ results }))).data.commands).toEqual([]);
    const done = await bench.db.selectFrom('device_command').select(['status', 'done_at']).execute();
    expect(done).toEqual([{ status: 'OK', done_at: expect.any(String) }]);
  });

  test('a command nobody fetched within a day expires', async () => {
    const school = await bench.as('ORGANIZATION', units.organization);
    await sendCommand(
      school.ctx('/x'),
      [{ id: deviceId, name: '1号机', organizationId: units.organization }],
      'SYNC_TIME',
    );
    bench.clock.advance(25 * 3_600_000);
    expect((await call('POST', '/heartbeat', beat())).data.commands).toEqual([]);
    const row = await bench.db
      .selectFrom('device_command')
      .select('status')
      .where('kind', '=', 'SYNC_TIME')
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('EXPIRED');
  });

  test('pushes come with the people, their pictures one by one, and each result counts once', async () => {
    const { pool } = bench.database;
    const own = units.organization;
    await pool.query(
      `insert into person_type (organization_id, id, name, created_at, updated_at) values ($1, 1, '学生', now(), now())`,
      [own],
    );
    await pool.query(
      `insert into person (organization_id, id, person_no, name, type_id, created_at, updated_at)
       values ($1, 2, '1', '陈一', 1, now(), now())`,
      [own],
    );
    await pool.query(
      `insert into face_info (organization_id, id, person_id, image_key, feature_version, consent_at, status, updated_at)
       values ($1, 3, 2, 'image/1/f.png', 1, now(), 'OK', now())`,
      [own],
    );
    await pool.query(
      `insert into device_push (organization_id, id, batch_no, target_type, target_id, device_id, action, target_version, created_at)
       values ($1, 4, 'P1', 'FACE', 2, $2, 'ADD', 1, $3)`,
      [own, deviceId, isoAt(bench.clock.now())],
    );
    const { Readable } = await import('node:stream');
    Object.assign(bench.services, {
      files: { get: async () => ({ size: 3, stream: Readable.from([Buffer.from('abc')]) }) },
    });
    expect((await call('POST', '/heartbeat', beat())).data.pushes).toBe(1);
    expect((await call('GET', '/people?since=0', undefined)).data).not.toHaveProperty('pushes');
    expect((await call('GET', '/face?push=4', undefined)).errorcode).not.toBe(0);
    expect((await call('GET', '/people?since=0&pushes=10', undefined)).data.pushes).toMatchObject([
      { id: 4, target: 'FACE', action: 'ADD', personId: 2, name: '陈一', version: 1 },
    ]);
    expect((await call('GET', '/face?push=4', undefined)).data).toMatchObject({ format: 'png', image: 'YWJj' });
    expect((await call('POST', '/pushes', { results: [{ id: 'x', ok: 1 }] })).errorcode).not.toBe(0);
    const results = [{ id: 4, ok: true }];
    expect((await call('POST', '/pushes', { results })).data).toEqual({ taken: 1 });
    expect((await call('POST', '/pushes', { results })).data).toEqual({ taken: 0 });
    expect((await call('POST', '/heartbeat', beat())).data.pushes).toBe(0);
  });

  test('a malformed beat names its field', async () => {
    expect(await call('POST', '/heartbeat', beat({ offlineCount: -1 }))).toMatchObject({
      status: 400,
      errormsg: expect.stringContaining('offlineCount'),
    });
    expect(await call('POST', '/heartbeat', beat({ clock: Number.MAX_SAFE_INTEGER }))).toMatchObject({
      status: 400,
      errormsg: expect.stringContaining('clock'),
    });
  });

  test('a swipe in its plainest form is answered without the server between, in the same words', async () => {
    const short = vi.fn();
    app.plainLines.watch(({ url, status }) => short(url, status));
    const [posted, again] = await bothWays(3_000, swipe());
    expect(posted).toMatchObject({ status: 200, data: { result: 'POSTED', balances: { MAIN: 8800 } } });
    expect(again).toMatchObject({ status: 200, data: { tradeId: posted.data.tradeId, result: 'DUPLICATE' } });
    for (const [body, twist] of [
      [swipe({ cardNo: 'LOST' }), {}],
      [swipe({ mode: 'AMOUNT', amountFen: 500 }), {}],
      [swipe(), { key: 'A'.repeat(43) }],
      [swipe(), { raw: '{"cardNo":' }],
    ] as const) {
      const [line, route] = await bothWays(3_001, body, twist);
      expect(line.errorcode).not.toBe(0);
      expect(line).toEqual(route);
    }
    expect(short.mock.calls.map(([url, status]) => [url, status])).toEqual(
      [200, 200, 200, 401, 400].map((status) => [`${base}/consume`, status]),
    );
  });

  test('a number no terminal can have reached is refused, by beat and by record', async () => {
    for (const said of ['lastSeq', 'lastEventNo'])
      for (const last of [2 ** 31, Number.MAX_SAFE_INTEGER])
        expect(await call('POST', '/heartbeat', beat({ [said]: last }))).toMatchObject({
          status: 400,
          errormsg: expect.stringContaining(`${said} 应为 0–`),
        });
    expect(await call('POST', '/consume', swipe(), { seq: 2 ** 31 })).toMatchObject({
      errorcode: 2409,
      errormsg: expect.stringContaining('X-Seq'),
    });
    const record = { ...swipe(), epoch: terminal.epoch, seq: 2 ** 31 };
    const { data } = await call('POST', '/records', { records: [record] });
    expect(JSON.stringify(data)).toContain('seq');
    expect(JSON.stringify(data)).not.toContain('postingId');
  });

  test.each(['lastSeq', 'lastEventNo'])(
    'a beat whose %s jumps far past what is known is refused and says what to do; a usual one is not',
    async (said) => {
      await pairAgain();
      expect(await call('POST', '/heartbeat', beat({ [said]: 90_000 }))).toMatchObject({ status: 200 });
      await bench.services.deviceSequences.flush();
      expect(await call('POST', '/heartbeat', beat({ [said]: 190_001 }))).toMatchObject({
        errorcode: 2409,
        errormsg: expect.stringMatching(`^.*${said} 190001.*重新配对`),
      });
      expect(await call('POST', '/heartbeat', beat({ [said]: 190_000 }))).toMatchObject({ status: 200 });
      await pairAgain();
    },
  );
});

describe('days', () => {
  const days = async () =>
    (
      await bench.database.pool.query(
        `select day, beats, online_seconds, taken_count, taken_fen, waiting_count, waiting_fen from device_day
         where device_id = $1 order by day`,
        [deviceId],
      )
    ).rows;

  test('heartbeats count, and the time between them while it is short; a terminal may tell its totals', async () => {
    await bench.database.pool.query('delete from device_day');
    for (const pause of [0, 30_000, 60_000, 200_000, 30_000]) {
      bench.clock.advance(pause);
      expect(await call('POST', '/heartbeat', beat())).toMatchObject({ status: 200 });
    }
    expect(await days()).toMatchObject([{ beats: 5, online_seconds: 120, taken_count: null, waiting_fen: null }]);
    const date = isoAt(bench.clock.now()).slice(0, 10);
    const told = { date, count: 12, amountFen: 9_600, waiting: 2, waitingFen: 1_000 };
    await call('POST', '/heartbeat', beat({ days: [{ ...told, date: '2026-11-18' }, told] }));
    expect(await days()).toMatchObject([
      { day: '2026-11-18', beats: 0, taken_count: 12 },
      { day: date, beats: 6, taken_count: 12, taken_fen: 9_600, waiting_count: 2, waiting_fen: 1_000 },
    ]);
    for (const wrong of [
      { ...told, date: '18/11' },
      { ...told, count: -1 },
      { ...told, waitingFen: 0.5 },
    ])
      expect(await call('POST', '/heartbeat', beat({ days: [wrong] }))).toMatchObject({
        errorcode: 2409,
        errormsg: expect.stringContaining('days'),
      });
  });
});

describe('records', () => {
  afterEach(() => bench.services.deviceSequences.flush());

  test('an online swipe is charged once, however often it is sent', async () => {
    expect(await call('POST', '/consume', swipe(), { seq: 1 })).toMatchObject({
      errorcode: 0,
      data: {
        result: 'POSTED',
        amountFen: 1200,
        personName: '陈一',
        balances: { MAIN: 8800 },
        epoch: terminal.epoch,
        seq: 1,
      },
    });
    expect(await call('POST', '/consume', swipe(), { seq: 1 })).toMatchObject({ data: { result: 'DUPLICATE' } });
    expect(await call('POST', '/consume', swipe({ cardNo: 'LOST' }), { seq: 2 })).toMatchObject({
      status: 200,
      errormsg: '该卡已挂失，不能使用',
    });
  });

  test('a diner who must confirm on the phone: the terminal asks again', async () => {
    const body = { payCode: '134567890123459999', mode: 'FIXED', identify: 'CODE', time: 1_790_000_000_000 };
    expect(await call('POST', '/consume', body, { seq: 3 })).toMatchObject({
      status: 200,
      errorcode: 0,
      data: { result: 'PAYING', retrySeconds: 3, message: '请在手机上确认付款', seq: 3 },
    });
  });

  test('bad records name what is wrong', async () => {
    const cases: [object, string][] = [
      [{ mode: 'TASTE' }, 'mode'],
      [{ mode: 'WEIGH' }, 'takes 应有'],
      [{ takes: [{ name: '菜', grams: 1, pricePer100gFen: 1 }] }, '只有 WEIGH'],
      [{ mode: 'WEIGH', takes: [{ name: '菜', grams: 0, pricePer100gFen: 1 }] }, 'grams'],
      [{ mode: 'WEIGH', takes: [{ name: '菜', grams: 90, pricePer100gFen: 1, beforeG: 400, afterG: 300 }] }, 'grams'],
      [{ mode: 'WEIGH', takes: [{ name: '菜', grams: 9, pricePer100gFen: 1.5 }] }, 'pricePer100gFen'],
      [{ mode: 'DISH', dishes: [{ name: '', quantity: 1, unitPriceFen: 1 }] }, 'name'],
      [{ mode: 'DISH', dishes: [{ name: '米饭', quantity: 0, unitPriceFen: 1 }] }, 'quantity'],
      [{ identify: 'NOSE' }, 'identify'],
      [{ cardNo: 'a b' }, 'cardNo'],
      [{ cardNo: undefined }, 'personId'],
      [{ amountFen: 5 }, 'amountFen'],
      [{ time: 'now' }, 'time'],
    ];
    for (const [wrong, word] of cases)
      expect(await call('POST', '/consume', swipe(wrong), { seq: 3 })).toMatchObject({
        status: 400,
        errorcode: 2409,
        errormsg: expect.stringContaining(word),
      });
    expect(await call('POST', '/consume', swipe(), { seq: 0 })).toMatchObject({ errorcode: 2409 });
    expect(await call('POST', '/consume', swipe({ mode: 'AMOUNT', amountFen: 500 }), { seq: 3 })).toMatchObject({
      errorcode: 2408,
    });
  });

  test('a batch answers record by record, absorbs repeats, and corrects drifted clocks', async () => {
    await call('POST', '/heartbeat', beat({ clock: bench.clock.now() - 90_000 }));
    bench.services.devices.forget(deviceId);
    const taken: DeviceRecord[] = [];
    const upload = vi.spyOn(gateway, 'upload').mockImplementationOnce(async (at, records) => {
      taken.push(...records);
      return Promise.all(
        records.map(async (r) =>
          r.cardNo === 'LOST' ? { suspended: refuse(walletRefusals.CARD_LOST) } : gateway.consume(at, r),
        ),
      );
    });
    const now = bench.clock.now();
    const { data } = await call('POST', '/records', {
      records: [
        { ...swipe(), epoch: terminal.epoch, seq: 1 },
        { ...swipe(), epoch: terminal.epoch, seq: 5 },
        { ...swipe({ cardNo: 'LOST' }), epoch: terminal.epoch, seq: 6 },
        { ...swipe({ mode: 'NO' }), epoch: terminal.epoch, seq: 7 },
        { ...swipe(), epoch: terminal.epoch + 1, seq: 1 },
        { ...swipe(), epoch: terminal.epoch - 1, seq: 4, offsetMs: 7_000 },
      ],
    });
    upload.mockRestore();
    expect((data.answers as { result: string }[]).map((a) => a.result)).toEqual([
      'DUPLICATE',
      'POSTED',
      'SUSPENDED',
      'REFUSED',
      'REFUSED',
      'POSTED',
    ]);
    expect(taken.map((r) => [r.seq, r.occurredAt - now, r.offline])).toEqual([
      [1, 90_000, true],
      [5, 90_000, true],
      [6, 90_000, true],
      [4, 7_000, true],
    ]);
    expect(await call('POST', '/records', { records: Array.from({ length: 501 }, () => ({})) })).toMatchObject({
      status: 400,
      errorcode: 1103,
    });
    expect(await call('POST', '/records', {})).toMatchObject({ status: 400, errorcode: 2409 });
  });

  test('numbers that never arrived are listed as gaps', async () => {
    await call('POST', '/heartbeat', beat({ lastSeq: 9 }));
    await bench.services.deviceSequences.flush();
    const gaps = await deviceGaps(bench.db, units.organization);
    expect(gaps.filter((g) => g.epoch === terminal.epoch)).toEqual([
      { deviceId, epoch: terminal.epoch, stream: 'MONEY', from: 4, to: 4 },
      { deviceId, epoch: terminal.epoch, stream: 'MONEY', from: 7, to: 9 },
    ]);
  });

  test('a record is taken however far its number jumps, and what it jumps over is one gap', async () => {
    await pairAgain();
    expect(await call('POST', '/consume', swipe(), { seq: 1 })).toMatchObject({ data: { result: 'POSTED' } });
    const far = 900_000_000;
    expect(await call('POST', '/consume', swipe(), { seq: far })).toMatchObject({ data: { result: 'POSTED' } });
    const { data } = await call('POST', '/records', { records: [{ ...swipe(), epoch: terminal.epoch, seq: far + 1 }] });
    expect(data.answers).toMatchObject([{ result: 'POSTED' }]);
    await bench.services.deviceSequences.flush();
    const gaps = await deviceGaps(bench.db, units.organization);
    expect(gaps.filter((g) => g.epoch === terminal.epoch)).toEqual([
      { deviceId, epoch: terminal.epoch, stream: 'MONEY', from: 2, to: far - 1 },
    ]);
    // Its beats go on from there.
    expect(await call('POST', '/heartbeat', beat({ lastSeq: far + 1 }))).toMatchObject({ status: 200 });
    await pairAgain();
  });

  test('a unit that is off charges nothing online', async () => {
    const unit = (status: string) =>
      bench.db.updateTable('organization').set({ status }).where('id', '=', units.organization).execute();
    await unit('DISABLED');
    bench.services.devices.forget(deviceId);
    expect(await call('POST', '/consume', swipe(), { seq: 9 })).toMatchObject({ errorcode: 2407 });
    await unit('NORMAL');
    bench.services.devices.forget(deviceId);
  });

  test('what is to be told later is kept by the terminal, what is refused is not', () => {
    expect(recordAnswer(1, 2, refuse('RECORD_LATER'))).toMatchObject({ result: 'RETRY', errorcode: 2410 });
    expect(recordAnswer(1, 2, refuse('UNIT_STOPPED'))).toMatchObject({ result: 'REFUSED' });
  });

  test('a device in repair charges nothing online but delivers what it took', async () => {
    await bench.db.updateTable('device').set({ status: 'REPAIR' }).where('id', '=', deviceId).execute();
    bench.services.devices.forget(deviceId);
    expect(await call('POST', '/consume', swipe(), { seq: 10 })).toMatchObject({ errorcode: 2406 });
    const { data } = await call('POST', '/records', { records: [{ ...swipe(), epoch: terminal.epoch, seq: 11 }] });
    expect((data.answers as { result: string }[])[0]!.result).toBe('POSTED');
  });
});

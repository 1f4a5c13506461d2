/** Events of terminals: each taken once, whatever the clock did and however often it comes; their numbers tell what is missing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { alerts } from '../../alerts/domain.ts';
import { tenancy } from '../../tenancy/domain.ts';
import { type UnitBench, unitBench, units } from '../../tenancy/testing.ts';
import type { KnownDevice } from '../directory.ts';
import { device } from '../domain.ts';
import { deviceGaps } from '../records/gaps.ts';
import { forgetMarks } from './forget-marks.ts';
import type { DeviceEvent, EventCtx } from './handlers.ts';
import { postEvents } from './post-events.ts';

const day = 86_400_000;
let bench: UnitBench;
let gate: KnownDevice;
let other: KnownDevice;
/** What the handler was given, in its order; what it does to a number. */
const handled: DeviceEvent[] = [];
let calls: number;
let verdict: (event: DeviceEvent, ctx: EventCtx) => Promise<ReturnType<typeof refuse> | undefined>;

beforeAll(async () => {
  bench = await unitBench([tenancy, alerts, device], []);
  const at = isoAt(bench.clock.now());
  await bench.database.pool.query(
    `insert into device_type (id, name, model, kind, created_at, updated_at) values (1, '闸机', 'G', 'GATE', $1, $1)`,
    [at],
  );
  for (const id of [1, 2])
    await bench.database.pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, 1, $2, $3, 'ACTIVE', $4, $4)`,
      [id, `闸机${id}`, units.organization, at],
    );
  for (const kind of ['PASSAGE', 'ALARM'] as const)
    bench.services.deviceEvents.register(kind, async (ctx, _organizationId, events) => {
      calls += 1;
      handled.push(...events);
      return Promise.all(events.map((event) => verdict(event, ctx)));
    });
  const known = (id: number): KnownDevice => ({
    at: {
      deviceId: id,
      organizationId: units.organization,
      sn: `闸机${id}`,
      name: `闸机${id}`,
      mode: 'FIXED',
      deploySiteId: 0,
      restaurantId: 0,
      placeActive: true,
    },
    key: null as never,
    epoch: 9,
    status: 'ACTIVE',
    kind: 'GATE',
    unitActive: true,
    clockOffsetMs: 0,
  });
  gate = known(1);
  other = known(2);
});
afterAll(async () => {
  await device.stop?.(bench.services);
  await bench.database.drop();
});
beforeEach(async () => {
  handled.length = 0;
  calls = 0;
  verdict = async () => undefined;
  await bench.database.pool.query('truncate device_event, device_sequence, alert, alert_step, alert_post');
});

const passage = (no: number, more: Record<string, unknown> = {}) => ({
  epoch: 9,
  no,
  kind: 'PASSAGE',
  at: bench.clock.now() - 1_000,
  direction: 'IN',
  ...more,
});
async function post(events: unknown[], known = gate): Promise<Record<string, unknown>[]> {
  const answer = await postEvents(bench.services, known, { events });
  if (isRefusal(answer)) throw new Error(answer.code);
  return answer.answers;
}
const results = async (events: unknown[], known = gate) => (await post(events, known)).map(({ result }) => result);

describe('taken once', () => {
  it('a repeat is a duplicate, even when the terminal has learnt its offset since', async () => {
    const event = passage(1);
    expect(await results([event])).toEqual(['TAKEN']);
    expect(await results([{ ...event, offsetMs: -3 * 3_600_000 }])).toEqual(['DUPLICATE']);
    // The measured offset moves its corrected time to another business day: it is still the same event.
    expect(await results([event], { ...gate, clockOffsetMs: -10 * 3_600_000 })).toEqual(['DUPLICATE']);
    expect(handled).toHaveLength(1);
  });

  it('also within one request, and when two requests bring it at once', async () => {
    expect(await results([passage(1), passage(1), passage(2)])).toEqual(['TAKEN', 'DUPLICATE', 'TAKEN']);
    const both = await Promise.all([results([passage(3), passage(4)]), results([passage(4), passage(3)])]);
    expect(both.flat().toSorted()).toEqual(['DUPLICATE', 'DUPLICATE', 'TAKEN', 'TAKEN']);
    expect(handled.map(({ no }) => no).toSorted()).toEqual([1, 2, 3, 4]);
  });

  it('the same number of another terminal or an earlier epoch is another event', async () => {
    expect(await results([passage(1)])).toEqual(['TAKEN']);
    expect(await results([passage(1)], other)).toEqual(['TAKEN']);
    expect(await results([passage(1, { epoch: 8 })])).toEqual(['TAKEN']);
  });

  it('a number used for something else is refused and alerted, and takes nothing from its neighbours', async () => {
    await post([passage(1)]);
    const answers = await post([passage(1, { direction: 'OUT' }), passage(2)]);
    expect(answers).toMatchObject([{ result: 'REFUSED', message: '流水号 1 已用于另一内容' }, { result: 'TAKEN' }]);
    const { rows } = await bench.database.pool.query('select kind, level, object_key from alert');
    expect(rows).toEqual([{ kind: 'NUMBER_REUSED', level: 'CRITICAL', object_key: 'device:1' }]);
    expect(handled.map(({ no }) => no)).toEqual([1, 2]);
  });
});

it('marks go after ninety days; a number that was taken stays taken', async () => {
  const { pool } = bench.database;
  const [old, young] = [passage(1), passage(2)];
  await post([old, young]);
  await pool.query(`update device_event set received_at = received_at - interval '91 days' where no = 1`);
  expect(await forgetMarks({ pool, clock: bench.clock })).toBe(1);
  expect((await pool.query('select no from device_event')).rows).toEqual([{ no: 2 }]);
  expect(await results([old, young])).toEqual(['DUPLICATE', 'DUPLICATE']);
});

describe('what arrived', () => {
  it('shows in the gaps of events, apart from those of money, until it comes', async () => {
    await post([passage(1), passage(2), passage(5)]);
    bench.services.deviceSequences.used(units.organization, 1, 9, 7, 'EVENT');
    await bench.services.deviceSequences.flush();
    const gaps = async () =>
      (await deviceGaps(bench.services.db, units.organization, 1)).map(({ stream, from, to }) => [stream, from, to]);
    expect(await gaps()).toEqual([
      ['EVENT', 3, 4],
      ['EVENT', 6, 7],
    ]);
    await post([7, 6, 4, 3].map((no) => passage(no)));
    expect(await gaps()).toEqual([]);
  });

  it('a refused event counts as arrived and is refused again with the same words', async () => {
    verdict = async () => refuse('NOT_FOUND');
    const first = await post([passage(1)]);
    expect(first).toMatchObject([{ result: 'REFUSED' }]);
    verdict = async () => undefined;
    expect(await post([passage(1)])).toEqual(first);
    expect(await deviceGaps(bench.services.db, units.organization, 1)).toEqual([]);
  });

  it('what a handler fails on is to be sent again, and the neighbours of another request are taken', async () => {
    verdict = async (event) => {
      if (event.no === 666) throw new Error('boom');
      return undefined;
    };
    const first = results([passage(1)]);
    const [bad, good] = await Promise.all([results([passage(666)]), results([passage(1)], other), first]);
    expect([bad, good]).toEqual([['RETRY'], ['TAKEN']]);
    verdict = async () => undefined;
    expect(await results([passage(666)])).toEqual(['TAKEN']);
  });
});

describe('time', () => {
  it('is corrected by the offset the terminal knows, else by the one measured', async () => {
    const now = bench.clock.now();
    await post([passage(1, { at: now - 60_000, offsetMs: -240_000 })]);
    await post([passage(2, { at: now - 60_000 })], { ...gate, clockOffsetMs: 240_000 });
    await post([passage(3, { at: now - 60_000 })], { ...gate, clockOffsetMs: 4_000 });
    expect(handled.map(({ at }) => at - now)).toEqual([-300_000, 180_000, -60_000]);
    // Ahead of the server by minutes: it is put no later than now.
    expect(handled[1]).toMatchObject({ placedAt: now, doubtful: false });
  });

  it('from tomorrow or of more than 45 days ago is taken and not believed', async () => {
    const now = bench.clock.now();
    expect(
      await results([
        passage(1, { at: now + day }),
        passage(2, { at: now - 46 * day }),
        passage(3, { at: now - 44 * day }),
      ]),
    ).toEqual(['TAKEN', 'TAKEN', 'TAKEN']);
    expect(handled.map(({ doubtful, placedAt }) => [doubtful, placedAt === now])).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
  });
});

describe('what is wrong', () => {
  it('each item has its own answer, naming the field', async () => {
    const answers = await post([
      null,
      passage(0),
      passage(1, { epoch: 10 }),
      passage(1, { kind: 'FLY' }),
      passage(2, { at: 'now' }),
      passage(3, { kind: 'PUT' }),
      passage(4),
    ]);
    expect(answers.map(({ result, message }) => message ?? result)).toEqual([
      '事件不正确：应为 JSON 对象',
      '事件不正确：no 应为 1–1000000000',
      '事件不正确：epoch 应为 1–9',
      '事件不正确：kind 不在可选范围内',
      '事件不正确：at 应为毫秒时间戳',
      '本类设备不能上报 PUT',
      'TAKEN',
    ]);
    // Those with a number of their own are no gaps.
    expect(await deviceGaps(bench.services.db, units.organization, 1)).toEqual([]);
  });

  it('a request without events, or with more than 500, is refused whole', async () => {
    expect(await postEvents(bench.services, gate, {})).toMatchObject({ code: 'BAD_EVENT' });
    const many = Array.from({ length: 501 }, (_, i) => passage(i + 1));
    expect(await postEvents(bench.services, gate, { events: many })).toMatchObject({ code: 'TOO_LARGE' });
  });
});

it('keeps the order of each terminal, gathers what comes at once into one transaction, and tells too much to come back', async () => {
  const mixed = [passage(1), passage(2, { kind: 'ALARM' }), passage(3)];
  const first = post(mixed);
  const rest = Promise.all(Array.from({ length: 20 }, (_, i) => post([passage(10 + i)], other)));
  await Promise.all([first, rest]);
  expect(handled.filter((event) => event.device.deviceId === 1).map(({ no }) => no)).toEqual([1, 2, 3]);
  expect(calls).toBeLessThan(8);
  const flood = Array.from({ length: 12 }, (_, r) =>
    postEvents(bench.services, gate, { events: Array.from({ length: 500 }, (_, i) => passage(1_000 + r * 500 + i)) }),
  );
  const answers = await Promise.all(flood);
  expect(answers.filter((answer) => isRefusal(answer) && answer.code === 'BUSY').length).toBeGreaterThan(0);
});

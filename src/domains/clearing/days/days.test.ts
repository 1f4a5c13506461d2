/** Terminals' days, the light they give, and what it holds up: statements and the platform's signature. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { safeToClose } from '../../device/public.server.ts';
import { businessDayEnd } from '../../wallet/public.server.ts';
import { lateBills } from '../bills/late-bills.ts';
import { sandboxNo } from '../testing.ts';
import { checkAllDays, checkDays } from './check-days.ts';
import { statementGuardDays } from './statement-guard.ts';

let bench: ConsumptionBench;
let day: string;
let token: string;
const ask = async (page: string, verb: string, body: object = {}) =>
  (await bench.app.post(`/admin/platform/${page}`, verb, body, token)).body as unknown as {
    errorcode: number;
    errormsg: string;
    data: Record<string, never>;
  };
const light = (until = day) => safeToClose(bench.app.services.db, bench.organizationId, businessDayEnd(until));
/** Every terminal speaks now. */
const beat = () =>
  bench.app.services.pool.query(
    `update device_beat set last_beat_at = $1 where device_id in (select id from device where organization_id = $2)`,
    [new Date(bench.app.clock.now()).toISOString(), bench.organizationId],
  );
const used = (lastSeq: number) => {
  const { deviceSequences } = bench.app.services;
  deviceSequences.used(bench.organizationId, bench.device.deviceId, 7, lastSeq);
  return deviceSequences.flush();
};

beforeAll(async () => {
  bench = await consumptionBench();
  day = bench.today;
  const diner = bench.diners[0]!;
  await bench.pay(diner.id, 5_000);
  await bench.eat(diner, 1_000);
  await bench.app.services.deviceSequences.flush();
  bench.app.clock.set(Date.parse(`${addDays(day, 1)}T09:00:00+08:00`));
  token = await bench.app.login('platform');
});
afterAll(() => bench?.app.stop());

describe('the light', () => {
  test('a terminal that has not spoken since is named', async () => {
    const red = await light();
    expect(red.tone).toBe('RED');
    expect(red.text).toMatch(/之后没有心跳/);
  });

  test('it is held up by a number that is missing up to then, and by none behind a later record', async () => {
    await beat();
    expect((await light()).devices.map(({ id }) => id)).not.toContain(bench.device.deviceId);
    await used(3);
    const red = await light();
    expect(red.tone).toBe('RED');
    expect(red.devices).toContainEqual(expect.objectContaining({ id: bench.device.deviceId, kind: 'GAP', count: 2 }));
    expect(red.text).toContain(`${bench.device.name}（缺号 2 个）`);
    const earlier = await light(addDays(day, -1));
    expect(earlier.devices.map(({ id }) => id)).not.toContain(bench.device.deviceId);
  });

  test('what still waits on it holds up the days it may belong to, and none before a later record', async () => {
    const keeps = (count: number) =>
      bench.app.services.pool.query('update device_beat set offline_count = $1 where device_id = $2', [
        count,
        bench.device.deviceId,
      ]);
    const own = async (until: string) =>
      (await light(until)).devices
        .filter(({ id }) => id === bench.device.deviceId)
        .map(({ kind, count }) => [kind, count]);
    await keeps(2);
    expect(await own(day)).toEqual([['WAITING', 2]]);
    expect(await own(addDays(day, -1))).toEqual([]);
    const search = { keyword: bench.device.name };
    const gaps = await bench.school<{ check: { text: string } }>('offline_consume/gap', 'query', { size: 100, search });
    expect(gaps.data.check.text).not.toContain('妨碍月结');
    // One without a number may be of any day.
    await keeps(3);
    expect(await own(addDays(day, -1))).toEqual([['WAITING', 1]]);
    await keeps(0);
  });
});

test('a statement over the days is refused, names the terminal, and is drawn up with a note', async () => {
  const drawn = await ask('settlement', 'generate', { organizationId: bench.organizationId, upTo: day });
  expect(drawn.errorcode).toBe(3517);
  expect(drawn.errormsg).toContain(bench.device.name);
});

/** The terminal is found by its name; the number of differing records opens these, the unit under the red light is a row of its own. */
async function opensItsRecords() {
  const rowsOf = async (page: string, search: object) =>
    (await ask(page, 'query', { search })).data as unknown as {
      rows: Record<string, unknown>[];
      sums: Record<string, number>;
    };
  const days = [day, day];
  const { rows } = await rowsOf('check_consume', { day: days, deviceName: bench.device.name });
  expect(rows).toEqual([expect.objectContaining({ deviceId: bench.device.deviceId, differCount: 2, missingCount: 2 })]);
  const search = { day: days, deviceId: [bench.device.deviceId] };
  const records = await rowsOf('check_consume/record', search);
  expect(records.rows.map(({ kind, recordCount }) => [kind, recordCount])).toEqual([['MISSING', 2]]);
  expect(records.sums.recordCount).toBe(2);
  // Both still lie on the terminal: then they wait, and are missing no more.
  const { pool } = bench.app.services;
  const keeps = (count: number) =>
    pool.query('update device_beat set offline_count = $1 where device_id = $2', [count, bench.device.deviceId]);
  await keeps(1);
  await pool.query(
    'update device_check_day set waiting_count = 1, missing_count = 1 where device_id = $1 and day = $2',
    [bench.device.deviceId, day],
  );
  const waiting = await rowsOf('check_consume/record', search);
  expect(waiting.rows.map(({ kind, recordCount }) => [kind, recordCount])).toEqual([
    ['MISSING', 1],
    ['WAITING', 1],
  ]);
  await keeps(0);
  await checkDays(bench.app.services, bench.organizationId, day, day);
  const red = await rowsOf('check_consume/light', { day: days, tone: ['RED'], organizationId: [bench.organizationId] });
  expect(red.rows).toEqual([
    expect.objectContaining({ missingCount: 2, said: expect.stringContaining(bench.device.name) }),
  ]);
}

test('the day is written down, shown worst first, and signed only with a reason while something is open', async () => {
  const { services } = bench.app;
  const terminals = async () => {
    const { steps } = (await ask('check_consume', 'guide', { day })).data as unknown as {
      steps: { title: string; ok: boolean; figure: string }[];
    };
    return steps[0]!;
  };
  // Nobody has looked at the terminals yet, so nothing is known to be good.
  await services.pool.query('delete from safe_light_day where day = $1', [day]);
  await services.pool.query('delete from device_check_day where day = $1', [day]);
  expect(await terminals()).toMatchObject({ ok: false, figure: expect.stringContaining('还没有核对：') });
  await checkAllDays(services);
  expect((await terminals()).figure).not.toContain('还没有核对');
  await checkDays(services, bench.organizationId, day, day);
  await checkDays(services, bench.organizationId, day, day);
  const rows = await services.pool.query<{
    device_id: number;
    booked_count: number;
    booked_fen: number;
    missing_count: number;
    state: string;
  }>(
    `select device_id, booked_count, booked_fen, missing_count, state from device_check_day
     where organization_id = $1 and day = $2 and device_id = $3 order by device_id`,
    [bench.organizationId, day, bench.device.deviceId],
  );
  expect(rows.rows).toEqual([
    { device_id: bench.device.deviceId, booked_count: 1, booked_fen: 1_000, missing_count: 2, state: 'PENDING_UPLOAD' },
  ]);
  const map = (await ask('check_consume', 'map', { day })).data as unknown as {
    units: { id: number; cells: Record<string, { tone: string; missing: number }> }[];
  };
  expect(map.units[0]!.cells[day]).toMatchObject({ tone: 'RED', missing: 2 });
  const list = (await ask('check_consume', 'query', { search: { day: [day, day], diffOnly: true } }))
    .data as unknown as {
    rows: { deviceName: string }[];
  };
  expect(list.rows.map(({ deviceName }) => deviceName)).toContain(bench.device.name);
  await opensItsRecords();
  const witness = { account: 'pt-fuhe', password: 'onecard-demo' };
  expect(await ask('check_consume', 'sign', { day })).toMatchObject({ errorcode: 1020 });
  expect(await ask('check_consume', 'sign', { day, witness })).toMatchObject({ errorcode: 3621 });
  expect(await ask('check_consume', 'sign', { day: addDays(day, 1), witness })).toMatchObject({ errorcode: 3620 });
  expect(await ask('check_consume', 'sign', { day, note: '设备返厂，单位已说明', witness })).toMatchObject({
    errorcode: 0,
  });
  const guide = (await ask('check_consume', 'guide', { day })).data as unknown as {
    signed: { name: string; note: string };
  };
  expect(guide.signed).toMatchObject({ note: '设备返厂，单位已说明' });
});

test('of what was paid to a unit’s own number the bills of the platform’s say nothing', async () => {
  const { pool, ids } = bench.app.services;
  const { organizationId, device } = bench;
  const [tradeId = 0, merchantId = 0, billId = 0, ownBillId = 0] = await ids.take(4);
  const own = '2088000000000991';
  const paid = Date.parse(`${day}T12:00:00+08:00`);
  await pool.query(
    `insert into direct_merchant (organization_id, id, channel, merchant_no, status, created_at, updated_at)
     values ($1, $2, 'ALIPAY', '${own}', 'OFF', now(), now())`,
    [organizationId, merchantId],
  );
  await pool.query(
    `insert into third_trade (organization_id, id, trade_no, device_id, epoch, seq, channel, merchant_no, amount_fen, charge, at, expires_at,
       status, business_date, restaurant_id, deploy_site_id, posting_id, paid_at, fee_fen)
     values ($1, $2::bigint, 'XF' || $2::bigint, $3, 9, 1, 'ALIPAY', '${own}', 500, '{}', $4, $4, 'SUCCESS', $5, 1, 1, $2, $4, 0)`,
    [organizationId, tradeId, device.deviceId, new Date(paid).toISOString(), day],
  );
  const bill = (id: number, merchantNo: string) =>
    pool.query(
      `insert into merchant_bill (id, channel, kind, merchant_no, day, version, current, filename, file_key, digest, line_count, in_count,
         in_fen, out_count, out_fen, fee_fen, maker_id, maker_name, created_at)
       values ($1, 'ALIPAY', 'TRADE', $2, $3, 1, true, '', '', $2, 0, 0, 0, 0, 0, 0, 1, '', now())`,
      [id, merchantNo, day],
    );
  const channelFen = async () => {
    await checkDays(bench.app.services, organizationId, day, day);
    const { rows } = await pool.query<{ third_fen: number; channel_fen: number | null }>(
      'select third_fen, channel_fen from device_check_day where organization_id = $1 and device_id = $2 and day = $3',
      [organizationId, device.deviceId, day],
    );
    return rows.map((row) => [row.third_fen, row.channel_fen]);
  };
  await bill(billId, 'SANDBOX-A');
  expect(await channelFen()).toEqual([[500, null]]);
  // Its own bill is here, without the payment.
  await bill(ownBillId, own);
  expect(await channelFen()).toEqual([[500, 0]]);
  for (const [table, id] of [
    ['merchant_bill', billId],
    ['merchant_bill', ownBillId],
    ['third_trade', tradeId],
    ['direct_merchant', merchantId],
  ])
    await pool.query(`delete from ${table} where id = $1`, [id]);
});

test('a statement waits for the bill of the number that was paid, not for one of a unit’s own of the same channel', async () => {
  const { db, pool, ids } = bench.app.services;
  const { organizationId, device } = bench;
  // Yesterday's: at nine the bill of the day that has just ended is not late yet.
  const paidOn = addDays(day, -1);
  const made: [table: string, id: number][] = [];
  const put = async (table: string, columns: string, values: readonly unknown[]) => {
    const id = await ids.next();
    await pool.query(
      `insert into ${table} (id, ${columns}) values ($1, ${values.map((_, i) => `$${i + 2}`).join(', ')})`,
      [id, ...values],
    );
    made.push([table, id]);
  };
  const at = `${paidOn}T12:00:00+08:00`;
  const bill = (channel: string, merchantNo: string, of: string) =>
    put(
      'merchant_bill',
      `channel, kind, merchant_no, day, version, current, filename, file_key, digest, line_count, in_count, in_fen, out_count,
       out_fen, fee_fen, maker_id, maker_name, created_at`,
      [channel, 'TRADE', merchantNo, of, 1, true, '', '', merchantNo, 0, 0, 0, 0, 0, 0, 1, '', at],
    );
  const missing = () => statementGuardDays(db, organizationId, { from: paidOn, to: paidOn });
  const late = async () =>
    (await lateBills(bench.app.services))
      .filter((one) => one.day === paidOn && one.merchantNo === sandboxNo)
      .map(({ channel }) => channel);
  for (const [channel, own] of [
    ['WECHAT', '1900000991'],
    ['ALIPAY', '2088000000000992'],
  ] as const) {
    await put('direct_merchant', 'organization_id, channel, merchant_no, status, created_at, updated_at', [
      organizationId,
      channel,
      own,
      'OFF',
      at,
      at,
    ]);
    await put(
      'third_trade',
      `organization_id, trade_no, device_id, epoch, seq, channel, merchant_no, amount_fen, charge, at, expires_at, status, business_date,
       restaurant_id, deploy_site_id, posting_id, paid_at, fee_fen`,
      [
        organizationId,
        `XF${own}`,
        device.deviceId,
        9,
        made.length,
        channel,
        sandboxNo,
        500,
        '{}',
        at,
        at,
        'SUCCESS',
        paidOn,
        1,
        1,
        made.length,
        at,
        0,
      ],
    );
    await bill(channel, sandboxNo, '2020-01-01');
    await bill(channel, own, paidOn);
    expect([await missing(), await late()]).toEqual([[paidOn], [channel]]);
    // Alipay's files name the account, not the application that orders carry.
    await bill(channel, channel === 'ALIPAY' ? '2088000000000001' : sandboxNo, paidOn);
    expect([await missing(), await late()]).toEqual([[], []]);
  }
  for (const [table, id] of made) await pool.query(`delete from ${table} where id = $1`, [id]);
});

test('what a channel says otherwise of a terminal’s day is a difference of it; of more days than are listed the list says so', async () => {
  const { pool, ids } = bench.app.services;
  const { organizationId, device } = bench;
  await pool.query('delete from device_check_day where organization_id = $1 and device_id = $2', [
    organizationId,
    device.deviceId,
  ]);
  const [firstId = 0] = await ids.take(300);
  let written = 0;
  const write = (from: string, days: number, missing: number, channelFen: number) =>
    pool.query(
      `insert into device_check_day (organization_id, checked_at, id, device_id, device_name, day, device_count, device_fen, booked_count,
         booked_fen, beyond_fen, pending_count, pending_fen, waiting_count, waiting_fen, missing_count, diff_count, diff_fen, third_fen,
         channel_fen, state)
       select $1, now(), $2::bigint + n, $3, $4, $5::date - n, 1, 1200, 1, 1200, 0, 0, 0, 0, 0, $6, 0, 0, 1200, $7, 'OK'
       from generate_series(0, $8::int - 1) n`,
      [organizationId, firstId + written++ * 50, device.deviceId, device.name, from, missing, channelFen, days],
    );
  const [tradeId = 0, abnormalId = 0] = await ids.take(2);
  await pool.query(
    `insert into third_trade (organization_id, id, trade_no, device_id, epoch, seq, channel, merchant_no, amount_fen, charge, at, expires_at,
       status, business_date, restaurant_id, deploy_site_id, posting_id, paid_at, fee_fen)
     values ($1, $2::bigint, 'XF' || $2::bigint, $3, 9, 2, 'WECHAT', 'SANDBOX', 1200, '{}', $4, $4, 'SUCCESS', $5, 1, 1, $2, $4, 0)`,
    [organizationId, tradeId, device.deviceId, `${day}T12:00:00+08:00`, day],
  );
  await pool.query(
    `insert into abnormal_trade (id, abnormal_no, kind, ref_type, ref_no, ref_id, organization_id, day, out_no, amount_fen, why, of_bill,
       happened_at, found_at, status, maker_name, created_at)
     values ($1, 'YC-D', 'AMOUNT', 'MEAL', 'XF-D', $2, $3, $4, 'XF-D', 1100, '金额不符', true, now(), now(), 'OPEN', '系统', now())`,
    [abnormalId, tradeId, organizationId, day],
  );
  const asked = { deviceId: [device.deviceId] };
  await write(day, 1, 0, 1_100);
  const ofDay = { day: [day, day], deviceName: device.name };
  const listed = async (search: object) =>
    (await ask('check_consume', 'query', { search })).data as unknown as { rows: Record<string, unknown>[] };
  const found = { differCount: 1, state: 'CHANNEL', thirdFen: 1_200, channelFen: 1_100 };
  expect((await listed({ ...ofDay, diffOnly: true })).rows).toMatchObject([found]);
  expect((await listed({ ...ofDay, state: ['CHANNEL'] })).rows).toMatchObject([found]);
  const records = (search: object) =>
    ask('check_consume/record', 'query', { search: { ...asked, kind: ['CHANNEL'], ...search } }) as unknown as Promise<{
      data: { rows: Record<string, unknown>[] };
    }>;
  expect((await records({ day: [day, day] })).data.rows).toMatchObject([
    {
      kind: 'CHANNEL',
      recordCount: 1,
      amountFen: -100,
      reason: expect.stringContaining('渠道账单 11.00 元，平台 12.00 元'),
    },
  ]);
  const map = (await ask('check_consume', 'map', { day })).data as unknown as {
    units: { id: number; cells: Record<string, { differ: number }> }[];
  };
  expect(map.units.find(({ id }) => id === organizationId)!.cells[day]).toMatchObject({ differ: 1 });
  const notice = async (search: object) =>
    (
      (await ask('check_consume/record', 'notice', { search: { ...asked, ...search } })) as unknown as {
        data: { text: string } | null;
      }
    ).data?.text;
  expect(await notice({ day: null })).toBeUndefined();
  await write(addDays(day, -1), 200, 1, 1_200);
  expect(await notice({ day: null })).toContain(`只列出最近 200 个有差异的设备日，${addDays(day, -200)} 及更早的`);
  expect(await notice({ day: [addDays(day, -30), day] })).toBeUndefined();
  // Explained, it is shown as such and is none of the differences.
  await pool.query(`update abnormal_trade set status = 'IGNORED' where id = $1`, [abnormalId]);
  expect((await listed({ ...ofDay, diffOnly: true })).rows).toEqual([]);
  expect((await listed({ ...ofDay, diffOnly: null })).rows).toMatchObject([{ differCount: 0, state: 'EXPLAINED' }]);
  expect((await records({ day: [day, day] })).data.rows).toEqual([]);
  await pool.query('delete from abnormal_trade where id = $1', [abnormalId]);
  await pool.query('delete from third_trade where id = $1', [tradeId]);
  await pool.query('delete from device_check_day where organization_id = $1 and device_id = $2 and day < $3', [
    organizationId,
    device.deviceId,
    day,
  ]);
});

test('numbers given up with a reason leave an amber light, under which statements may be drawn up', async () => {
  // Whatever else the demo's terminals keep back is lost as well.
  await beat();
  const { pool } = bench.app.services;
  await pool.query(
    `update device_beat set offline_count = 0 where device_id in (select id from device where organization_id = $1)`,
    [bench.organizationId],
  );
  for (const { id } of (await light()).devices) {
    const given = await bench.school<null>('offline_consume/gap', 'giveUp', { id, reason: '主板损坏' });
    expect(given.errormsg).toBe('');
  }
  const now = await light();
  expect(now.devices).toEqual([]);
  if (now.suspense === 0) expect(now.tone).toBe('AMBER');
  expect(bench.app.errors).toEqual([]);
});

/** The plays of gates, kitchens and cabinets against the whole server: what was told is what the lists say, once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pairTerminal } from '../../../../../tests/api/terminal.ts';
import { startTestServer, type TestApp } from '../../../../../tests/support/server.ts';
import { createUdpService } from '../../udp/udp-service.ts';
import { playSafety, type SafetyPlay } from './safety-plays.ts';
import { safetyLines } from './tell.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestServer();
});
afterAll(() => app?.stop());

const play = (name: SafetyPlay, udpPort = 0) =>
  playSafety(
    name,
    {
      url: app.origin,
      seed: 7,
      account: 'school',
      platform: 'platform',
      password: 'onecard-demo',
      platformPassword: 'onecard-demo',
      udpPort,
    },
    app.clock,
  );
const count = async (text: string) => (await app.services.pool.query<{ n: number }>(text)).rows[0]!.n;
const gaps = async (prefix: string) =>
  count(`select count(*)::int as n from device_sequence q join device d on d.id = q.device_id and d.sn like '${prefix}%'
    where q.stream = 'EVENT' and q.seen <> int8multirange(int8range(1, q.last_seq + 1))`);

test('gate: every passage once, whatever was lost, repeated or late; pictures with whom was refused', async () => {
  const tally = await play('gate');
  expect(tally.faults, safetyLines(tally, 0).join('\n')).toBe(0);
  expect(tally.duplicates).toBeGreaterThan(0);
  expect(tally.pictures).toBeGreaterThan(0);
  const of = `from passage g join device d on d.id = g.device_id and d.sn like 'SIMG-%'`;
  expect(await count(`select count(*)::int as n ${of}`)).toBe(tally.taken);
  // Whom nobody knows is photographed; a pupil who was refused is, and the picture is not kept.
  const pictured = (more: string) => count(`select count(*)::int as n ${of} where g.picture <> '' and ${more}`);
  const strangers = await count(`select count(*)::int as n ${of} where g.person_id is null`);
  expect(await pictured('g.person_id is null')).toBe(strangers);
  expect(
    await pictured(`exists (select 1 from person p join person_type t on t.organization_id = p.organization_id
      and t.id = p.type_id and t.is_default where p.organization_id = g.organization_id and p.id = g.person_id)`),
  ).toBe(0);
  expect(await gaps('SIMG-')).toBe(0);
  // The gate that was cut off since yesterday tells each at the time it was seen, marked as late.
  const yesterday = await count(
    `select count(*)::int as n ${of} where g.late and g.received_at - g.at > interval '12 hours'`,
  );
  expect(yesterday).toBeGreaterThan(5);
});

test('morning and night: checks, entries, readings and a warm cabinet', async () => {
  const morning = await play('morning');
  expect(morning.faults, safetyLines(morning, 0).join('\n')).toBe(0);
  expect(morning.taken).toBeGreaterThan(5);
  expect(
    await count(
      `select count(*)::int as n from morning_check c join device d on d.id = c.device_id and d.sn like 'SIMC-%'`,
    ),
  ).toBeGreaterThan(3);
  const night = await play('night');
  expect([night.faults, night.readings]).toEqual([0, 480]);
  // Opened by nobody, the camera of the room was asked, and what it sent is filed as what it was asked for.
  expect(night.notes.join()).toContain('摄像头应要求拍下 1 次');
  expect(
    await count(`select count(distinct s.kind)::int as n from snapshot s join device d on d.id = s.device_id and d.sn like 'SIMV-%'
      where s.event = 'STRANGER' and s.file <> ''`),
  ).toBe(2);
  expect(
    await count(`select count(*)::int as n from alert a join device d on a.object_key like '%' || d.id || '%' and d.sn like 'SIML-%'
      where a.kind = 'CABINET_TEMP'`),
  ).toBeGreaterThan(0);
  expect(app.errors).toEqual([]);
});

test('scale: too light is refused and topped up, every box in its cell; a day the cabinet was cut off arrives whole, once', async () => {
  const tally = await play('scale');
  expect(tally.faults, safetyLines(tally, 0).join('\n')).toBe(0);
  expect([...tally.refused.values()].map(({ message }) => message).join()).toContain('还差 7 克');
  expect(tally.notes.join()).toContain('称样 6 份，入柜 6 份');
  expect(tally.readings).toBe(1_440);
  expect(
    await count(
      `select sum(n)::int as n from reading_hour r join device d on d.id = r.device_id and d.sn like 'SIMX-%'`,
    ),
  ).toBe(1_440);
  expect(app.errors).toEqual([]);
});

test('outbreak: the dish that made people ill stands on top of the study, and its sample is sealed', async () => {
  const tally = await play('outbreak');
  expect(tally.faults, safetyLines(tally, 0).join('\n')).toBe(0);
  const bad = /致病的是「(.+?)」/.exec(tally.notes[0]!)![1]!;
  // What was still kept of it is sealed; a lunch of days ago may have nothing left.
  expect(
    await count(`select count(*)::int as n from sample s join trace_case c on c.organization_id = s.organization_id
    where c.title like '模拟：%' and s.dish_name = '${bad}' and s.status in ('SAMPLED', 'RETAINING')
      and s.window_from < c.to_at and s.window_to > c.from_at`),
  ).toBe(0);
  expect(
    // Taken is eaten, also where the till's record waits for a clerk: some have had their meals of the day before.
    await count(`select count(distinct i.person_id)::int as n from trade_item i join device d on d.id = i.device_id and d.sn like 'SIMO-%'
      where i.name = '${bad}'`),
  ).toBeGreaterThan(15);
  expect(app.errors).toEqual([]);
});

test('what is no cabinet tells no temperatures, and what is no UDP controller is sent nothing as one', async () => {
  const till = await pairTerminal(app, 'company');
  const told = await till.send('POST', '/api/device/v1/readings', '{"sensor":1,"values":[]}');
  expect(told.body).toMatchObject({ errorcode: 3365, errormsg: '本设备不是留样柜，不收温度读数' });
  const sent = await app.post(
    '/admin/organization/udp/push',
    'push',
    { target: 'PERSON', deviceIds: [till.deviceId] },
    await app.login('company'),
  );
  expect(sent.body).toMatchObject({ errorcode: 2442 });
});

test('udp: greets, fetches its rules, tells once, and is counted when forged and replayed', {
  timeout: 60_000,
}, async () => {
  const udp = createUdpService(app.services, { port: 0, host: '127.0.0.1' });
  await udp.tick();
  try {
    const tally = await play('udp', udp.address()!.port);
    expect(tally.faults, safetyLines(tally, 0).join('\n')).toBe(0);
    expect([tally.taken, await gaps('SIMU-')]).toEqual([40, 0]);
    expect(tally.notes.at(-1)).toContain('重放 1，签名不符 1');
    expect(tally.notes.join()).toContain('摘要相符');
  } finally {
    await udp.stop();
  }
});

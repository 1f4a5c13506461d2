/** A cabinet that is warm from one until ten past three: warned, grave, told to a group, to the director, over; and the same unseen. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { escalateAlerts, sendPosts } from '../../../src/domains/alerts/testing.ts';
import { takeReadings } from '../../../src/domains/samples/public.server.ts';
import { addDays } from '../../../src/kit/server/clock.ts';
import { area, type Scene } from './stage.ts';

const minute = 60_000;
const cold = 38;
const warm = 102;

interface Cabinet {
  deviceId: number;
  organizationId: number;
  name: string;
}

/** The group a robot posts to, on this machine. */
async function openGroup() {
  const heard: string[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      heard.push((JSON.parse(body) as { text: { content: string } }).text.content);
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{"errcode":0,"errmsg":"ok"}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { heard, port: (server.address() as AddressInfo).port, close: () => server.close() };
}

export async function cabinetWarmAtNight(scene: Scene): Promise<void> {
  const { app, ask, post, rowsOf, one, play, desk, day, at } = scene;
  const { services } = app;
  const night = addDays(day, 1);
  const instant = (hm: string) => Date.parse(`${night}T${hm}:00+08:00`);
  await at(instant('00:50'));
  const group = await openGroup();
  services.robotTransport = async (_url, body) => {
    const reply = await fetch(`http://127.0.0.1:${group.port}/`, { method: 'POST', body });
    return { status: reply.status, body: await reply.text() };
  };
  try {
    await ask('alert_detail/robot', 'create', {
      name: '场景群',
      kind: 'WECOM',
      url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=scene',
      secret: null,
      minLevel: 'WARN',
      status: 'NORMAL',
    });
    const full = await one<Cabinet>(
      `select s.device_id as "deviceId", s.organization_id as "organizationId", v.name from sample s
         join device v on v.organization_id = s.organization_id and v.id = s.device_id
         join organization o on o.id = s.organization_id and o.kind = 'SCHOOL'
       where s.status = 'RETAINING' order by s.id limit 1`,
    );
    const read = (from: string, to: string, temp10: number) => {
      const first = instant(from) / minute;
      const values = Array.from({ length: instant(to) / minute - first }, (_, i) => ({
        minute: first + i,
        temp10,
        door: false,
        humidity: null,
      }));
      return takeReadings(services, full, { sensor: 1, values });
    };
    const alertNow = async () =>
      (await rowsOf('alert_detail', { kind: ['CABINET_TEMP'] })).find(
        ({ objectName, level }) => String(objectName).includes(full.name) && level !== 'INFO',
      );
    /** Minutes pass, and each tells what it read; jobs of the minute run. */
    const until = async (from: string, to: string, temp10: number) => {
      app.clock.set(instant(to));
      await read(from, to, temp10);
      await escalateAlerts(services);
      await sendPosts(services);
      return alertNow();
    };
    const before = await until('00:40', '01:00', cold);
    expect(before?.status ?? 'CLOSED').not.toBe('OPEN');
    const spoke = group.heard.length;
    expect(await until('01:00', '01:16', warm)).toMatchObject({ level: 'WARN', status: 'OPEN' });
    expect(group.heard.slice(spoke).join()).toContain(full.name);
    const grave = await until('01:16', '02:01', warm);
    expect(grave).toMatchObject({ level: 'CRITICAL', status: 'OPEN' });
    expect(group.heard.slice(spoke).join('\n')).toMatch(/严重/);
    const nobody = grave!.waitingFor;
    // Nobody takes it: after ten minutes it is the director's.
    const waited = await until('02:01', '02:12', warm);
    expect(waited!.waitingFor).not.toBe(nobody);
    await until('02:12', '03:10', warm);
    const over = await until('03:10', '03:30', cold);
    expect(over).toMatchObject({ id: grave!.id, status: 'AUTO_RECOVERED', noteDue: true });
    await desk().open(`${area}/alert_detail?kind=CABINET_TEMP&level=CRITICAL`);
    await desk().tab().getByText('柜温异常').first().waitFor();
    // What stood in it is marked, and the morning's sheet counts what is still to be explained.
    const marked = await rowsOf('sample_management', { exception: ['TEMP_OUT'], status: ['RETAINING'] });
    expect(marked.length).toBeGreaterThan(0);
    const late = await post('alert_detail', 'close', { ids: [over!.id], note: '' });
    expect(late.errorcode).not.toBe(0);
    await ask('alert_detail', 'close', { ids: [over!.id], note: '样品移到备用柜，报修' });

    // The same with the network away: told at dawn all at once, the alarm stands where it was, and says that it came late.
    await play('night');
    const hints = await rowsOf('alert_detail', { kind: ['CABINET_TEMP'], level: ['INFO'] });
    expect(hints.length).toBeGreaterThan(0);
    await away(scene, instant);
  } finally {
    group.close();
  }
}

/** Another cabinet with a sample in it, cut off all night, tells it at dawn. */
async function away(scene: Scene, instant: (hm: string) => number): Promise<void> {
  const { app, one, rowsOf, ask, day } = scene;
  const other = await one<Cabinet>(
    `select v.id as "deviceId", v.organization_id as "organizationId", v.name from device v
     join organization o on o.id = v.organization_id and o.kind = 'SCHOOL' where v.sn like 'SIML-%' order by v.id limit 1`,
  );
  const [link] = await rowsOf('sample_device_food_link');
  const [meal] = await rowsOf('meal');
  await ask('sample_device_food_link', 'create', {
    restaurantId: link!.restaurantId,
    mealPeriodIds: [meal!.id],
    dishTypeIds: [],
    cabinetId: other.deviceId,
    cellRows: 2,
    cellColumns: 2,
    scaleId: null,
    status: 'NORMAL',
  });
  await ask('sample_management', 'create', {
    diningDate: day,
    mealPeriodId: meal!.id,
    restaurantId: link!.restaurantId,
    dishes: [{ dishName: '场景断网柜的菜', dishTypeId: null }],
  });
  const [sample] = await rowsOf('sample_management', { keyword: '场景断网柜的菜' });
  await ask('sample_management', 'weigh', {
    id: sample!.id,
    grams: Number(sample!.minGrams),
    weighReason: '场景',
    cell: 'A1',
    photo: null,
  });
  const asleep = app.clock.now();
  app.clock.set(asleep + 150 * minute);
  const first = asleep / minute + 5;
  const values = Array.from({ length: 130 }, (_, i) => ({
    minute: Math.floor(first) + i,
    temp10: warm,
    door: false,
    humidity: null,
  }));
  await takeReadings(app.services, other, { sensor: 1, values });
  const told = (await rowsOf('alert_detail', { kind: ['CABINET_TEMP'], level: ['CRITICAL'] })).find(({ objectName }) =>
    String(objectName).includes(other.name),
  );
  expect(told).toMatchObject({ detail: expect.stringContaining('补传') });
  const [marked] = await rowsOf('sample_management', { keyword: '场景断网柜的菜' });
  expect(marked).toMatchObject({ exception: 'TEMP_OUT' });
  expect(app.clock.now()).toBeGreaterThan(instant('03:30'));
}

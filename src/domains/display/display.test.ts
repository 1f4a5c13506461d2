/** Screens: who is published where, what a wall shows and what it never shows, films with their files, an address that ends. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dateAt, isoAt } from '../../kit/server/clock.ts';
import type { FileStore } from '../../kit/server/files/store.ts';
import type { Refusal } from '../../kit/server/refusal.ts';
import { control } from '../control/domain.ts';
import inspectors from '../control/inspections/pages/inspection_user.server.ts';
import notices from '../control/notices/pages/unit_information.server.ts';
import officers from '../control/people/pages/food_safety_employee.server.ts';
import { sampleClip } from '../device/testing.ts';
import { headcount } from '../headcount/domain.ts';
import { type KitchenBench, kitchenBench } from '../kitchen/testing.ts';
import { menu } from '../menu/domain.ts';
import { samples } from '../samples/domain.ts';
import { units } from '../tenancy/testing.ts';
import { display } from './domain.ts';
import officerLinks from './links/pages/food_safety_employee-link.server.ts';
import inspectorLinks from './links/pages/inspection_user-link.server.ts';
import unitLinks from './links/pages/unit_information-link.server.ts';
import type { LinkGrid } from './links/read-links.ts';
import { type Board, panelsNow, staysFor } from './screens/panel-words.ts';
import { publishScreens } from './screens/publish-screens.ts';
import { readBoard } from './screens/read-board.ts';
import videos from './videos/pages/ad_video.server.ts';
import { readFilm } from './videos/read-mp4.ts';

const area = '/admin/organization';
const screen = 901;
const foreign = 902;
const gate = 903;
let b: KitchenBench;
let officerId: number;

beforeAll(async () => {
  b = await kitchenBench(
    [menu, headcount, samples, control, display],
    [officers, inspectors, notices, officerLinks, inspectorLinks, unitLinks, videos],
  );
  b.services.files = storeOf(Buffer.alloc(0));
  const now = isoAt(b.clock.now());
  await b.database.pool.query(
    `insert into device_type (id, name, model, kind, created_at, updated_at)
     values (77, '公示屏', 'D', 'DISPLAY', $1, $1), (78, '闸机', 'G', 'GATE', $1, $1), (79, '留样柜', 'L', 'SAMPLE_CABINET', $1, $1)`,
    [now],
  );
  for (const [id, type, organization] of [
    [screen, 77, units.organization],
    [foreign, 77, units.otherOrganization],
    [gate, 78, units.organization],
    [904, 79, units.organization],
  ])
    await b.database.pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, $3, $2, $4, 'ACTIVE', $5, $5)`,
      [id, `屏${id}`, type, organization, now],
    );
  officerId = (
    await b.school.call<{ id: number }>(`${area}/food_safety_employee`, 'create', {
      name: '俞海波',
      kind: 'OFFICER',
      phone: '13800138002',
      trainHours: 10,
      status: 'NORMAL',
    })
  ).id;
  await b.school.call(`${area}/unit_information`, 'create', {
    licenseNo: 'JY333',
    licenseEnd: '2028-01-01',
    grade: 'A',
    head: '程建平',
    hotline: '0571-12315000',
    commitment: '成品有留样',
    fromDate: dateAt(b.clock.now()),
  });
});
afterAll(() => b?.close());

const grid = (page: string) => b.school.call<LinkGrid>(`${area}/${page}/link`, 'grid', {});
const save = async (page: string, links: LinkGrid['links'], digest?: string) =>
  b.school.call<Refusal | null>(`${area}/${page}/link`, 'save', { links, digest: digest ?? (await grid(page)).digest });
const board = async () => (await readBoard(b.services, units.organization, screen))!;
const panel = async (key: string) => (await board()).panels.find((one) => one.key === key)?.shown;

test('what is linked is shown, what is not is not; a phone never', async () => {
  expect((await board()).panels.map(({ key }) => key)).toEqual(['SAMPLES']);
  expect(await save('food_safety_employee', [{ ownerId: officerId, deviceId: screen, sort: 0 }])).toBeNull();
  expect(await save('unit_information', [{ ownerId: 0, deviceId: screen, sort: 0 }])).toBeNull();
  expect(await panel('OFFICERS')).toEqual({
    kind: 'people',
    people: [{ name: '俞海波', post: '食品安全员', note: '', photo: null }],
  });
  expect(await panel('COMMITMENT')).toMatchObject({ text: '成品有留样', footer: '投诉举报电话 0571-12315000' });
  expect(JSON.stringify(await board())).not.toContain('13800138002');
});

test('a cabinet that has not read for ten minutes has no data, whatever it read last', async () => {
  const read = (at: number) =>
    b.database.pool.query(
      `insert into cabinet_state (organization_id, device_id, temp10, read_at, updated_at) values ($1, 904, 42, $2, $2)
       on conflict (organization_id, device_id) do update set read_at = excluded.read_at`,
      [units.organization, isoAt(at)],
    );
  const shown = async () => {
    const found = await panel('SAMPLES');
    return found?.kind === 'figures' ? found.figures.find(({ label }) => label === '屏904')?.value : undefined;
  };
  expect(await shown()).toBe('无数据');
  await read(b.clock.now() - 60_000);
  expect(await shown()).toBe('4.2 ℃');
  await read(b.clock.now() - 11 * 60_000);
  expect(await shown()).toBe('无数据');
});

test('a wall counts who passed and names them; who failed is neither named nor described', async () => {
  const day = dateAt(b.clock.now());
  const well = await b.hire('陈合格', '2027-06-30');
  const ill = await b.hire('林发热', '2027-06-30');
  b.clock.set(Date.parse(`${day}T00:30:00+08:00`));
  await b.roster(well, { [day]: '早班' });
  await b.roster(ill, { [day]: '早班' });
  b.clock.set(Date.parse(`${day}T05:30:00+08:00`));
  for (const [cookUserId, temperature] of [
    [well, 36.4],
    [ill, 38.6],
  ])
    await b.school.call(`${area}/morning_check`, 'register', {
      cookUserId,
      temperature,
      hands: [],
      symptoms: [],
      dressOk: true,
      reason: '晨检仪故障',
    });
  expect(await panel('CHECKS')).toMatchObject({
    figures: [
      { label: '应检', value: '2' },
      { label: '合格', value: '1' },
    ],
  });
  expect(await panel('CREW')).toMatchObject({ people: [{ name: '陈合格', post: '厨师', photo: null }] });
  const all = JSON.stringify(await board());
  expect(all).not.toContain('林发热');
  expect(all).not.toContain('38.6');
});

test('panels of a day vanish with it, others stay; hours may go over midnight', () => {
  const told = { seconds: 10, title: '', shown: { kind: 'text', text: '', footer: '' } } as const;
  const of: Board = {
    unit: '',
    restaurant: '',
    ratio: 'WIDE',
    day: '2026-11-20',
    panels: [
      { key: 'UNIT', day: false, from: null, to: null, ...told },
      { key: 'CHECKS', day: true, from: null, to: null, ...told },
      { key: 'VIDEOS', day: false, from: '22:00', to: '06:00', ...told },
    ],
  };
  const keys = (day: string, minute: number) => panelsNow(of, { day, minute }).map(({ key }) => key);
  expect(keys('2026-11-20', 12 * 60)).toEqual(['UNIT', 'CHECKS']);
  expect(keys('2026-11-21', 0)).toEqual(['UNIT', 'VIDEOS']);
  expect(keys('2026-11-21', 6 * 60)).toEqual(['UNIT']);
});

test('films run to their end, however short their panel; other panels stay as long as they are set', () => {
  const film = (seconds: number) => ({ title: '片', file: 'video/1/a.mp4', film: true, seconds });
  const told = { key: 'VIDEOS', day: false, from: null, to: null, seconds: 12, title: '宣传视频' } as const;
  expect(staysFor({ ...told, shown: { kind: 'films', films: [film(42), film(15)] } })).toBe(57);
  expect(staysFor({ ...told, shown: { kind: 'films', films: [film(5)] } })).toBe(12);
  expect(staysFor({ ...told, shown: { kind: 'text', text: '', footer: '' } })).toBe(12);
});

test('only screens of the unit; nobody who is not there; and not over what another saved', async () => {
  const { digest } = await grid('food_safety_employee');
  const wrong = (links: LinkGrid['links']) => save('food_safety_employee', links, digest);
  expect(await wrong([{ ownerId: officerId, deviceId: foreign, sort: 0 }])).toMatchObject({ code: 'NOT_A_SCREEN' });
  expect(await wrong([{ ownerId: officerId, deviceId: gate, sort: 0 }])).toMatchObject({ code: 'NOT_A_SCREEN' });
  expect(await wrong([{ ownerId: 424242, deviceId: screen, sort: 0 }])).toMatchObject({ code: 'LINK_UNKNOWN' });
  await save('food_safety_employee', [{ ownerId: officerId, deviceId: screen, sort: 3 }]);
  expect(await wrong([])).toMatchObject({ code: 'LINK_STALE' });
  expect((await b.company.call<LinkGrid>(`${area}/food_safety_employee/link`, 'grid', {})).owners).toEqual([]);
});

test('the document of a native screen changes with what stands, not with the day', async () => {
  const versions = async () =>
    (
      await b.database.pool.query<{ version: number }>(
        `select version from device_doc where kind = 'SCREEN' and device_id = $1`,
        [screen],
      )
    ).rows[0]?.version;
  await publishScreens(b.services, units.organization);
  expect(await versions()).toBe(1);
  b.clock.advance(86_400_000);
  await publishScreens(b.services, units.organization);
  expect(await versions()).toBe(1);
  await save('food_safety_employee', []);
  await publishScreens(b.services, units.organization);
  expect(await versions()).toBe(2);
});

test('the sheet of the day counts screens that are behind', async () => {
  const day = dateAt(b.clock.now());
  const { items } = await b.school.call<{ items: { key: string; value: string; verdict: string }[] }>(
    `${area}/food_safety_employee`,
    'sheet',
    { kind: 'DAY', day },
  );
  expect(items.find(({ key }) => key === 'screens')).toMatchObject({
    value: '1 块，内容不是最新 1 块',
    verdict: 'BAD',
  });
});

test('an address is given out, stands, and ends', async () => {
  const path = `${area}/unit_information/link`;
  const { path: at } = await b.school.call<{ path: string }>(path, 'address', { deviceId: screen });
  expect(at).toMatch(/^\/screen\/board\/[\w-]{22}$/);
  expect((await grid('unit_information')).screens[0]!.path).toBe(at);
  expect(await b.school.call(path, 'endAddress', { deviceId: screen })).toBeNull();
  expect(await b.school.call(path, 'endAddress', { deviceId: screen })).toMatchObject({ code: 'NOT_NOW' });
  expect(await b.school.call(path, 'address', { deviceId: foreign })).toMatchObject({ code: 'NOT_A_SCREEN' });
});

test('a picture plays on its screens within its days, and no longer', async () => {
  const today = dateAt(b.clock.now());
  const make = (more: object) =>
    b.school.call<{ id: number } & Refusal>(`${area}/ad_video`, 'create', {
      title: '光盘行动',
      kind: 'IMAGE',
      picture: 'image/1/poster.png',
      seconds: 15,
      fromDate: today,
      toDate: today,
      deviceIds: [screen],
      ...more,
    });
  expect(await make({ deviceIds: [gate] })).toMatchObject({ fields: { deviceIds: '「屏903」不是公示屏' } });
  expect(await make({ toDate: '2020-01-01' })).toMatchObject({ fields: { toDate: expect.any(String) } });
  expect(await make({ fromTime: '08:00' })).toMatchObject({ fields: { toTime: expect.any(String) } });
  expect(await make({ kind: 'VIDEO', picture: null, film: 'video/1/none.mp4' })).toMatchObject({ code: 'VIDEO_CODEC' });
  const { id } = await make({});
  expect(await panel('VIDEOS')).toMatchObject({ films: [{ title: '光盘行动', film: false, seconds: 15 }] });
  const row = async () =>
    (await b.school.call<{ rows: { id: number; status: string }[] }>(`${area}/ad_video`, 'query', {})).rows[0];
  expect(await row()).toMatchObject({ id, status: 'PLAYING', screens: 1, hours: '全天' });
  await b.school.call(`${area}/ad_video`, 'disable', { ids: [id] });
  expect(await panel('VIDEOS')).toBeUndefined();
  await b.school.call(`${area}/ad_video`, 'enable', { ids: [id] });
  b.clock.advance(86_400_000);
  expect(await panel('VIDEOS')).toBeUndefined();
  expect(await row()).toMatchObject({ status: 'ENDED' });
  expect(await b.school.call(`${area}/ad_video`, 'push', { id, screenIds: [screen] })).toMatchObject({
    code: 'VIDEO_ENDED',
  });
});

const storeOf = (data: Buffer) =>
  ({
    stat: async () => ({ size: data.length }),
    get: async (_key: string, range: { start: number; end: number }) => ({
      size: data.length,
      stream: Readable.from([data.subarray(range.start, range.end + 1)]),
    }),
  }) as unknown as FileStore;

test('a film says how long it is and how it is coded, its moov at the end; rubbish says nothing', async () => {
  const film = 'video/2026/film.mp4';
  expect(await readFilm(storeOf(sampleClip(42)), film)).toEqual({ seconds: 42, codec: 'avc1' });
  expect(await readFilm(storeOf(sampleClip(42, 'hvc1')), film)).toEqual({ seconds: 42, codec: 'hvc1' });
  expect(await readFilm(storeOf(Buffer.alloc(4_000, 0xff)), film)).toBeUndefined();
  expect(await readFilm(storeOf(sampleClip(42).subarray(0, 60)), film)).toBeUndefined();
  expect(await readFilm(storeOf(sampleClip(42)), '不是文件')).toBeUndefined();
});

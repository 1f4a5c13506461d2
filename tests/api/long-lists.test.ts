/** Lists of many thousand rows read what they show, not all there is: each here once read the whole of its table. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsRead } from '../support/rows-read.ts';
import { startTestServer, type TestApp } from '../support/server.ts';

let app: TestApp;
let organizationId: number;
const many = 20_000;
const run = (sql: string, values: unknown[] = []) => app.services.pool.query(sql, values);

beforeAll(async () => {
  app = await startTestServer();
  const { rows } = await run(
    `select e.unit_id as id from employee e join account a on a.id = e.account_id where a.login_name = 'school'`,
  );
  organizationId = rows[0].id;
});
afterAll(() => app?.stop());

interface Rows {
  rows: Record<string, unknown>[];
  total: number;
}
const query = (path: string, search: object = {}, more: object = {}) =>
  rowsRead<Rows>(app, 'school', `/admin/organization/${path}`, 'query', { size: 20, search, ...more });

/** Rows read for the page itself; the count is served by an index, row by row. */
const beyondCount = (read: Readonly<Record<string, number>>, table: string, counted: number) =>
  (read[table] ?? 0) - counted;

it('预警明细 reads what waits and the last days for its page, not years of alerts that are over', async () => {
  // One every hour and a half: some hundred in the last week.
  await run(
    `insert into alert (organization_id, id, kind, level, object_key, object_name, detail, status, day, first_at, last_at,
       raised_at, ended_at, note_due)
     select $1, $2::bigint + n, 'DEVICE_OFFLINE', 'WARN', 'old:' || n, '设备 ' || n, '', 'AUTO_RECOVERED', (at)::date, at, at, at, at, n % 7000 = 0
     from (select n, $3::timestamptz - make_interval(mins => n * 90) as at from generate_series(1, ${many}) as n) as o`,
    [organizationId, 8_000_000_000_000, new Date(app.clock.now()).toISOString()],
  );
  await run('analyze alert');
  const { answer, read } = await query('alert_detail', {}, { size: 100 });
  expect(answer.total).toBeGreaterThanOrEqual(many);
  expect(beyondCount(read, 'alert', answer.total)).toBeLessThan(1_000);
  // Words owed of alerts long over stand before the newest that owe none.
  const owed = answer.rows.map((row) => row.noteDue);
  expect(owed.filter(Boolean).length).toBeGreaterThanOrEqual(2);
  const firstOver = answer.rows.findIndex(
    ({ status, noteDue }) => !['OPEN', 'HANDLING'].includes(String(status)) && !noteDue,
  );
  expect(owed.slice(firstOver).some(Boolean)).toBe(false);
  const mine = await query('alert_detail', { mine: true });
  expect(mine.read.alert ?? 0).toBeLessThan(1_000);
});

it('管控清单 and 单位信息公示 look up once which version holds, and what is told of them reads one of each kind', async () => {
  await run(
    `insert into check_list (organization_id, id, kind, from_date, items, made_by, made_name, made_at)
     select $1, $2::bigint + n, 'DAY', date '2020-01-01' + n % 1500, '[{"key":"a","label":"甲"}]', 1, '测试', now()
     from generate_series(1, ${many}) as n`,
    [organizationId, 8_100_000_000_000],
  );
  await run('analyze check_list');
  const now = await query('food_safety_employee/check_list', { state: ['NOW'] });
  expect(now.answer.total).toBeGreaterThan(0);
  // The rows and their count each look at every version, once.
  expect(now.read.check_list ?? 0).toBeLessThan(now.answer.total + many * 2 + 1_000);
  const told = await rowsRead(app, 'school', '/admin/organization/food_safety_employee/check_list', 'notice', {});
  expect(told.read.check_list ?? 0).toBeLessThan(100);
});

it('后厨人员下发 reads the pushes of the kitchen’s people, and each of those people once', async () => {
  const { rows } = await run(
    `select (select person_id from cook_user where organization_id = $1 order by id limit 1) as cook,
       (select d.id from device d join device_type y on y.id = d.type_id and y.kind in ('MORNING_CHECK', 'SAMPLE_CABINET')
         where d.organization_id = $1 order by d.id limit 1) as device,
       array(select id from person where organization_id = $1 and id not in (select person_id from cook_user) order by id limit 200) as others`,
    [organizationId],
  );
  const { cook, device, others } = rows[0];
  await run(
    `insert into device_push (organization_id, id, batch_no, device_id, target_type, target_id, action, target_version, status, created_at)
     select $1, $2::bigint + n, 'T' || n, $3, 'PERSON', case when n <= 40 then $4::bigint else ($5::bigint[])[1 + n % array_length($5::bigint[], 1)] end,
       'ADD', 1, 'OK', now() - make_interval(mins => n) from generate_series(1, ${many}) as n`,
    [organizationId, 8_200_000_000_000, device, cook, others],
  );
  await run('analyze device_push');
  const { answer, read } = await query('cook_user/push');
  expect(read.device_push ?? 0).toBeLessThan(many / 4);
  const { rows: cooks } = await run('select count(*)::int as n from cook_user where organization_id = $1', [
    organizationId,
  ]);
  expect(read.cook_user ?? 0).toBeLessThan(cooks[0].n * 4 + 100);
  expect(answer.total).toBeGreaterThanOrEqual(40);
});

/** Food-stuffs of published dishes with an allergen, which those of the demo do not all have. */
beforeAll(async () => {
  await run(
    `update lib_food_stuff set allergens = '{EGG}' where id in (select l.food_stuff_id from lib_recipe_line l
       join lib_dish d on d.version_id = l.version_id and d.status = 'PUBLISHED' order by d.id, l.no limit 1)`,
  );
});
const allergensIn = (rows: Rows['rows']) => rows.map((row) => row.allergens as string[]);

it.each(['platform_food', 'organization_food'])(
  '%s finds dishes by an allergen: those whose rows show it',
  async (path) => {
    const { answer: whole } = await query(path, {}, { size: 500 });
    expect(whole.total).toBeLessThanOrEqual(500);
    const wanted = allergensIn(whole.rows).flat()[0];
    expect(wanted).toBeDefined();
    const { answer: found } = await query(path, { allergens: [wanted] }, { size: 500 });
    const shows = whole.rows.filter((_, i) => allergensIn(whole.rows)[i]!.includes(wanted!)).map(({ id }) => id);
    expect(found.rows.map(({ id }) => id)).toEqual(shows);
  },
);

it('平台菜品库 looks for an allergen among food-stuffs and their lines, not by putting together what each dish has', async () => {
  const { answer: before } = await query('platform_food', {}, { size: 500 });
  await run(
    `insert into lib_dish (id, name, type_id, version_id, status, created_at, updated_at)
     select $1::bigint + n, '菜' || n, d.type_id, d.version_id, 'PUBLISHED', now(), now()
     from (select type_id, version_id, row_number() over (order by id) - 1 as k, count(*) over () as total from lib_dish
       where status = 'PUBLISHED') as d join generate_series(1, 10000) as n on n % d.total = d.k`,
    [8_300_000_000_000],
  );
  await run('analyze lib_dish');
  const { answer, read } = await query('platform_food', { allergens: [allergensIn(before.rows).flat()[0]] });
  expect(answer.total).toBeGreaterThan(20);
  expect(read.lib_food_stuff ?? 0).toBeLessThan(8_000);
});

it('第三方消费 of a day reads that day, and the refunded are found from their refunds', async () => {
  await run(
    `insert into third_trade (organization_id, id, trade_no, business_date, restaurant_id, deploy_site_id, device_id, epoch, seq, channel,
       merchant_no, amount_fen, charge, at, expires_at, status)
     select $1, $2::bigint + n, 'T' || n, date '2024-01-01' + n % 600, 1, 1, 1, 1, n, 'WECHAT', 'M', 100, '{}',
       timestamptz '2024-01-01 12:00+08' + make_interval(days => n % 600), timestamptz '2024-01-01 12:05+08', 'CLOSED'
     from generate_series(1, ${many}) as n`,
    [organizationId, 8_400_000_000_000],
  );
  await run('analyze third_trade, third_refund');
  const ofDay = await query('third_party_consume', { businessDate: ['2024-03-01', '2024-03-01'] });
  expect(ofDay.answer.total).toBeGreaterThan(30);
  expect(ofDay.read.third_trade ?? 0).toBeLessThan(1_000);
  const all = await query('third_party_consume', {}, { size: 500 });
  const refunded = await query('third_party_consume', { status: ['REFUNDED', 'PART_REFUNDED'] }, { size: 500 });
  expect(refunded.read.third_trade ?? 0).toBeLessThan(2_000);
  const statuses = new Set(['REFUNDED', 'PART_REFUNDED']);
  const shown = all.answer.rows.filter((row) => statuses.has(String(row.status)));
  expect(refunded.answer.rows).toEqual(expect.arrayContaining(shown));
  expect(refunded.answer.rows.every((row) => statuses.has(String(row.status)))).toBe(true);
});

it('平台商品库 looks up once which of the caterer’s goods are copies, not beside each good of the library', async () => {
  await run(
    `insert into base_good (id, catalog_id, category, name, created_at, updated_at)
     select $1::bigint + n, b.catalog_id, b.category, '商品' || n, now(), now()
     from (select catalog_id, category from base_good order by id limit 1) as b, generate_series(1, 3000) as n`,
    [8_500_000_000_000],
  );
  // A copied good was found to be the same as another: the copy goes with that one.
  const { rows } = await run(
    `update base_good set merged_into_id = $1::bigint + 1 where id = (select k.base_good_id from goods_copy k
       join employee e on e.unit_id = k.contractor_id and e.unit_type = 'CONTRACTOR' join account a on a.id = e.account_id
       where a.login_name = 'contractor' order by k.goods_id limit 1) returning id`,
    [8_500_000_000_000],
  );
  expect(rows).toHaveLength(1);
  await run('analyze base_good');
  const page = '/admin/contractor/supermarket/platform_good';
  const { answer, read } = await rowsRead<Rows>(app, 'contractor', page, 'query', { size: 20, search: {} });
  expect(answer.total).toBeGreaterThanOrEqual(3_000);
  expect(read.base_good ?? 0).toBeLessThan(20_000);
  const { answer: merged } = await rowsRead<Rows['rows'][0]>(app, 'contractor', page, 'get', { id: 8_500_000_000_001 });
  expect(merged.goodsId).toEqual(expect.any(Number));
});

it('a line of a recipe and a lot of a recall are opened by themselves, however many dishes and recalls there are', async () => {
  const some = 4_000;
  const { rows: lines } = await run(
    `select l.id from recipe_line l join dish d on d.organization_id = l.organization_id and d.approved_id = l.version_id
     join food_stuff f on f.organization_id = l.organization_id and f.id = l.food_stuff_id
     where l.organization_id = $1 order by l.id limit 1`,
    [organizationId],
  );
  await run(
    `insert into dish select (jsonb_populate_record(null::dish, to_jsonb(d) || jsonb_build_object('id', $2::bigint + n, 'name', '菜' || n,
       'version_id', $2::bigint + n, 'approved_id', $2::bigint + n))).*
     from (select * from dish where organization_id = $1 order by id limit 1) d, generate_series(1, ${some}) as n`,
    [organizationId, 8_600_000_000_000],
  );
  const { rows: lots } = await run(
    'select x.contractor_id, x.recall_id, x.lot_id as id from lot_recall_lot x order by x.lot_id limit 1',
  );
  const { contractor_id: contractorId, recall_id: recallId, id: lotId } = lots[0];
  await run(
    `insert into lot_recall select (jsonb_populate_record(null::lot_recall, to_jsonb(c) || jsonb_build_object('id', $3::bigint + n, 'recall_no', 'R' || n))).*
     from lot_recall c, generate_series(1, ${some}) as n where c.contractor_id = $1 and c.id = $2`,
    [contractorId, recallId, 8_600_000_000_000],
  );
  await run(
    `insert into lot_recall_lot select $1, $3::bigint + n,
       (select l.id from lot l where l.contractor_id = $1 and l.id <> $2 order by l.id limit 1)
     from generate_series(1, ${some}) as n`,
    [contractorId, lotId, 8_600_000_000_000],
  );
  await run('analyze dish');
  await run('analyze lot_recall_lot');
  const get = (path: string, id: number) =>
    rowsRead<Record<string, unknown>>(app, 'contractor', `/admin/contractor/${path}`, 'get', { id });
  const line = await get('supermarket/food_bom/line', lines[0].id);
  expect(line.answer).toMatchObject({ id: lines[0].id });
  expect(line.read.dish ?? 0).toBeLessThan(100);
  const lot = await get('erp/lot_recall/lot', lotId);
  expect(lot.answer).toMatchObject({ id: lotId });
  expect(lot.read.lot_recall_lot ?? 0).toBeLessThan(100);
});

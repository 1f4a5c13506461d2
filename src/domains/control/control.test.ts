/** Sheets signed and never altered, findings put right by one and verified by another, what is due and missing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseContext } from '../../kit/server/page/make-context.ts';
import { refuse } from '../../kit/server/refusal.ts';
import { checkPage, type KitchenBench, kitchenBench } from '../kitchen/testing.ts';
import { units } from '../tenancy/testing.ts';
import { turnControl } from './control-clock.ts';
import { control } from './domain.ts';
import { arrangeDuty, inTurn } from './inspections/arrange-duty.ts';
import inspector from './inspections/pages/inspection_user.server.ts';
import duty from './inspections/pages/inspection_user-duty.server.ts';
import inspection from './inspections/pages/inspection_user-record_log.server.ts';
import issues from './issues/pages/food_safety_employee-issue.server.ts';
import unitInformation from './notices/pages/unit_information.server.ts';
import officers from './people/pages/food_safety_employee.server.ts';
import { canonical, digestOf } from './sheets/digest.ts';
import checkList from './sheets/pages/food_safety_employee-check_list.server.ts';
import type { SheetShown } from './sheets/read-sheet.ts';
import { reviseSheet } from './sheets/save-sheet.ts';
import { type SheetKind, tickedItems } from './sheets/sheet-words.ts';
import { sheetWork } from './sheets/unsigned-sheets.ts';

const page = '/admin/organization/food_safety_employee';
let b: KitchenBench;

beforeAll(async () => {
  b = await kitchenBench([control], [officers, issues, inspector, inspection, duty, checkList, unitInformation]);
  b.services.witnessDoor = {
    prove: async (ctx, { account, password }) =>
      password === 'right'
        ? { accountId: ctx.session.accountId, account, name: ctx.session.name, grants: 'ALL' as const }
        : refuse('WITNESS_SELF'),
  } as typeof b.services.witnessDoor;
});
afterAll(() => b.close());

const day = '2026-11-20';
const ticks = (
  kind: SheetKind,
  change: Record<string, { verdict: 'OK' | 'BAD' | 'NONE' | null; note?: string }> = {},
) => tickedItems[kind].map(({ key }) => ({ key, verdict: 'OK' as const, note: '', ...change[key] }));
const sheet = (at = day) => b.school.call<SheetShown>(page, 'sheet', { kind: 'DAY', day: at });
const sign = (items: unknown, more: Record<string, unknown> = {}) =>
  b.school.call<Record<string, unknown>>(page, 'sign', {
    kind: 'DAY',
    day,
    version: 0,
    items,
    password: 'right',
    ...more,
  });
const waits = () => sheetWork(houseContext(b.services, units.organization, '系统', page));
const issueRows = async () =>
  (await b.school.call<{ rows: { id: number; what: string; status: string }[] }>(`${page}/issue`, 'query', {})).rows;

test('canonical JSON has its keys in order, so that the digest is of what was said and not of how', () => {
  expect(canonical({ b: [1, { d: null, c: '冷' }], a: undefined })).toBe('{"b":[1,{"c":"冷","d":null}]}');
  expect(digestOf({ a: 1, b: 2 })).toBe(digestOf({ b: 2, a: 1 }));
  expect(digestOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
});

test('unsigned, yesterday’s sheet of a day the kitchen worked is an alert', async () => {
  await b.school.call(page, 'create', { name: '俞海波', kind: 'OFFICER', trainHours: 28, status: 'NORMAL' });
  const cook = await b.hire('王一', '2027-06-30');
  await b.roster(cook, { [day]: '早班' });
  b.clock.set(Date.parse('2026-11-21T00:10:00+08:00'));
  const alerts = async () =>
    (
      await b.database.pool.query<{ object_name: string; status: string }>(
        `select object_name, status from alert where organization_id = $1 and kind = 'SHEET_UNSIGNED' order by id`,
        [units.organization],
      )
    ).rows;
  await turnControl(b.services);
  await turnControl(b.services);
  expect(await alerts()).toEqual([{ object_name: `${day} 日管控`, status: 'OPEN' }]);
  // On the home of who signs it is overdue, and opens the sheet of that day.
  expect(await waits()).toMatchObject([{ count: 1, bad: true, path: `${page}?tab=DAY&day=${day}` }]);
});

test('a sheet is signed when all is looked at and every finding told; with one’s own password alone', async () => {
  expect((await sheet()).status).toBe('NEW');
  expect(await sign(ticks('DAY'), { password: 'wrong' })).toMatchObject({ refused: true });
  expect(await sign(ticks('DAY', { raw: { verdict: null } }))).toMatchObject({ code: 'SHEET_INCOMPLETE' });
  expect(await sign(ticks('DAY', { raw: { verdict: 'BAD' } }))).toMatchObject({ code: 'FINDING_UNTOLD' });
  expect((await sheet()).status).toBe('NEW');
  const { digest } = await sign(ticks('DAY', { raw: { verdict: 'BAD', note: '生熟混放' } }));
  const shown = await sheet();
  expect(shown).toMatchObject({ status: 'SIGNED', digest, changed: [] });
  expect(await waits()).toEqual([]);
  expect(digest).toBe(digestOf({ kind: 'DAY', period: day, items: shown.items }));
  expect((await issueRows()).map((row) => row.what)).toEqual([expect.stringContaining('生熟混放')]);
  expect(await sign(ticks('DAY'), { version: shown.version })).toMatchObject({ code: 'SHEET_SIGNED' });
});

test('what changes after the signature is shown beside it, and the sheet stays as it was signed', async () => {
  const before = await sheet();
  const rows = await b.school.call<{ rows: { id: number }[] }>('/admin/organization/cook_user', 'query', {});
  await b.school.call(checkPage, 'register', {
    cookUserId: rows.rows[0]!.id,
    checkAt: `${day}T06:00:00+08:00`,
    temperature: 36.5,
    hands: [],
    symptoms: [],
    dressOk: true,
    reason: '补登',
  });
  const after = await sheet();
  expect(after.changed.map((one) => one.label)).toEqual(['晨检']);
  expect(after.items).toEqual(before.items);
  await expect(
    b.database.pool.query(`update control_sheet set items = '[]' where status = 'SIGNED'`),
  ).rejects.toThrow();
  await expect(b.database.pool.query('delete from control_sheet')).rejects.toThrow();
});

test('what stands at the moment of signing goes on changing without a word; cabinets out of bounds or silent are counted', async () => {
  const { pool } = b.database;
  await pool.query(
    `insert into device_type (id, name, model, kind, created_at, updated_at) values (771, '留样柜', 'L', 'SAMPLE_CABINET', now(), now())`,
  );
  await pool.query(
    `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
     values (772, '柜772', 771, '一号柜', $1, 'ACTIVE', '2026-11-18', '2026-11-18')`,
    [units.organization],
  );
  const read = (on: string, ok: number, out: number) =>
    pool.query(
      `insert into reading_day (organization_id, device_id, sensor, day, ok_minutes, out_minutes, n, min10, max10, sum10, door_minutes, longest_out)
       values ($1, 772, 1, $2, $3, $4, $5, 20, 95, 0, 0, $4)`,
      [units.organization, on, ok, out, ok + out],
    );
  const item = async (on: string, key: string) => (await sheet(on)).items.find((one) => one.key === key);
  await read('2026-11-19', 1_400, 40);
  expect(await item('2026-11-19', 'cabinets')).toMatchObject({
    value: '1 台，超限 40 分钟，无数据 0 分钟',
    verdict: 'BAD',
  });
  // A day without a word of the cabinet is no good day.
  expect(await item('2026-11-20', 'cabinets')).toBeUndefined();
  expect((await sheet('2026-11-18')).items.find((one) => one.key === 'cabinets')).toMatchObject({
    verdict: 'OK',
    value: '1 台，超限 0 分钟，无数据 0 分钟',
  });
  await pool.query(
    `insert into cabinet_open (organization_id, id, device_id, opened_at, way, illegal) values ($1, 1, 772, '2026-11-19T12:00:00+08:00', 'KEY', true)`,
    [units.organization],
  );
  expect(await item('2026-11-19', 'openings')).toMatchObject({ value: '非法 1 次，开门超时 0 次', verdict: 'BAD' });
  // Findings put right and workers who come or go alter no sheet of before.
  expect((await sheet()).changed.map((one) => one.label)).toEqual(['晨检']);
  await b.hire('后来的人', '2027-06-30');
  expect((await sheet()).changed.map((one) => one.label)).toEqual(['晨检']);
});

test('corrected, both stand: the signed one as it was, a new one to be signed', async () => {
  const ctx = b.school.ctx(page);
  const done = await b.db
    .transaction()
    .execute((trx) => reviseSheet({ ...ctx, db: trx }, { kind: 'DAY', day, reason: '漏记' }));
  expect(done).toBeNull();
  const draft = await sheet();
  expect(draft).toMatchObject({ status: 'DRAFT', corrected: 1, reason: '漏记' });
  const again = b.db
    .transaction()
    .execute((trx) => reviseSheet({ ...ctx, db: trx }, { kind: 'DAY', day, reason: '再改' }));
  expect(await again).toMatchObject({ code: 'SHEET_NOT_SIGNED' });
  expect(await sign(ticks('DAY'), { version: draft.version })).toMatchObject({ digest: expect.any(String) });
});

test('correcting asks for a second person; a day to come has no sheet', async () => {
  expect(await b.school.call(page, 'revise', { kind: 'DAY', day, reason: '再改' })).toMatchObject({
    code: 'WITNESS_NEEDED',
  });
  const ahead = { kind: 'DAY', day: '2026-12-01', version: 0, items: [] };
  expect(await b.school.call(page, 'save', ahead)).toMatchObject({ code: 'SHEET_AHEAD' });
});

test('who put it right does not verify it', async () => {
  const [issue] = await issueRows();
  const { id } = issue!;
  await b.school.call(`${page}/issue`, 'take', { id, ownerName: '鲁大勇', dueOn: '2026-11-22' });
  await b.school.call(`${page}/issue`, 'fix', { id, note: '已分架存放' });
  expect(await b.school.call(`${page}/issue`, 'verify', { id })).toMatchObject({ code: 'NOT_NOW' });
  expect(await b.officer.call(`${page}/issue`, 'verify', { id })).toBeNull();
  expect((await issueRows())[0]).toMatchObject({ status: 'VERIFIED' });
});

test('an inspection of a day before is 补记; a leader eats along at a meal; a finding becomes an issue', async () => {
  const users = '/admin/organization/inspection_user';
  const { id: inspectorId } = await b.school.call<{ id: number }>(users, 'create', {
    name: '钟校长',
    kind: 'LEADER',
    status: 'NORMAL',
  });
  const said = { inspectorId, restaurantId: b.restaurantId, day };
  expect(await b.school.call(`${users}/record_log`, 'create', said)).toMatchObject({
    fields: { mealPeriodId: expect.any(String) },
  });
  await b.database.pool.query(
    `insert into meal_period (organization_id, id, name, start_time, end_time, color, sort, status, created_at, updated_at)
     values ($1, 5001, '午餐', '11:00', '13:00', '#0a8250', 0, 'NORMAL', now(), now())`,
    [units.organization],
  );
  await b.school.call(`${users}/record_log`, 'create', { ...said, mealPeriodId: 5001, finding: '汤偏凉' });
  const { rows } = await b.school.call<{ rows: { late: boolean }[] }>(`${users}/record_log`, 'query', {});
  expect(rows).toMatchObject([{ late: true }]);
  expect((await issueRows()).some((row) => row.what === '钟校长：汤偏凉')).toBe(true);
  expect(
    await b.school.call(`${users}/record_log`, 'create', { ...said, mealPeriodId: 5001, day: '2027-01-01' }),
  ).toMatchObject({
    code: 'INSPECTION_AHEAD',
  });
});

test('a licence that ends is told ahead; a new version ends the alert, and what was published stays', async () => {
  const path = '/admin/organization/unit_information';
  const said = { licenseNo: 'JY1', grade: 'A', head: '程建平', hotline: '0571-12315000' };
  await b.school.call(path, 'create', { ...said, licenseEnd: '2026-12-20', fromDate: '2026-11-21' });
  await turnControl(b.services);
  const open = async () =>
    (
      await b.database.pool.query(
        `select 1 from alert where kind = 'LICENSE' and status = 'OPEN' and organization_id = $1`,
        [units.organization],
      )
    ).rows.length;
  expect(await open()).toBe(1);
  expect(
    await b.school.call(path, 'create', { ...said, licenseEnd: '2027-01-01', fromDate: '2026-11-20' }),
  ).toMatchObject({
    fields: { fromDate: expect.any(String) },
  });
  await b.school.call(path, 'create', { ...said, licenseNo: 'JY2', licenseEnd: '2029-12-20', fromDate: '2026-11-21' });
  expect(await open()).toBe(0);
  const { rows } = await b.school.call<{ rows: { licenseNo: string; state: string }[] }>(path, 'query', {});
  expect(rows.map((row) => [row.licenseNo, row.state]).toSorted()).toEqual([
    ['JY1', 'PAST'],
    ['JY2', 'NOW'],
  ]);
});

test('a canteen of so many heads needs a director, named until one is entered', async () => {
  const told = () => b.school.call<{ text: string } | null>(page, 'notice', { search: {} });
  const now = b.clock.now();
  const day = new Date(now + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  const eat = (heads: number, restaurantId: number) =>
    b.database.pool.query(
      `insert into rollup_consume_place select (jsonb_populate_record(null::rollup_consume_place,
         (select jsonb_object_agg(column_name, 0) from information_schema.columns where table_name = 'rollup_consume_place'
            and data_type in ('bigint', 'smallint', 'integer'))
         || jsonb_build_object('organization_id', $1::bigint, 'business_date', $2::date, 'restaurant_id', $3::bigint,
           'meal_period_id', 1, 'restaurant_heads', $4::int, 'first_at', $5::timestamptz, 'last_at', $5::timestamptz))).*`,
      [units.organization, day, restaurantId, heads, `${day}T12:00:00+08:00`],
    );
  await eat(499, b.restaurantId);
  expect((await told())?.text ?? '').not.toContain('总监');
  await eat(1, b.restaurantId + 1);
  expect(await told()).toMatchObject({ text: expect.stringContaining('每餐约 500 人，达到 500 人应配备食品安全总监') });
  await b.school.call(page, 'create', { name: '邹晓岚', kind: 'DIRECTOR', trainHours: 40, status: 'NORMAL' });
  expect((await told())?.text ?? '').not.toContain('总监，尚未登记');
});

test('in December officers who lack hours are told, not before; hours entered end it', async () => {
  const standing = async () =>
    (
      await b.database.pool.query<{ object_name: string }>(
        `select object_name from alert where kind = 'TRAINING' and status = 'OPEN' and object_key like 'officer:%' order by id`,
      )
    ).rows.map((row) => row.object_name);
  b.clock.set(Date.parse('2026-11-30T00:10:00+08:00'));
  await turnControl(b.services);
  expect(await standing()).toEqual([]);
  b.clock.set(Date.parse('2026-12-01T00:10:00+08:00'));
  await turnControl(b.services);
  expect(await standing()).toEqual(['俞海波 年度培训']);
  await b.database.pool.query(`update safety_officer set train_hours = 40 where name = '俞海波'`);
  await turnControl(b.services);
  expect(await standing()).toEqual([]);
});

test('a sheet asks what the list of its day asks; words kept keep their key, the past and broken weeks are refused', async () => {
  const lists = `${page}/check_list`;
  const amend = (kind: SheetKind, fromDate: string, items: string) =>
    b.school.call<Record<string, unknown>>(lists, `amend${kind}`, { fromDate, items, note: null });
  b.clock.set(Date.parse('2026-12-02T10:00:00+08:00'));
  const words = [tickedItems.DAY[0]!.label, '送餐车、保温箱清洗消毒'];
  expect(await amend('DAY', '2026-12-01', words.join('\n'))).toMatchObject({
    fields: { fromDate: expect.any(String) },
  });
  expect(await amend('WEEK', '2026-12-08', words.join('\n'))).toMatchObject({
    fields: { fromDate: expect.stringContaining('星期一') },
  });
  expect(await amend('DAY', '2026-12-03', `${words[1]}\n\n ${words[1]}`)).toMatchObject({
    fields: { items: expect.stringContaining('重复') },
  });
  expect(await amend('DAY', '2026-12-03', words.join('\n'))).toBeNull();
  const ticked = async (at: string) =>
    (await sheet(at)).items.filter((item) => !item.auto).map(({ key, label }) => [key, label]);
  expect(await ticked('2026-12-02')).toHaveLength(tickedItems.DAY.length);
  expect(await ticked('2026-12-03')).toEqual([
    [tickedItems.DAY[0]!.key, words[0]],
    [expect.stringMatching(/-2$/), words[1]],
  ]);
  const { rows } = await b.school.call<{ rows: { state: string; count: number; items: string }[] }>(lists, 'query', {});
  expect(rows).toMatchObject([{ state: 'COMING', count: 2, items: words.join('\n') }]);
});

test('leaders take turns at the meals of a time; what is planned stays, and who ate along is told from the records', async () => {
  const path = '/admin/organization/inspection_user';
  const leader = async (name: string, kind = 'LEADER') =>
    (await b.school.call<{ id: number }>(path, 'create', { name, kind, status: 'NORMAL' })).id;
  const [one, two, parent] = [await leader('钟校长'), await leader('白主任'), await leader('高女士', 'PARENT')];
  const mealPeriodId = 77;
  const asked = {
    fromDate: '2026-12-03',
    toDate: '2026-12-08',
    weekdays: ['1', '4', '5'],
    mealPeriodIds: [mealPeriodId],
    restaurantIds: [b.restaurantId],
    inspectorIds: [one, two],
  };
  expect(inTurn(asked).map(({ day: on, inspectorId }) => [on, inspectorId])).toEqual([
    ['2026-12-03', one],
    ['2026-12-04', two],
    ['2026-12-07', one],
  ]);
  const ctx = b.school.ctx(`${path}/duty`);
  expect(await arrangeDuty(ctx, { ...asked, inspectorIds: [parent] })).toMatchObject({
    fields: { inspectorIds: expect.stringContaining('高女士') },
  });
  expect(await arrangeDuty(ctx, asked)).toEqual({ given: 3, kept: 0 });
  expect(await arrangeDuty(ctx, { ...asked, inspectorIds: [two] })).toEqual({ given: 0, kept: 3 });
  await b.database.pool.query(
    `insert into inspection (organization_id, id, inspector_id, restaurant_id, day, meal_period_id, late, made_at, made_by, made_name)
     values ($1, 901, $2, $3, '2026-12-03', $4, false, now(), 1, '')`,
    [units.organization, two, b.restaurantId, mealPeriodId],
  );
  b.clock.set(Date.parse('2026-12-05T10:00:00+08:00'));
  const { rows } = await b.school.call<{ rows: Record<string, unknown>[] }>(`${path}/duty`, 'query', {});
  expect(rows.map((row) => [row.day, row.inspectorName, row.state])).toEqual([
    ['2026-12-07', '钟校长', 'DUE'],
    ['2026-12-04', '白主任', 'MISSED'],
    ['2026-12-03', '钟校长', 'OTHER'],
  ]);
});

test('unsigned, the sheet of a week and of a month that are over is an alert too, until it is signed', async () => {
  b.clock.set(Date.parse('2026-10-29T08:00:00+08:00'));
  await b.roster(await b.hire('王二', '2027-06-30'), { '2026-10-30': '早班' });
  const alerts = async () =>
    (
      await b.database.pool.query<{ told: string }>(
        `select object_key || ' ' || status as told from alert
         where organization_id = $1 and kind = 'SHEET_UNSIGNED' and object_key like any(array['sheet:WEEK:2026-10%', 'sheet:MONTH:2026-10%'])
         order by id`,
        [units.organization],
      )
    ).rows.map(({ told }) => told);
  const nightOf = async (date: string) => {
    b.clock.set(Date.parse(`${date}T00:10:00+08:00`));
    await turnControl(b.services);
    return alerts();
  };
  // Its Sunday is the first of the month, which ended the day before.
  expect(await nightOf('2026-10-31')).toEqual([]);
  expect(await nightOf('2026-11-01')).toEqual(['sheet:MONTH:2026-10-01 OPEN']);
  const both = ['sheet:MONTH:2026-10-01 OPEN', 'sheet:WEEK:2026-10-26 OPEN'];
  expect(await nightOf('2026-11-02')).toEqual(both);
  expect(await waits()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ label: '周排查待签名', path: `${page}?tab=WEEK&day=2026-10-26`, bad: true }),
      expect.objectContaining({ label: '月调度待签名', path: `${page}?tab=MONTH&day=2026-10-01`, bad: true }),
    ]),
  );
  // Nobody has to be told anew of what is long over; what was told stands.
  expect(await nightOf('2026-11-19')).toEqual(both);
  expect(await sign(ticks('WEEK'), { kind: 'WEEK', day: '2026-10-28' })).toMatchObject({ digest: expect.any(String) });
  expect(await sign(ticks('MONTH'), { kind: 'MONTH', day: '2026-10-30' })).toMatchObject({
    digest: expect.any(String),
  });
  expect(await nightOf('2026-11-20')).toEqual(both.map((one) => one.replace('OPEN', 'AUTO_RECOVERED')));
});

test('a day of trades alone, without menu or roster, asks for its sheet as well', async () => {
  await b.database.pool.query(
    `insert into rollup_consume_place select (jsonb_populate_record(null::rollup_consume_place,
       (select jsonb_object_agg(column_name, 0) from information_schema.columns where table_name = 'rollup_consume_place'
          and column_name not in ('business_date', 'first_at', 'last_at'))
       || jsonb_build_object('organization_id', $1::bigint, 'business_date', '2026-09-22', 'meal_period_id', 1, 'restaurant_id', 1,
            'heads', 9, 'restaurant_heads', 9))).*`,
    [units.organization],
  );
  b.clock.set(Date.parse('2026-09-23T00:10:00+08:00'));
  await turnControl(b.services);
  const { rows } = await b.database.pool.query<{ key: string }>(
    `select object_key as key from alert where kind = 'SHEET_UNSIGNED' and object_key like 'sheet:DAY:2026-09%'`,
  );
  expect(rows).toEqual([{ key: 'sheet:DAY:2026-09-22' }]);
});

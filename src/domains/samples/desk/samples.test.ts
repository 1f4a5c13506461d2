/** A sample's life: asked for by the menu, weighed, put, sealed, taken, removed; every guard and every way back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../../kit/server/refusal.ts';
import deviceList from '../../device/register/pages/device-list.server.ts';
import foodType from '../../menu/library/pages/food_type.server.ts';
import menuV1 from '../../menu/menus/pages/food_menu.server.ts';
import meal from '../../tenancy/meals/pages/meal.server.ts';
import restaurant from '../../tenancy/places/pages/restaurant.server.ts';
import { units } from '../../tenancy/testing.ts';
import link from '../links/pages/sample-device-food-link.server.ts';
import report from '../report/pages/sample-daily-report.server.ts';
import { readSheet, type SampleSheet } from '../report/sheet.ts';
import rulePage from '../rules/pages/sample-food-quantum.server.ts';
import setting from '../rules/pages/sample-food-quantum-setting.server.ts';
import ruleVersions from '../rules/pages/sample-food-quantum-versions.server.ts';
import type { SampleRow } from '../tables.ts';
import { type SampleBench, sampleBench, samplePath, tellOfSamples } from '../testing.ts';
import { followMenus } from '../todo/make-todos.ts';
import { missWindows } from '../todo/sample-clock.ts';
import { unsealSamples } from './keep.ts';
import { labelCode, scannedNo } from './label-code.ts';
import type { Matrix } from './matrix.ts';
import management from './pages/sample-management.server.ts';
import operateLog from './pages/sample-operate-log.server.ts';
import { discardSamples, takeSample } from './remove.ts';

let b: SampleBench;
let noon: number;
let day = '2026-11-20';
let cabinet: number;

beforeAll(async () => {
  b = await sampleBench([
    deviceList,
    foodType,
    meal,
    restaurant,
    ...menuV1,
    management,
    operateLog,
    rulePage,
    ruleVersions,
    setting,
    link,
    report,
  ]);
  noon = Date.parse('2026-11-20T11:40:00+08:00');
  cabinet = await b.plantDevice('SAMPLE_CABINET', '一号柜');
  await b.school.call('/admin/organization/sample_device_food_link', 'create', {
    restaurantId: b.place,
    mealPeriodIds: [],
    dishTypeIds: [],
    cabinetId: cabinet,
    status: 'NORMAL',
  });
});
afterAll(() => b?.bench.database.drop());
/** Every test has a day of its own, at half an hour before the end of lunch's window. */
let next = 0;
beforeEach(() => {
  next += 1;
  const at = noon + next * 86_400_000;
  b.bench.clock.set(at);
  day = new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);
});

const call = <T = unknown>(verb: string, body: Record<string, unknown>, who = b.school) =>
  b.refused(who.call(samplePath, verb, body)) as Promise<T>;
const weigh = (id: number, grams: number, more: Record<string, unknown> = {}, who = b.school) =>
  call('weigh', { id, grams, ...more }, who);
const inCommand = (work: (ctx: ReturnType<typeof b.school.ctx>) => Promise<unknown>) => {
  const ctx = b.school.ctx(samplePath);
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }));
};
/** Samples of the day by dish. */
async function samplesOf(date = day): Promise<Record<string, SampleRow>> {
  const rows = await b.bench.db
    .selectFrom('sample')
    .selectAll()
    .where('dining_date', '=', date)
    .orderBy('id')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.batch > 1 ? `${row.dish_name}${row.batch}` : row.dish_name, row]));
}
async function lunch(...dishes: string[]) {
  const menu = await b.plantMenu(day, b.meals[1]!, dishes);
  await inCommand((ctx) => followMenus(ctx, [menu.menuId]));
  return { menu, samples: await samplesOf() };
}
const one = async (dish = '红烧肉') => (await lunch(dish)).samples[dish]!;
const minutes = (n: number) => b.bench.clock.advance(n * 60_000);
const stepsOf = (id: number) =>
  b.bench.db.selectFrom('sample_step').selectAll().where('sample_id', '=', id).orderBy('id').execute();

describe('to-dos follow the menu', () => {
  test('a school keeps every dish; a stopped dish and a withdrawn menu are exempted, and come again', async () => {
    const { menu, samples } = await lunch('红烧肉', '米饭');
    expect(Object.values(samples).map((s) => [s.status, s.min_grams, s.retain_hours])).toEqual([
      ['TO_SAMPLE', 125, 48],
      ['TO_SAMPLE', 125, 48],
    ]);
    const item = menu.itemIds[0]!;
    await b.school.call('/admin/organization/food_menu/item', 'stop', { id: item, status: 'STOPPED' });
    expect((await samplesOf()).红烧肉).toMatchObject({ status: 'EXEMPT', exempt_by: 'MENU' });
    await b.school.call('/admin/organization/food_menu/item', 'resume', { id: item });
    expect((await samplesOf()).红烧肉).toMatchObject({ status: 'TO_SAMPLE', exempt_by: null });
    await b.school.call('/admin/organization/food_menu', 'withdraw', { id: menu.menuId, reason: '停电' });
    expect(Object.values(await samplesOf()).map((s) => s.status)).toEqual(['EXEMPT', 'EXEMPT']);
    expect((await stepsOf(samples.红烧肉!.id)).map((s) => s.action)).toEqual(['EXEMPT', 'REOPEN', 'EXEMPT']);
  });

  test('following twice makes nothing twice; what was weighed is not taken back by the menu', async () => {
    const { menu, samples } = await lunch('红烧肉');
    await weigh(samples.红烧肉!.id, 130);
    await inCommand((ctx) => followMenus(ctx, [menu.menuId]));
    await b.school.call('/admin/organization/food_menu', 'withdraw', { id: menu.menuId, reason: '停电' });
    expect(Object.values(await samplesOf())).toMatchObject([{ status: 'SAMPLED', grams: 130 }]);
  });

  test('without a menu dishes are typed; the same dish of the meal twice is refused, a further batch is not', async () => {
    const body = {
      diningDate: day,
      mealPeriodId: b.meals[1],
      restaurantId: b.place,
      dishes: [{ dishName: '小炒肉', dishTypeId: 1 }],
    };
    expect(await call('create', body)).toMatchObject({ id: expect.any(Number) });
    expect(await call('create', body)).toMatchObject({ code: 'SAMPLE_KNOWN' });
    const first = (await samplesOf()).小炒肉!;
    expect(await call('batch', { id: first.id })).toBeNull();
    expect((await samplesOf()).小炒肉2).toMatchObject({ batch: 2, status: 'TO_SAMPLE' });
  });

  test('a window that ended is a miss, told once; a late weighing stands beside it', async () => {
    await missWindows(b.bench.services);
    const sample = await one();
    minutes(60);
    expect(await missWindows(b.bench.services)).toBe(1);
    expect(await missWindows(b.bench.services)).toBe(0);
    expect(await weigh(sample.id, 130)).toMatchObject({ code: 'SAMPLE_LATE' });
    expect(await weigh(sample.id, 130, { weighReason: '出菜晚' })).toBeNull();
    expect((await samplesOf()).红烧肉).toMatchObject({ status: 'SAMPLED', quality: 'LATE' });
    expect((await stepsOf(sample.id)).map((s) => [s.action, s.from_status, s.to_status])).toEqual([
      ['MISS', 'TO_SAMPLE', 'MISSED'],
      ['WEIGH', 'MISSED', 'SAMPLED'],
    ]);
  });
});

describe('weighing', () => {
  test('118 grams are 7 too few; with words they are kept as too light; topped up they are well', async () => {
    const { samples } = await lunch('红烧肉', '米饭');
    const [meat, rice] = [samples.红烧肉!, samples.米饭!];
    expect(await weigh(meat.id, 118)).toMatchObject({
      code: 'SAMPLE_SHORT',
      params: { short: 7 },
      fields: { grams: '还差 7 克' },
    });
    expect(await weigh(meat.id, 125)).toBeNull();
    expect(await weigh(rice.id, 118, { weighReason: '出品不足' })).toBeNull();
    const now = await samplesOf();
    expect([now.红烧肉!.quality, now.米饭!.quality]).toEqual(['GOOD', 'UNDERWEIGHT']);
    expect(Date.parse(now.红烧肉!.due_at!) - Date.parse(now.红烧肉!.sampled_at!)).toBe(48 * 3_600_000);
  });

  test('a meal is weighed at once or not at all', async () => {
    const { samples } = await lunch('红烧肉', '米饭');
    const both = (grams: number) => ({
      samples: [
        { id: samples.红烧肉!.id, grams: 130, cell: 'B1' },
        { id: samples.米饭!.id, grams, cell: 'B2' },
      ],
    });
    expect(await call('weighAll', both(100))).toMatchObject({ code: 'SAMPLE_SHORT' });
    expect(Object.values(await samplesOf()).map((s) => s.status)).toEqual(['TO_SAMPLE', 'TO_SAMPLE']);
    expect(await call('weighAll', both(126))).toBeNull();
    expect(Object.values(await samplesOf()).map((s) => [s.status, s.device_id, s.cell])).toEqual([
      ['RETAINING', cabinet, 'B1'],
      ['RETAINING', cabinet, 'B2'],
    ]);
    expect(await call('weighAll', both(126))).toMatchObject({ code: 'NOT_NOW' });
  });

  test('taken back by who weighed within half an hour; by another only with words; the weighing stays told', async () => {
    const sample = await one();
    await weigh(sample.id, 130);
    expect(await call('voidWeigh', { id: sample.id, reason: '' }, b.other)).toMatchObject({ code: 'INVALID_FIELDS' });
    expect(await call('voidWeigh', { id: sample.id, reason: '' })).toBeNull();
    expect((await samplesOf()).红烧肉).toMatchObject({ status: 'TO_SAMPLE', grams: null, due_at: null });
    const steps = await stepsOf(sample.id);
    expect(steps.map((s) => [s.action, s.grams])).toEqual([
      ['WEIGH', 130],
      ['VOID', 130],
    ]);
    expect(steps[1]!.corrects_id).toBe(steps[0]!.id);
  });

  test('the steps of a sample cannot be changed or removed', async () => {
    const sample = await one();
    await weigh(sample.id, 130);
    const { pool } = b.bench.database;
    await expect(pool.query('update sample_step set grams = 1 where sample_id = $1', [sample.id])).rejects.toThrow();
    await expect(pool.query('delete from sample_step where sample_id = $1', [sample.id])).rejects.toThrow();
  });
});

/** What is told of misses of the day's meals, and how it stands. */
const missesTold = async () => {
  await missWindows(b.bench.services);
  await tellOfSamples(b.bench.services);
  const { rows } = await b.bench.database.pool.query<{ status: string; detail: string }>(
    `select status, detail from alert where kind = 'SAMPLE_MISSING' and object_key like $1 order by id`,
    [`meal:${day}:%`],
  );
  return rows.map(({ status, detail }) => `${status} ${detail}`);
};

describe('cells', () => {
  test('one cell holds one sample, an unknown cell none, a put sample is not put again', async () => {
    const { samples } = await lunch('红烧肉', '米饭');
    const [meat, rice] = [samples.红烧肉!.id, samples.米饭!.id];
    for (const id of [meat, rice]) await weigh(id, 130);
    expect(await call('put', { id: meat, cell: 'Z9' })).toMatchObject({ code: 'CELL_UNKNOWN' });
    expect(await call('put', { id: meat, cell: 'c1' })).toBeNull();
    expect(await call('put', { id: rice, cell: 'C1' })).toMatchObject({ code: 'CELL_TAKEN' });
    expect(await call('put', { id: meat, cell: 'C2' })).toMatchObject({ code: 'NOT_NOW' });
    expect(await call('move', { id: meat, cell: 'C2' })).toBeNull();
    expect(await call('put', { id: rice, cell: 'C1' })).toBeNull();
  });

  test('weighed and not put away within half an hour it is told, one a meal, until it is', async () => {
    const { samples } = await lunch('红烧肉', '米饭');
    const told = async () => {
      await tellOfSamples(b.bench.services);
      const { rows } = await b.bench.database.pool.query<{ detail: string }>(
        `select detail from alert where kind = 'SAMPLE_OUTSIDE' and status = 'OPEN' and object_key like $1`,
        [`meal:${day}:%`],
      );
      return rows.map(({ detail }) => detail);
    };
    await weigh(samples.红烧肉!.id, 130);
    expect(await weigh(samples.米饭!.id, 130, { cell: 'D5' })).toBeNull();
    minutes(30);
    expect(await told()).toEqual([]);
    minutes(1);
    expect(await told()).toEqual(['称重超过 30 分钟未入柜 1 份：红烧肉']);
    expect(await call('put', { id: samples.红烧肉!.id, cell: 'D6' })).toBeNull();
    expect(await told()).toEqual([]);
  });

  test('closed by hand an alert of a miss stays closed', async () => {
    const { samples } = await lunch('红烧肉', '米饭');
    await weigh(samples.米饭!.id, 130);
    minutes(60);
    expect(await missesTold()).toEqual(['OPEN 漏留 1 份：红烧肉']);
    await b.bench.database.pool.query(
      `update alert set status = 'CLOSED', ended_at = $1 where kind = 'SAMPLE_MISSING' and status = 'OPEN'`,
      [new Date(b.bench.clock.now()).toISOString()],
    );
    minutes(5);
    expect(await missesTold()).toEqual(['CLOSED 漏留 1 份：红烧肉']);
    minutes(60);
    expect(await missesTold()).toEqual(['CLOSED 漏留 1 份：红烧肉']);
  });

  test('a miss nobody put right is told of for days, in the words of now, until it is', async () => {
    const { samples } = await lunch('红烧肉', '米饭');
    minutes(60);
    expect(await missesTold()).toEqual(['OPEN 漏留 2 份：红烧肉、米饭']);
    await weigh(samples.米饭!.id, 130, { weighReason: '补留' });
    expect(await missesTold()).toEqual(['OPEN 漏留 1 份：红烧肉']);
    minutes(3 * 1_440);
    expect(await missesTold()).toEqual(['OPEN 漏留 1 份：红烧肉']);
    await weigh(samples.红烧肉!.id, 130, { weighReason: '补留' });
    expect(await missesTold()).toEqual(['AUTO_RECOVERED 漏留 1 份：红烧肉']);
  });

  test('the database itself keeps two samples out of one cell', async () => {
    const { samples } = await lunch('红烧肉', '米饭');
    for (const [i, sample] of Object.values(samples).entries()) await weigh(sample.id, 130, { cell: `D${i + 1}` });
    await expect(
      b.bench.database.pool.query(`update sample set cell = 'D1' where id = $1`, [samples.米饭!.id]),
    ).rejects.toThrow(/sample_cell/);
  });

  test('a cabinet of another unit, or what is no cabinet, cannot be linked', async () => {
    const foreign = await b.plantDevice('SAMPLE_CABINET', '别家的柜', units.otherOrganization);
    const scale = await b.plantDevice('SCALE', '秤');
    const create = (cabinetId: number) =>
      b.refused(
        b.school.call('/admin/organization/sample_device_food_link', 'create', {
          restaurantId: b.place,
          mealPeriodIds: [],
          dishTypeIds: [],
          cabinetId,
          status: 'NORMAL',
        }),
      );
    expect(await create(scale)).toMatchObject({ code: 'OTHERS_CABINET' });
    expect(await create(foreign)).toMatchObject({
      code: expect.stringMatching(/OTHERS_CABINET|INVALID_FIELDS|NOT_FOUND/),
    });
  });
});

describe('leaving', () => {
  const put = async () => {
    const sample = await one();
    await weigh(sample.id, 130, { cell: 'A1' });
    return sample;
  };
  const clear = async (id: number) => {
    minutes(49 * 60);
    await inCommand((ctx) => discardSamples({ ...b.witnessed(b.school), db: ctx.db }, [id]));
  };

  test('not before its time, then by two; put back within a quarter of an hour by another, with a picture', async () => {
    const { id } = await put();
    expect(await b.refused(discardSamples(b.witnessed(b.school), [id]))).toMatchObject({ code: 'NOT_DUE' });
    expect(await call('discard', { id })).toMatchObject({ code: 'WITNESS_NEEDED' });
    await clear(id);
    expect((await samplesOf()).红烧肉).toMatchObject({ status: 'REMOVED', witness_name: '见证人', early: false });
    const back = (who = b.other) => call('giveBack', { id, photo: 'image/x.jpg', reason: '点错' }, who);
    expect(await back(b.school)).toMatchObject({ code: 'UNDO_LATE' });
    expect(await back()).toBeNull();
    expect((await samplesOf()).红烧肉).toMatchObject({ status: 'RETAINING', removed_at: null });
    await clear(id);
    minutes(16);
    expect(await back()).toMatchObject({ code: 'BAD_STATE' });
  });

  test('not put back into a cell where another stands by now: that one is named', async () => {
    const { samples } = await lunch('红烧肉', '米饭');
    const [meat, rice] = [samples.红烧肉!.id, samples.米饭!];
    await weigh(meat, 130, { cell: 'C6' });
    await clear(meat);
    expect(await weigh(rice.id, 130, { cell: 'C6', weighReason: '补留' })).toBeNull();
    const back = () => call('giveBack', { id: meat, photo: 'image/x.jpg', reason: '点错' }, b.other);
    expect(await back()).toMatchObject({ code: 'CELL_TAKEN', params: { cell: 'C6', sampleNo: rice.sample_no } });
    expect(await call('move', { id: rice.id, cell: 'C5' })).toBeNull();
    expect(await back()).toBeNull();
  });

  test('sealed it stays, but for inspection; its document carries a digest; a part may go', async () => {
    const { id } = await put();
    expect(await call('seal', { id, reason: '有人不适' })).toBeNull();
    minutes(49 * 60);
    expect(await b.refused(discardSamples(b.witnessed(b.school), [id]))).toMatchObject({ code: 'SAMPLE_SEALED' });
    const taking = {
      removeReason: 'INSPECTION' as const,
      takenGrams: 50,
      agency: '市疾控',
      taker: '李工',
      receiptNo: 'S-1',
      reason: '疑似',
    };
    expect(
      await b.refused(takeSample(b.witnessed(b.school), id, { ...taking, removeReason: 'ABNORMAL' })),
    ).toMatchObject({ code: 'SAMPLE_SEALED' });
    expect(await b.refused(takeSample(b.witnessed(b.school), id, { ...taking, takenGrams: 131 }))).toMatchObject({
      code: 'INVALID_FIELDS',
    });
    const slip = (await takeSample(b.witnessed(b.school), id, taking)) as unknown as {
      receipt: { lines: [string, string][] };
    };
    expect((await samplesOf()).红烧肉).toMatchObject({ status: 'SEALED', grams: 80 });
    await takeSample(b.witnessed(b.school), id, { ...taking, takenGrams: 80 });
    expect((await samplesOf()).红烧肉).toMatchObject({
      status: 'REMOVED',
      early: true,
      remove_reason: 'INSPECTION',
    });
    const digest = slip.receipt.lines.find(([label]) => label === '摘要')![1];
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect((await stepsOf(id)).map((s) => s.digest)).toContain(digest);
  });

  test('unsealing is held back while a case holds it, and returns it to where it was', async () => {
    const { id } = await put();
    await call('seal', { id, reason: '有人不适' });
    const ctx = b.witnessed(b.school);
    expect(await b.refused(unsealSamples(ctx, [id], '结案', async () => 'S-2026-1'))).toMatchObject({
      code: 'SAMPLE_IN_CASE',
    });
    expect(await unsealSamples(ctx, [id], '结案', undefined)).toBeNull();
    expect((await samplesOf()).红烧肉).toMatchObject({ status: 'RETAINING', cell: 'A1' });
    await clear(id);
  });

  test('exempted by hand until the window ends, and taken up again until then', async () => {
    const sample = await one();
    expect(await call('exempt', { id: sample.id, exemptReason: '未出品' })).toBeNull();
    expect(await call('reopen', { id: sample.id })).toBeNull();
    await call('exempt', { id: sample.id, exemptReason: '未出品' });
    minutes(120);
    expect(await call('reopen', { id: sample.id })).toMatchObject({ code: 'BAD_STATE' });
  });

  test('nothing of it is seen or touched by another unit', async () => {
    const { id } = await put();
    expect(await call('seal', { id, reason: '封存' }, b.company)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await call('weighAll', { samples: [{ id, grams: 130 }] }, b.company)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await call<{ total: number }>('query', { search: {} }, b.company)).toMatchObject({ total: 0 });
    await clear(id);
  });
});

describe('what is looked at', () => {
  test('the matrix and the daily report count alike, and their sums hold', async () => {
    const { samples } = await lunch('红烧肉', '米饭', '青菜', '汤');
    await weigh(samples.红烧肉!.id, 130);
    await weigh(samples.米饭!.id, 110, { weighReason: '偏少' });
    await call('exempt', { id: samples.汤!.id, exemptReason: '未出品' });
    const matrix = await call<Matrix>('matrix', { date: day });
    expect(matrix.sums).toEqual({ should: 3, done: 2, missed: 0, waiting: 1, good: 1, light: 1, late: 0 });
    minutes(60);
    await missWindows(b.bench.services);
    const later = await call<Matrix>('matrix', { date: day });
    expect(later.rows[0]!.dish).toBe('青菜');
    const { rows, check } = await b.school.call<{ rows: Record<string, unknown>[]; check: { ok: boolean } }>(
      '/admin/organization/sample_daily_report',
      'query',
      { search: { diningDate: [day, day] } },
    );
    expect(rows).toMatchObject([
      { shouldCount: 3, doneCount: 2, missedCount: 1, waitingCount: 0, goodCount: 1, lightCount: 1, signState: 'OPEN' },
    ]);
    expect(check?.ok).toBe(true);
  });

  test('a signed sheet that changes later says so, and how', async () => {
    const sample = await one();
    await weigh(sample.id, 130);
    const ctx = b.school.ctx('/admin/organization/sample_daily_report');
    const sheet = (await readSheet(ctx, day, b.place)) as SampleSheet;
    await b.bench.db
      .insertInto('sample_sign')
      .values({
        organization_id: units.organization,
        id: await b.bench.services.ids.next(),
        dining_date: day,
        restaurant_id: b.place,
        signed_at: new Date(b.bench.clock.now()).toISOString(),
        signer_id: 1,
        signer_name: '测试员',
        digest: sheet.digest,
        content: JSON.stringify(sheet.rows),
      })
      .execute();
    const stateNow = async () =>
      (
        await b.school.call<{ rows: { signState: string }[] }>('/admin/organization/sample_daily_report', 'query', {
          search: { diningDate: [day, day] },
        })
      ).rows[0]!.signState;
    expect(await stateNow()).toBe('SIGNED');
    await call('put', { id: sample.id, cell: 'A6' });
    expect(await stateNow()).toBe('SIGNED');
    await call('voidWeigh', { id: sample.id, reason: '' });
    await weigh(sample.id, 140);
    expect(await stateNow()).toBe('CHANGED');
    const later = (await readSheet(ctx, day, b.place)) as SampleSheet;
    expect(later.signs[0]!.changes.join()).toMatch(/130 克.*140 克/);
  });

  test('nothing to keep is nothing to sign; a wrong password signs nothing', async () => {
    const sheet = '/admin/organization/sample_daily_report';
    const sign = (date: string, password: string) =>
      b.refused(b.school.call(sheet, 'sign', { date, restaurantId: b.place, password, code: null }));
    b.bench.services.witnessDoor = {
      prove: async () => refuse('WITNESS_SELF', {}, { 'witness.password': '密码不正确' }),
    } as unknown as typeof b.bench.services.witnessDoor;
    expect(await sign('2026-01-05', 'right')).toMatchObject({ code: 'NOTHING_TO_SIGN' });
    await one();
    expect(await sign(day, 'wrong')).toMatchObject({ code: 'SIGN_PASSWORD' });
  });

  test('a label opens its sample; altered or of another unit it opens none', async () => {
    const sample = await one();
    const found = async (keyword: string, who = b.school) =>
      (await call<{ total: number }>('query', { search: { keyword } }, who)).total;
    const code = labelCode(units.organization, sample.sample_no);
    expect(code).toMatch(/^S1:LY\d{6}-\d+:[0-9A-Z]{6}$/);
    expect([scannedNo(units.organization, code), scannedNo(units.otherOrganization, code)]).toEqual([
      sample.sample_no,
      undefined,
    ]);
    expect([
      await found(code),
      await found(code.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A'))),
      await found(sample.sample_no),
    ]).toEqual([1, 0, 1]);
  });
});

describe('standards', () => {
  test('125 g and 48 h are floors, a school keeps everything', async () => {
    const create = (more: Record<string, unknown>) =>
      b.refused(
        b.school.call('/admin/organization/sample_food_quantum', 'create', {
          mealPeriodId: null,
          dishTypeId: null,
          needs: 'KIND',
          minGrams: 125,
          retainHours: 48,
          beforeMinutes: 120,
          afterMinutes: 30,
          tempMin: 0,
          tempMax: 8,
          status: 'NORMAL',
          ...more,
        }),
      );
    expect(await create({ minGrams: 100 })).toMatchObject({ code: 'INVALID_FIELDS' });
    expect(await create({ retainHours: 24 })).toMatchObject({ code: 'INVALID_FIELDS' });
    expect(await create({ tempMax: 9 })).toMatchObject({ code: 'INVALID_FIELDS' });
    expect(await create({ needs: 'NEVER' })).toMatchObject({ code: 'SAMPLE_FLOOR' });
    expect(await create({ dishTypeId: 2, minGrams: 200, retainHours: 72 })).toMatchObject({ id: expect.any(Number) });
    expect(await create({ dishTypeId: 2 })).toMatchObject({ code: 'DUPLICATE' });
    const { samples } = await lunch('凉拌黄瓜', '红烧肉');
    expect([samples.凉拌黄瓜!.min_grams, samples.红烧肉!.min_grams]).toEqual([200, 125]);
    expect(await weigh(samples.凉拌黄瓜!.id, 150)).toMatchObject({ code: 'SAMPLE_SHORT', params: { short: 50 } });
    // A rule that changes after the menu was published: the desk shows the grams the weighing is judged by.
    expect(await create({ dishTypeId: null, minGrams: 160 })).toMatchObject({ id: expect.any(Number) });
    const { rows } = await call<Matrix>('matrix', { date: day });
    expect(rows.find(({ dish }) => dish === '红烧肉')!.cells[b.place]).toMatchObject([{ minGrams: 160 }]);
    expect(await weigh(samples.红烧肉!.id, 150)).toMatchObject({ code: 'SAMPLE_SHORT', params: { short: 10 } });
  });
});

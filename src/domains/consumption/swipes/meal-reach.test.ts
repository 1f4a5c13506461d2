/** Where and when types and people may eat: the pages that say it, and the swipe that obeys. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { area, type PeopleBench, peopleBench } from '../../people/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { payersThen } from './payers-then.ts';
import { swipe } from './swipe.ts';
import { openTill, tillDeps } from './testing.ts';

const sitePage = `${area}/type/deploy_site_set`;
const mealPage = `${area}/user/type_meal`;
const dayPage = `${area}/weekend_repast_personnel`;
const [siteA, siteB, lunch, dinner] = [701, 702, 711, 712];
const friday = Date.parse('2026-11-20T12:00:00+08:00');
const saturday = friday + 24 * 3_600_000;

let bench: PeopleBench;
let personId: number;
let turn = 0;

beforeAll(async () => {
  bench = await peopleBench();
  personId = await openTill(
    bench,
    [
      [siteA, '一号窗口'],
      [siteB, '二号窗口'],
    ],
    [
      [lunch, '午餐', '10:30', '13:30'],
      [dinner, '晚餐', '17:00', '19:00'],
    ],
  );
});
afterAll(() => bench?.close());
beforeEach(async () => {
  for (const table of ['person_type_site', 'person_type_meal', 'weekend_diner', 'people_setting'])
    await bench.database.pool.query(`delete from ${table}`);
});

const call = <T = Record<string, unknown>>(page: string, verb: string, body: Record<string, unknown> = {}) =>
  bench.school.call<T>(page, verb, body);

/** The code a keyed swipe of 5 yuan is refused with, or POSTED. Rules are read anew each time. */
async function eat(options: { site?: number; at?: number; offline?: boolean; amountFen?: number } = {}) {
  const { pool } = bench.services;
  const organizationId = units.organization;
  const occurredAt = options.at ?? friday;
  const [payer] = await payersThen(pool, organizationId, [{ cardNo: 'K001', personId: 0, atMs: occurredAt }]);
  const { outcome } = await swipe(
    tillDeps(bench),
    { organizationId, deviceId: 1, deploySiteId: options.site ?? siteA },
    {
      requestKey: `eat:${++turn}`,
      cardNo: 'K001',
      mode: 'AMOUNT',
      amountFen: options.amountFen ?? 500 + turn,
      identify: 'CARD',
      occurredAt,
      ...(options.offline ? { offline: { payer } } : {}),
    },
  );
  return isRefusal(outcome) ? outcome.code : 'POSTED';
}

describe('类别部署点设置', () => {
  test('a type without sites eats everywhere; with sites only there; offline food is eaten', async () => {
    expect(await eat({ site: siteB })).toBe('POSTED');
    expect(await call(sitePage, 'assign', { ids: [bench.typeId], deploySiteIds: [siteA] })).toBeNull();
    expect(await eat({ site: siteA })).toBe('POSTED');
    expect(await eat({ site: siteB })).toBe('SITE_NOT_FOR_TYPE');
    expect(await eat({ site: siteB, offline: true })).toBe('POSTED');
    const { rows } = await call<{ rows: Record<string, unknown>[] }>(sitePage, 'query', { page: 1, size: 20 });
    expect(rows).toMatchObject([{ typeName: '学生', peopleCount: 1, deploySiteNames: ['一号窗口'], siteCount: 1 }]);
    await call(sitePage, 'unlimit', { id: bench.typeId });
    expect(await eat({ site: siteB })).toBe('POSTED');
  });

  test('the form writes over a version, and a site of another unit is unknown', async () => {
    await call(sitePage, 'update', { id: bench.typeId, version: 0, deploySiteIds: [siteA] });
    expect(await call(sitePage, 'update', { id: bench.typeId, version: 0, deploySiteIds: [] })).toMatchObject({
      code: 'STALE',
    });
    expect(await call(sitePage, 'assign', { ids: [bench.typeId], deploySiteIds: [999] })).toMatchObject({
      refused: true,
    });
    expect(await bench.company.call(sitePage, 'assign', { ids: [bench.typeId], deploySiteIds: [] })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('人员类别餐次', () => {
  test('a barred meal is refused, its neighbour is not', async () => {
    const made = await call<{ id: number }>(mealPage, 'create', {
      typeId: bench.typeId,
      mealPeriodId: lunch,
      allowed: false,
    });
    expect(await eat()).toBe('MEAL_NOT_FOR_TYPE');
    expect(await eat({ at: friday + 6 * 3_600_000 })).toBe('POSTED');
    expect(await call(mealPage, 'allow', { id: made.id })).toBeNull();
    expect(await eat()).toBe('POSTED');
    expect(await call(mealPage, 'create', { typeId: bench.typeId, mealPeriodId: lunch, allowed: true })).toMatchObject({
      code: 'DUPLICATE',
    });
  });

  test('times and single limit narrow what the type and the meal allow', async () => {
    await call(mealPage, 'assign', {
      typeIds: [bench.typeId],
      mealPeriodIds: [lunch, dinner],
      allowed: true,
      times: 1,
      singleLimitFen: 600,
    });
    const day = saturday + 5 * 24 * 3_600_000;
    expect(await eat({ at: day, amountFen: 601 })).toBe('LIMIT_SINGLE');
    expect(await eat({ at: day, amountFen: 600 })).toBe('POSTED');
    expect(await eat({ at: day + 60_000, amountFen: 500 })).toBe('LIMIT_PER_MEAL');
  });
});

describe('周末就餐人员', () => {
  const setting = (weekendListRequired: boolean, boardersRegistered = true) =>
    call(dayPage, 'rule', { weekendListRequired, boardersRegistered });

  test('off by default; on, only registered people eat on days off', async () => {
    expect(await eat({ at: saturday })).toBe('POSTED');
    await setting(true);
    expect(await eat({ at: saturday })).toBe('NOT_REGISTERED_FOR_DAY');
    expect(await eat({ at: saturday, offline: true })).toBe('POSTED');
    expect(await eat({ at: friday + 60_000 })).toBe('POSTED');
    await call(dayPage, 'create', { personId, ruleType: 'WEEKEND', mealPeriodIds: [dinner] });
    expect(await eat({ at: saturday })).toBe('NOT_REGISTERED_FOR_DAY');
    expect(await eat({ at: saturday + 6 * 3_600_000 })).toBe('POSTED');
  });

  test.each([
    ['HOLIDAY', null, null, 'NOT_REGISTERED_FOR_DAY'],
    ['WEEKEND', null, null, 'POSTED'],
    ['WEEKEND', '2026-12-01', null, 'NOT_REGISTERED_FOR_DAY'],
    ['DATE_RANGE', '2026-11-21', '2026-11-21', 'POSTED'],
    ['DATE_RANGE', '2026-11-14', '2026-11-20', 'NOT_REGISTERED_FOR_DAY'],
  ])('%s from %s to %s: %s', async (ruleType, startDate, endDate, expected) => {
    await setting(true);
    await call(dayPage, 'create', { personId, ruleType, startDate, endDate });
    expect(await eat({ at: saturday + 60_000 * ++turn })).toBe(expected);
  });

  test('boarders count as registered unless the organization says no', async () => {
    await bench.database.pool.query('update person set boarder = true where id = $1', [personId]);
    await setting(true, true);
    expect(await eat({ at: saturday })).toBe('POSTED');
    await setting(true, false);
    expect(await eat({ at: saturday })).toBe('NOT_REGISTERED_FOR_DAY');
    await bench.database.pool.query('update person set boarder = false where id = $1', [personId]);
  });

  test('a selection registers people once, and days are checked', async () => {
    const once = { typeIds: [bench.typeId], ruleType: 'WEEKEND' };
    expect(await call(dayPage, 'assign', once)).toMatchObject({
      receipt: {
        lines: [
          ['选中人员', '1 人'],
          ['本次登记', '1 人'],
          ['已有相同登记', '0 人'],
        ],
      },
    });
    expect(await call(dayPage, 'assign', once)).toMatchObject({
      receipt: { lines: [[], ['本次登记', '0 人'], []].map((l) => (l.length ? l : expect.anything())) },
    });
    expect(await call(dayPage, 'assign', { ruleType: 'WEEKEND' })).toMatchObject({ code: 'INVALID_FIELDS' });
    expect(await call(dayPage, 'create', { personId, ruleType: 'DATE_RANGE' })).toMatchObject({
      fields: { startDate: expect.any(String) },
    });
    const { rows } = await call<{ rows: Record<string, unknown>[] }>(dayPage, 'query', {
      page: 1,
      size: 20,
      search: { keyword: 'S00' },
    });
    expect(rows).toMatchObject([{ personName: '陈一', jobNumber: 'S001', valid: 'VALID' }]);
  });
});

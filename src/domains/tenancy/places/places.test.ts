/** Restaurants, deploy sites and meal periods as the organization and its contractor see and change them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { device } from '../../device/domain.ts';
import { tenancy } from '../domain.ts';
import contractorMeal from '../meals/pages/contractor-meal.server.ts';
import meal from '../meals/pages/meal.server.ts';
import { type Caller, type UnitBench, unitBench, units } from '../testing.ts';
import contractor from '../units/pages/contractor.server.ts';
import organization from '../units/pages/organization.server.ts';
import contractorDeploySite from './pages/contractor-deploy-site.server.ts';
import contractorRestaurant from './pages/contractor-restaurant.server.ts';
import deploySite from './pages/deploy-site.server.ts';
import restaurant from './pages/restaurant.server.ts';

const orgMeal = '/admin/organization/meal';
const orgRestaurant = '/admin/organization/restaurant';
const orgSite = '/admin/organization/deploy_site';

interface Listed {
  rows: Record<string, unknown>[];
}

let bench: UnitBench;
let school: Caller;
let company: Caller;
let caterer: Caller;
beforeAll(async () => {
  bench = await unitBench(
    [tenancy, device],
    [
      contractor,
      organization,
      restaurant,
      contractorRestaurant,
      deploySite,
      contractorDeploySite,
      meal,
      contractorMeal,
    ].flat(),
  );
  school = await bench.as('ORGANIZATION', units.organization);
  company = await bench.as('ORGANIZATION', units.otherOrganization);
  caterer = await bench.as('CONTRACTOR', units.contractor);
});
afterAll(() => bench?.database.drop());

const lunch = { name: '午餐', startTime: '11:00', endTime: '13:30', times: 1 };

describe('meal periods', () => {
  test('may not overlap, must lie in the business day, and may run to 28:00', async () => {
    expect(await school.call(orgMeal, 'create', lunch)).toHaveProperty('id');
    expect(await school.call(orgMeal, 'create', { name: '加餐', startTime: '13:00', endTime: '14:00' })).toMatchObject({
      code: 'MEAL_OVERLAP',
      params: { meal: '午餐', start: '11:00', end: '13:30' },
      fields: { startTime: expect.any(String) },
    });
    expect(await school.call(orgMeal, 'create', { name: '早餐', startTime: '03:30', endTime: '06:00' })).toMatchObject({
      code: 'MEAL_TOO_EARLY',
    });
    expect(await school.call(orgMeal, 'create', { name: '早餐', startTime: '08:00', endTime: '08:00' })).toMatchObject({
      code: 'MEAL_ORDER',
    });
    expect(await school.call(orgMeal, 'create', { name: '夜宵', startTime: '22:00', endTime: '28:00' })).toHaveProperty(
      'id',
    );
    const { rows } = await school.call<Listed>(orgMeal, 'query');
    expect(rows.map((r) => [r.name, r.crossDay])).toEqual([
      ['午餐', false],
      ['夜宵', true],
    ]);
  });

  test('touching ends do not overlap, and another organization is not in the way', async () => {
    expect(await school.call(orgMeal, 'create', { name: '加餐', startTime: '13:30', endTime: '15:00' })).toHaveProperty(
      'id',
    );
    expect(await company.call(orgMeal, 'create', lunch)).toHaveProperty('id');
  });

  test('a stopped one is out of the way and comes back only into a free place', async () => {
    const { rows } = await school.call<Listed>(orgMeal, 'query', { search: { name: '加餐' } });
    const id = rows[0]!.id;
    expect(await school.call(orgMeal, 'disable', { id })).toBeNull();
    expect(await school.call(orgMeal, 'create', { name: '晚餐', startTime: '14:00', endTime: '19:00' })).toHaveProperty(
      'id',
    );
    expect(await school.call(orgMeal, 'enable', { id })).toMatchObject({ code: 'MEAL_OVERLAP' });
  });

  test('defaults of the contractor under contract are taken over where there is room', async () => {
    expect(await company.call(orgMeal, 'adopt')).toMatchObject({ code: 'NO_DEFAULT_MEALS' });
    await caterer.call('/admin/contractor/meal', 'create', { name: '早餐', startTime: '06:30', endTime: '09:00' });
    await caterer.call('/admin/contractor/meal', 'create', { name: '午餐', startTime: '10:30', endTime: '14:00' });
    expect(await school.call(orgMeal, 'adopt')).toBeNull();
    const { rows } = await school.call<Listed>(orgMeal, 'query', { search: { name: '早餐' } });
    expect(rows).toHaveLength(1);
    expect(await school.call(orgMeal, 'adopt')).toMatchObject({ code: 'NO_DEFAULT_MEALS' });
  });
});

describe('restaurants and deploy sites', () => {
  test('a contractor must be under contract', async () => {
    const values = { name: '一食堂', kind: 'RESTAURANT', consumeMode: 'FIXED' };
    expect(await company.call(orgRestaurant, 'create', { ...values, contractorId: units.contractor })).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { contractorId: expect.any(String) },
    });
    expect(await school.call(orgRestaurant, 'create', { ...values, contractorId: units.contractor })).toHaveProperty(
      'id',
    );
    expect(await school.call(orgRestaurant, 'create', values)).toMatchObject({
      code: 'DUPLICATE',
      fields: { name: expect.any(String) },
    });
    const { rows } = await school.call<Listed>(orgRestaurant, 'query');
    expect(rows[0]).toMatchObject({ contractorName: '味佳餐饮', deviceCount: 0, mealPeriodNames: [] });
  });

  test('a contractor opens restaurants and sites only where it serves', async () => {
    const path = '/admin/contractor/restaurant';
    expect(
      await caterer.call(path, 'create', { organizationId: units.otherOrganization, name: '二食堂' }),
    ).toMatchObject({
      fields: { organizationId: expect.any(String) },
    });
    const made = await caterer.call<{ id: number }>(path, 'create', {
      organizationId: units.organization,
      name: '二食堂',
    });
    caterer = await bench.as('CONTRACTOR', units.contractor);
    const { rows } = await caterer.call<Listed>(path, 'query');
    expect(rows.map((r) => [r.name, r.organizationName]).sort()).toEqual([
      ['一食堂', '第一中学'],
      ['二食堂', '第一中学'],
    ]);
    expect(
      await caterer.call('/admin/contractor/deploy_site', 'create', { restaurantId: made.id, name: '二食堂1号窗' }),
    ).toHaveProperty('id');
    expect((await school.call<Listed>(orgSite, 'query')).rows).toMatchObject([
      { name: '二食堂1号窗', restaurantName: '二食堂' },
    ]);
    expect((await company.call<Listed>(orgSite, 'query')).rows).toEqual([]);
  });

  test('a window needs a restaurant, a gate does not; a restaurant with sites stays', async () => {
    expect(await school.call(orgSite, 'create', { name: '窗口' })).toMatchObject({ code: 'RESTAURANT_NEEDED' });
    expect(await school.call(orgSite, 'create', { name: '东门', kind: 'GATE' })).toHaveProperty('id');
    const { rows } = await school.call<Listed>(orgRestaurant, 'query', { search: { keyword: '二食堂' } });
    expect(await school.call(orgRestaurant, 'remove', { id: rows[0]!.id })).toMatchObject({
      code: 'IN_USE',
      params: { what: '部署点' },
    });
  });

  test("another organization's record is absent", async () => {
    const { rows } = await school.call<Listed>(orgRestaurant, 'query');
    for (const verb of ['get', 'update', 'remove', 'disable'])
      expect(await company.call(orgRestaurant, verb, { id: rows[0]!.id, name: '改名' })).toMatchObject({
        code: 'NOT_FOUND',
      });
  });
});

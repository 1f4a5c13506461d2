/** What roles leave of a unit's reach. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything, type Scope } from '../../../kit/server/query/scope.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { openOwner } from '../accounts/open-owner.ts';
import { type IdentityBench, identityBench } from '../testing.ts';
import { narrowed } from './data-scope.ts';
import { loadSession } from './load-session.ts';

const unit: Scope = { ...everything, unitType: 'ORGANIZATION', unitId: 5, organizations: [5] };
const own = { restaurantIds: [1, 2], departmentIds: [7], accountId: 9 };

describe('narrowing', () => {
  it('lifts every limit for one role with all data', () => {
    expect(narrowed(unit, ['SELF', 'ALL', 'DEPARTMENT'], own)).toBe(unit);
  });
  it('keeps to departments, restaurants, or what one did oneself', () => {
    expect(narrowed(unit, ['DEPARTMENT'], own)).toMatchObject({ departments: [7], restaurants: 'ALL', operator: null });
    expect(narrowed(unit, ['RESTAURANT', 'SELF'], own)).toMatchObject({
      departments: 'ALL',
      restaurants: [1, 2],
      operator: null,
    });
    expect(narrowed(unit, ['SELF'], own)).toMatchObject({ departments: 'ALL', restaurants: 'ALL', operator: 9 });
  });
  it('never widens a contractor’s own restaurants, and sees nothing without a role', () => {
    expect(narrowed({ ...unit, restaurants: [2, 3] }, ['RESTAURANT'], own).restaurants).toEqual([2]);
    expect(narrowed(unit, [], own)).toMatchObject({ departments: [], restaurants: [], operator: 9 });
    expect(narrowed(unit, ['DEPARTMENT'], { ...own, departmentIds: [] }).departments).toEqual([]);
  });
});

describe('a session of a role with departments', () => {
  let bench: IdentityBench;
  beforeAll(async () => {
    bench = await identityBench();
    bench.unit('ORGANIZATION', 5, '实验学校');
  });
  afterAll(() => bench.database.drop());

  it('reaches the departments below, and only its grants', async () => {
    const { services, database } = bench;
    const opened = await openOwner(services, {
      unitType: 'ORGANIZATION',
      unitId: 5,
      loginName: 'head',
      name: '年级主任',
      phone: null,
    });
    if (isRefusal(opened)) throw new Error(opened.code);
    await database.pool.query(`
      insert into department (organization_id, id, parent_id, above, name, created_at, updated_at) values
        (5, 70, null, '{}', '一年级', now(), now()), (5, 71, 70, '{70}', '一班', now(), now()), (5, 80, null, '{}', '二年级', now(), now())`);
    await database.pool.query(`
      insert into role (id, name, unit_type, unit_id, grants, data_scope, created_at, created_by, updated_at)
      values (30, '主任', 'ORGANIZATION', 5, '{/admin/organization/user#query}', 'DEPARTMENT', now(), 1, now()),
             (31, '别家', 'ORGANIZATION', 6, '{/admin/organization/user#create}', 'ALL', now(), 1, now()),
             (32, '停用', 'ORGANIZATION', 5, '{/admin/organization/user#remove}', 'ALL', now(), 1, now())`);
    await database.pool.query(`update role set status = 'DISABLED' where id = 32`);
    await database.pool.query(`update employee set role_ids = '{30,31,32}', department_ids = '{70}'`);
    const session = await loadSession(services, opened.accountId, opened.employeeId);
    if (isRefusal(session)) throw new Error(session.code);
    expect(session.grants).toEqual(new Set(['/admin/organization/user#query']));
    expect(session.scope).toMatchObject({ organizations: [5], departments: [70, 71], restaurants: 'ALL' });
    // The disabled role and the other unit's give no scope to hand on either.
    expect(session.dataScopes).toEqual(['DEPARTMENT']);
    expect(await loadSession(services, opened.accountId, null)).toMatchObject({
      refused: true,
      code: 'IDENTITY_ENDED',
    });
  });
});

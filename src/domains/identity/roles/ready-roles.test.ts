/** The ready-made roles: every grant is one of the product's, makers do not approve, and each template comes once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UnitType } from '../../../kit/define/page.ts';
import { loadBindings } from '../../../kit/server/page/registry.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { openOwner } from '../accounts/open-owner.ts';
import { type IdentityBench, identityBench } from '../testing.ts';
import { readyRoles } from './ready-roles.ts';
import { roleFaults } from './role-faults.ts';
import { seedTemplates } from './seed-templates.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await identityBench(await loadBindings(new URL('../..', import.meta.url).pathname));
});
afterAll(() => bench.database.drop());

const templates = async () =>
  (
    await bench.services.db
      .selectFrom('role')
      .select(['name', 'unit_type', 'grants'])
      .where('is_template', '=', true)
      .orderBy('unit_type')
      .orderBy('name')
      .execute()
  ).map((r) => `${r.unit_type} ${r.name}`);
const rolesOf = async (unitType: UnitType, unitId: number) =>
  await bench.services.db
    .selectFrom('role')
    .select(['name', 'grants', 'is_owner'])
    .where('unit_type', '=', unitType)
    .where('unit_id', '=', unitId)
    .orderBy('name')
    .execute();
const open = async (unitId: number, loginName: string) => {
  const password = 'Str0ng-password';
  const opened = await openOwner(bench.services, {
    unitType: 'ORGANIZATION',
    unitId,
    loginName,
    name: loginName,
    phone: null,
    password,
  });
  if (isRefusal(opened)) throw new Error(opened.code);
};

describe('ready-made roles', () => {
  it('grant only what the product has; what it has not is named', () => {
    const { registry } = bench.services;
    expect(roleFaults(registry, readyRoles)).toEqual([]);
    const wrong = { ...readyRoles[0]!, pages: { '/recharge': 'fly', '/nowhere': '' } };
    expect(roleFaults(registry, [wrong])).toEqual([
      expect.stringContaining('/admin/organization/nowhere#query is of a path where no page is'),
      expect.stringContaining('/admin/organization/recharge#fly is no verb of /admin/organization/recharge'),
    ]);
  });

  it('let nobody approve what the same role can make', () => {
    const approving = ['approve', 'decide_clear'];
    const making = ['create', 'submit', 'clear', 'report'];
    for (const role of readyRoles)
      for (const [path, verbs] of Object.entries(role.pages)) {
        const has = (list: string[]) => verbs.split(' ').some((verb) => list.includes(verb));
        expect(has(approving) && has(making), `${role.name} ${path}`).toBe(false);
      }
    const names = readyRoles.filter((r) => r.unitType === 'ORGANIZATION').map((r) => r.name);
    expect(names).toEqual(['财务', '财务复核', '食堂管理员', '人事', '营养师']);
  });

  it('leave accounts, roles and the limits of free approval to the administrator', () => {
    for (const role of readyRoles)
      for (const path of ['/role', '/employee', '/admin', '/consume/setting', '/balance_limit'])
        expect(role.pages[path], `${role.name} ${path}`).toBeUndefined();
  });

  it('become templates once: a removed one stays away', async () => {
    await seedTemplates(bench.services);
    expect(await templates()).toHaveLength(readyRoles.length);
    await sql`delete from role where is_template and name = '人事'`.execute(bench.services.db);
    await seedTemplates(bench.services);
    expect(await templates()).toHaveLength(readyRoles.length - 1);
    expect(await templates()).not.toContain('ORGANIZATION 人事');
  });

  it('are given to a unit that is opened, as roles of its own', async () => {
    await sql`update role set status = 'DISABLED' where is_template and name = '财务复核'`.execute(bench.services.db);
    await open(900, 'newschool');
    expect((await rolesOf('ORGANIZATION', 900)).map((r) => r.name).sort()).toEqual(
      ['管理员', '财务', '食堂管理员', '营养师'].sort(),
    );
    const clerk = (await rolesOf('ORGANIZATION', 900)).find((r) => r.name === '财务');
    expect(clerk?.grants).toContain('/admin/organization/recharge/more#create');
    expect(clerk?.grants).not.toContain('/admin/organization/recharge/more#approve');
    await bench.services.db.deleteFrom('role').where('unit_id', '=', 900).where('name', '=', '财务').execute();
    await open(900, 'newschool2');
    expect((await rolesOf('ORGANIZATION', 900)).map((r) => r.name)).not.toContain('财务');
  });
});

/** The ready-made roles: every grant is one of the product's, makers do not approve, and each template comes once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dutyOf } from '../../../kit/define/duty.ts';
import type { UnitType } from '../../../kit/define/page.ts';
import { loadBindings } from '../../../kit/server/page/registry.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { openOwner } from '../accounts/open-owner.ts';
import { type IdentityBench, identityBench } from '../testing.ts';
import { grantsOf, roleFaults } from './ready-grants.ts';
import { readyRoles } from './ready-roles.ts';
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
    const work = { '/recharge': 'look +fly', '/nowhere': 'look', 资金账户: 'sing' };
    expect(roleFaults(registry, [{ ...readyRoles[0]!, work }])).toEqual([
      'role 财务: +fly at /recharge is no duty and no verb: name one, or take it out',
      'role 财务: /nowhere is no page and no menu: name a page below /admin/organization or a group of its menu',
      'role 财务: sing at 资金账户 is no duty and no verb: name one, or take it out',
    ]);
  });

  it('let nobody approve what the same role can make', () => {
    const { registry } = bench.services;
    for (const role of readyRoles) {
      const byPage = Map.groupBy(grantsOf(registry, role), (grant) => grant.split('#')[0]!);
      for (const [path, grants] of byPage) {
        const verbs = grants.map((grant) => grant.split('#')[1]!);
        const has = (list: string[]) => verbs.some((verb) => list.includes(verb));
        const making = has(['create', 'submit', 'report', 'save']);
        const checking = verbs.some((verb) => dutyOf(registry.at(path)!.page, verb) === 'check');
        expect((has(['approve']) || checking) && making, `${role.name} ${path}`).toBe(false);
      }
    }
    const names = readyRoles.filter((r) => r.unitType === 'ORGANIZATION').map((r) => r.name);
    expect(names).toEqual([
      '财务',
      '财务复核',
      '食堂管理员',
      '人事',
      '菜谱编制',
      '营养师',
      '班主任',
      '食品安全员',
      '食品安全总监',
      '后厨主管',
      '门卫',
      '校领导',
      '监管',
      '审计',
    ]);
  });

  it('of a caterer order, accept and pay by different hands, and show no price to who stores or accepts', () => {
    const { registry } = bench.services;
    const area = '/admin/contractor/';
    const holders = (grant: string) =>
      readyRoles
        .filter((role) => role.unitType === 'CONTRACTOR' && grantsOf(registry, role).includes(area + grant))
        .map(({ name }) => name);
    expect(holders('supermarket/supermarket_daily_purchase#order')).toEqual(['采购']);
    expect(holders('erp/receipt#create')).toEqual(['验收员']);
    expect(holders('erp/receipt#vouch')).toEqual(['验收员']);
    expect(holders('erp/supplier_statement#pay')).toEqual(['财务']);
    expect(holders('erp/supplier_statement#confirm')).toEqual(['成本会计']);
    expect(holders('erp/supply_order#approve')).toEqual(['厨师长']);
    expect(holders('erp/receipt#approve')).toEqual(['厨师长']);
    expect(holders('erp/receipt#invoice')).toEqual(['成本会计']);
    expect(holders('supermarket/supermarket_order#ask')).toEqual(['商超店长']);
    expect(holders('supermarket/supermarket_order#refund')).toEqual(['财务']);
    for (const name of ['仓管', '验收员']) {
      const grants = grantsOf(registry, readyRoles.find((role) => role.name === name)!);
      expect(grants.filter((grant) => grant.endsWith('#cost'))).toEqual([]);
      for (const path of ['erp/supply_price', 'erp/price_trend', 'erp/supplier_statement'])
        expect(
          grants.some((grant) => grant.startsWith(`${area}${path}#`)),
          `${name} ${path}`,
        ).toBe(false);
    }
  });

  it('let who hears of an alert deal with it, and the officer sign what the day asks for', () => {
    const may = (name: string, grant: string) =>
      grantsOf(bench.services.registry, readyRoles.find((role) => role.name === name)!).includes(
        `/admin/organization/${grant}`,
      );
    for (const name of ['食品安全员', '食品安全总监', '后厨主管', '门卫'])
      for (const verb of ['take', 'close', 'ignore', 'reopen'])
        expect(may(name, `alert_detail#${verb}`), `${name} ${verb}`).toBe(true);
    expect(may('食品安全员', 'sample_daily_report#sign')).toBe(true);
    expect(may('门卫', 'creaate_entrance_qrcode#create')).toBe(true);
    expect(may('门卫', 'district/rule#create')).toBe(false);
  });

  it('leave accounts, roles and the limits of free approval to the administrator', () => {
    const kept = ['role', 'account', 'employee', 'admin', 'consume/setting', 'balance_limit', 'food_menu/setting'];
    for (const role of readyRoles) {
      const opened = new Set(grantsOf(bench.services.registry, role).map((grant) => grant.split('#')[0]));
      const area = `/admin/${role.unitType.toLowerCase()}/`;
      // An agent's 客户账号 are the accounts of its customers.
      const here = role.unitType === 'AGENT' ? kept.filter((path) => path !== 'account') : kept;
      for (const path of here) expect(opened.has(area + path), `${role.name} ${path}`).toBe(false);
    }
  });

  it('of a narrow data scope open only what is for it', () => {
    const { registry } = bench.services;
    const teacher = readyRoles.find((role) => role.name === '班主任')!;
    const pages = grantsOf(registry, teacher).map((grant) => registry.at(grant.split('#')[0]!)!.page);
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(page.limited === 'common' || page.limited?.includes('DEPARTMENT')).toBe(true);
    // 每日订餐汇总 knows no departments, 订餐明细 beside it in the menu does.
    const grants = grantsOf(registry, teacher);
    expect(grants).toContain('/admin/organization/order_food_detail#query');
    expect(grants).not.toContain('/admin/organization/daily_order_summary#query');
  });

  it('become templates once: a removed one stays away', async () => {
    await seedTemplates(bench.services);
    expect(await templates()).toHaveLength(readyRoles.length);
    await sql`delete from role where is_template and name = '人事'`.execute(bench.services.db);
    await seedTemplates(bench.services);
    expect(await templates()).toHaveLength(readyRoles.length - 1);
    expect(await templates()).not.toContain('ORGANIZATION 人事');
  });

  it('follow the pages of today as templates nobody changed; a changed one stays as it is', async () => {
    const { db } = bench.services;
    const older = ['/admin/organization/home#query'];
    const grantsNow = async (name: string) =>
      (
        await db.selectFrom('role').select('grants').where('is_template', '=', true).where('name', '=', name).execute()
      )[0]!.grants;
    const today = await grantsNow('营养师');
    await db
      .updateTable('role')
      .set({ grants: older, offered_grants: older })
      .where('is_template', '=', true)
      .where('name', '=', '营养师')
      .execute();
    await db
      .updateTable('role')
      .set({ grants: older })
      .where('is_template', '=', true)
      .where('name', '=', '审计')
      .execute();
    await seedTemplates(bench.services);
    expect(await grantsNow('营养师')).toEqual(today);
    expect(await grantsNow('审计')).toEqual(older);
  });

  it('are given to a unit that is opened, as roles of its own', async () => {
    await sql`update role set status = 'DISABLED' where is_template and name = '财务复核'`.execute(bench.services.db);
    await open(900, 'newschool');
    expect((await rolesOf('ORGANIZATION', 900)).map((r) => r.name).sort()).toEqual(
      [
        '管理员',
        '财务',
        '食堂管理员',
        '菜谱编制',
        '营养师',
        '班主任',
        '食品安全员',
        '食品安全总监',
        '后厨主管',
        '门卫',
        '校领导',
        '监管',
        '审计',
      ].sort(),
    );
    const clerk = (await rolesOf('ORGANIZATION', 900)).find((r) => r.name === '财务');
    expect(clerk?.grants).toContain('/admin/organization/recharge/more#create');
    expect(clerk?.grants).not.toContain('/admin/organization/recharge/more#approve');
    await bench.services.db.deleteFrom('role').where('unit_id', '=', 900).where('name', '=', '财务').execute();
    await open(900, 'newschool2');
    expect((await rolesOf('ORGANIZATION', 900)).map((r) => r.name)).not.toContain('财务');
  });
});

/** Menus: planned from pages, kept in step at a start, shown by what a session may open. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { text } from '../../../kit/define/field.ts';
import { page } from '../../../kit/define/page.ts';
import type { Session } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { createRegistry } from '../../../kit/server/page/registry.ts';
import { everything } from '../../../kit/server/query/scope.ts';
import { type IdentityBench, identityBench } from '../testing.ts';
import { groupOrder } from './menu-order.ts';
import { homeOf, sessionMenus } from './session-menus.ts';
import { syncMenus } from './sync-menus.ts';

const sample = (path: string, title: string, menu: [string, string] | null, order?: number) =>
  bind(
    page({
      path,
      title,
      menu,
      ...(order === undefined ? {} : { order }),
      kind: 'custom',
      fields: { name: text('名称') },
    }),
    {},
  );
const org = '/admin/organization';
const pages = [
  sample(`${org}/role`, '角色管理', ['系统设置', '账号权限'], 3),
  sample(`${org}/account`, '账号管理', ['系统设置', '账号权限'], 1),
  sample(`${org}/home`, '工作台', ['首页', '工作台']),
  sample(`${org}/hidden`, '隐藏', null),
  sample('/admin/system/menu', '菜单管理', ['系统', '系统']),
  sample('/admin/base/region', '行政区划', ['基础数据', '基础数据']),
  sample('/admin/platform/admin', '平台管理员', ['系统', '系统']),
];

let bench: IdentityBench;
beforeAll(async () => {
  bench = await identityBench(pages);
  await syncMenus(bench.services);
});
afterAll(() => bench.database.drop());

const session = (unitType: Session['unitType'], grants: Session['grants']): Session => ({
  accountId: 9,
  employeeId: 9,
  account: 'a',
  name: 'a',
  unitType,
  unitId: unitType && 1,
  unitName: null,
  grants,
  scope: everything,
  mustChangePassword: false,
  tokenHash: '',
});
const outline = async (s: Session) =>
  (await sessionMenus(bench.services, s)).map((top) => [
    top.name,
    top.url,
    top.children.map((c) => [c.name, c.children.map((l) => l.name)]),
  ]);

it('begins with the home page wherever an area has one', () => {
  for (const area of ['PLATFORM', 'AGENT', 'CONTRACTOR', 'ORGANIZATION'] as const)
    expect([area, groupOrder[area][0]]).toEqual([area, '首页']);
});

describe('menus', () => {
  it('stand in three levels, ordered, groups leading to their first page', async () => {
    expect(await outline(session('ORGANIZATION', 'ALL'))).toEqual([
      ['首页', `${org}/home`, [['工作台', ['工作台']]]],
      ['系统设置', `${org}/account`, [['账号权限', ['账号管理', '角色管理']]]],
    ]);
  });

  it('show only what is granted, and lead home to what is left', async () => {
    const s = session('ORGANIZATION', new Set([`${org}/role#query`]));
    expect(await outline(s)).toEqual([['系统设置', `${org}/role`, [['账号权限', ['角色管理']]]]]);
    expect(homeOf(bench.services, s, await sessionMenus(bench.services, s))).toBe(`${org}/role`);
    expect(homeOf(bench.services, session('ORGANIZATION', 'ALL'), [])).toBe(`${org}/home`);
    expect(homeOf(bench.services, session('ORGANIZATION', new Set()), [])).toBe('/not-core');
  });

  it('give the super administrator system, base and platform', async () => {
    expect((await outline(session(null, 'ALL'))).map(([name, url]) => [name, url])).toEqual([
      ['系统', '/admin/system/menu'],
      ['基础数据', '/admin/base/region'],
      ['平台系统', '/admin/platform/admin'],
    ]);
  });

  it('keep what the administrator set while following the program', async () => {
    const { services } = bench;
    const set = (key: string, facts: object) =>
      services.db.updateTable('menu').set(facts).where('source_key', '=', key).execute();
    await set(`${org}/account`, { own_name: '登录账号', own_sort: 9_000 });
    await set('首页', { status: 'DISABLED' });
    await syncMenus({
      ...services,
      registry: createRegistry([
        sample(`${org}/role`, '权限角色', ['系统设置', '账号权限']),
        sample(`${org}/account`, '新名称', ['系统设置', '账号权限']),
        sample(`${org}/employee`, '员工管理', ['系统设置', '人事']),
      ]),
    });
    expect(await outline(session('ORGANIZATION', 'ALL'))).toEqual([
      [
        '系统设置',
        `${org}/role`,
        [
          ['账号权限', ['权限角色', '登录账号']],
          ['人事', ['员工管理']],
        ],
      ],
    ]);
    await syncMenus(services);
    await set('首页', { status: 'NORMAL' });
    expect((await outline(session('ORGANIZATION', 'ALL'))).map(([name]) => name)).toEqual(['首页', '系统设置']);
  });
});

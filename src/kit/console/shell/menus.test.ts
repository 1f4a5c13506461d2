/** Menu activation (product spec §2–§4). */
import { describe, expect, it } from 'vitest';
import type { Menu } from '../session/admin.ts';
import { activateTop, crumbs, defaultActive, menuPages, normalMenus, topItems, trailOf } from './menus.ts';

const menu = (name: string, children: Menu[] = [], url: string | null = null, status = 'NORMAL'): Menu => ({
  id: name,
  name,
  url,
  status,
  iconCls: null,
  children,
});

const raw: Menu[] = [
  menu('首页', [menu('工作台', [menu('首页', [], '/admin/o/home')])]),
  menu('消费管理', [
    menu('消费设置', [menu('餐次', [], '/admin/o/meal'), menu('旧页', [], '/admin/o/old', 'DISABLED')]),
    menu('空组', [menu('停用', [], '/admin/o/off', 'DISABLED')]),
  ]),
  menu('停用的', [menu('组', [menu('页', [], '/admin/o/x')])], null, 'DISABLED'),
];
const menus = normalMenus(raw);

describe('normalMenus', () => {
  it('shows NORMAL only, at every level, and no empty groups', () => {
    expect(menus.map((m) => m.name)).toEqual(['首页', '消费管理']);
    expect(menus[1]?.children.map((m) => m.name)).toEqual(['消费设置']);
    expect(menus[1]?.children[0]?.children.map((m) => m.name)).toEqual(['餐次']);
  });

  it('is three levels deep', () => {
    const deep = normalMenus([menu('a', [menu('b', [menu('c', [menu('d', [], '/d')], '/c')])])]);
    expect(deep[0]?.children[0]?.children[0]?.children).toEqual([]);
  });

  it('keeps what is said above a page, its records and forms included', () => {
    const ending = normalMenus([menu('a', [menu('b', [{ ...menu('c', [], '/c'), warning: '快到期' }])])]);
    expect(['/c', '/c/form', '/d'].map((path) => trailOf(ending, path).at(-1)?.warning)).toEqual([
      '快到期',
      '快到期',
      undefined,
    ]);
  });
});

describe('activation', () => {
  it('marks the top item that holds the current path, forms included', () => {
    expect(topItems(menus, '/admin/o/meal').find((t) => t.active)?.name).toBe('消费管理');
    expect(topItems(menus, '/admin/o/meal/form').find((t) => t.active)?.name).toBe('消费管理');
  });

  it('sets only one active', () => {
    const items = activateTop(topItems(menus, '/admin/o/meal'), '首页');
    expect(items.filter((t) => t.active).map((t) => t.name)).toEqual(['首页']);
  });

  it('does not follow an id that is not there', () => {
    const items = topItems(menus, '/admin/o/meal');
    expect(activateTop(items, '停用的')).toEqual(items);
  });

  it('marks the matching page, or the home path', () => {
    expect(defaultActive(menus, '/admin/o/meal/form', '/admin/o/home')).toBe('/admin/o/meal');
    expect(defaultActive(menus, '/admin/user_info', '/admin/o/home')).toBe('/admin/o/home');
  });
});

it('lists every page with its place', () => {
  expect(menuPages(menus)).toContainEqual({ title: '餐次', hint: '消费管理 / 消费设置', path: '/admin/o/meal' });
});

describe('crumbs', () => {
  it('ends with the page', () => {
    const steps = crumbs(trailOf(menus, '/admin/o/meal'), { path: '/admin/o/meal', title: '餐次' });
    expect(steps.map((s) => s.text)).toEqual(['消费管理', '消费设置', '餐次']);
  });

  it('puts a form below its list and links back', () => {
    const steps = crumbs(trailOf(menus, '/admin/o/meal/form'), { path: '/admin/o/meal/form', title: '编辑 · 午餐' });
    expect(steps.slice(2)).toEqual([{ text: '餐次', to: '/admin/o/meal' }, { text: '编辑 · 午餐' }]);
  });

  it('puts a page without a menu below the one its address lies under', () => {
    const tab = { path: '/admin/o/meal/detail_form', title: '餐次 7' };
    expect(crumbs(trailOf(menus, tab.path), tab).slice(2)).toEqual([
      { text: '餐次', to: '/admin/o/meal' },
      { text: '餐次 7' },
    ]);
  });

  it('has the tab title alone for a page under no menu', () => {
    expect(crumbs([], { path: '/admin/user_info', title: '个人信息' })).toEqual([{ text: '个人信息' }]);
  });
});

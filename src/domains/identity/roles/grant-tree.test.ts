/** Ticking boxes in a role. */
import { describe, expect, it } from 'vitest';
import type { PermissionGroup } from '../shapes.ts';
import { filterGroups, grantTree, tidyGrants } from './grant-tree.ts';

const page = (path: string, title: string) => ({
  path,
  title,
  verbs: [
    { key: 'query', label: '查看' },
    { key: 'create', label: '新增' },
    { key: 'export', label: '导出' },
  ],
});
const groups: PermissionGroup[] = [
  { top: '系统设置', child: '账号权限', pages: [page('/a', '账号管理'), page('/b', '角色管理')] },
  { top: '首页', child: '首页', pages: [page('/c', '工作台')] },
];

describe('grants of a role', () => {
  it('stand as groups, pages and buttons', () => {
    const [settings, home] = grantTree(groups);
    expect(settings?.children?.[0]).toMatchObject({ key: '系统设置/账号权限', title: '账号权限' });
    expect(settings?.children?.[0]?.children?.[1]?.children?.[1]).toEqual({ key: '/b#create', title: '新增' });
    expect(home?.children?.[0]?.key).toBe('/c');
  });

  it('bring 查看 along with a button, and drop the buttons with it', () => {
    expect(tidyGrants([], ['/a#create'])).toEqual(['/a#create', '/a#query']);
    expect(tidyGrants(['/a#create', '/a#export', '/a#query'], ['/a#create', '/a#export'])).toEqual([]);
    expect(tidyGrants(['/a#create', '/a#query'], ['/a#query'])).toEqual(['/a#query']);
    expect(tidyGrants(['/a#query'], ['系统设置', '/b', '/b#query'])).toEqual(['/b#query']);
  });

  it('are found by page, button or group', () => {
    expect(filterGroups(groups, '角色').flatMap((g) => g.pages.map((p) => p.path))).toEqual(['/b']);
    expect(filterGroups(groups, '系统').flatMap((g) => g.pages)).toHaveLength(2);
    expect(filterGroups(groups, '没有')).toEqual([]);
  });
});

/** 预置岗位: taken over by one click, told of pages that came later, and never more than who grants has. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestApp } from '../support/server.ts';
import { hire } from './walk.ts';

const path = '/admin/organization/role';
const system = '/admin/system/role';
const setting = '/admin/organization/food_menu/setting';
const limits = '/admin/organization/balance_limit';

interface Role {
  id: number;
  version: number;
  name: string;
  grants: string[];
  news: string | null;
}
interface Post {
  id: number;
  name: string;
  dataScope: string;
  grants: string[];
  takenAs: string[];
  freeName: string;
  beyond: boolean;
  duties: { duty: string; count: number }[];
}

let app: TestApp;
let school: string;
let root: string;
beforeAll(async () => {
  app = await startTestServer();
  school = await app.login('school');
  root = await app.login('super');
});
afterAll(() => app?.stop());

const said = async <T>(token: string, page: string, verb: string, body: object = {}): Promise<T> => {
  const answer = await app.post(page, verb, body, token);
  expect(answer.body.errorcode, `${page} ${verb}: ${answer.body.errormsg}`).toBe(0);
  return answer.body.data as T;
};
const listed = async (token: string, page: string, name: string): Promise<Role> => {
  const { rows } = await said<{ rows: Role[] }>(token, page, 'query', { size: 100, search: { keyword: name } });
  return rows.find((role) => role.name === name)!;
};
const role = (name: string, token = school) => listed(token, path, name);
const posts = (token = school) => said<Post[]>(token, path, 'templates');

/** The super gives the template of 营养师 two pages more. */
async function extend(grants: readonly string[]) {
  const { id } = await listed(root, system, '营养师');
  const whole = await said<Role & { dataScope: string; remark: string; unitType: string }>(root, system, 'get', { id });
  const { version, name, dataScope, remark, unitType } = whole;
  const more = [...whole.grants, ...grants];
  await said(root, system, 'update', { id, version, name, dataScope, remark, unitType, grants: more });
}

describe('a ready-made role', () => {
  it('is taken over as a role of one’s own', async () => {
    const before = (await posts()).find((one) => one.name === '审计')!;
    expect(before).toMatchObject({ takenAs: ['审计'], beyond: false });
    expect(before.duties.map((one) => one.duty)).toEqual(['look']);
    const { id, version } = await role('审计');
    await said(school, path, 'remove', { id, version });
    const free = (await posts()).find((one) => one.name === '审计')!;
    expect(free).toMatchObject({ takenAs: [], freeName: '审计' });
    const { name, dataScope, grants } = free;
    await said(school, path, 'create', { name, dataScope, grants, templateId: free.id });
    expect((await posts()).find((one) => one.name === '审计')).toMatchObject({ takenAs: ['审计'] });
    expect(await role('审计')).toMatchObject({ news: null });
  });

  it('is not taken over by who has less', async () => {
    const own = [`${path}#query`, `${path}#create`, `${path}#join`, `${setting}#query`];
    const clerk = await hire(app, 'school', 'organization', own);
    const offered = (await posts(clerk)).find((one) => one.name === '营养师')!;
    expect(offered.beyond).toBe(true);
    const { dataScope, grants } = offered;
    const answer = await app.post(path, 'create', { name: '越权', dataScope, grants, templateId: offered.id }, clerk);
    expect(answer.body.errormsg).toContain('不能授予自己没有的权限');
  });
});

describe('pages that came later', () => {
  it('are told of, shown, and join only when asked to', async () => {
    await extend([`${setting}#query`, `${setting}#update`, `${limits}#query`]);
    const before = await role('营养师');
    expect(before.news).toBe('有新页面可加入');
    expect(before.grants).not.toContain(`${setting}#query`);
    const notice = await said<{ text: string }>(school, path, 'notice', {});
    expect(notice.text).toMatch(/「营养师」.*有新页面可加入/);
    const outcome = await said<{ lines: [string, string][] }>(school, path, 'outcome', {
      action: 'join',
      ids: [before.id],
    });
    expect(outcome.lines).toEqual([
      ['余额限制', '查看'],
      ['菜谱设置', '查看、编辑'],
    ]);
    await said(school, path, 'join', { id: before.id, version: before.version });
    const after = await role('营养师');
    expect(after.news).toBeNull();
    expect(after.grants).toEqual([...before.grants, `${setting}#query`, `${setting}#update`, `${limits}#query`].sort());
  });

  it('that were turned down are not offered again', async () => {
    await extend([`${limits}#update`]);
    const { id, version, news, grants } = await role('营养师');
    expect(news).toBe('有新操作可加入');
    await said(school, path, 'leave_out', { id, version });
    expect(await role('营养师')).toMatchObject({ news: null, grants });
    await extend([]);
    expect(await role('营养师')).toMatchObject({ news: null, grants });
  });
});

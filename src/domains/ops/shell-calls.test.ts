/** The shell's calls over HTTP: shapes, owners, limits. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../kit/server/http/app.ts';
import { registerPages } from '../../kit/server/http/pages.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import account from '../identity/accounts/pages/account.server.ts';
import { identity } from '../identity/domain.ts';
import { createAuthenticator, openOwner } from '../identity/public.server.ts';
import { type IdentityBench, identityBench, syncMenus } from '../identity/testing.ts';
import { shell } from '../shell/domain.ts';
import { ops } from './domain.ts';

let bench: IdentityBench;
let app: FastifyInstance;
const tokens: Record<string, string> = {};
const page = '/admin/organization/account';

beforeAll(async () => {
  bench = await identityBench([account], true);
  const { services } = bench;
  Object.assign(services.config, { siteDomain: 'localhost', imageHost: '', mapKey: 'key-1' });
  shell.build?.(services);
  ops.build?.(services);
  await syncMenus(services);
  app = await createApp({ log: services.log, health: async () => ({ ok: true }), ready: async () => true });
  const auth = createAuthenticator(services);
  await identity.routes?.(app, { services, auth });
  await ops.routes?.(app, { services, auth });
  registerPages(app, services, services.registry, auth);
  bench.unit('ORGANIZATION', 500, '实验学校');
  bench.unit('CONTRACTOR', 600, '好味餐饮');
  for (const [unitType, unitId, loginName] of [
    ['ORGANIZATION', 500, 'school'],
    ['ORGANIZATION', 500, 'clerk'],
    ['CONTRACTOR', 600, 'cook'],
  ] as const) {
    const password = 'onecard-2026';
    const opened = await openOwner(services, { unitType, unitId, loginName, name: loginName, phone: null, password });
    if (isRefusal(opened)) throw new Error(opened.code);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { account: loginName, password },
    });
    tokens[loginName] = answer.json().token;
  }
});
afterAll(async () => {
  await app.close();
  await bench.database.drop();
});

const call = async (as: string, url: string, payload?: object) =>
  (
    await app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/api${url}`,
      ...(payload ? { payload } : {}),
      headers: { authorization: `Bearer ${tokens[as]}` },
    })
  ).json();

describe('the shell’s calls', () => {
  it('tell the public where it is, and nobody else anything', async () => {
    const { data } = (await app.inject({ method: 'GET', url: '/api/admin/common/site' })).json();
    expect(data).toMatchObject({ name: '智慧一卡通服务平台', company: '测试平台', version: '1.0.0', demo: true });
    // The console asks the map service with it.
    expect(data.mapKey).toBe('key-1');
    for (const [method, url] of [
      ['POST', '/api/admin/organization/user/mission_query'],
      ['GET', '/api/admin/common/get_excel_missiontable'],
      ['POST', '/api/admin/common/list_state'],
      ['GET', '/api/admin/common/export_file?id=1'],
    ] as const)
      expect((await app.inject({ method, url })).statusCode).toBe(401);
  });

  it('count tasks for organizations only', async () => {
    bench.services.shellBoard.registerMission('OrderMission', { path: page, needs: 'query', count: async () => 7 });
    const total = {
      ExceptionMission: 0,
      OrderMission: 7,
      waitRepairCardMission: 0,
      AlertMission: 0,
      ApprovalMission: 0,
    };
    expect(await call('school', '/admin/organization/user/mission_query', {})).toEqual({
      errorcode: 0,
      errormsg: '',
      total,
    });
    expect((await call('cook', '/admin/organization/user/mission_query', {})).total.OrderMission).toBe(0);
    expect(await call('cook', '/admin/contractor/supermarket/subscribe_order/get_info', {})).toEqual({
      errorcode: 0,
      errormsg: '',
      data: null,
    });
  });

  it('list only one’s own exports and hand over only those', async () => {
    const owner = await bench.services.db
      .selectFrom('account')
      .select('id')
      .where('login_name', '=', 'school')
      .executeTakeFirstOrThrow();
    await bench.database.pool.query(
      `insert into export_task (id, account_id, page_path, title, filename, created_at) values (77, $1, $2, '账号', '账号.xlsx', now())`,
      [owner.id, page],
    );
    expect((await call('school', '/admin/common/excel_mission_query')).data).toBe(0);
    const { data } = await call('school', '/admin/common/get_excel_missiontable');
    expect(data).toMatchObject([{ id: 77, filename: '账号.xlsx', finish: false, dowmloadUrl: null, delAt: null }]);
    expect((await call('clerk', '/admin/common/get_excel_missiontable')).data).toEqual([]);
    expect((await call('clerk', '/admin/common/download_excel', { id: 77 })).errorcode).toBe(1004);
    expect((await call('school', '/admin/common/download_excel', { id: 77 })).errorcode).toBe(1321);
    expect((await call('clerk', '/admin/common/export_file?id=77')).errorcode).toBe(1004);
    for (const verb of ['cancel', 'retry'])
      expect((await call('clerk', `/admin/common/${verb}_excel`, { id: 77 })).errorcode).toBe(1004);
    expect((await call('school', '/admin/common/retry_excel', { id: 77 })).errorcode).toBe(1326);
    expect((await call('school', '/admin/common/cancel_excel', { id: 77 })).errorcode).toBe(0);
    expect((await call('school', '/admin/common/cancel_excel', { id: 77 })).errorcode).toBe(1324);
  });

  it('keep list columns per person and merge what is sent', async () => {
    expect((await call('school', '/admin/common/list_state', { page })).data).toEqual({ views: [] });
    await call('school', '/admin/common/list_state_save', { page, columns: { name: { width: 120, hidden: true } } });
    expect((await call('school', '/admin/common/list_state', { page })).data).toEqual({
      columns: { name: { width: 120, hidden: true } },
      views: [],
    });
    expect((await call('clerk', '/admin/common/list_state', { page })).data).toEqual({ views: [] });
    expect((await call('cook', '/admin/common/list_state', { page })).errorcode).toBe(1003);
    // Looks belong to the account, whatever the page.
    for (const part of [{ theme: 'dark' }, { density: 'middle' }])
      expect((await call('school', '/admin/common/looks_save', part)).errorcode).toBe(0);
    const looksOf = async (who: string) => (await call(who, '/admin/get_admin_info_in_session', {})).data.looks;
    expect(await looksOf('school')).toEqual({ theme: 'dark', density: 'middle' });
    expect(await looksOf('clerk')).toEqual({});
    expect((await call('school', '/admin/common/looks_save', { theme: 'green' })).errorcode).not.toBe(0);
    expect((await call('school', '/admin/common/list_state', { page: '/admin/nowhere' })).errorcode).toBe(1004);
    expect(
      (await call('school', '/admin/common/list_state_save', { page, columns: { name: { width: 'x' } } })).errorcode,
    ).toBe(1100);
  });

  it('share saved searches within the unit; only the owner replaces or removes them', async () => {
    await call('school', '/admin/common/view_save', {
      page,
      name: '停用的',
      shared: true,
      search: { status: 'DISABLED' },
    });
    const saved = await call('school', '/admin/common/view_save', {
      page,
      name: '停用的',
      shared: true,
      search: { status: ['DISABLED'] },
    });
    await call('school', '/admin/common/view_save', { page, name: '我的', shared: false, search: {} });
    const views = async (as: string) => (await call(as, '/admin/common/list_state', { page })).data.views;
    expect(await views('clerk')).toEqual([
      { id: saved.data.id, name: '停用的', shared: true, own: false, search: { status: ['DISABLED'] } },
    ]);
    expect(await views('school')).toHaveLength(2);
    expect((await call('clerk', '/admin/common/view_remove', { id: saved.data.id })).errorcode).toBe(1004);
    expect((await call('school', '/admin/common/view_remove', { id: saved.data.id })).errorcode).toBe(0);
    expect((await call('school', '/admin/common/view_save', { page, name: '', search: {} })).fields).toHaveProperty(
      'name',
    );
  });

  it('find pages by name, and what domains search', async () => {
    bench.services.shellBoard.registerSearcher(async (_ctx, keyword) => [
      { kind: 'person', title: keyword, hint: '', path: '/x' },
    ]);
    expect((await call('school', '/admin/common/palette', { keyword: ' 账号 ' })).data).toEqual([
      { kind: 'page', title: '账号管理', hint: '系统设置 / 账号权限', path: page },
      { kind: 'person', title: '账号', hint: '', path: '/x' },
    ]);
    expect((await call('school', '/admin/common/palette', { keyword: '' })).data).toEqual([]);
  });
});

/** Accounts, employees and roles through the pages' own door: what is allowed, what is refused, what the log keeps. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportTask } from '../../../kit/server/jobs/export/types.ts';
import type { Bound } from '../../../kit/server/page/binding.ts';
import { exportPlanner } from '../../../kit/server/page/export-plan.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { ensureSuper } from '../accounts/ensure-super.ts';
import { openOwner } from '../accounts/open-owner.ts';
import account from '../accounts/pages/account.server.ts';
import agentAccount from '../accounts/pages/agent-account.server.ts';
import systemAdmin from '../accounts/pages/system-admin.server.ts';
import systemMenu from '../menus/pages/system-menu.server.ts';
import { syncMenus } from '../menus/sync-menus.ts';
import role from '../roles/pages/role.server.ts';
import systemRole from '../roles/pages/system-role.server.ts';
import { loadSession } from '../sessions/load-session.ts';
import systemLog from '../system/pages/system-log.server.ts';
import { type IdentityBench, identityApp, identityBench } from '../testing.ts';
import employee from './pages/employee.server.ts';
import organizationEmployee from './pages/organization-employee.server.ts';

const pages: Bound[] = [
  account,
  agentAccount,
  employee,
  organizationEmployee,
  role,
  systemAdmin,
  systemLog,
  systemMenu,
  systemRole,
];
const org = '/admin/organization';
const password = 'onecard-2026';

let bench: IdentityBench;
let app: FastifyInstance;
const tokens: Record<string, string> = {};

const call = async (as: string, url: string, payload: object = {}) =>
  (
    await app.inject({ method: 'POST', url: `/api${url}`, payload, headers: { authorization: `Bearer ${tokens[as]}` } })
  ).json();
const signIn = async (name: string, secret = password) =>
  (await app.inject({ method: 'POST', url: '/api/admin/login', payload: { account: name, password: secret } })).json();
const rows = async (as: string, url: string, search = {}) => (await call(as, `${url}/query`, { search })).data.rows;

beforeAll(async () => {
  bench = await identityBench(pages, true);
  await syncMenus(bench.services);
  bench.unit('PLATFORM', 1, '平台');
  bench.unit('ORGANIZATION', 500, '实验学校');
  bench.unit('ORGANIZATION', 501, '第二学校');
  app = await identityApp(bench);
  for (const [unitType, unitId, loginName] of [
    ['ORGANIZATION', 500, 'school'],
    ['ORGANIZATION', 501, 'second'],
    ['PLATFORM', 1, 'platform'],
  ] as const) {
    const opened = await openOwner(bench.services, {
      unitType,
      unitId,
      loginName,
      name: loginName,
      phone: '13812345678',
      password,
    });
    if (isRefusal(opened)) throw new Error(opened.code);
    tokens[loginName] = (await signIn(loginName)).token;
  }
  await ensureSuper(bench.services);
  tokens.super = (await signIn('super', 'onecard-demo')).token;
});
afterAll(async () => {
  await app.close();
  await bench.database.drop();
});

describe('roles', () => {
  it('offers every page of the area with its verbs, and refuses what is not there', async () => {
    const { data } = await call('school', `${org}/role/permissions`);
    expect(data[0]).toMatchObject({ top: '系统设置', child: '账号权限' });
    expect(data[0].pages.map((p: { title: string }) => p.title).sort()).toEqual(['员工管理', '角色管理', '账号管理']);
    const bad = await call('school', `${org}/role/create`, {
      name: 'x',
      dataScope: 'ALL',
      grants: ['/admin/platform/role#query'],
    });
    expect(bad).toMatchObject({ errorcode: 1101, fields: { grants: expect.stringContaining('不存在') } });
    expect((await call('school', `${org}/role/create`, { name: 'x', dataScope: 'ALL', grants: [] })).errorcode).toBe(
      1101,
    );
  });

  it('lose what no page has any more: it is not shown, not counted, and keeps nobody from saving the role', async () => {
    const grants = [`${org}/role#query`, `${org}/employee#query`];
    const { data } = await call('school', `${org}/role/create`, { name: '旧角色', dataScope: 'ALL', grants });
    const stored = () =>
      bench.services.db.selectFrom('role').select('grants').where('id', '=', data.id).executeTakeFirstOrThrow();
    const dead = [`${org}/telegram#query`, `${org}/role#fly`];
    await bench.services.db
      .updateTable('role')
      .set({ grants: [...grants, ...dead] })
      .where('id', '=', data.id)
      .execute();
    const shown = (await call('school', `${org}/role/get`, { id: data.id })).data;
    expect(shown).toMatchObject({ grants, grantCount: 2 });
    const { version } = shown;
    const saved = await call('school', `${org}/role/update`, { id: data.id, version, name: '旧角色二', grants });
    expect(saved.errorcode).toBe(0);
    expect((await stored()).grants).toEqual([...grants].sort());
    expect((await call('school', `${org}/role/remove`, { id: data.id })).errorcode).toBe(0);
  });

  it('are made, found, changed, and removed only while nobody carries them', async () => {
    const made = await call('school', `${org}/role/create`, {
      name: '人事',
      dataScope: 'SELF',
      grants: [
        `${org}/employee#create`,
        `${org}/employee#update`,
        `${org}/account#reset_password`,
        `${org}/role#query`,
        `${org}/role#create`,
        `${org}/role#update`,
      ],
    });
    expect(made.errorcode).toBe(0);
    const again = await call('school', `${org}/role/create`, {
      name: '人事',
      dataScope: 'ALL',
      grants: [`${org}/role#query`],
    });
    expect(again).toMatchObject({ errorcode: 1201, fields: { name: '名称「人事」已存在' } });
    const { data } = await call('school', `${org}/role/get`, { id: made.data.id });
    expect(data.grants).toContain(`${org}/employee#query`);
    expect((await call('second', `${org}/role/get`, { id: made.data.id })).errorcode).toBe(1004);
    expect((await call('second', `${org}/role/update`, { id: made.data.id, name: 'y' })).errorcode).toBe(1004);
    const owner = (await rows('school', `${org}/role`)).find((r: { isOwner: boolean }) => r.isOwner);
    expect((await call('school', `${org}/role/update`, { id: owner.id, name: 'z' })).errorcode).toBe(1416);
    expect((await call('school', `${org}/role/remove`, { id: owner.id })).errorcode).toBe(1416);
  });

  it('may start from a template', async () => {
    const made = await call('super', '/admin/system/role/create', {
      unitType: 'ORGANIZATION',
      name: '出纳',
      dataScope: 'ALL',
      grants: [`${org}/account#query`],
    });
    expect(made.errorcode).toBe(0);
    expect((await call('school', `${org}/role/templates`)).data).toMatchObject([{ name: '出纳' }]);
    expect(await rows('school', `${org}/role`, { keyword: '出纳' })).toEqual([]);
    expect((await call('school', '/admin/system/role/query')).errorcode).toBe(1003);
  });
});

describe('employees', () => {
  let clerk: { id: number; secret: string };
  const roleId = async (as: string, name: string) =>
    (await call(as, `${org}/role/options`)).data.find((r: { name: string }) => r.name === name).id;

  it('are taken on with a password shown once', async () => {
    const answer = await call('school', `${org}/employee/create`, {
      name: '李丽',
      loginName: 'lili',
      phone: '13900001111',
      roleIds: [await roleId('school', '人事')],
      jobTitle: '人事专员',
    });
    expect(answer).toMatchObject({ errorcode: 0, data: { secret: { label: '账号 lili 的初始密码' } } });
    clerk = { id: answer.data.id, secret: answer.data.secret.value };
    const signed = await signIn('lili', clerk.secret);
    expect(signed.data.mustChangePassword).toBe(true);
    tokens.lili = signed.token;
    expect((await call('lili', `${org}/employee/query`)).errorcode).toBe(1003);
    await bench.services.db.updateTable('account').set({ must_change_password: false }).execute();
    bench.services.sessionCache.forget();
    expect((await rows('lili', `${org}/employee`)).map((r: { name: string }) => r.name).sort()).toEqual(
      ['school', '李丽'].sort(),
    );
  });

  it('show their roles and hide their numbers', async () => {
    const [row] = await rows('school', `${org}/employee`, { keyword: 'lili' });
    expect(row).toMatchObject({
      name: '李丽',
      phone: '139****1111',
      roleNames: ['人事'],
      dataScope: 'SELF',
      loginName: 'lili',
      hiredAt: '2026-11-20',
    });
  });

  it('hand out no data scope they have not, in a role or with one', async () => {
    const role = (dataScope: string) => ({ name: `范围 ${dataScope}`, dataScope, grants: [`${org}/role#query`] });
    const sent = (as: string, dataScope: string) => call(as, `${org}/role/create`, role(dataScope));
    for (const dataScope of ['ALL', 'DEPARTMENT', 'RESTAURANT'])
      expect(await sent('lili', dataScope)).toMatchObject({
        errorcode: 1422,
        fields: { dataScope: expect.any(String) },
      });
    const { data: own } = await sent('lili', 'SELF');
    expect((await call('lili', `${org}/role/update`, { id: own.id, dataScope: 'ALL' })).errorcode).toBe(1422);
    const { data: wide } = await sent('school', 'ALL');
    expect((await call('lili', `${org}/role/update`, { id: wide.id, name: '改名' })).errorcode).toBe(1422);
    const taken = await call('lili', `${org}/employee/create`, { name: '甲', loginName: 'jia', roleIds: [wide.id] });
    expect(taken).toMatchObject({ errorcode: 1422, fields: { roleIds: expect.any(String) } });
    for (const { id } of [own, wide]) expect((await call('school', `${org}/role/remove`, { id })).errorcode).toBe(0);
  });

  it('held to two data scopes hand on neither without the other, and cannot shake one off', async () => {
    const grants = [...['query', 'create', 'update'].map((verb) => `${org}/employee#${verb}`), `${org}/role#update`];
    const roles: number[] = [];
    for (const dataScope of ['DEPARTMENT', 'RESTAURANT'])
      roles.push(
        (await call('school', `${org}/role/create`, { name: `两样 ${dataScope}`, dataScope, grants })).data.id,
      );
    const [byDepartment, byRestaurant] = roles;
    const { data } = await call('school', `${org}/employee/create`, { name: '丁', loginName: 'ding', roleIds: roles });
    await bench.services.db.updateTable('account').set({ must_change_password: false }).execute();
    tokens.ding = (await signIn('ding', data.secret.value)).token;
    const hire = (loginName: string, roleIds: unknown) =>
      call('ding', `${org}/employee/create`, { name: '戊', loginName, roleIds });
    for (const one of roles)
      expect(await hire('wu', [one])).toMatchObject({ errorcode: 1422, fields: { roleIds: expect.any(String) } });
    expect((await call('ding', `${org}/role/update`, { id: byDepartment, dataScope: 'RESTAURANT' })).errorcode).toBe(
      1422,
    );
    expect((await hire('wu', roles)).errorcode).toBe(0);
    // A role out of use narrows nobody.
    expect((await call('school', `${org}/role/disable`, { id: byDepartment })).errorcode).toBe(0);
    expect((await call('school', `${org}/role/enable`, { id: byDepartment })).errorcode).toBe(0);
    for (const [{ id }] of [
      await rows('school', `${org}/employee`, { keyword: 'wu' }),
      await rows('school', `${org}/employee`, { keyword: 'ding' }),
    ])
      expect((await call('school', `${org}/employee/update`, { id, roleIds: [byRestaurant] })).errorcode).toBe(0);
  });

  it('hand out no more than they have', async () => {
    const owner = await roleId('school', '管理员');
    const beyond = await call('lili', `${org}/employee/create`, { name: '甲', loginName: 'jia', roleIds: [owner] });
    expect(beyond).toMatchObject({ errorcode: 1417, fields: { roleIds: '不能授予自己没有的权限' } });
    expect((await call('lili', `${org}/employee/update`, { id: clerk.id, roleIds: [owner] })).errorcode).toBe(1417);
    const [boss] = await rows('school', `${org}/account`, { keyword: 'school' });
    expect((await call('lili', `${org}/account/reset_password`, { id: boss.id })).errorcode).toBe(1417);
    const other = await roleId('second', '管理员');
    expect(
      (await call('school', `${org}/employee/create`, { name: '乙', loginName: 'yi', roleIds: [other] })).errorcode,
    ).toBe(1101);
  });

  it('are asked to join a second unit by login name and name; the account stays with the first', async () => {
    const roleIds = [await roleId('second', '管理员')];
    const stranger = await call('second', `${org}/employee/create`, { name: '李四', loginName: 'lili', roleIds });
    expect(stranger.errorcode).toBe(1418);
    const joined = await call('second', `${org}/employee/create`, { name: '李丽', loginName: 'LILI', roleIds });
    expect(joined.errorcode).toBe(0);
    expect(joined.data.secret).toBeUndefined();
    expect((await rows('second', `${org}/employee`, { keyword: 'lili' }))[0].status).toBe('INVITED');
    expect(await rows('second', `${org}/account`, { keyword: 'lili' })).toEqual([]);
    const rename = await call('second', `${org}/employee/update`, { id: joined.data.id, name: '改名' });
    expect(rename).toMatchObject({ errorcode: 1413 });
    expect(
      (await call('second', `${org}/employee/create`, { name: '李丽', loginName: 'lili', roleIds })).errorcode,
    ).toBe(1201);
  });

  it('keep the unit an administrator', async () => {
    const [boss] = await rows('school', `${org}/employee`, { keyword: 'school' });
    expect((await call('school', `${org}/employee/disable`, { id: boss.id })).errorcode).toBe(1414);
    const demoted = await call('school', `${org}/employee/update`, {
      id: boss.id,
      roleIds: [await roleId('school', '人事')],
    });
    expect(demoted.errorcode).toBe(1415);
    const left = await call('school', `${org}/employee/update`, {
      id: boss.id,
      leftAt: '2026-11-19',
      hiredAt: '2026-11-01',
    });
    expect(left.errorcode).toBe(1415);
    expect((await rows('school', `${org}/employee`, { keyword: 'school' }))[0].leftAt).toBeNull();
  });

  it('lose the unit when disabled there, not the account', async () => {
    expect((await call('school', `${org}/employee/disable`, { ids: [clerk.id] })).errorcode).toBe(0);
    expect((await call('lili', `${org}/employee/query`)).errorcode).toBe(1406);
    expect((await signIn('lili', clerk.secret)).data.invitations).toMatchObject([{ unit: '第二学校' }]);
    expect((await call('school', `${org}/employee/enable`, { ids: [clerk.id] })).errorcode).toBe(0);
  });

  it('have their password reset and their sessions ended', async () => {
    tokens.lili = (await signIn('lili', clerk.secret)).token;
    const [row] = await rows('school', `${org}/account`, { keyword: 'lili' });
    const reset = await call('school', `${org}/account/reset_password`, { id: row.id });
    expect(reset.data.secret.value).toHaveLength(10);
    expect((await call('lili', `${org}/employee/query`)).errorcode).toBe(1001);
    expect((await signIn('lili', clerk.secret)).errorcode).toBe(1400);
    expect((await signIn('lili', reset.data.secret.value)).errorcode).toBe(0);
    const { data } = await call('school', `${org}/account/history`, { id: row.id });
    expect(data[0]).toMatchObject({ action: '重置密码', actor: 'school' });
    expect(JSON.stringify(data)).not.toContain(reset.data.secret.value);
  });
});

describe('platform and system', () => {
  it('let the super administrator see, open and close every account', async () => {
    const all = await rows('super', '/admin/system/admin');
    expect(all.find((r: { loginName: string }) => r.loginName === 'super')).toMatchObject({
      type: null,
      roleNames: '超级管理员',
    });
    const made = await call('super', '/admin/system/admin/create', {
      type: 'PLATFORM',
      loginName: 'ops',
      name: '运营',
    });
    expect(made).toMatchObject({ errorcode: 0, data: { secret: { label: '账号 ops 的初始密码' } } });
    const none = await call('super', '/admin/system/admin/create', { type: 'AGENT', loginName: 'ag', name: '代理' });
    expect(none).toMatchObject({ errorcode: 1101, fields: { agentId: '请选择' } });
    expect((await call('super', '/admin/system/admin/disable', { ids: [1] })).errorcode).toBe(1203);
    const sessions = (await call('super', '/admin/system/admin/sessions', { id: 1 })).data;
    expect(sessions).toMatchObject([{ identity: '超级管理员', current: true }]);
    expect((await call('platform', '/admin/system/admin/query')).errorcode).toBe(1003);
    expect((await rows('platform', '/admin/platform/admin')).map((r: { loginName: string }) => r.loginName)).toContain(
      'ops',
    );
  });

  it('show the log with titles, units and what changed', async () => {
    const lines = await rows('platform', '/admin/platform/system_log', { keyword: '员工' });
    expect(lines[0]).toMatchObject({ pageTitle: '员工管理', unitType: 'ORGANIZATION', actor: expect.any(String) });
    expect(await rows('platform', '/admin/platform/system_log', { actor: '没有这人' })).toEqual([]);
  });

  it('export the log with what was before and after', async () => {
    const owner = await bench.services.db
      .selectFrom('employee as e')
      .innerJoin('account as a', 'a.id', 'e.account_id')
      .select(['e.id', 'a.id as accountId'])
      .where('a.login_name', '=', 'platform')
      .executeTakeFirstOrThrow();
    const sessionOf = async (accountId: number, employeeId: number | null) => {
      const session = await loadSession(bench.services, accountId, employeeId);
      return isRefusal(session) ? session : { ...session, tokenHash: '' };
    };
    const filter = { search: {}, sort: null, columns: null, employeeId: owner.id };
    const task = {
      accountId: owner.accountId,
      pagePath: '/admin/platform/system_log',
      filter,
    } as unknown as ExportTask;
    const plan = await exportPlanner(bench.services, sessionOf)(task);
    if (isRefusal(plan) || !('rows' in plan.source)) throw new Error('no plan in code');
    expect(plan.columns.map((c) => c.title)).toContain('变更内容');
    const lines: unknown[] = [];
    for await (const rows of plan.source.rows) lines.push(...rows);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines).toContainEqual(expect.objectContaining({ changes: expect.stringMatching(/^.+：.+ → .+/) }));
  });

  it('give the menu as a whole tree and keep own entries apart from the program’s', async () => {
    const tree = await rows('super', '/admin/system/menu', { unitType: 'ORGANIZATION' });
    const page = tree.find((m: { url: string }) => m.url === `${org}/role`);
    expect(page).toMatchObject({ level: '3', builtIn: true, status: 'NORMAL' });
    expect((await call('super', '/admin/system/menu/remove', { id: page.id })).errorcode).toBe(1419);
    expect((await call('super', '/admin/system/menu/update', { id: page.id, name: '权限' })).errorcode).toBe(0);
    const bad = await call('super', '/admin/system/menu/create', {
      unitType: 'ORGANIZATION',
      parentId: page.parentId,
      name: '坏',
      url: '/admin/platform/role',
    });
    expect(bad).toMatchObject({ errorcode: 1101, fields: { url: '该类型账号没有这个页面' } });
    const own = await call('super', '/admin/system/menu/create', {
      unitType: 'ORGANIZATION',
      parentId: page.parentId,
      name: '停用账号',
      url: `${org}/account?status=DISABLED`,
    });
    expect(own.errorcode).toBe(0);
    const info = (await call('school', '/admin/get_admin_info_in_session')).data;
    expect(info.menus[0].children[0].children.map((m: { name: string }) => m.name)).toEqual([
      '账号管理',
      '员工管理',
      '权限',
      '停用账号',
    ]);
    expect((await call('super', '/admin/system/menu/remove', { id: own.data.id })).errorcode).toBe(0);
  });
});

describe('customers of an agent', () => {
  const path = '/admin/agent/account';
  const customer = {
    unitType: 'ORGANIZATION',
    unitKind: 'SCHOOL',
    unitName: '新华小学',
    loginName: 'xinhua',
    name: '孙主任',
    phone: '13700001111',
  };

  beforeAll(async () => {
    const { pool } = bench.database;
    await pool.query(
      `insert into agent (id, name, grade_id, contact, phone, created_at, updated_at)
       select id, '代理' || id, 1, '甲', '13800000000', now(), now() from unnest(array[700, 701]) id`,
    );
    for (const id of [700, 701]) {
      bench.unit('AGENT', id, `代理${id}`);
      const opened = await openOwner(bench.services, {
        unitType: 'AGENT',
        unitId: id,
        loginName: `agent${id}`,
        name: `代理${id}`,
        phone: null,
        password,
      });
      if (isRefusal(opened)) throw new Error(opened.code);
      tokens[`agent${id}`] = (await signIn(`agent${id}`)).token;
    }
  });

  it('are opened with unit, trial and account in one go', async () => {
    expect((await call('agent700', `${path}/create`, { ...customer, unitType: 'AGENT' })).fields).toHaveProperty(
      'unitType',
    );
    expect((await call('agent700', `${path}/create`, { ...customer, unitKind: null })).fields).toHaveProperty(
      'unitKind',
    );
    const made = await call('agent700', `${path}/create`, customer);
    expect(made).toMatchObject({ errorcode: 0, data: { secret: { label: '账号 xinhua 的初始密码' } } });
    const twice = await call('agent700', `${path}/create`, { ...customer, loginName: 'other' });
    expect(twice).toMatchObject({ errorcode: 1201, fields: { unitName: '名称「新华小学」已存在' } });
    const taken = await call('agent700', `${path}/create`, { ...customer, unitName: '别的学校' });
    expect(taken).toMatchObject({ errorcode: 1418, fields: { loginName: expect.any(String) } });
    const left = await bench.database.pool.query(`select name, status, agent_id, expire_at from organization`);
    expect(left.rows).toEqual([{ name: '新华小学', status: 'TRIAL', agent_id: 700, expire_at: '2026-12-20' }]);
  });

  it('are seen and served by their own agent alone', async () => {
    const { rows: units } = await bench.database.pool.query<{ id: number }>('select id from organization');
    const id = units[0]!.id;
    bench.unit('ORGANIZATION', id, '新华小学');
    bench.unit('AGENT', 700, '代理700', { organizations: [id] });
    bench.services.sessionCache.forget();
    const mine = await rows('agent700', path);
    expect(mine.map((r: { loginName: string }) => r.loginName).sort()).toEqual(['agent700', 'xinhua']);
    const row = mine.find((r: { loginName: string }) => r.loginName === 'xinhua');
    expect(row).toMatchObject({ unitName: '新华小学', unitStatus: 'TRIAL', expireAt: '2026-12-20', status: 'NORMAL' });
    expect((await rows('agent701', path)).map((r: { loginName: string }) => r.loginName)).toEqual(['agent701']);
    const rename = (name: string) => call('agent700', `${path}/update`, { id: row.id, version: row.version, name });
    expect((await rename('孙校长')).errorcode).toBe(0);
    expect(await rename('旧名')).toMatchObject({ errorcode: 1200 });
    expect((await call('agent701', `${path}/reset_password`, { id: row.id })).errorcode).toBe(1004);
    const reset = await call('agent700', `${path}/reset_password`, { id: row.id });
    expect((await signIn('xinhua', reset.data.secret.value)).errorcode).toBe(0);
    expect((await call('agent700', `${path}/disable`, { ids: [row.id] })).errorcode).toBe(0);
    expect((await signIn('xinhua', reset.data.secret.value)).errorcode).toBe(1404);
  });
});

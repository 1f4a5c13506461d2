/** What is done to an account by others is seen by its holder, and nobody is taken on who did not say yes. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import organizationEmployee from '../employees/pages/organization-employee.server.ts';
import role from '../roles/pages/role.server.ts';
import passwdUser from '../sign-in/pages/passwd-user.server.ts';
import { type IdentityBench, identityApp, identityBench } from '../testing.ts';
import { openOwner } from './open-owner.ts';
import account from './pages/account.server.ts';
import agentAccount from './pages/agent-account.server.ts';
import userInfo from './pages/user-info.server.ts';

const org = '/admin/organization';
const password = 'onecard-2026';
const day = 86_400_000;

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
const matters = async (as: string) => (await call(as, '/admin/user_info/matters')).data;
const identities = async (as: string) =>
  (
    await app.inject({
      url: '/api/admin/agent/employee/switch_identity',
      headers: { authorization: `Bearer ${tokens[as]}` },
    })
  )
    .json()
    .obj.map((one: { name: string }) => one.name);
const roleId = async (as: string, name: string) =>
  (await call(as, `${org}/role/options`)).data.find((r: { name: string }) => r.name === name).id;

beforeAll(async () => {
  bench = await identityBench([account, agentAccount, organizationEmployee, passwdUser, role, userInfo], true);
  await bench.database.pool.query(
    `insert into agent (id, name, grade_id, contact, phone, created_at, updated_at) values (700, '华北代理', 1, '甲', '13800000000', now(), now())`,
  );
  await bench.database.pool.query(
    `insert into organization (id, name, kind, agent_id, contact, phone, status, created_at, updated_at)
     select id, '学校' || id, 'SCHOOL', 700, '甲', '13800000000', 'NORMAL', now(), now() from unnest(array[500, 501]) id`,
  );
  bench.unit('ORGANIZATION', 500, '实验学校');
  bench.unit('ORGANIZATION', 501, '第二学校');
  bench.unit('AGENT', 700, '华北代理', { organizations: [500] });
  app = await identityApp(bench);
  for (const [unitType, unitId, loginName] of [
    ['ORGANIZATION', 500, 'school'],
    ['ORGANIZATION', 501, 'second'],
    ['AGENT', 700, 'agent'],
  ] as const) {
    const opened = await openOwner(bench.services, {
      unitType,
      unitId,
      loginName,
      name: `${loginName}主任`,
      phone: '13812345678',
      password,
    });
    if (isRefusal(opened)) throw new Error(opened.code);
  }
  await bench.services.db.updateTable('account').set({ must_change_password: false }).execute();
  for (const name of ['school', 'second', 'agent']) tokens[name] = (await signIn(name)).token;
});
afterAll(async () => {
  await app.close();
  await bench.database.drop();
});

describe('a password made by another unit', () => {
  const path = '/admin/agent/account';
  const customer = async () =>
    (await rows('agent', path)).find((r: { loginName: string }) => r.loginName === 'school') as { id: number };
  const reset = async () => call('agent', `${path}/reset_password`, { id: (await customer()).id });
  const open = async () => (await call('school', '/admin/user_info/matters')).data.resets;

  it('leaves password and sessions as they are until it is used, and tells whom it concerns', async () => {
    const made = await reset();
    expect(made.data.secret).toMatchObject({ label: '账号 school 的临时密码', value: expect.any(String) });
    expect((await call('school', `${org}/account/query`)).errorcode).toBe(0);
    expect((await signIn('school')).errorcode).toBe(0);
    expect(await open()).toMatchObject([
      { by: '代理商「华北代理」 agent主任', ip: '127.0.0.1', at: '2026-11-20T09:00:00.000+08:00', state: 'WAITING' },
    ]);
    expect((await call('school', '/admin/get_admin_info_in_session')).data.matters).toBe(1);
    const [row] = await rows('school', `${org}/account`, { keyword: 'school' });
    expect(row.temporaryUntil).toBe('2026-11-23T09:00:00.000+08:00');
    const { data: log } = await call('school', `${org}/account/history`, { id: row.id });
    expect(log[0]).toMatchObject({ action: '生成临时密码', actor: '代理商「华北代理」 agent主任', ip: '127.0.0.1' });
    expect((await call('school', `${org}/account/notice`)).data.text).toContain('agent主任 为账号 school（等待使用）');
    expect(JSON.stringify([log, await open()])).not.toContain(made.data.secret.value);
  });

  it('is made void by the holder, or by the managers of his unit', async () => {
    const first = (await reset()).data.secret.value;
    const waiting = (await open()).find((r: { state: string }) => r.state === 'WAITING');
    expect((await call('second', '/admin/user_info/reset_void', { id: waiting.id })).errorcode).toBe(1426);
    expect((await call('school', '/admin/user_info/reset_void', { id: waiting.id })).errorcode).toBe(0);
    expect((await signIn('school', first)).errorcode).toBe(1400);
    expect((await call('school', '/admin/user_info/reset_void', { id: waiting.id })).errorcode).toBe(1426);
    const second = (await reset()).data.secret.value;
    const [row] = await rows('school', `${org}/account`, { keyword: 'school' });
    expect((await call('school', `${org}/account/void_reset`, { id: row.id })).errorcode).toBe(0);
    expect((await signIn('school', second)).errorcode).toBe(1400);
    expect((await call('school', '/admin/user_info/resets_seen')).errorcode).toBe(0);
    expect(await open()).toEqual([]);
    expect((await call('school', '/admin/user_info/reset_history')).data).toHaveLength(3);
  });

  it('is over after three days, with the next one, and with a new password of one’s own', async () => {
    const first = (await reset()).data.secret.value;
    const second = (await reset()).data.secret.value;
    expect((await signIn('school', first)).errorcode).toBe(1400);
    bench.clock.set(bench.clock.now() + 3 * day);
    expect((await signIn('school', second)).errorcode).toBe(1400);
    tokens.school = (await signIn('school')).token;
    tokens.agent = (await signIn('agent')).token;
    const third = (await reset()).data.secret.value;
    const changed = { oldPassword: password, newPassword: 'onecard-2027' };
    expect((await call('school', '/admin/passwd_user/update', changed)).errorcode).toBe(0);
    expect((await signIn('school', third)).errorcode).toBe(1400);
    expect((await call('school', '/admin/user_info/resets_seen')).errorcode).toBe(0);
  });

  it('once used takes the old one’s place, ends the sessions and must be changed', async () => {
    const { value } = (await reset()).data.secret;
    const signed = await signIn('school', value);
    expect(signed.data.mustChangePassword).toBe(true);
    expect((await call('school', `${org}/account/query`)).errorcode).toBe(1001);
    expect((await signIn('school', 'onecard-2027')).errorcode).toBe(1400);
    tokens.school = signed.token;
    expect((await call('school', `${org}/account/query`)).errorcode).toBe(1003);
    const changed = { oldPassword: value, newPassword: 'onecard-2028' };
    expect((await call('school', '/admin/passwd_user/update', changed)).errorcode).toBe(0);
    expect((await matters('school')).resets).toMatchObject([{ state: 'USED', usedIp: '127.0.0.1' }]);
    expect((await call('school', `${org}/account/query`)).errorcode).toBe(0);
  });

  it('is not made where the customer does not let its agent', async () => {
    expect((await call('school', `${org}/account/notice`)).data.text).toContain('已使用');
    bench.clock.set(bench.clock.now() + 8 * day);
    for (const [name, secret] of [
      ['school', 'onecard-2028'],
      ['agent', password],
    ] as const)
      tokens[name] = (await signIn(name, secret)).token;
    expect((await call('school', `${org}/account/notice`)).data).toMatchObject({
      tone: 'info',
      tool: { key: 'agent_reset', values: { rule: 'ALLOW' } },
    });
    expect((await call('school', `${org}/account/agent_reset`, { rule: 'DENY' })).errorcode).toBe(0);
    expect((await call('school', `${org}/account/notice`)).data.text).toContain('已关闭');
    expect(await reset()).toMatchObject({ errormsg: expect.stringContaining('该客户不允许代理商重置密码') });
    expect((await call('school', `${org}/account/agent_reset`, { rule: 'ALLOW' })).errorcode).toBe(0);
    expect((await reset()).errorcode).toBe(0);
  });

  it('by one’s own unit takes effect at once, and is told too', async () => {
    const roleIds = [await roleId('school', '管理员')];
    const made = await call('school', `${org}/account/create`, { loginName: 'clerk', name: '出纳', roleIds });
    const again = await call('school', `${org}/account/reset_password`, { id: made.data.id });
    expect(again.data.secret.label).toBe('账号 clerk 的初始密码');
    expect((await signIn('clerk', made.data.secret.value)).errorcode).toBe(1400);
    tokens.clerk = (await signIn('clerk', again.data.secret.value)).token;
    expect((await matters('clerk')).resets).toMatchObject([{ by: '单位「实验学校」 school主任', state: 'AT_ONCE' }]);
  });
});

describe('somebody who has an account', () => {
  const invite = async (name = 'school主任', loginName = 'school') =>
    call('second', `${org}/employee/create`, {
      name,
      loginName,
      jobTitle: '顾问',
      roleIds: [await roleId('second', '管理员')],
    });
  const invited = async () => (await matters('school')).invitations;

  beforeAll(async () => {
    tokens.second = (await signIn('second')).token;
  });

  it('is asked before he joins a second unit, and has no access before he says yes', async () => {
    const made = await invite();
    expect(made).toMatchObject({ errorcode: 0 });
    expect(made.data.secret).toBeUndefined();
    const [row] = await rows('second', `${org}/employee`, { keyword: 'school' });
    expect(row).toMatchObject({ status: 'INVITED', phone: null, lastLoginAt: null });
    expect(await identities('school')).toEqual(['实验学校']);
    const switched = await app.inject({
      url: `/api/admin/agent/employee/Change_user_token?id=${made.data.id}&type=ORGANIZATION`,
      headers: { authorization: `Bearer ${tokens.school}` },
    });
    expect(switched.json()).toMatchObject({ errorcode: 1407 });
    expect((await call('second', `${org}/employee/enable`, { ids: [row.id] })).errorcode).not.toBe(0);
    const choices = (await call('second', `${org}/employee/options`)).data.map((o: { hint: string }) => o.hint);
    expect(choices).toEqual(['second']);
    expect(await invited()).toMatchObject([
      { unit: '第二学校', unitKind: '单位', by: 'second主任', jobTitle: '顾问', roles: ['管理员'] },
    ]);
    expect((await invite()).errorcode).toBe(1201);
  });

  it('agrees to what he read: a change since is refused, somebody else’s answer too', async () => {
    const [open] = await invited();
    expect((await call('agent', '/admin/user_info/invitation_accept', open)).errorcode).toBe(1425);
    const { id } = open;
    expect((await call('second', `${org}/employee/update`, { id, jobTitle: '院长' })).errorcode).toBe(0);
    expect((await call('school', '/admin/user_info/invitation_accept', open)).errorcode).toBe(1200);
    const [changed] = await invited();
    expect(changed.jobTitle).toBe('院长');
    expect((await call('school', '/admin/user_info/invitation_decline', changed)).errorcode).toBe(0);
    expect(await identities('school')).toEqual(['实验学校']);
    const [row] = await rows('second', `${org}/employee`, { status: ['DECLINED'] });
    expect(row.id).toBe(id);
    const { data: log } = await call('second', `${org}/employee/history`, { id });
    expect(log[0]).toMatchObject({ action: '拒绝邀请', actor: 'school主任' });
  });

  it('may be asked again, and the asking be withdrawn', async () => {
    expect((await invite()).errorcode).toBe(0);
    const [open] = await invited();
    expect((await call('second', `${org}/employee/withdraw`, { ids: [open.id] })).errorcode).toBe(0);
    expect(await invited()).toEqual([]);
    expect((await call('school', '/admin/user_info/invitation_accept', open)).errorcode).toBe(1425);
    expect(await rows('second', `${org}/employee`, { keyword: 'school' })).toEqual([]);
  });

  it('is asked for two weeks', async () => {
    expect((await invite()).errorcode).toBe(0);
    const [open] = await invited();
    bench.clock.set(bench.clock.now() + 14 * day);
    tokens.school = (await signIn('school', 'onecard-2028')).token;
    tokens.second = (await signIn('second')).token;
    expect(await invited()).toEqual([]);
    expect((await call('school', '/admin/user_info/invitation_accept', open)).errorcode).toBe(1425);
    expect((await rows('second', `${org}/employee`, { status: ['EXPIRED'] }))[0].id).toBe(open.id);
    expect(await rows('second', `${org}/employee`, { status: ['INVITED'] })).toEqual([]);
  });

  it('has the identity once he said yes', async () => {
    expect((await invite()).errorcode).toBe(0);
    const [open] = await invited();
    expect((await call('school', '/admin/user_info/invitation_accept', open)).errorcode).toBe(0);
    expect(await identities('school')).toEqual(['实验学校', '第二学校']);
    expect((await rows('second', `${org}/employee`, { keyword: 'school' }))[0]).toMatchObject({
      status: 'NORMAL',
      phone: '138****5678',
    });
    expect((await call('second', `${org}/employee/withdraw`, { ids: [open.id] })).errorcode).not.toBe(0);
  });

  it('and no unit any more answers at the sign-in', async () => {
    const roleIds = [await roleId('school', '管理员')];
    const made = await call('school', `${org}/employee/create`, { loginName: 'leaver', name: '老张', roleIds });
    expect((await call('school', `${org}/employee/disable`, { ids: [made.data.id] })).errorcode).toBe(0);
    expect((await signIn('leaver', made.data.secret.value)).errorcode).toBe(1405);
    expect((await invite('老张', 'leaver')).errorcode).toBe(0);
    const asked = await signIn('leaver', made.data.secret.value);
    expect(asked).toMatchObject({ errorcode: 0, data: { invitations: [{ unit: '第二学校' }] } });
    expect(asked.token).toBeUndefined();
    const { ticket, invitations } = asked.data;
    const { id, version } = invitations[0];
    const answer = (body: object) => app.inject({ method: 'POST', url: '/api/admin/login/invitation', payload: body });
    const wrong = await answer({ ticket: 'x'.repeat(43), id, version, accept: true });
    expect(wrong.json().errorcode).toBe(1425);
    const yes = (await answer({ ticket, id, version, accept: true })).json();
    tokens.leaver = yes.token;
    expect(await identities('leaver')).toEqual(['第二学校']);
    expect((await answer({ ticket, id, version, accept: true })).json().errorcode).toBe(1425);
  });
});

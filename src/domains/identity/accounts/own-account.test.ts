/** One's own account: password rules, sessions, the one-time code, and the server's health. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slowStatements } from '../../../kit/server/db/slow-statements.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import passwdUser from '../sign-in/pages/passwd-user.server.ts';
import { codeOf, stepAt, unbase32 } from '../sign-in/totp.ts';
import system from '../system/pages/system.server.ts';
import systemServer from '../system/pages/system-server.server.ts';
import { warningsOf } from '../system/server-health.ts';
import { type IdentityBench, identityApp, identityBench } from '../testing.ts';
import { ensureSuper, resetSuper } from './ensure-super.ts';
import { openOwner } from './open-owner.ts';
import userInfo from './pages/user-info.server.ts';

let bench: IdentityBench;
let app: FastifyInstance;
let password: string;

beforeAll(async () => {
  bench = await identityBench([userInfo, passwdUser, system, systemServer]);
  bench.unit('ORGANIZATION', 500, '实验学校');
  Object.assign(bench.services, {
    jobs: { counts: async () => [{ name: 'export', queued: 1, active: 0, failed: 2, oldestSeconds: 4 }] },
    slow: slowStatements(bench.clock),
  });
  Object.assign(bench.services.config, { dataDir: '/tmp' });
  app = await identityApp(bench);
  const opened = await openOwner(bench.services, {
    unitType: 'ORGANIZATION',
    unitId: 500,
    loginName: 'zhao2026',
    name: '赵敏',
    phone: '13800002222',
  });
  if (isRefusal(opened)) throw new Error(opened.code);
  password = opened.password;
});
afterAll(async () => {
  await app.close();
  await bench.database.drop();
});

const signIn = async (secret = password, code?: string, account = 'zhao2026') =>
  (await app.inject({ method: 'POST', url: '/api/admin/login', payload: { account, password: secret, code } })).json();
const call = async (token: string, url: string, payload: object = {}) =>
  (
    await app.inject({ method: 'POST', url: `/api${url}`, payload, headers: { authorization: `Bearer ${token}` } })
  ).json();

describe('one’s own account', () => {
  it('must be given a password of its own first', async () => {
    const { token, data } = await signIn();
    expect(data.mustChangePassword).toBe(true);
    const change = (oldPassword: string, newPassword: string) =>
      call(token, '/admin/passwd_user/update', { oldPassword, newPassword });
    expect(await change('falsch-123', 'neu-12345')).toMatchObject({
      errorcode: 1411,
      fields: { oldPassword: '原密码不正确' },
    });
    for (const [candidate, word] of [
      ['short1', '8'],
      ['onlyletters', '字母和数字'],
      ['1234567890', '字母和数字'],
      ['ZHAO2026', '登录名'],
      [password, '原密码'],
    ] as const)
      expect((await change(password, candidate)).fields.newPassword, candidate).toContain(word);
    expect((await call(token, '/admin/passwd_user/update', { newPassword: 'neu-12345' })).fields).toHaveProperty(
      'oldPassword',
    );
    const other = (await signIn()).token;
    expect((await change(password, 'first-2026')).errorcode).toBe(0);
    expect((await call(other, '/admin/user_info/get')).errorcode).toBe(1001);
    expect((await call(token, '/admin/get_admin_info_in_session')).data.mustChangePassword).toBe(false);
    expect(
      (await call(token, '/admin/passwd_user/update', { oldPassword: 'first-2026', newPassword: password })).fields
        .newPassword,
    ).toContain('上一次');
    password = 'first-2026';
  });

  it('shows and changes its profile, whole numbers included', async () => {
    const { token } = await signIn();
    const { data } = await call(token, '/admin/user_info/get');
    expect(data).toMatchObject({
      loginName: 'zhao2026',
      phone: '13800002222',
      unitName: '实验学校',
      roleNames: '管理员',
      totp: false,
    });
    const saved = await call(token, '/admin/user_info/update', {
      name: '赵敏敏',
      phone: '13800003333',
      version: data.version,
    });
    expect(saved.errorcode).toBe(0);
    expect((await call(token, '/admin/user_info/update', { name: '旧', version: data.version })).errorcode).toBe(1200);
    expect((await call(token, '/admin/get_admin_info_in_session')).data.name).toBe('赵敏敏');
    expect((await call(token, '/admin/system/user_info/get')).errorcode).toBe(1003);
  });

  it('lists its devices and signs one out', async () => {
    const { token } = await signIn();
    const other = (await signIn()).token;
    const { data } = await call(token, '/admin/user_info/sessions');
    const theirs = data.filter((s: { current: boolean }) => !s.current);
    expect(data.filter((s: { current: boolean }) => s.current)).toHaveLength(1);
    for (const { id } of theirs) expect((await call(token, '/admin/user_info/revoke', { id })).errorcode).toBe(0);
    expect((await call(other, '/admin/user_info/get')).errorcode).toBe(1001);
    expect((await call(token, '/admin/user_info/revoke', { id: theirs[0].id })).errorcode).toBe(1004);
  });

  it('switches the one-time code on and off with codes only', async () => {
    const { token } = await signIn();
    const { data } = await call(token, '/admin/user_info/totp_begin');
    expect(data.otpauth).toContain(`secret=${data.secret}`);
    expect((await call(token, '/admin/user_info/totp_enable', { code: '000000' })).errorcode).toBe(1403);
    const code = () => codeOf(unbase32(data.secret), stepAt(bench.clock.now()));
    expect((await call(token, '/admin/user_info/totp_enable', { code: code() })).errorcode).toBe(0);
    const { totp_secret: kept } = await bench.services.db
      .selectFrom('account')
      .select('totp_secret')
      .where('login_name', '=', 'zhao2026')
      .executeTakeFirstOrThrow();
    expect(kept).toMatch(/^sealed:/);
    expect(kept).not.toContain(data.secret);
    expect((await signIn()).errorcode).toBe(1012);
    expect((await signIn(password, code())).errorcode).toBe(1403);
    bench.clock.advance(30_000);
    expect((await signIn(password, code())).errorcode).toBe(0);
    expect((await call(token, '/admin/user_info/totp_begin')).errorcode).toBe(1421);
    bench.clock.advance(30_000);
    expect((await call(token, '/admin/user_info/totp_disable', { code: code() })).errorcode).toBe(0);
    expect((await signIn()).errorcode).toBe(0);
  });
});

describe('the system area', () => {
  it('shows the super administrator how the server does, and nobody else', async () => {
    const made = (await ensureSuper(bench.services))!;
    const { token, data } = await signIn(made.password, undefined, made.account);
    expect(data).toMatchObject({ type: null, mustChangePassword: true });
    expect((await call(token, '/admin/system/server/health')).errorcode).toBe(1003);
    await call(token, '/admin/passwd_user/update', { oldPassword: made.password, newPassword: 'super-2026' });
    const health = (await call(token, '/admin/system/server/health')).data;
    expect(health).toMatchObject({
      warnings: ['后台任务「导出」近 7 天有 2 次失败'],
      database: { version: expect.stringContaining('PostgreSQL'), standby: false },
      queues: [{ name: 'export', queued: 1 }],
      versions: { product: '1.0.0' },
    });
    expect(health.disk.freeBytes).toBeGreaterThan(0);
    expect((await call(token, '/admin/system/summary')).data).toMatchObject({ accounts: 2, locked: 0 });
    expect((await call((await signIn()).token, '/admin/system/server/health')).errorcode).toBe(1003);
  });

  it('gives the operator a new super administrator’s password when the old one is lost', async () => {
    const before = await signIn('super-2026', undefined, 'admin');
    for (let i = 0; i < 6; i += 1) await signIn('forgotten', undefined, 'admin');
    const made = await resetSuper(bench.services);
    expect(made.account).toBe('admin');
    expect((await call(before.token, '/admin/get_admin_info_in_session')).errorcode).toBe(1001);
    expect((await signIn('super-2026', undefined, 'admin')).errorcode).not.toBe(0);
    expect((await signIn(made.password, undefined, 'admin')).data).toMatchObject({ mustChangePassword: true });
    const { rows } = await bench.services.pool.query(
      `select actor, account_id, page, action, target_name, changes from system_log where target_id = '1' and action = '重置密码'`,
    );
    expect(rows).toMatchObject([{ actor: '系统', account_id: null, page: '/admin/passwd_user', target_name: 'admin' }]);
    expect(rows[0].changes[0]).toMatchObject({ label: '原因', after: '运维人员以 RESET_SUPER=1 启动服务' });
    expect(JSON.stringify(rows)).not.toContain(made.password);
  });

  it('does not reset the password when the audit log takes no line', async () => {
    const { pool } = bench.services;
    const version = async () => (await pool.query('select version from account where id = 1')).rows[0].version;
    const before = await version();
    await pool.query(`alter table system_log add constraint no_reset check (action <> '重置密码') not valid`);
    await expect(resetSuper(bench.services)).rejects.toThrow('no_reset');
    await pool.query('alter table system_log drop constraint no_reset');
    expect(await version()).toBe(before);
  });

  it('warns before the disk is full or connections run out', () => {
    const database = { connections: 90, maxConnections: 100, answerMs: 700, longestTransactionSeconds: 301 };
    expect(warningsOf(database, { freeBytes: 5, totalBytes: 100 }, [])).toEqual([
      '数据盘剩余空间只有 5%，请尽快清理或扩容',
      '数据库连接 90 个，接近上限 100',
      '有数据库事务已运行超过 5 分钟',
      '数据库应答较慢（700 毫秒）',
    ]);
  });
});

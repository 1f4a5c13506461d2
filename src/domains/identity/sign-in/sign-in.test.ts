/** Sign-in over HTTP: who gets in, who waits, and what the log keeps. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { ensureSuper } from '../accounts/ensure-super.ts';
import { openOwner } from '../accounts/open-owner.ts';
import { type IdentityBench, identityApp, identityBench } from '../testing.ts';
import { base32, codeOf, stepAt, unbase32 } from './totp.ts';

let bench: IdentityBench;
let app: FastifyInstance;
let password: string;

beforeAll(async () => {
  bench = await identityBench([], true);
  bench.unit('ORGANIZATION', 500, '实验学校');
  bench.unit('ORGANIZATION', 501, '第二学校');
  app = await identityApp(bench);
  const opened = await openOwner(bench.services, {
    unitType: 'ORGANIZATION',
    unitId: 500,
    loginName: 'school',
    name: '王校长',
    phone: '13800000001',
  });
  if (isRefusal(opened)) throw new Error(opened.code);
  password = opened.password;
});
afterAll(async () => {
  await app.close();
  await bench.database.drop();
});

const loginAnswer = (account: string, secret: string, code?: string, ip = '10.1.1.1', cookie?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { account, password: secret, code },
    remoteAddress: ip,
    ...(cookie ? { headers: { cookie } } : {}),
  });
const login = async (...given: Parameters<typeof loginAnswer>) => (await loginAnswer(...given)).json();
const deviceCookie = async (...given: Parameters<typeof loginAnswer>) =>
  String((await loginAnswer(...given)).headers['set-cookie']).split(';')[0]!;
const logged = async (result: string) =>
  (
    await bench.services.db
      .selectFrom('login_log')
      .select('id')
      .where('result', '=', result as 'OK')
      .execute()
  ).length;
const info = async (token: string) =>
  app.inject({
    method: 'POST',
    url: '/api/admin/get_admin_info_in_session',
    headers: { authorization: `Bearer ${token}` },
  });

describe('sign-in', () => {
  it('lets the owner in, in any letter case, and asks for a new password', async () => {
    const answer = await login('School', password);
    expect(answer).toMatchObject({
      errorcode: 0,
      data: { name: '王校长', type: 'ORGANIZATION', mustChangePassword: true },
    });
    expect(answer.token).toMatch(/^[\w-]{43}$/);
    const { data } = (await info(answer.token)).json();
    expect(data).toMatchObject({
      account: 'school',
      belong: { id: 500, type: 'ORGANIZATION', name: '实验学校' },
      grants: ['*'],
      menus: [],
      home: '/not-core',
    });
  });

  it('says the same of a wrong password and of an unknown account', async () => {
    const wrong = await login('school', 'not-this-1', undefined, '10.1.1.2');
    const unknown = await login('nobody', 'not-this-1', undefined, '10.1.1.2');
    expect(wrong).toMatchObject({ errorcode: 1400, errormsg: '账号或密码不正确' });
    expect(unknown).toEqual(wrong);
    expect(wrong.token).toBeUndefined();
  });

  it('locks a name where it was guessed at after five failures, known or not, for a growing time', async () => {
    for (const name of ['school', 'ghost']) {
      const tries = [];
      for (let i = 0; i < 6; i++) tries.push((await login(name, 'wrong-one-1', undefined, '10.1.1.3')).errormsg);
      expect(tries.at(-2)).toBe('登录失败次数过多，请 1 分钟后再试');
      expect(tries.at(-1)).toBe('登录失败次数过多，请 1 分钟后再试');
    }
    const there = (secret: string) => login('school', secret, undefined, '10.1.1.3');
    expect((await there(password)).errorcode).toBe(1401);
    bench.clock.advance(61_000);
    expect((await there('wrong-one-1')).errormsg).toContain('2 分钟');
    bench.clock.advance(121_000);
    expect((await there(password)).errorcode).toBe(0);
    expect((await there('wrong-one-1')).errorcode).toBe(1400);
    expect((await there(password)).errorcode).toBe(0);
  });

  it('lets the owner in while a stranger guesses elsewhere', async () => {
    for (let i = 0; i < 6; i++) await login('school', 'wrong-one-1', undefined, '10.1.7.7');
    expect((await login('school', password, undefined, '10.1.7.7')).errorcode).toBe(1401);
    expect((await login('school', password, undefined, '10.1.7.8')).errorcode).toBe(0);
  });

  it('locks a name guessed at from many addresses, and not the browsers it knows', async () => {
    const cookie = await deviceCookie('school', password, undefined, '10.2.0.1');
    expect(cookie).toMatch(/^device=[\w-]{43}$/);
    await login('school', 'wrong-one-1', undefined, '10.2.0.2');
    const { db } = bench.services;
    await db.updateTable('sign_in_guard').set({ fail_count: 99 }).where('key', '=', 'name:school').execute();
    await login('school', 'wrong-one-1', undefined, '10.2.0.3');
    expect((await login('school', password, undefined, '10.2.0.4')).errorcode).toBe(1401);
    expect((await login('school', password, undefined, '10.2.0.4', 'device=of-nobody')).errorcode).toBe(1401);
    expect((await login('school', password, undefined, '10.2.0.4', cookie)).errorcode).toBe(0);
    // The known browser has five tries of its own, wherever it is.
    for (let i = 0; i < 5; i++) await login('school', 'wrong-one-1', undefined, `10.2.1.${i}`, cookie);
    expect((await login('school', password, undefined, '10.2.0.5', cookie)).errorcode).toBe(1401);
    bench.clock.advance(3_600_000);
    expect((await login('school', password, undefined, '10.2.0.5', cookie)).errorcode).toBe(0);
    await db.deleteFrom('sign_in_guard').where('login_name', '=', 'school').execute();
  });

  it('gains nothing from trying in parallel', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => login('parallel', 'wrong-one-1', undefined, '10.1.1.4')),
    );
    expect(answers.filter((a) => a.errorcode === 1400)).toHaveLength(4);
    expect(answers.filter((a) => a.errorcode === 1401)).toHaveLength(16);
  });

  it('counts failures only: sixty people who sign in at once behind one address all get in', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => login('school', password, undefined, '10.3.3.3')),
    );
    expect(answers.filter((a) => a.errorcode === 0)).toHaveLength(60);
  });

  it('slows an address down that tries many names, and not the browsers known there', async () => {
    const cookie = await deviceCookie('school', password, undefined, '10.9.9.9');
    await login('spray0', 'wrong-one-1', undefined, '10.9.9.9');
    const { db } = bench.services;
    await db.updateTable('sign_in_guard').set({ fail_count: 49 }).where('key', '=', 'ip:10.9.9.9').execute();
    await login('spray1', 'wrong-one-1', undefined, '10.9.9.9');
    expect((await login('school', password, undefined, '10.9.9.9')).errorcode).toBe(1402);
    expect((await login('school', password, undefined, '10.9.9.9', cookie)).errorcode).toBe(0);
    expect((await login('school', password)).errorcode).toBe(0);
  });

  it('writes a lock down once, however often it is run against', async () => {
    const [failures, locks] = [await logged('BAD_PASSWORD'), await logged('LOCKED')];
    for (let i = 0; i < 40; i++) await login('hammered', 'wrong-one-1', undefined, '10.4.4.4');
    expect(await logged('BAD_PASSWORD')).toBe(failures + 4);
    expect(await logged('LOCKED')).toBe(locks + 1);
  });

  it('asks for the one-time code, takes it once, and does not count the asking', async () => {
    const secret = base32(Buffer.from('12345678901234567890'));
    await bench.services.db
      .updateTable('account')
      .set({ totp_secret: secret })
      .where('login_name', '=', 'school')
      .execute();
    for (let i = 0; i < 8; i++) expect((await login('school', password)).errorcode).toBe(1012);
    const code = codeOf(unbase32(secret), stepAt(bench.clock.now()));
    expect((await login('school', password, code)).errorcode).toBe(0);
    expect((await login('school', password, code)).errorcode).toBe(1403);
    await bench.services.db
      .updateTable('account')
      .set({ totp_secret: null })
      .where('login_name', '=', 'school')
      .execute();
  });

  it('refuses a disabled account and a unit whose service ended', async () => {
    const { db } = bench.services;
    await db.updateTable('account').set({ status: 'DISABLED' }).where('login_name', '=', 'school').execute();
    expect((await login('school', password)).errorcode).toBe(1404);
    await db.updateTable('account').set({ status: 'NORMAL' }).where('login_name', '=', 'school').execute();
    bench.units.get('ORGANIZATION:500')!.active = false;
    expect(await login('school', password)).toMatchObject({
      errorcode: 1405,
      errormsg: '账号没有可用的身份：「实验学校」已停用或服务已到期',
    });
    bench.units.get('ORGANIZATION:500')!.active = true;
  });

  it('makes the super administrator once', async () => {
    expect(await ensureSuper(bench.services)).toEqual({ account: 'super', password: 'onecard-demo' });
    expect(await ensureSuper(bench.services)).toBeNull();
    const answer = await login('super', 'onecard-demo');
    expect(answer.data).toEqual({ id: 1, name: '超级管理员', type: null, mustChangePassword: false });
    expect((await info(answer.token)).json().data.belong).toBeUndefined();
  });

  it('keeps the tries', async () => {
    const rows = await bench.services.db
      .selectFrom('login_log')
      .select((eb) => ['result', eb.fn.countAll<number>().as('n')])
      .groupBy('result')
      .execute();
    const counts = Object.fromEntries(rows.map((r) => [r.result, r.n]));
    expect(Object.keys(counts).sort()).toEqual(['BAD_CODE', 'BAD_PASSWORD', 'DISABLED', 'LOCKED', 'OK']);
    await expect(bench.services.db.deleteFrom('login_log').execute()).rejects.toThrow('history only grows');
  });

  it.each([undefined, {}, { account: 1 }, { account: 'a\u0000', password: 'b' }, []])(
    'takes odd bodies calmly',
    async (payload) => {
      const answer = await app.inject({ method: 'POST', url: '/api/admin/login', payload });
      expect(answer.json().errorcode).toBe(1400);
    },
  );
});

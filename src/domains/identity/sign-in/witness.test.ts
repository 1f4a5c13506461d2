/** A second person in the same dialog, over HTTP: who may vouch, how tries are counted, what is kept of it. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { text } from '../../../kit/define/field.ts';
import { page } from '../../../kit/define/page.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { openOwner } from '../accounts/open-owner.ts';
import employee from '../employees/pages/organization-employee.server.ts';
import role from '../roles/pages/role.server.ts';
import { type IdentityBench, identityApp, identityBench } from '../testing.ts';
import { base32, codeOf, stepAt, unbase32 } from './totp.ts';

const org = '/admin/organization';
const password = 'onecard-2026';
/** What the commands of the page below were given. */
const seen: { body: unknown; witness: unknown }[] = [];

const safe = bind(
  page({
    path: `${org}/safe`,
    title: '保险柜',
    kind: 'custom',
    fields: { name: text('名称') },
    verbs: { open: '开柜', vouch: '开柜见证' },
    witness: { open: { needs: 'vouch' } },
  }),
  {
    verbs: {
      open: async (ctx, body) => {
        if (body.refused) return refuse('NOT_NOW', { why: '柜门坏了' });
        seen.push({ body, witness: ctx.witness });
        await ctx.audit({ action: '开柜', targetName: '一号柜' });
        return { opened: seen.length };
      },
    },
  },
);

let bench: IdentityBench;
let app: FastifyInstance;
const tokens: Record<string, string> = {};

const send = (url: string, payload: object, headers: Record<string, string> = {}, ip = '10.0.0.1') =>
  app.inject({ method: 'POST', url: `/api${url}`, payload, headers, remoteAddress: ip });
const call = async (as: string, url: string, payload: object = {}, key?: string) =>
  (
    await send(url, payload, { authorization: `Bearer ${tokens[as]}`, ...(key ? { 'x-request-key': key } : {}) })
  ).json();
const signIn = async (account: string, secret = password) =>
  (await send('/admin/login', { account, password: secret }, {}, '10.0.0.9')).json();
const open = (witness: object | undefined, more: { as?: string; key?: string; refused?: boolean } = {}) =>
  call(more.as ?? 'maker', `${org}/safe/open`, { witness, ...(more.refused ? { refused: true } : {}) }, more.key);
const second = { account: 'second', password };

async function member(loginName: string, roleIds: number[]) {
  const made = await call('maker', `${org}/employee/create`, {
    loginName,
    name: `${loginName} 某`,
    phone: '13812345678',
    roleIds,
  });
  expect(made.errorcode, made.errormsg).toBe(0);
  await bench.services.db
    .updateTable('account')
    .set({ must_change_password: false, password_hash: (await hashOf('maker')) ?? '' })
    .where('login_name', '=', loginName)
    .execute();
}
const hashOf = async (loginName: string) =>
  (
    await bench.services.db
      .selectFrom('account')
      .select('password_hash')
      .where('login_name', '=', loginName)
      .executeTakeFirst()
  )?.password_hash;

beforeAll(async () => {
  bench = await identityBench([safe, employee, role], true);
  bench.unit('ORGANIZATION', 500, '实验学校');
  bench.unit('ORGANIZATION', 501, '第二学校');
  app = await identityApp(bench);
  for (const [unitId, loginName] of [
    [500, 'maker'],
    [501, 'stranger'],
  ] as const) {
    const opened = await openOwner(bench.services, {
      unitType: 'ORGANIZATION',
      unitId,
      loginName,
      name: loginName,
      phone: '13812345678',
      password,
    });
    if (isRefusal(opened)) throw new Error(opened.code);
  }
  tokens.maker = (await signIn('maker')).token;
  const made = async (name: string, grants: string[]) =>
    (await call('maker', `${org}/role/create`, { name, dataScope: 'ALL', grants })).data.id as number;
  const vouches = await made('见证', [`${org}/safe#query`, `${org}/safe#vouch`]);
  const looks = await made('看', [`${org}/safe#query`, `${org}/safe#open`]);
  for (const name of ['second', 'coded', 'locked', 'fresh']) await member(name, [vouches]);
  await member('looker', [looks]);
  tokens.looker = (await signIn('looker')).token;
});
afterAll(async () => {
  await app.close();
  await bench.database.drop();
});

describe('a second person', () => {
  it('is asked for, and nothing happens without', async () => {
    for (const none of [
      undefined,
      {},
      { account: 'second' },
      { account: '', password: '' },
      'second',
      { account: 7, password: 8 },
    ])
      expect(await open(none as object)).toMatchObject({
        errorcode: 1020,
        fields: { 'witness.account': expect.any(String) },
      });
    expect(seen).toEqual([]);
  });

  it('must be another one, with the right, of the unit, with a password of one’s own', async () => {
    expect(await open({ account: 'Maker', password })).toMatchObject({ errorcode: 1021 });
    expect(await open({ account: 'looker', password })).toMatchObject({
      errorcode: 1023,
      errormsg: expect.stringContaining('开柜见证'),
    });
    expect(await open({ account: 'stranger', password })).toMatchObject({ errorcode: 1423 });
    await bench.services.db
      .updateTable('account')
      .set({ must_change_password: true })
      .where('login_name', '=', 'fresh')
      .execute();
    expect(await open({ account: 'fresh', password })).toMatchObject({ errorcode: 1424 });
    await bench.services.db
      .updateTable('employee')
      .set({ status: 'DISABLED' })
      .where('account_id', 'in', (eb) => eb.selectFrom('account').select('id').where('login_name', '=', 'fresh'))
      .execute();
    await bench.services.db
      .updateTable('account')
      .set({ must_change_password: false })
      .where('login_name', '=', 'fresh')
      .execute();
    expect(await open({ account: 'fresh', password })).toMatchObject({ errorcode: 1423 });
    expect(seen).toEqual([]);
  });

  it('does not make up for what the first one may not do', async () => {
    tokens.second = (await signIn('second')).token;
    expect(await open({ account: 'looker', password }, { as: 'second' })).toMatchObject({ errorcode: 1003 });
  });

  it('is known to the command and the log, both names, and leaves no password anywhere', async () => {
    const before = (await bench.services.db.selectFrom('admin_session').select('id').execute()).length;
    expect(await open(second)).toMatchObject({ errorcode: 0, data: { opened: 1 } });
    expect(seen).toEqual([
      { body: {}, witness: { accountId: expect.any(Number), account: 'second', name: 'second 某' } },
    ]);
    const [line] = await bench.services.db.selectFrom('system_log').selectAll().where('action', '=', '开柜').execute();
    expect(line).toMatchObject({
      actor: 'maker',
      changes: [{ key: 'witness', label: '见证人', before: null, after: 'second 某（second）' }],
    });
    expect(JSON.stringify(line)).not.toContain(password);
    expect((await bench.services.db.selectFrom('admin_session').select('id').execute()).length).toBe(before);
  });

  it('signs once for one form, however often it is sent', async () => {
    const key = 'form-key-0001';
    const first = await open(second, { key });
    expect(await open(second, { key })).toEqual(first);
    // Sent again without the second person it answers what it did; it does nothing more.
    expect(await open(undefined, { key })).toEqual(first);
    expect(seen).toHaveLength(2);
    expect(await open(undefined, { key: 'form-key-0002' })).toMatchObject({ errorcode: 1020 });
  });

  it('answers the same for a wrong password and an unknown account', async () => {
    const wrong = await open({ account: 'second', password: 'not-this-1' });
    const unknown = await open({ account: 'nobody', password: 'not-this-1' });
    expect(wrong).toMatchObject({ errorcode: 1400, fields: { 'witness.password': expect.any(String) } });
    expect(unknown).toEqual(wrong);
    expect(seen).toHaveLength(2);
  });

  it('is locked out like at sign-in: the right password comes too late then, at both doors', async () => {
    bench.clock.set(bench.clock.now() + 25 * 3_600_000);
    tokens.maker = (await signIn('maker')).token;
    for (let i = 0; i < 5; i += 1) await open({ account: 'locked', password: 'not-this-1' }, { refused: i === 0 });
    expect(await open({ account: 'locked', password })).toMatchObject({ errorcode: 1401 });
    const atLogin = (await send('/admin/login', { account: 'locked', password }, {}, '10.0.0.1')).json();
    expect(atLogin).toMatchObject({ errorcode: 1401 });
    const { rows } = await bench.services.pool.query(
      `select result from login_log where login_name = 'locked' order by at, id`,
    );
    expect(rows.map((r: { result: string }) => r.result)).toEqual([...Array(4).fill('BAD_PASSWORD'), 'LOCKED']);
    // The session that guessed waits with every name.
    expect(await open(second)).toMatchObject({ errorcode: 1401 });
    bench.clock.set(bench.clock.now() + 2 * 60_000);
    expect(await open(second)).toMatchObject({ errorcode: 0 });
  });

  it('types the one-time code where the account has one, each code once, even if the command is refused', async () => {
    const secret = base32(Buffer.from('12345678901234567890'));
    await bench.services.db
      .updateTable('account')
      .set({ totp_secret: bench.services.vault.seal(secret) })
      .where('login_name', '=', 'coded')
      .execute();
    const coded = { account: 'coded', password };
    expect(await open(coded)).toMatchObject({ errorcode: 1012, fields: { 'witness.code': expect.any(String) } });
    expect(await open({ ...coded, code: '000000' })).toMatchObject({
      errorcode: 1403,
      fields: { 'witness.code': expect.any(String) },
    });
    const code = codeOf(unbase32(secret), stepAt(bench.clock.now()));
    expect(await open({ ...coded, code }, { refused: true })).toMatchObject({ errorcode: 1204 });
    expect(await open({ ...coded, code })).toMatchObject({ errorcode: 1403 });
    bench.clock.set(bench.clock.now() + 30_000);
    const next = codeOf(unbase32(secret), stepAt(bench.clock.now()));
    expect(await open({ ...coded, code: next })).toMatchObject({ errorcode: 0 });
    expect(seen.at(-1)).toMatchObject({ body: {}, witness: { account: 'coded' } });
  });
});

/** Sessions: rotation, grace, idleness, ending, switching. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { openOwner, ownerRole } from '../accounts/open-owner.ts';
import { type IdentityBench, identityApp, identityBench } from '../testing.ts';

let bench: IdentityBench;
let app: FastifyInstance;
const password = 'onecard-2026';

beforeAll(async () => {
  bench = await identityBench([], true);
  bench.unit('ORGANIZATION', 500, '实验学校');
  bench.unit('CONTRACTOR', 600, '好味餐饮');
  app = await identityApp(bench);
  const opened = await openOwner(bench.services, {
    unitType: 'ORGANIZATION',
    unitId: 500,
    loginName: 'wang',
    name: '王芳',
    phone: null,
    password,
  });
  if (isRefusal(opened)) throw new Error(opened.code);
  const { db } = bench.services;
  const roleId = await ownerRole(bench.services, db, 'CONTRACTOR', 600, 1);
  const first = await db.selectFrom('employee').selectAll().executeTakeFirstOrThrow();
  await db
    .insertInto('employee')
    .values({ ...first, id: first.id + 1, unit_type: 'CONTRACTOR', unit_id: 600, role_ids: [roleId] })
    .execute();
});
afterAll(async () => {
  await app.close();
  await bench.database.drop();
});

const signIn = async (): Promise<string> =>
  (await app.inject({ method: 'POST', url: '/api/admin/login', payload: { account: 'wang', password } })).json().token;
const call = (token: string, url = '/api/admin/agent/employee/display_role') =>
  app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
/** Past the cache's memory. */
const later = (ms: number) => {
  bench.clock.advance(ms);
  bench.services.sessionCache.forget();
};

describe('sessions', () => {
  it('stores only the hash of a token', async () => {
    const token = await signIn();
    const rows = await bench.database.pool.query('select token_hash from admin_session');
    expect(JSON.stringify(rows.rows)).not.toContain(token);
  });

  it('refuses what is no token with 401 and 1001', async () => {
    for (const token of ['', 'x', 'A'.repeat(43)]) {
      const answer = await call(token);
      expect(answer.statusCode).toBe(401);
      expect(answer.json().errorcode).toBe(1001);
    }
  });

  it('replaces a token after half an hour; the former lives a minute past the first use of the new one', async () => {
    const old = await signIn();
    later(31 * 60_000);
    const answers = await Promise.all([call(old), call(old), call(old)]);
    const fresh = new Set(answers.map((a) => a.json().token));
    expect(fresh.size).toBe(1);
    const [next] = [...fresh] as [string];
    expect((await call(next)).json().token).toBeUndefined();
    expect((await call(old)).statusCode).toBe(200);
    later(59_000);
    expect((await call(old)).statusCode).toBe(200);
    later(2_000);
    expect((await call(old)).statusCode).toBe(401);
    expect((await call(next)).statusCode).toBe(200);
  });

  it('offers a new token again when the answer that carried it was lost', async () => {
    const old = await signIn();
    later(31 * 60_000);
    const lost = (await call(old)).json().token;
    later(120_000);
    const again = (await call(old)).json().token;
    expect(again).toMatch(/^[\w-]{43}$/);
    later(1_000);
    expect((await call(lost)).statusCode).toBe(401);
    expect((await call(again)).statusCode).toBe(200);
  });

  it('lets idle sessions die after twelve hours, and every session after seven days', async () => {
    const idle = await signIn();
    later(12 * 3_600_000 + 1);
    expect((await call(idle)).statusCode).toBe(401);
    let busy = await signIn();
    for (let hours = 0; hours < 168; hours += 8) {
      later(8 * 3_600_000);
      const answer = await call(busy);
      busy = answer.json().token ?? busy;
      expect(answer.statusCode).toBe(hours + 8 < 168 ? 200 : 401);
    }
  });

  it('does not take a timer for somebody working', async () => {
    const token = await signIn();
    for (let hours = 0; hours < 12; hours += 4) {
      later(4 * 3_600_000 + 1);
      const url = '/api/admin/agent/employee/display_role';
      const headers = { authorization: `Bearer ${token}`, 'x-background': '1' };
      const answer = await app.inject({ method: 'GET', url, headers });
      expect(answer.statusCode).toBe(hours < 8 ? 200 : 401);
    }
  });

  it('signs out at once, and twice without complaint', async () => {
    const token = await signIn();
    expect((await call(token, '/api/admin/logout')).json()).toEqual({ errorcode: 0, errormsg: '' });
    expect((await call(token)).statusCode).toBe(401);
    expect((await call(token, '/api/admin/logout')).json().errorcode).toBe(0);
  });

  it('switches identity with a new token; the former is refused from the switch on', async () => {
    const token = await signIn();
    const { obj } = (await call(token, '/api/admin/agent/employee/switch_identity')).json();
    expect(obj).toMatchObject([
      { type: 'ORGANIZATION', label: '单位', name: '实验学校' },
      { type: 'CONTRACTOR', label: '承包商', name: '好味餐饮' },
    ]);
    const url = `/api/admin/agent/employee/Change_user_token?id=${obj[1].id}&type=CONTRACTOR`;
    const { errorcode, token: next } = (await call(token, url)).json();
    expect(errorcode).toBe(0);
    expect((await call(next)).json().data).toEqual({ name: '好味餐饮' });
    expect((await call(token)).statusCode).toBe(401);
    const foreign = '/api/admin/agent/employee/Change_user_token?id=999&type=CONTRACTOR';
    expect((await call(next, foreign)).json().errorcode).toBe(1407);
  });

  it('ends what a disabled account, membership or unit was doing', async () => {
    const token = await signIn();
    const { db } = bench.services;
    const identity = (await call(token)).json().data.name;
    const type = identity === '实验学校' ? ('ORGANIZATION' as const) : ('CONTRACTOR' as const);
    await db
      .updateTable('employee')
      .set({ left_at: '2020-01-01', hired_at: null })
      .where('unit_type', '=', type)
      .execute();
    later(6_000);
    expect((await call(token)).json()).toMatchObject({ errorcode: 1406 });
    await db.updateTable('employee').set({ left_at: null }).execute();
    expect((await call(token)).statusCode).toBe(200);
    await db.updateTable('account').set({ status: 'DISABLED' }).execute();
    later(6_000);
    expect((await call(token)).statusCode).toBe(401);
    await db.updateTable('account').set({ status: 'NORMAL' }).execute();
  });
});

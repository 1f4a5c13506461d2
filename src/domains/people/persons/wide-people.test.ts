/** People of many organizations in one list: each page is that of the whole list, whichever way it is read. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestApp } from '../../../../tests/support/server.ts';

const path = '/admin/contractor/user';
let app: TestApp;
let token: string;
let ids: number[];
let units: number[];

beforeAll(async () => {
  app = await startTestServer();
  token = await app.login('contractor');
  const { rows } = await app.services.pool.query<{ id: number; unit: number }>(
    'select id, organization_id as unit from person order by id desc',
  );
  ids = rows.map((row) => row.id);
  units = [...new Set(rows.map((row) => row.unit))];
});
afterAll(() => app?.stop());

const query = async (body: object, who = token) => {
  const answer = await app.post(path, 'query', body, who);
  expect(answer.body.errormsg).toBe('');
  return answer.body.data as { rows: { id: number; organizationId: number }[]; total: number };
};

describe('a list over many organizations', () => {
  test('gives every row once, in the order of the whole list, page after page', async () => {
    expect(units.length).toBeGreaterThan(1);
    const seen: number[] = [];
    for (let page = 1; seen.length < ids.length; page += 1) {
      const { rows, total } = await query({ page, size: 50 });
      expect(total).toBe(ids.length);
      expect(rows.length).toBeGreaterThan(0);
      seen.push(...rows.map((row) => row.id));
    }
    expect(seen).toEqual(ids);
  });

  test('is searched as any other, and by the unit', async () => {
    const [one] = units;
    const own = await query({ size: 100, search: { organizationId: one } });
    expect(new Set(own.rows.map((row) => row.organizationId))).toEqual(new Set([one]));
    const nobody = await query({ search: { keyword: '没有这个人' } });
    expect(nobody).toMatchObject({ rows: [], total: 0 });
  });

  test('tells units apart for those who see several', async () => {
    const wide = async (account: string) => {
      const answer = await app.post('/admin', 'get_admin_info_in_session', {}, await app.login(account));
      return (answer.body.data as { wide: boolean }).wide;
    };
    expect([await wide('contractor'), await wide('platform'), await wide('school')]).toEqual([true, true, false]);
  });
});

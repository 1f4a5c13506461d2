/** The demo as its school finds it: terminals that told their days, and what they have not uploaded. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestApp } from '../../tests/support/server.ts';

const area = '/admin/organization';

interface Day {
  businessDate: string;
  deviceName: string;
  state: string;
  takenFen: number | null;
  waitingCount: number;
  waitingFen: number;
  diffFen: number | null;
  onlineRate: number | null;
}
interface Listed {
  rows: Day[];
  check: { ok: boolean; text: string };
}

describe('the demo', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestServer({ demo: { days: 1, share: 0.06 } });
    token = await app.login('school');
  }, 120_000);
  afterAll(() => app?.stop());

  it('has terminals in use whose days agree with the books, but for what one has not uploaded', async () => {
    const { body } = await app.post(`${area}/equipment_daily_data`, 'query', { page: 1, size: 100, search: {} }, token);
    const { rows, check } = body.data as Listed;
    expect(check).toMatchObject({ ok: true });
    expect(rows.every((row) => row.diffFen === 0)).toBe(true);
    const waiting = rows.filter((row) => row.state !== 'OK');
    expect(waiting).toMatchObject([
      { deviceName: '小卖部收银台消费机', state: 'PENDING_UPLOAD', waitingCount: 3, waitingFen: 2_650 },
    ]);
    expect(rows.some((row) => row.state === 'OK' && row.takenFen! > 0)).toBe(true);
  });

  it('has no sequence number missing, and terminals that know the newest card list', async () => {
    const { rows } = await app.services.pool.query<{ status: string; behind: boolean; used: number; seen: number }>(
      `select d.status, b.list_version < v.version as behind, q.last_seq as used,
          coalesce((select sum(upper(g) - lower(g)) from unnest(q.seen) g), 0)::int + b.offline_count as seen
       from device d join device_beat b on b.device_id = d.id
       join card_list_version v on v.organization_id = d.organization_id
       join device_sequence q on q.device_id = d.id`,
    );
    expect(rows.length).toBeGreaterThan(8);
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'ACTIVE', behind: false });
      expect(row.seen).toBe(row.used);
    }
  });
});

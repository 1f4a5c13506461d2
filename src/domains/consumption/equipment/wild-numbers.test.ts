/** One terminal with numbers beyond all reason, written down before they were refused, spoils no list. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsumptionBench, consumptionBench } from '../testing.ts';

let b: ConsumptionBench;
beforeAll(async () => {
  b = await consumptionBench();
  const { pool } = b.app.services;
  const wild = String(2n ** 53n - 1n);
  await pool.query(
    `insert into device_sequence (organization_id, device_id, epoch, seen, last_seq)
     values ($1, $2, 91, '{}', ${wild}), ($1, $2, 92, '{[9007199254740990,9007199254740991)}', ${wild})`,
    [b.organizationId, b.device.deviceId],
  );
  await pool.query('update device_beat set last_seq = $2, list_version = $2 where device_id = $1', [
    b.device.deviceId,
    wild,
  ]);
}, 60_000);
afterAll(() => b?.app.stop());

test.each(['device_list', 'offline_consume/gap', 'equipment_daily_data', 'equipment_monthly_data'])(
  '%s lists every terminal',
  async (page) => {
    const answer = await b.school<{ rows: unknown[] }>(page, 'query', { size: 100 });
    expect(answer).toMatchObject({ errorcode: 0 });
    expect(answer.data.rows.length).toBeGreaterThan(1);
  },
);

test('the platform sees its terminals', async () => {
  const token = await b.app.login('platform');
  const { body } = await b.app.post('/admin/platform/device', 'query', { size: 100 }, token);
  expect(body).toMatchObject({ errorcode: 0 });
});

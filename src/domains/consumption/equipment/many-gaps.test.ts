/** A morning without network leaves holes in hundreds of places: they are looked up together, not each by itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceGaps } from '../../device/public.server.ts';
import { type ConsumptionBench, consumptionBench } from '../testing.ts';

let b: ConsumptionBench;
const holes = 400;

beforeAll(async () => {
  b = await consumptionBench();
  // Every other number has arrived.
  await b.app.services.pool.query(
    `insert into device_sequence (organization_id, device_id, epoch, seen, last_seq)
     select $1, $2, 93, range_agg(int8range(n * 2, n * 2 + 1)), ${holes * 2} from generate_series(1, ${holes}) as n`,
    [b.organizationId, b.device.deviceId],
  );
});
afterAll(() => b?.app.stop());

test('hundreds of holes take a handful of statements, and what the suspense list knows of is none', async () => {
  const { services } = b.app;
  await services.pool.query(
    `insert into offline_trade (organization_id, id, device_id, epoch, seq, mode, record, state, occurred_at, received_at,
       reason_code, reason)
     select $1, id, $2, epoch, seq, 'FIXED', '{}', 'SUSPENSE', now(), now(), 'X', ''
     from (values ($3::bigint, 93, 7), ($4, 94, 9)) as o (id, epoch, seq)`,
    [b.organizationId, b.device.deviceId, await services.ids.next(), await services.ids.next()],
  );
  let asked = 0;
  const counted = services.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const gaps = (await deviceGaps(counted, b.organizationId, b.device.deviceId)).filter(({ epoch }) => epoch === 93);
  expect(gaps).toHaveLength(holes - 1);
  expect(gaps.map(({ from }) => from)).not.toContain(7);
  expect(asked).toBeLessThan(12);
});

/**
 * Books what meals cost, to be killed while it does: says «ready» and begins. Input as JSON on the command line: connection,
 * organization, the time its clock stands at.
 */
import { bookCharges } from '../../src/domains/headcount/testing.ts';
import { createWallet } from '../../src/domains/wallet/testing.ts';
import type { Services } from '../../src/kit/server/context.ts';
import { createPool } from '../../src/kit/server/db/pool.ts';
import { blockIds } from '../../src/kit/server/ids.ts';

interface Order {
  connectionString: string;
  organizationId: number;
  nowMs: number;
}

const order = JSON.parse(process.argv[2] ?? '') as Order;
const connection = { connectionString: order.connectionString };
const pool = createPool(connection, { max: 2 });
const clock = { now: () => order.nowMs };
const ids = blockIds(
  async () => (await pool.query<{ id: number }>(`select nextval('id_block') as id`)).rows[0]?.id ?? 0,
);
const wallet = createWallet({ connection, db: pool, clock, ids });
process.stdout.write('ready\n');
await bookCharges({ pool, wallet, clock, ids } as unknown as Services, order.organizationId, 'NEW');
process.exit(0);

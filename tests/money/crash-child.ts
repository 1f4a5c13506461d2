/**
 * A writer to be killed: swipes without pause over the people it is given and says on stdout what was acknowledged, one
 * key per line. Input as JSON on the command line: connection, people, organization, run (the terminals' epoch).
 */

import type { ConsumeRequest } from '../../src/domains/wallet/public.server.ts';
import { createWallet } from '../../src/domains/wallet/testing.ts';
import { systemClock } from '../../src/kit/server/clock.ts';
import { createPool } from '../../src/kit/server/db/pool.ts';
import { blockIds } from '../../src/kit/server/ids.ts';

interface Order {
  connectionString: string;
  people: number[];
  organizationId: number;
  run: string;
  callers: number;
}

const order = JSON.parse(process.argv[2] ?? '') as Order;
const connection = { connectionString: order.connectionString };
const pool = createPool(connection, { max: 2 });
const ids = blockIds(
  async () => (await pool.query<{ id: number }>(`select nextval('id_block') as id`)).rows[0]?.id ?? 0,
);
const wallet = createWallet({ connection, db: pool, clock: systemClock, ids });
let serial = 0;

function swipe(): ConsumeRequest {
  serial += 1;
  return {
    kind: 'CONSUME',
    organizationId: order.organizationId,
    // Terminals' own numbers, so that most swipes are plain; every seventh is somebody else's.
    requestKey: serial % 7 === 0 ? `${order.run}:${serial}` : `d:${1 + (serial % 7)}:${order.run}:${serial}`,
    personId: order.people[serial % order.people.length] ?? 0,
    occurredAt: systemClock.now(),
    place: {
      restaurantId: 1,
      deploySiteId: 1,
      deviceId: 1 + (serial % 7),
      mealPeriodId: 2,
      departmentId: 1 + (serial % 11),
      personTypeId: 1,
      mode: 'AMOUNT',
      identify: 'CARD',
      ...(serial % 7 === 0 ? {} : { deviceSeq: `${order.run}-${serial}` }),
    },
    price: () => ({ originFen: 7, discountFen: 0, amountFen: 7 }),
  };
}

async function caller(): Promise<void> {
  for (;;) {
    const request = swipe();
    const outcome = await wallet.submit(request);
    if ('posted' in outcome) process.stdout.write(`${request.requestKey}\n`);
  }
}

await Promise.all(Array.from({ length: order.callers }, caller));

/**
 * A writer to be killed: posts between units without pause from several callers, half of it by difference, and says on stdout what
 * was acknowledged, one key per line. Input as JSON on the command line: connection, run (prefix of its keys), callers.
 */
import { systemClock } from '../../../kit/server/clock.ts';
import { createPool } from '../../../kit/server/db/pool.ts';
import { blockIds } from '../../../kit/server/ids.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import type { Line, Side } from './lines.ts';
import { post } from './post.ts';
import { postBucket } from './post-bucket.ts';

const order = JSON.parse(process.argv[2] ?? '') as { connectionString: string; run: string; callers: number };
const pool = createPool({ connectionString: order.connectionString }, { max: order.callers });
const aside = createPool({ connectionString: order.connectionString }, { max: 1 });
const ids = blockIds(
  async () => (await aside.query<{ id: number }>(`select nextval('id_block') as id`)).rows[0]?.id ?? 0,
);
const tools = { clock: systemClock, ids };
/** From the bank to a purse. */
const paidTo = (to: Side, fen: number): Line[] => [
  { account: 'bank:test', amountFen: -fen },
  { ...to, amountFen: fen },
];
let serial = 0;

async function caller(nth: number): Promise<void> {
  for (;;) {
    serial += 1;
    const n = serial;
    const key = `${order.run}:${n}`;
    await inTransaction(pool, (tx) =>
      n % 2
        ? post(tools, tx, {
            requestKey: key,
            kind: 'ADJUST',
            lines: paidTo({ unitType: 'CONTRACTOR', unitId: 600 + (n % 5), purse: 'AVAILABLE' }, 7),
          })
        : postBucket(
            tools,
            tx,
            {
              organizationId: 31,
              date: '2026-11-19',
              kind: 'CONTRACT_DAY',
              contractId: 0,
              contractorId: 0,
              channel: order.run,
              merchantNo: String(nth),
            },
            paidTo({ unitType: 'ORGANIZATION', unitId: 600 + (n % 5), purse: 'PENDING' }, n),
          ),
    );
    process.stdout.write(`${key}\n`);
  }
}

await Promise.all(Array.from({ length: order.callers }, (_, nth) => caller(nth)));

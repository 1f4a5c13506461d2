/**
 * A storekeeper to be killed: receipts, issues, transfers on their way and arriving, counts and sales without pause; says on stdout
 * the number of every document that was committed. Input as JSON on the command line.
 */
import { Kysely, PostgresDialect } from 'kysely';
import { systemClock } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { createPool } from '../../../kit/server/db/pool.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { blockIds } from '../../../kit/server/ids.ts';
import type { Tables } from '../../../kit/server/query/tables.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { bookHouse, openReceived } from '../bills/house-bill.ts';
import { sendTransfer } from '../bills/post-bill.ts';
import { receiveTransfer } from '../bills/receive-transfer.ts';
import { newBill } from '../bills/save-bill.ts';
import { bookDues } from '../dues/book-dues.ts';
import { owe } from '../dues/owe.ts';
import type { StockBillRow } from '../tables.ts';

export interface CrashOrder {
  connectionString: string;
  contractorId: number;
  organizationId: number;
  houses: readonly [number, number];
  goods: readonly number[];
  seed: number;
  callers: number;
}

const order = JSON.parse(process.argv[2] ?? '') as CrashOrder;
const pool = createPool({ connectionString: order.connectionString }, { max: order.callers + 1 });
const aside = createPool({ connectionString: order.connectionString }, { max: 2 });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
const ids = blockIds(
  async () => (await aside.query<{ id: number }>(`select nextval('id_block') as id`)).rows[0]?.id ?? 0,
);
let state = order.seed;
const roll = (most: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state % most;
};

class Refused extends Error {}

/** One document in a transaction of its own; told when it is there. */
async function within(work: (ctx: Ctx) => Promise<unknown>): Promise<void> {
  try {
    const told = await db.transaction().execute(async (trx) => {
      const session = { unitId: order.contractorId, accountId: 1, name: '库管' };
      const answer = await work({ db: trx, ids, clock: systemClock, session } as unknown as Ctx);
      if (isRefusal(answer)) throw new Refused(answer.code);
      return answer;
    });
    process.stdout.write(`${String(told)}\n`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

const line = (goodsId: number, qty: number, amountFen = 0) => ({
  goodsId,
  unitId: null,
  typedMilli: qty * 1_000,
  qty,
  amountFen,
});
const source = { type: 'TEST', id: 1 };

async function receive(ctx: Ctx, storehouseId: number, goodsId: number, qty: number) {
  const [lotId] = await openReceived(ctx, [{ goodsId, lotNo: '', producedOn: null, expiresOn: null }]);
  const valueFen = qty * 7 + roll(50);
  const move = { kind: 'RECEIVE' as const, qty, valueFen, lotId: lotId! };
  return bookHouse(ctx, {
    kind: 'RECEIVE',
    storehouseId,
    reason: '',
    source,
    lines: [{ ...line(goodsId, qty, valueFen), move }],
  });
}

const take = (ctx: Ctx, kind: 'ISSUE' | 'COUNT', storehouseId: number, goodsId: number, qty: number) =>
  bookHouse(ctx, {
    kind,
    storehouseId,
    reason: '',
    source,
    lines: [
      {
        ...line(goodsId, qty),
        move:
          kind === 'ISSUE'
            ? { kind: 'ISSUE', qty: -qty }
            : { kind: 'COUNT_LOSS', qty: -qty, anyLot: true, physical: true },
      },
    ],
  });

async function send(ctx: Ctx, from: number, to: number, goodsId: number, qty: number) {
  const now = new Date(systemClock.now()).toISOString();
  const [id = 0, lineId = 0] = await ids.take(2);
  const bill = {
    ...newBill(ctx, 'TRANSFER', id, now),
    status: 'SENT',
    storehouse_id: from,
    to_storehouse_id: to,
    receiver_id: null,
    site_id: null,
    dining_date: null,
    meal_period_id: null,
    dish_name: '',
    reason: '',
    occurred_at: now,
    value_fen: 0,
    line_count: 1,
    source_type: '',
    source_id: null,
    updated_at: now,
  } satisfies StockBillRow;
  await ctx.db.insertInto('stock_bill').values(bill).execute();
  await sqlOf(ctx.db).query(
    `insert into stock_bill_line (contractor_id, id, bill_id, line_no, goods_id, typed_milli, qty) values ($1, $2, $3, 1, $4, $5, $6)`,
    [order.contractorId, lineId, id, goodsId, qty * 1_000, qty],
  );
  return (await sendTransfer(ctx, bill)) ?? id;
}

async function arrive(ctx: Ctx) {
  const bill = await ctx.db
    .selectFrom('stock_bill')
    .selectAll()
    .where('status', '=', 'SENT')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!bill) throw new Refused('none');
  await ctx.db.updateTable('stock_bill').set({ status: 'RECEIVED' }).where('id', '=', bill.id).execute();
  const shorts = roll(3) === 0 ? { shorts: [{ lineNo: 1, shortQty: 1 }], note: '途损' } : {};
  return (await receiveTransfer(ctx, bill, shorts)) ?? bill.id;
}

async function sell(ctx: Ctx, storehouseId: number, goodsId: number, qty: number) {
  const now = new Date(systemClock.now()).toISOString();
  const [id = 0, tradeId = 0] = await ids.take(2);
  const { contractorId, organizationId } = order;
  const sale = { contractorId, organizationId, storehouseId, tradeId, soldAt: now, now };
  await owe(sqlOf(ctx.db), [id], sale, [{ lineNo: 1, goodsId, qty }]);
  return `due ${id}`;
}

async function caller(): Promise<void> {
  for (;;) {
    const [a, b] = order.houses;
    const [house, other] = roll(2) === 0 ? [a, b] : [b, a];
    const goodsId = order.goods[roll(order.goods.length)]!;
    const qty = 1 + roll(40);
    const what = roll(7);
    if (what < 2) await within((ctx) => receive(ctx, house, goodsId, qty * 3));
    else if (what === 2) await within((ctx) => take(ctx, 'ISSUE', house, goodsId, qty));
    else if (what === 3) await within((ctx) => send(ctx, house, other, goodsId, qty));
    else if (what === 4) await within(arrive);
    else if (what === 5) await within((ctx) => take(ctx, 'COUNT', house, goodsId, 1 + roll(3)));
    else {
      await within((ctx) => sell(ctx, house, goodsId, qty));
      await bookDues({ pool, clock: systemClock, ids });
    }
  }
}

await Promise.all(Array.from({ length: order.callers }, caller));

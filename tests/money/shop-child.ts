/**
 * A shop's clerks to be killed: orders placed, from purses and by a channel, accepted, picked short, sent, signed for, cancelled, claimed and refunded without
 * pause, promises swept and sales booked meanwhile; says on stdout `order status` for each step that was answered. Input as JSON.
 */
import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { orderCommands, type SweepParts } from '../../src/domains/market/orders/testing.ts';
import { bookDues } from '../../src/domains/stock/public.server.ts';
import { createWallet } from '../../src/domains/wallet/testing.ts';
import { chance } from '../../src/kit/server/chance.ts';
import { createPool } from '../../src/kit/server/db/pool.ts';
import { sqlOf } from '../../src/kit/server/db/sql-of.ts';
import { blockIds } from '../../src/kit/server/ids.ts';
import type { Tables } from '../../src/kit/server/query/tables.ts';
import { isRefusal } from '../../src/kit/server/refusal.ts';
import { shopChannel } from './shop-channel.ts';

export interface ShopOrders {
  connectionString: string;
  contractorId: number;
  organizationId: number;
  people: readonly number[];
  goods: readonly { id: number; byWeight: boolean }[];
  deliveryDate: string;
  now: number;
  seed: number;
  callers: number;
}

const {
  askPaid,
  cancelOrder,
  claimBack,
  finishOrder,
  moveOrder,
  orderBooker,
  pickOrder,
  placeOrder,
  refundOrder,
  sweepOrders,
} = orderCommands;
const work = JSON.parse(process.argv[2] ?? '') as ShopOrders;
const connection = { connectionString: work.connectionString };
const pool = createPool(connection, { max: work.callers + 2 });
const aside = createPool(connection, { max: 2 });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
const ids = blockIds(
  async () => (await aside.query<{ id: number }>(`select nextval('id_block') as id`)).rows[0]?.id ?? 0,
);
const clock = { now: () => work.now };
const wallet = createWallet({ connection, db: pool, clock, ids, firstLane: 12 });
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const parts: SweepParts = {
  pool,
  db,
  wallet,
  clock,
  ids,
  random: { token: (n: number) => randomBytes(n).toString('base64url') },
  log,
  pay: shopChannel(pool, clock.now),
  orderBooker: (...asked: Parameters<SweepParts['orderBooker']>) => orderBooker(parts)(...asked),
} as unknown as SweepParts;
const dice = chance(work.seed);
const by = { id: 1, name: '店员' };
const mine: number[] = [];

interface Found {
  status: string;
  lines: { lineNo: number; qty: number; byWeight: boolean }[];
}

async function look(id: number): Promise<Found> {
  const { rows } = await pool.query<Found>(
    `select o.status, (select json_agg(json_build_object('lineNo', i.line_no, 'qty', coalesce(i.picked_qty, i.qty), 'byWeight', i.by_weight) order by i.line_no)
       from shop_order_item i where i.organization_id = o.organization_id and i.order_id = o.id) as lines
     from shop_order o where o.organization_id = $1 and o.id = $2`,
    [work.organizationId, id],
  );
  return rows[0]!;
}

const inOne = <T>(act: (tx: ReturnType<typeof sqlOf>) => Promise<T>): Promise<T> =>
  db.transaction().execute((trx) => act(sqlOf(trx)));

/** The next thing that may happen to an order; undefined where it was refused, or nothing happens any more. */
async function step(id: number): Promise<string | undefined> {
  const { status, lines } = await look(id);
  const key = { organizationId: work.organizationId, id };
  const out = { by, receiver: '本人', identify: 'MANUAL' as const };
  const line = dice.pick(lines);
  const less = [
    { lineNo: line.lineNo, qty: Math.max(0, line.qty - dice.between(1, line.byWeight ? 300 : 2)), reason: '缺货' },
  ];
  const told = async (to: string, answer: Promise<unknown>) => ((await answer) === undefined ? to : undefined);
  if (status === 'UNPAID') {
    if (dice.happens(0.2)) return told('CANCELLED', cancelOrder(parts, key, by, '不要了'));
    await askPaid(parts, key);
    return (await look(id)).status;
  }
  if (status === 'PAID')
    return dice.happens(0.2)
      ? told('CANCELLED', cancelOrder(parts, key, by, '不要了'))
      : told(
          'PICKING',
          inOne((tx) => moveOrder(tx, parts, key, 'accept')),
        );
  if (status === 'PICKING') {
    if (dice.happens(0.5)) return told('PICKING', pickOrder(parts, key, less, by));
    if (dice.happens(0.15)) return told('CANCELLED', cancelOrder(parts, key, by, '缺货'));
    return told(
      'DELIVERING',
      inOne((tx) => moveOrder(tx, parts, key, 'deliver')),
    );
  }
  if (status === 'DELIVERING')
    return dice.happens(0.2)
      ? told('DELIVERING', pickOrder(parts, key, less, by))
      : told('FINISHED', finishOrder(parts, key, out));
  if (status === 'FINISHED' && dice.happens(0.4)) {
    const claim = {
      back: [{ lineNo: line.lineNo, qty: Math.max(1, Math.floor(line.qty / 2)) }],
      reason: '破损',
      photo: null,
    };
    return told(
      'REFUNDING',
      inOne((tx) => claimBack(tx, parts, key, { ...claim, goodsBack: dice.happens(0.5), hours: 48 })),
    );
  }
  if (status === 'REFUNDING') return told('REFUNDED', refundOrder(parts, key, by));
  return undefined;
}

async function place(): Promise<void> {
  const chosen = dice.shuffled(work.goods).slice(0, dice.between(1, work.goods.length));
  const order = await placeOrder(
    parts,
    {
      contractorId: work.contractorId,
      organizationId: work.organizationId,
      personId: dice.pick(work.people),
      deliveryDate: work.deliveryDate,
      way: 'PICKUP',
      address: '',
      remark: '',
      lines: chosen.map(({ id, byWeight }) => ({
        goodsId: id,
        quantity: byWeight ? dice.between(300, 2_000) / 1_000 : dice.between(1, 5),
      })),
    },
    { by, source: 'STAFF', requestKey: null, ...(dice.happens(0.5) ? { channel: 'WECHAT' } : {}) },
  );
  if (isRefusal(order)) return;
  mine.push(order.id);
  process.stdout.write(`${order.id} ${order.status}\n`);
}

async function caller(): Promise<void> {
  for (;;) {
    const id = mine.length > 0 ? dice.pick(mine) : undefined;
    if (id === undefined || dice.happens(0.3)) await place();
    else {
      const to = await step(id);
      if (to) process.stdout.write(`${id} ${to}\n`);
    }
    if (dice.happens(0.05)) await bookDues(parts);
    if (dice.happens(0.03)) await sweepOrders(parts);
  }
}

await Promise.all(Array.from({ length: work.callers }, caller));

import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { moveEntry, moves, refuseMove } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import { orderFlow } from '../../orders/order-states.ts';
import '../../tables.ts';
import type { ShopWaveRow } from '../../tables.ts';
import { coldAboard, refuseWarm } from '../cold-chain.ts';
import {
  dropWave,
  loadWave,
  type Missing,
  makeMaterialWaves,
  receiveMaterial,
  sendMaterial,
  shareMaterial,
} from '../material-waves.ts';
import { orderedGoods, printWave, sorted, transferred } from '../print-wave.ts';
import { type Counted, makeWaves, sendWave, shareDay, signWave, sortWave } from '../run-wave.ts';
import { waveFlow } from '../wave-states.ts';
import { wave, waveGoods, waveOrders, waveTransfers } from './supermarket_organization_distribute.page.ts';

const ofItems = (what: string, where = 'true') =>
  sql<number>`(select ${sql.raw(what)} from shop_order o join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id
    where o.contractor_id = w.contractor_id and o.wave_id = w.id and ${sql.raw(where)})`;

const orderWords = sql.raw(
  `case o.status ${orderFlow.statuses.map(({ value, label }) => `when '${value}' then '${label}'`).join(' ')} end`,
);

const listed = (given: unknown): Counted[] => (given ?? []) as Counted[];
const tenths = (temp: unknown) => (temp === null || temp === undefined ? null : Math.round(Number(temp) * 10));
const degrees = (column: string) =>
  sql<string>`case when ${sql.ref(column)} is not null then trim_scale(${sql.ref(column)} / 10.0) || ' ℃' end`;

/** Cold goods that stay are not too warm; what is turned away altogether may be. */
async function refuseArrival(ctx: Ctx, doc: ShopWaveRow, { temp, refused }: ActionInput['values']) {
  const cold = (await coldAboard(sqlOf(ctx.db), doc)).filter(({ goodsId, qty, perTyped }) => {
    const back = listed(refused).find((one) => one.goodsId === goodsId)?.quantity ?? 0;
    return Math.round(back * perTyped) < qty;
  });
  return refuseWarm(doc.wave_no, cold, tenths(temp));
}

const ofKind = (kind: ShopWaveRow['kind']) => (_ctx: Ctx, doc: ShopWaveRow) =>
  doc.kind === kind
    ? undefined
    : refuse('NOT_NOW', { why: `${doc.wave_no} 送的是${doc.kind === 'SHOP' ? '商超订单' : '食堂物料'}` });

/** Money moves order by order first; the wave follows when all of it is through, and can be asked again until then. */
const withMoney =
  (
    event: 'sort' | 'sign',
    act: (ctx: Ctx, doc: ShopWaveRow, values: ActionInput['values']) => Promise<Refusal | undefined>,
  ) =>
  async (ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> => {
    const doc = (await ctx.db.selectFrom('shop_wave').selectAll().where('id', '=', ids[0]!).executeTakeFirst()) as
      | ShopWaveRow
      | undefined;
    if (!doc) return refuse('NOT_FOUND');
    const no =
      refuseMove(ctx, waveFlow, event, doc, doc.wave_no) ??
      ofKind('SHOP')(ctx, doc) ??
      (event === 'sign' ? await refuseArrival(ctx, doc, values) : undefined) ??
      (await act(ctx, doc, values));
    if (no) return no;
    const now = isoAt(ctx.clock.now());
    const told =
      event === 'sort'
        ? { sorter_name: ctx.session.name, sorted_at: now }
        : { receiver: String(values.receiver), signed_at: now, arrived_temp10: tenths(values.temp) };
    await ctx.db
      .updateTable('shop_wave')
      .set((eb) => ({ ...told, status: waveFlow.moves[event].to, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', doc.id)
      .where('status', '=', doc.status)
      .execute();
    await ctx.audit(moveEntry(waveFlow, event, doc, doc.wave_no));
    return null;
  };

const waves = bind(wave, {
  list: over(wave, 'shop_wave as w', {
    version: true,
    maker: 'w.maker_id',
    columns: {
      orderCount: sql`case w.kind when 'SHOP' then (select count(*)::int from shop_order o where o.contractor_id = w.contractor_id and o.wave_id = w.id)
        else (select count(distinct x.bill_id)::int from shop_wave_line x where x.contractor_id = w.contractor_id and x.wave_id = w.id) end`,
      goodsCount: sql`(select count(*)::int from ${sorted} s)`,
      amountFen: sql`case w.kind when 'SHOP' then (select coalesce(sum(o.amount_fen), 0)::bigint from shop_order o
        where o.contractor_id = w.contractor_id and o.wave_id = w.id) end`,
      shortCount: sql`case w.kind when 'SHOP' then ${ofItems('count(*)::int', 'i.picked_qty < i.qty and not i.by_weight')}
        else (select count(*)::int from ${transferred} s where s.sent < s.wanted) end`,
      departTemp: degrees('w.temp10'),
      arrivedTemp: degrees('w.arrived_temp10'),
    },
  }),
  outcomes: {
    share: async () => ({
      lines: [['货款', '这一天待分拣的各波次按所订比例分到货，各单冻结的货款按少的部分即时退回']],
    }),
    sort: async () => ({ lines: [['货款', '缺货分摊到各单，冻结的货款按少的部分即时退回；足数的不变']] }),
    sign: async (_ctx, { rows }) => ({
      lines: [
        ['波次', `${String(rows[0]!.waveNo)}，${String(rows[0]!.orderCount)} 单`],
        ['货款', '逐单从冻结中扣款入账，拒收的部分退回'],
      ],
    }),
  },
  reads: ['print'],
  outsideTransaction: ['share', 'sort', 'sign'],
  actions: {
    print: printWave,
    ...moves(waveFlow, {
      table: 'shop_wave',
      name: (doc) => doc.wave_no,
      stamped: true,
      check: {
        load: ofKind('MATERIAL'),
        arrive: ofKind('MATERIAL'),
        depart: async (ctx, doc, { temp }) =>
          refuseWarm(doc.wave_no, await coldAboard(sqlOf(ctx.db), doc), tenths(temp)),
      },
      write: {
        load: (ctx) => ({ sorter_name: ctx.session.name, sorted_at: isoAt(ctx.clock.now()) }),
        arrive: (ctx, { receiver, temp }) => ({
          receiver: String(receiver),
          arrived_temp10: tenths(temp),
          signed_at: isoAt(ctx.clock.now()),
        }),
        depart: (ctx, { driver, car, temp }) => ({
          driver: String(driver),
          car: String(car ?? ''),
          temp10: tenths(temp),
          departed_at: isoAt(ctx.clock.now()),
        }),
      },
      after: {
        load: async (ctx, doc, values) => (await loadWave(ctx, doc, listed(values.short))) ?? null,
        depart: async (ctx, doc) => (await (doc.kind === 'SHOP' ? sendWave(ctx, doc) : sendMaterial(ctx, doc))) ?? null,
        arrive: async (ctx, doc, { missing, temp }) =>
          (await receiveMaterial(ctx, doc, { missing: (missing ?? []) as Missing[], temp })) ?? null,
      },
    }),
    sort: withMoney('sort', (ctx, doc, values) =>
      sortWave(ctx.services, doc, listed(values.short), { id: ctx.session.accountId, name: ctx.session.name }),
    ),
    sign: withMoney('sign', (ctx, doc, values) =>
      signWave(ctx.services, doc, {
        receiver: String(values.receiver),
        refused: listed(values.refused),
        by: { id: ctx.session.accountId, name: ctx.session.name },
      }),
    ),
    share: async (ctx, { values }) => {
      const day = String(values.deliveryDate);
      const by = { id: ctx.session.accountId, name: ctx.session.name };
      const no = await shareDay(ctx.services, ownContractor(ctx), day, listed(values.short), by);
      if (no) return no;
      await ctx.audit({ action: '缺货分摊', targetName: day });
      return null;
    },
    shareGoods: async (ctx, { values }) => {
      const day = String(values.deliveryDate);
      const no = await shareMaterial(ctx, day, listed(values.short));
      if (no) return no;
      await ctx.audit({ action: '食堂物料分摊', targetName: day });
      return null;
    },
    drop: async (ctx, { ids }) => (await dropWave(ctx, ids)) ?? null,
    make: async (ctx, { values }) => {
      const material = values.kind === 'MATERIAL';
      const n = await (material ? makeMaterialWaves : makeWaves)(ctx, String(values.deliveryDate));
      if (n === 0)
        return refuse('NOT_NOW', {
          why: material
            ? '没有发往单位、还不在波次里的调拨草稿'
            : `${String(values.deliveryDate)} 没有已接单、还不在波次里的订单`,
        });
      await ctx.audit({ action: '生成波次', targetName: `${String(values.deliveryDate)} ${n} 个` });
      return null;
    },
  },
});

const goods = bind(waveGoods, {
  list: over(
    waveGoods,
    'shop_wave as w',
    {
      id: 'x.id',
      columns: {
        waveId: 'w.id',
        goodsName: 'x.name',
        wantedWords: sql`x."wantedWords"`,
        pickedWords: sql`x."pickedWords"`,
        orderCount: sql`x."orderCount"`,
        lots: 'x.lots',
      },
    },
    (from) => from.innerJoin(sorted.as('x'), (on) => on.onTrue()),
  ),
});

const orders = bind(waveOrders, {
  list: over(
    waveOrders,
    'shop_order as o',
    {
      columns: {
        personName: 'p.name',
        goodsNames: orderedGoods,
        orderStatus: sql`${orderWords}`,
      },
    },
    (from) =>
      from.innerJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
      ),
  ),
});

const transfers = bind(waveTransfers, {
  list: over(
    waveTransfers,
    'shop_wave as w',
    {
      id: 'x.id',
      columns: {
        waveId: 'w.id',
        billNo: 'x.no',
        goodsName: 'x.name',
        wantedWords: sql`stock_qty(x.wanted, x.unit)`,
        sentWords: sql`stock_qty(x.sent, x.unit)`,
        receivedWords: sql`stock_qty(x.received, x.unit)`,
        backWords: sql`stock_qty(nullif(x.back, 0), x.unit)`,
        reason: 'x.reason',
        billStatus: 'x.status',
      },
    },
    (from) => from.innerJoin(transferred.as('x'), (on) => on.onTrue()),
  ),
});

export default [waves, goods, orders, transfers];

import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { orderFlow } from '../../orders/order-states.ts';
import '../../tables.ts';
import { dropWave } from '../material-waves.ts';
import { orderedGoods, printDay, printWave, sorted, transferred } from '../print-wave.ts';
import { makeDay, waveMoves } from '../wave-actions.ts';
import { wave, waveGoods, waveOrders, waveTransfers } from './supermarket_organization_distribute.page.ts';

const ofItems = (what: string, where = 'true') =>
  sql<number>`(select ${sql.raw(what)} from shop_order o join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id
    where o.contractor_id = w.contractor_id and o.wave_id = w.id and ${sql.raw(where)})`;

const orderWords = sql.raw(
  `case o.status ${orderFlow.statuses.map(({ value, label }) => `when '${value}' then '${label}'`).join(' ')} end`,
);

const degrees = (column: string) =>
  sql<string>`case when ${sql.ref(column)} is not null then trim_scale(${sql.ref(column)} / 10.0) || ' ℃' end`;

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
      lines: [
        ['货款', '这一天待分拣的各波次分到货（先足数的单位在前，其余按所订比例），各单冻结的货款按少的部分即时退回'],
      ],
    }),
    sort: async () => ({ lines: [['货款', '缺货分摊到各单，冻结的货款按少的部分即时退回；足数的不变']] }),
    sign: async (_ctx, { rows }) => ({
      lines: [
        ['波次', `${String(rows[0]!.waveNo)}，${String(rows[0]!.orderCount)} 单`],
        ['货款', '逐单从冻结中扣款入账，拒收的部分退回'],
      ],
    }),
  },
  reads: ['print', 'printDay'],
  outsideTransaction: ['share', 'sort', 'sign'],
  actions: {
    print: printWave,
    printDay,
    ...waveMoves,
    drop: async (ctx, { ids }) => (await dropWave(ctx, ids)) ?? null,
    make: makeDay,
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

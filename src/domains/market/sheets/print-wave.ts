/** A wave on paper: what is picked of every goods, then who gets what and signs for it. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done, ShownSheet } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../tables.ts';
import type { ShopWaveRow } from '../tables.ts';

const recordOf = (id: number) => `/admin/contractor/supermarket/supermarket_organization_distribute/record?id=${id}`;

interface Sorted {
  id: number;
  name: string;
  wantedWords: string;
  pickedWords: string;
  orderCount: number;
  lots: string | null;
}
/** Goods of a wave `w`, of its orders or its transfers: wanted, picked, and the lots that go first. */
export const sorted = sql<Sorted>`lateral (select i.goods_id as id, max(i.name) as name, stock_qty(sum(i.wanted)::bigint, max(i.unit)) as "wantedWords",
    stock_qty(sum(i.picked)::bigint, max(i.unit)) as "pickedWords", count(distinct i.document_id)::int as "orderCount",
    (select string_agg(coalesce(nullif(l.lot_no, ''), '#' || l.id) || coalesce(' 至 ' || l.expires_on, ''), '、' order by l.expires_on nulls last, l.id)
     from (select l.* from stock_lot s join lot l on l.contractor_id = s.contractor_id and l.id = s.lot_id
       where s.contractor_id = w.contractor_id and s.storehouse_id = max(i.storehouse_id) and s.goods_id = i.goods_id and s.qty > 0
         and l.status = 'NORMAL' order by l.expires_on nulls last, l.received_at, l.id limit 2) l) as lots
  from (select i.goods_id, i.name, g.base_unit as unit, i.qty as wanted, coalesce(i.picked_qty, i.qty) as picked, o.id as document_id, o.storehouse_id
      from shop_order o join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id
      join goods g on g.contractor_id = i.contractor_id and g.id = i.goods_id
      where o.contractor_id = w.contractor_id and o.wave_id = w.id
    union all
    select x.goods_id, g.name, g.base_unit, x.wanted_qty, (select coalesce(sum(l.qty), 0) from stock_bill_line l
        where l.contractor_id = x.contractor_id and l.bill_id = x.bill_id and l.goods_id = x.goods_id), x.bill_id, b.storehouse_id
      from shop_wave_line x join goods g on g.contractor_id = x.contractor_id and g.id = x.goods_id
      left join stock_bill b on b.contractor_id = x.contractor_id and b.id = x.bill_id
      where x.contractor_id = w.contractor_id and x.wave_id = w.id) i
  group by i.goods_id)`;

interface Transferred {
  id: number;
  no: string | null;
  status: string | null;
  name: string;
  unit: string;
  wanted: number;
  sent: number;
  received: number | null;
  back: number;
  reason: string | null;
}
/** Goods of the transfers of a wave `w`, in base units; without a number where a transfer came to nothing for want of goods. */
export const transferred = sql<Transferred>`lateral (select x.bill_id * 1000 + row_number() over (partition by x.bill_id order by x.goods_id) as id,
    b.bill_no as no, b.status, g.name, g.base_unit as unit, x.wanted_qty as wanted, coalesce(l.sent, 0) as sent, l.received, coalesce(l.back, 0) as back, coalesce(l.reason, nullif(x.reason, '')) as reason
  from shop_wave_line x join goods g on g.contractor_id = x.contractor_id and g.id = x.goods_id
  left join stock_bill b on b.contractor_id = x.contractor_id and b.id = x.bill_id
  left join lateral (select sum(l.qty)::bigint as sent, sum(l.received_qty)::bigint as received, string_agg(nullif(l.reason, ''), '；') as reason,
      (select sum(t.back_qty)::bigint from stock_transit t where t.contractor_id = x.contractor_id and t.bill_id = x.bill_id and t.goods_id = x.goods_id) as back
    from stock_bill_line l where l.contractor_id = x.contractor_id and l.bill_id = x.bill_id and l.goods_id = x.goods_id) l on true
  where x.contractor_id = w.contractor_id and x.wave_id = w.id)`;

/** The goods of order `o`, with what is short. */
export const orderedGoods = sql<string>`(select string_agg(i.name || ' ' || stock_qty(coalesce(i.picked_qty, i.qty), g.base_unit)
              || case when i.picked_qty < i.qty and not i.by_weight then '（缺 ' || stock_qty(i.qty - i.picked_qty, g.base_unit) || '）' else '' end, '、' order by i.line_no)
          from shop_order_item i join goods g on g.contractor_id = i.contractor_id and g.id = i.goods_id
          where i.organization_id = o.organization_id and i.order_id = o.id)`;

const forOrders = ['订单', '人员', '地址', '商品', '签收'].map((label) => ({ label }));
const forTransfers = [
  { label: '调拨单' },
  { label: '商品' },
  { label: '实发', align: 'right' },
  { label: '实收' },
  { label: '拒收/短少' },
] as const;

/** Of goods of which nothing is there: who receives the rest reads it on the same paper. */
const notSent = '未发';

const forBoxes = ['波次', '单位', '地址', '单号', '商品'].map((label) => ({ label }));

/** Labels to cut out, one for each order or transfer: whose box it is, and what is in it. */
const boxLabels = (row: ActionInput['rows'][number], delivery: ShownSheet): ShownSheet => {
  const packed = delivery.rows.filter(([, , sent]) => sent !== notSent);
  const boxes = Map.groupBy(packed, ([no = '', name = '']) => (row.kind === 'SHOP' ? `${no} ${name}` : no));
  return {
    title: '箱签（剪开贴箱）',
    columns: forBoxes,
    rows: [...boxes].map(([no, lines]) => [
      String(row.waveNo),
      String(row.organizationName),
      row.kind === 'SHOP' ? (lines[0]![2] ?? '') : String(row.address),
      no,
      row.kind === 'SHOP' ? (lines[0]![3] ?? '') : lines.map(([, name, sent]) => `${name} ${sent}`).join('、'),
    ]),
  };
};

/** Who gets what and signs for it, a sheet for each of the waves. */
export async function deliverySheets(
  ctx: Ctx,
  waves: readonly { id: number; kind: ShopWaveRow['kind'] }[],
): Promise<ShownSheet[]> {
  const idsOf = (kind: ShopWaveRow['kind']) => waves.filter((one) => one.kind === kind).map(({ id }) => id);
  const transfers = await ctx.db
    .selectFrom('shop_wave as w')
    .innerJoin(transferred.as('x'), (on) => on.onTrue())
    .select([
      'w.id',
      'x.no',
      'x.name',
      sql<string>`case when x.sent > 0 then stock_qty(x.sent, x.unit) else ${sql.lit(notSent)} end`.as('sent'),
      sql<string>`case when x.sent > 0 then '' else coalesce(x.reason, '') end`.as('why'),
    ])
    .where(sql<boolean>`w.id = any(${idsOf('MATERIAL')}::bigint[])`)
    .orderBy('x.no')
    .orderBy('x.name')
    .execute();
  const orders = await ctx.db
    .selectFrom('shop_order as o')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
    )
    .select(['o.wave_id as id', 'o.order_no as no', 'p.name', 'o.address', orderedGoods.as('goods')])
    .where(sql<boolean>`o.wave_id = any(${idsOf('SHOP')}::bigint[])`)
    .orderBy('o.order_no')
    .execute();
  const sent = Map.groupBy(transfers, ({ id }) => id);
  const ordered = Map.groupBy(orders, ({ id }) => id);
  return waves.map(({ id, kind }) =>
    kind === 'SHOP'
      ? {
          title: '配送单',
          columns: forOrders,
          rows: (ordered.get(id) ?? []).map((one) => [one.no, one.name, one.address, one.goods, '']),
          signatures: ['司机：', '收货：', '日期：'],
        }
      : {
          title: '配送单',
          columns: forTransfers,
          rows: (sent.get(id) ?? []).map((one) => [one.no ?? '', one.name, one.sent, '', one.why]),
          signatures: ['司机：', '到货温度：', '收货：', '日期：'],
        },
  );
}

export async function printWave(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done> {
  const row = rows[0]!;
  const goods = await ctx.db
    .selectFrom('shop_wave as w')
    .innerJoin(sorted.as('x'), (on) => on.onTrue())
    .select(['x.name', 'x.wantedWords', 'x.pickedWords', 'x.orderCount', 'x.lots'])
    .where('w.id', '=', ids[0]!)
    .orderBy('x.name')
    .execute();
  const sheet: ShownSheet = {
    columns: [
      { label: '商品' },
      { label: '所订', align: 'right' },
      { label: '单数', align: 'right' },
      { label: '先出批次' },
      { label: '实备' },
    ],
    rows: goods.map((one) => [
      one.name,
      one.wantedWords,
      String(one.orderCount),
      one.lots ?? '',
      row.status === 'TO_SORT' ? '' : one.pickedWords,
    ]),
    signatures: ['分拣：', '复核：', '日期：'],
  };
  const [delivery] = await deliverySheets(ctx, [{ id: ids[0]!, kind: row.kind as ShopWaveRow['kind'] }]);
  return {
    receipt: {
      title: '分拣单',
      lines: [
        ['波次', String(row.waveNo)],
        ['送达日', String(row.deliveryDate)],
        ['单位', String(row.organizationName)],
        ['地址', String(row.address)],
      ],
      code: String(row.waveNo),
      link: recordOf(ids[0]!),
      sheets: [sheet, delivery!, boxLabels(row, delivery!)],
    },
  };
}

/** 打印配送单: what goes out on a day and is not signed for yet, a sheet for every wave with its own head. */
export async function printDay(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const day = String(values.deliveryDate);
  const waves = await ctx.db
    .selectFrom('shop_wave as w')
    .select([
      'w.id',
      'w.kind',
      'w.wave_no',
      'w.address',
      sql<string>`(select /* wall: where the wave goes, by its name alone */ n.name from organization n where n.id = w.organization_id)`.as(
        'name',
      ),
    ])
    .where('w.delivery_date', '=', day)
    .where('w.status', '<>', 'SIGNED')
    .orderBy('name')
    .orderBy('w.wave_no')
    .execute();
  if (waves.length === 0) return refuse('NOT_NOW', { why: `${day} 没有还没签收的波次` });
  const sheets = await deliverySheets(ctx, waves);
  return {
    receipt: {
      title: '配送单',
      lines: [],
      footer: `${day} 共 ${waves.length} 张`,
      sheets: sheets.map((sheet, i) => {
        const { id, wave_no, name, address } = waves[i]!;
        const lines = [
          ['波次', wave_no],
          ['送达日', day],
          ['单位', name],
          ['地址', address],
        ] as const;
        return { ...sheet, head: { lines, code: wave_no, link: recordOf(id) } };
      }),
    },
  };
}

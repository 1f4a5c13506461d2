/** Money that came in through the channels, by the channel's day, unit and merchant number, with the bill of the day beside it. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { organizationNames } from '../../tenancy/public.server.ts';
import type { BillState } from './pages/daily-cash-receipts.page.ts';
import { unitsAsked } from './unit-movements.ts';

interface Part {
  organizationId: number;
  day: string;
  channel: string;
  merchantNo: string;
  count: number;
  rechargeFen: number;
  codeFen: number;
  bookedFen: number;
  refundFen: number;
  feeFen: number;
}

/** The channel's day of an instant. */
const dayOf = (at: RawBuilder<unknown>) => sql<string>`(${at} at time zone 'Asia/Shanghai')::date::text`;

/** Instants of the search's days. */
function within(at: RawBuilder<unknown>, { day }: Search): RawBuilder<boolean> {
  const [from, to] = Array.isArray(day) ? (day as (string | null)[]) : [null, null];
  const parts = [sql`${at} is not null`];
  if (from) parts.push(sql`${at} >= (${from}::date::timestamp at time zone 'Asia/Shanghai')`);
  if (to) parts.push(sql`${at} < ((${to}::date + 1)::timestamp at time zone 'Asia/Shanghai')`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

const fen = (value: RawBuilder<unknown>) => sql<number>`coalesce(sum(${value}), 0)::bigint`;
const none = sql<number>`0::bigint`;

function recharges(ctx: Ctx, search: Search): Promise<Part[]> {
  const at = sql`o.paid_at`;
  return ctx.db
    .selectFrom('recharge_order as o')
    .leftJoin('posting as g', (on) =>
      on
        .onRef('g.organization_id', '=', 'o.organization_id')
        .onRef('g.id', '=', 'o.posting_id')
        .onRef('g.business_date', '=', 'o.business_date'),
    )
    .where('o.credited_via', 'is not', null)
    .where(within(at, search))
    .groupBy(['o.organization_id', dayOf(at), 'o.channel', 'o.merchant_no'])
    .select([
      'o.organization_id as organizationId',
      dayOf(at).as('day'),
      'o.channel',
      'o.merchant_no as merchantNo',
      sql<number>`count(*)::int`.as('count'),
      fen(sql`o.amount_fen`).as('rechargeFen'),
      none.as('codeFen'),
      fen(sql`g.amount_fen`).as('bookedFen'),
      none.as('refundFen'),
      fen(sql`o.fee_fen`).as('feeFen'),
    ])
    .execute();
}

function codePayments(ctx: Ctx, search: Search): Promise<Part[]> {
  const at = sql`t.paid_at`;
  return ctx.db
    .selectFrom('third_trade as t')
    .leftJoin('posting as g', (on) =>
      on
        .onRef('g.organization_id', '=', 't.organization_id')
        .onRef('g.id', '=', 't.posting_id')
        .onRef('g.business_date', '=', 't.business_date'),
    )
    .where('t.status', '=', 'SUCCESS')
    .where(within(at, search))
    .groupBy(['t.organization_id', dayOf(at), 't.channel', 't.merchant_no'])
    .select([
      't.organization_id as organizationId',
      dayOf(at).as('day'),
      't.channel',
      't.merchant_no as merchantNo',
      sql<number>`count(*)::int`.as('count'),
      none.as('rechargeFen'),
      fen(sql`t.amount_fen`).as('codeFen'),
      fen(sql`g.amount_fen`).as('bookedFen'),
      none.as('refundFen'),
      fen(sql`t.fee_fen`).as('feeFen'),
    ])
    .execute();
}

function refunds(ctx: Ctx, search: Search): Promise<Part[]> {
  const at = sql`r.finished_at`;
  const merchant = sql<string>`coalesce(t.merchant_no, o.merchant_no, '')`;
  return ctx.db
    .selectFrom('third_refund as r')
    .leftJoin('third_trade as t', (on) =>
      on.onRef('t.organization_id', '=', 'r.organization_id').onRef('t.id', '=', 'r.third_trade_id'),
    )
    .leftJoin('recharge_order as o', (on) =>
      on.onRef('o.organization_id', '=', 'r.organization_id').onRef('o.order_no', '=', 'r.trade_no'),
    )
    .where('r.status', '=', 'SUCCESS')
    .where(within(at, search))
    .groupBy(['r.organization_id', dayOf(at), 'r.channel', merchant])
    .select([
      'r.organization_id as organizationId',
      dayOf(at).as('day'),
      'r.channel',
      merchant.as('merchantNo'),
      sql<number>`0`.as('count'),
      none.as('rechargeFen'),
      none.as('codeFen'),
      none.as('bookedFen'),
      fen(sql`r.amount_fen`).as('refundFen'),
      sql<number>`-coalesce(sum(r.fee_fen), 0)::bigint`.as('feeFen'),
    ])
    .execute();
}

interface BillSide {
  fen: number;
  transit: number;
  open: number;
}

/**
 * What the lines of the current bills say of their payments less their refunds, by unit, day and channel. Money without an order
 * is no unit's: it lies among what is abnormal.
 */
async function bills(
  ctx: Ctx,
  { day }: Search,
): Promise<{ units: ReadonlyMap<string, BillSide>; read: ReadonlySet<string> }> {
  const [from, to] = Array.isArray(day) ? (day as (string | null)[]) : [null, null];
  let query = ctx.db
    .selectFrom('merchant_bill_line as l')
    .innerJoin('merchant_bill as b', 'b.id', 'l.bill_id')
    .where('b.current', '=', true)
    .where('b.kind', '=', 'TRADE')
    .where('l.organization_id', 'is not', null);
  let heads = ctx.db.selectFrom('merchant_bill').select(['day', 'channel']).distinct().where('current', '=', true);
  if (from) {
    query = query.where('l.day', '>=', from);
    heads = heads.where('day', '>=', from);
  }
  if (to) {
    query = query.where('l.day', '<=', to);
    heads = heads.where('day', '<=', to);
  }
  const [lines, days] = await Promise.all([
    query
      .select([
        'l.organization_id as organizationId',
        sql<string>`l.day::text`.as('day'),
        'l.channel',
        sql<number>`sum(case when l.type = 'PAYMENT' then l.amount_fen else -l.amount_fen end)::bigint`.as('fen'),
        sql<number>`count(*) filter (where l.state = 'OTHER_DAY')::int`.as('transit'),
        sql<number>`count(*) filter (where l.state not in ('MATCHED', 'OTHER_DAY') and exists (select /* wall: of the line's day */ from abnormal_trade a
          where a.of_bill and a.day = l.day and a.channel = l.channel and a.status in ('OPEN', 'PROCESSING')
            and (a.out_no = l.out_no or a.out_no = l.out_refund_no)))::int`.as('open'),
      ])
      .groupBy(['l.organization_id', 'l.day', 'l.channel'])
      .execute(),
    heads.execute(),
  ]);
  return {
    units: new Map(lines.map((row) => [`${row.organizationId} ${row.day} ${row.channel}`, row])),
    read: new Set(days.map((row) => `${row.day} ${row.channel}`)),
  };
}

/** How the day of a unit stands against the bill: what is on its way over midnight or explained is no difference. */
function stateOf(billFen: number | null, differenceFen: number | null, side: BillSide | undefined): BillState {
  if (billFen === null) return 'NONE';
  if (differenceFen === 0) return 'EVEN';
  if ((side?.open ?? 0) > 0) return 'DIFF';
  return (side?.transit ?? 0) > 0 ? 'TRANSIT' : 'EXPLAINED';
}

/** Rows of the search, newest day first. A bill stands for all merchant numbers of its channel: it is told where there is one. */
export async function onlineReceipts(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const parts = (await Promise.all([recharges(ctx, search), codePayments(ctx, search), refunds(ctx, search)])).flat();
  const units = unitsAsked(search.organizationId);
  const channels = [search.channel].flat().filter(Boolean);
  const rows = new Map<string, Part>();
  for (const part of parts) {
    if (units.length > 0 && !units.includes(part.organizationId)) continue;
    if (channels.length > 0 && !channels.includes(part.channel)) continue;
    const key = `${part.day} ${part.organizationId} ${part.channel} ${part.merchantNo}`;
    const sofar = rows.get(key);
    if (!sofar) rows.set(key, part);
    else
      for (const figure of ['count', 'rechargeFen', 'codeFen', 'bookedFen', 'refundFen', 'feeFen'] as const)
        sofar[figure] += part[figure];
  }
  const [names, said, direct] = await Promise.all([
    organizationNames(ctx.db, [...new Set([...rows.values()].map((row) => row.organizationId))]),
    bills(ctx, search),
    ctx.db.selectFrom('direct_merchant').select(['channel', 'merchant_no']).execute(),
  ]);
  const own = new Set(direct.map((one) => `${one.channel} ${one.merchant_no}`));
  const merchants = new Map<string, number>();
  const billKey = (row: Part) => `${row.organizationId} ${row.day} ${row.channel}`;
  for (const row of rows.values()) merchants.set(billKey(row), (merchants.get(billKey(row)) ?? 0) + 1);
  return [...rows]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([, row], i) => {
      const side = said.units.get(billKey(row));
      // A unit's own number need not be reconciled here.
      const unasked = side === undefined && own.has(`${row.channel} ${row.merchantNo}`);
      const known = !unasked && merchants.get(billKey(row)) === 1 && said.read.has(`${row.day} ${row.channel}`);
      const billFen = known ? (side?.fen ?? 0) : null;
      const differenceFen = billFen === null ? null : billFen - (row.rechargeFen + row.codeFen - row.refundFen);
      const billState = unasked ? 'DIRECT' : stateOf(billFen, differenceFen, side);
      return {
        ...row,
        id: i + 1,
        organizationName: names.get(row.organizationId) ?? null,
        billFen,
        differenceFen,
        billState,
      };
    });
}

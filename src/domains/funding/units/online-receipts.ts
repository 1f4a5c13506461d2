/** Money that came in through the channels, by the channel's day, unit and merchant number, with the bill of the day beside it. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { organizationNames } from '../../tenancy/public.server.ts';
import type { Finding } from '../bill/findings.ts';
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

/** What the newest bill of a single day says of its payments less its refunds, by unit, day and channel. */
async function bills(ctx: Ctx, { day }: Search): Promise<ReadonlyMap<string, number>> {
  const [from, to] = Array.isArray(day) ? (day as (string | null)[]) : [null, null];
  let query = ctx.db.selectFrom('channel_bill').selectAll().whereRef('from_date', '=', 'to_date').orderBy('id');
  if (from) query = query.where('from_date', '>=', from);
  if (to) query = query.where('to_date', '<=', to);
  const said = new Map<string, number>();
  for (const bill of await query.execute()) {
    const onesided = (bill.findings as unknown as readonly Finding[])
      .filter(({ kind }) => kind !== 'CREDITED' && kind !== 'REFUND_DONE')
      .reduce((sum, { billFen, refund }) => sum + (refund ? -1 : 1) * (billFen ?? 0), 0);
    said.set(
      `${bill.organization_id} ${bill.from_date} ${bill.channel}`,
      bill.matched_fen + bill.credited_fen - bill.refund_matched_fen + onesided,
    );
  }
  return said;
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
  const [names, said] = await Promise.all([
    organizationNames(ctx.db, [...new Set([...rows.values()].map((row) => row.organizationId))]),
    bills(ctx, search),
  ]);
  const merchants = new Map<string, number>();
  const billKey = (row: Part) => `${row.organizationId} ${row.day} ${row.channel}`;
  for (const row of rows.values()) merchants.set(billKey(row), (merchants.get(billKey(row)) ?? 0) + 1);
  return [...rows]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([, row], i) => {
      const billFen = merchants.get(billKey(row)) === 1 ? said.get(billKey(row)) : undefined;
      const differenceFen = billFen === undefined ? null : billFen - (row.rechargeFen + row.codeFen - row.refundFen);
      const billState = differenceFen === null ? 'NONE' : differenceFen === 0 ? 'EVEN' : 'DIFF';
      return {
        ...row,
        id: i + 1,
        organizationName: names.get(row.organizationId) ?? null,
        billFen: billFen ?? null,
        differenceFen,
        billState,
      };
    });
}

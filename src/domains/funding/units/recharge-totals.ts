/** Recharges of many units by channel, unit, day or month: the ledger's day totals, with the orders of the same days beside them. */
import { type RawBuilder, sql } from 'kysely';
import { lastOfMonth } from '../../../kit/define/month.ts';
import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { organizationNames } from '../../tenancy/public.server.ts';
import { rechargeChannels } from '../counter/pages/recharge.page.ts';
import { daysOf, outside } from '../sheets/ledger-lines.ts';
import { unitsAsked } from './unit-movements.ts';

/** The channel an outside account is of, as orders name it. */
const channelOf = sql<string>`(case u.account when 'cash_drawer' then 'CASH' else upper(substr(u.account, 9)) end)`;

const groups: Readonly<Record<string, readonly [ledger: RawBuilder<unknown>, orders: RawBuilder<unknown>]>> = {
  channel: [channelOf, sql`o.channel`],
  unit: [sql`u.organization_id`, sql`o.organization_id`],
  day: [sql`u.business_date::text`, sql`o.business_date::text`],
  month: [sql`to_char(u.business_date, 'YYYY-MM')`, sql`to_char(o.business_date, 'YYYY-MM')`],
};

interface Ledger {
  key: string | number;
  count: number;
  amountFen: number;
  reversedFen: number;
  refundFen: number;
}
interface Orders {
  key: string | number;
  orderFen: number;
  giftFen: number;
  feeFen: number;
}

/** What an outside account gave for postings of this kind, fen; what it took back counts against it. */
const given = (kind: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(u.out_fen - u.in_fen) filter (where ${kind}), 0)::bigint`;

function ledgerTotals(ctx: Ctx, key: RawBuilder<unknown>, search: Search): Promise<Ledger[]> {
  const [from, to] = daysOf(search);
  const units = unitsAsked(search.organizationId);
  const channels = [search.channel].flat().filter((one) => typeof one === 'string' && one !== '');
  let query = ctx.db
    .selectFrom('rollup_account_day as u')
    .select([
      sql<string | number>`${key}`.as('key'),
      sql<number>`coalesce(sum(u.entry_count) filter (where u.posting_kind = 'RECHARGE'), 0)::bigint`.as('count'),
      given(sql`u.posting_kind = 'RECHARGE'`).as('amountFen'),
      sql<number>`-${given(sql`u.posting_kind = 'REVERSE' and u.reverses_kind = 'RECHARGE'`)}`.as('reversedFen'),
      sql<number>`-${given(sql`'REFUND' in (u.posting_kind, u.reverses_kind)`)}`.as('refundFen'),
    ])
    .where('u.account', 'in', [...outside])
    .where(sql<boolean>`(u.posting_kind in ('RECHARGE', 'REFUND') or u.reverses_kind in ('RECHARGE', 'REFUND'))`)
    .groupBy(key as RawBuilder<never>);
  if (from) query = query.where('u.business_date', '>=', from);
  if (to) query = query.where('u.business_date', '<=', to);
  if (units.length > 0) query = query.where('u.organization_id', 'in', units);
  if (channels.length > 0) query = query.where(sql<boolean>`${channelOf} = any(${channels}::text[])`);
  return query.execute();
}

function orderTotals(ctx: Ctx, key: RawBuilder<unknown>, search: Search): Promise<Orders[]> {
  const [from, to] = daysOf(search);
  const units = unitsAsked(search.organizationId);
  const channels = [search.channel].flat().filter((one): one is string => typeof one === 'string' && one !== '');
  let query = ctx.db
    .selectFrom('recharge_order as o')
    .select([
      sql<string | number>`${key}`.as('key'),
      sql<number>`sum(o.amount_fen)::bigint`.as('orderFen'),
      sql<number>`sum(o.gift_fen)::bigint`.as('giftFen'),
      sql<number>`sum(o.fee_fen)::bigint`.as('feeFen'),
    ])
    .where('o.posting_id', 'is not', null)
    .groupBy(key as RawBuilder<never>);
  if (from) query = query.where('o.business_date', '>=', from);
  if (to) query = query.where('o.business_date', '<=', to);
  if (units.length > 0) query = query.where('o.organization_id', 'in', units);
  if (channels.length > 0) query = query.where('o.channel', 'in', channels);
  return query.execute();
}

/** What a group's row stands for, as the lines it opens are searched. */
function standsFor(group: string, key: string | number, search: Search): Readonly<Record<string, unknown>> {
  if (group === 'unit') return { organizationId: key };
  if (group === 'day') return { days: [key, key] };
  if (group === 'channel') return { channel: key };
  const [from, to] = daysOf(search);
  const [first, last] = [`${key}-01`, lastOfMonth(String(key))];
  return { days: [from && from > first ? from : first, to && to < last ? to : last] };
}

/** All groups of the search, fen; narrowed to the units whose accounts the scope opens. */
export async function rechargesBy(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const group = String(search.group ?? 'channel');
  const [ledgerKey, orderKey] = groups[group] ?? groups.channel!;
  const [ledger, orders] = await Promise.all([
    ledgerTotals(ctx, ledgerKey, search),
    orderTotals(ctx, orderKey, search),
  ]);
  const keys = [...new Set([...ledger, ...orders].map(({ key }) => key))].sort();
  const names = group === 'unit' ? await organizationNames(ctx.db, keys.map(Number)) : undefined;
  const none = { count: 0, amountFen: 0, reversedFen: 0, refundFen: 0, orderFen: 0, giftFen: 0, feeFen: 0 };
  return keys.map((key, i) => ({
    ...none,
    ...ledger.find((one) => one.key === key),
    ...orders.find((one) => one.key === key),
    ...standsFor(group, key, search),
    groupName: names?.get(Number(key)) ?? (group === 'channel' ? labelIn(rechargeChannels, String(key)) : String(key)),
    id: i + 1,
  }));
}

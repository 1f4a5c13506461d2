import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { organizationNames } from '../../../tenancy/public.server.ts';
import spec from './month_receipts.page.ts';

interface Row {
  organizationId: number;
  month: string;
  openingFen: number;
  inFen: number;
  refundFen: number;
  eatenFen: number;
  otherFen: number;
  closingFen: number;
}

const sumOf = (condition: string, sign = '') =>
  sql.raw(`coalesce(${sign}sum(e.amount_fen) filter (where ${condition}), 0)::bigint`);

/** Months of 备付: the balance before the first entry and after the last one are read, the movements between are added up. */
async function floats(ctx: Ctx, [from, to]: (string | null)[], units: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with own as (
      select /* wall: the platform's own report */ e.unit_id, date_trunc('month', e.business_date)::date as month, e.kind, e.amount_fen, e.balance_after_fen, e.wallet_version
      from unit_entry e where e.account = 'unit' and e.unit_type = 'ORGANIZATION' and e.purse = 'FLOAT'
        and (${from}::date is null or e.business_date >= ${from}::date) and (${to}::date is null or e.business_date <= ${to}::date)
        and (${units.length} = 0 or e.unit_id = any(${units}::bigint[])))
    select unit_id as "organizationId", month::text as month,
      (array_agg(e.balance_after_fen - e.amount_fen order by e.wallet_version))[1]::bigint as "openingFen",
      ${sumOf("e.kind = 'ONLINE_IN'")} as "inFen", ${sumOf("e.kind = 'ONLINE_OUT'", '-')} as "refundFen",
      ${sumOf("e.kind = 'CONTRACT_DAY'", '-')} as "eatenFen",
      ${sumOf("e.kind not in ('ONLINE_IN', 'ONLINE_OUT', 'CONTRACT_DAY')")} as "otherFen",
      (array_agg(e.balance_after_fen order by e.wallet_version desc))[1]::bigint as "closingFen"
    from own e group by 1, e.month order by e.month desc, 1`.execute(ctx.db);
  return rows;
}

/** `month unit` → fen. */
async function perMonth(
  query: Promise<{ rows: { key: string; fen: number }[] }>,
): Promise<ReadonlyMap<string, number>> {
  return new Map((await query).rows.map(({ key, fen }) => [key, fen]));
}

/** What the channels' own accounts say of the same postings: `month unit channel kind`. */
const byChannel = (ctx: Ctx, [from, to]: (string | null)[]) =>
  perMonth(
    sql<{
      key: string;
      fen: number;
    }>`select /* wall: the platform's own report */ concat_ws(' ', to_char(e.business_date, 'YYYY-MM-01'), p.organization_id, split_part(e.account, ':', 2), e.kind) as key,
        sum(e.amount_fen)::bigint as fen
      from unit_entry e join unit_posting p on p.id = e.posting_id
      where e.account like 'channel:%' and e.kind in ('ONLINE_IN', 'ONLINE_OUT')
        and (${from}::date is null or e.business_date >= ${from}::date) and (${to}::date is null or e.business_date <= ${to}::date)
      group by 1`.execute(ctx.db),
  );

const fees = (ctx: Ctx) =>
  perMonth(
    sql<{
      key: string;
      fen: number;
    }>`select /* wall: the platform's own report */ to_char(business_date, 'YYYY-MM-01') || ' ' || organization_id as key, sum(fee_fen)::bigint as fen
      from recharge_order where credited_via is not null and business_date is not null group by 1`.execute(ctx.db),
  );
const withdrawn = (ctx: Ctx) =>
  perMonth(
    sql<{
      key: string;
      fen: number;
    }>`select /* wall: the platform's own report */ to_char(paid_at at time zone 'Asia/Shanghai', 'YYYY-MM-01') || ' ' || unit_id as key, sum(real_fen)::bigint as fen
      from unit_withdrawal where unit_type = 'ORGANIZATION' and status = 'PAID' group by 1`.execute(ctx.db),
  );

async function rows(ctx: Ctx, search: Search) {
  const range = Array.isArray(search.month) ? (search.month as (string | null)[]) : [null, null];
  const units = [search.organizationId ?? []].flat().map(Number);
  const [found, channels, fee, paid] = await Promise.all([
    floats(ctx, range, units),
    byChannel(ctx, range),
    fees(ctx),
    withdrawn(ctx),
  ]);
  const names = await organizationNames(ctx.db, [...new Set(found.map((row) => row.organizationId))]);
  return found.map((row, i) => {
    const key = `${row.month} ${row.organizationId}`;
    return {
      ...row,
      id: i + 1,
      monthName: row.month.slice(0, 7),
      organizationName: names.get(row.organizationId) ?? null,
      // What comes in leaves the channel's account.
      wechatInFen: -(channels.get(`${key} wechat ONLINE_IN`) ?? 0),
      alipayInFen: -(channels.get(`${key} alipay ONLINE_IN`) ?? 0),
      wechatOutFen: channels.get(`${key} wechat ONLINE_OUT`) ?? 0,
      alipayOutFen: channels.get(`${key} alipay ONLINE_OUT`) ?? 0,
      feeFen: fee.get(key) ?? 0,
      withdrawnFen: paid.get(key) ?? 0,
    };
  });
}

export default bind(spec, {
  rows,
  proof: {
    reads: {
      openingFen: 'unit_entry.balance_after_fen before the month',
      inFen: 'unit_entry.amount_fen of ONLINE_IN in the purse',
      wechatInFen: 'unit_entry.amount_fen of ONLINE_IN, account channel:wechat',
      alipayInFen: 'unit_entry.amount_fen of ONLINE_IN, account channel:alipay',
      refundFen: 'unit_entry.amount_fen of ONLINE_OUT in the purse',
      wechatOutFen: 'unit_entry.amount_fen of ONLINE_OUT, account channel:wechat',
      alipayOutFen: 'unit_entry.amount_fen of ONLINE_OUT, account channel:alipay',
      eatenFen: 'unit_entry.amount_fen of CONTRACT_DAY',
      otherFen: 'unit_entry.amount_fen of the rest',
      closingFen: 'unit_entry.balance_after_fen',
    },
  },
});

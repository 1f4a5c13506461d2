/** Whose bills are taken: of numbers that are set up, that orders were paid to, or that two persons have registered. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { PayProvider } from '../../funding/public.server.ts';
import type { Taking } from '../bills/taking.ts';

/** Of the alias of a bill's row: the number is a unit's own, what came to it is not the platform's to keep. */
export const ofUnit = (channel: string, merchantNo: string): string =>
  `(exists (select from direct_merchant d where d.channel = ${channel} and d.merchant_no = ${merchantNo})
    or exists (select from bill_merchant m where m.channel = ${channel} and m.merchant_no = ${merchantNo} and m.organization_id is not null))`;

/**
 * Of a bill `b`: it tells of what was paid to this number of its channel. Alipay's files name the account, orders the application:
 * there both have to be the platform's, or both a unit's own.
 */
export const tellsOf = (channel: string, merchantNo: string): string =>
  `(b.merchant_no = ${merchantNo} or b.channel = 'ALIPAY' and ${ofUnit('b.channel', 'b.merchant_no')} = ${ofUnit(channel, merchantNo)})`;

/** Numbers of the house at a channel. That one order of ours stands in a bill does not make its number one. */
export async function knownMerchants(ctx: Taking, tx: Sql, channel: string): Promise<Set<string>> {
  const { rows } = await tx.query<{ no: string }>(
    `select /* wall: merchant numbers of the house */ merchant_no as no from bill_merchant where channel = $1 and status = 'NORMAL'
     union select merchant_no from (select distinct on (merchant_no) merchant_no from recharge_order
       where channel = $1 and credited_via is not null order by merchant_no) o
     union select merchant_no from direct_merchant where channel = $1`,
    [channel],
  );
  const known = new Set(rows.map(({ no }) => no).filter((no) => no !== ''));
  const provider = ctx.services.pay.provider(channel);
  if (provider) known.add(provider.merchantNo);
  return known;
}

/**
 * A bill the channel gave out for our own key names its account itself: nobody else could have asked for it. False where somebody
 * has switched the account off.
 */
export async function noteFetched(
  { ids, clock }: Taking,
  tx: Sql,
  merchantNo: string,
  provider: Pick<PayProvider, 'channel' | 'merchantNo'>,
): Promise<boolean> {
  const { rows } = await tx.query<{ status: string }>(
    `insert /* wall: merchant numbers of the house */ into bill_merchant (id, channel, merchant_no, organization_id, source, note, maker_id, maker_name, created_at, updated_at)
     values ($1, $2, $3, (select d.organization_id from direct_merchant d where d.channel = $2 and d.merchant_no = $4), 'FETCHED', $5, 0,
       '自动下载', $6, $6) on conflict (channel, merchant_no) do update set version = bill_merchant.version returning status`,
    [
      await ids.next(),
      provider.channel,
      merchantNo,
      provider.merchantNo,
      `渠道按 ${provider.merchantNo} 给出的账单`,
      isoAt(clock.now()),
    ],
  );
  return rows[0]!.status === 'NORMAL';
}

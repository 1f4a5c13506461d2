/** What a unit's own merchant number must be before money is paid to it. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { channelNames, type PayChannel } from '../pay/provider.ts';
import { fundingRefusals } from '../refusals.ts';
import type { MerchantSet } from './merchant-provider.ts';

type Asked = Readonly<Record<string, unknown>>;

const setOf = (values: Asked, before: Asked | null): MerchantSet => {
  const word = (key: string) => String(values[key] ?? before?.[key] ?? '');
  return {
    channel: word('channel') as PayChannel,
    merchantNo: word('merchantNo'),
    appId: word('appId'),
    serialNo: word('serialNo'),
    keyFile: word('keyFile'),
    secretFile: word('secretFile'),
    platformKeys: word('platformKeys'),
  };
};

/** Until the end of the command nobody else says whose the number is. */
export const lockMerchant = (ctx: Pick<Ctx, 'db'>, channel: string, merchantNo: string) =>
  sqlOf(ctx.db).query('select pg_advisory_xact_lock(742011843, hashtext($1))', [`${channel} ${merchantNo}`]);

/** Not a number the platform has collected with, and with keys that can be read. */
export async function checkMerchant(ctx: Ctx, values: Asked, before: Asked | null): Promise<Refusal | undefined> {
  const set = setOf(values, before);
  const { pay } = ctx.services;
  if (!before) {
    await lockMerchant(ctx, set.channel, set.merchantNo);
    const { rows } = await sql`
      select /* wall: whether anybody has been paid to the number */ 1 from recharge_order
      where channel = ${set.channel} and merchant_no = ${set.merchantNo}
      union all
      select /* wall: whether it is said to be the platform's */ 1 from bill_merchant
      where channel = ${set.channel} and merchant_no = ${set.merchantNo} and organization_id is null limit 1`.execute(
      ctx.db,
    );
    if (rows.length > 0 || pay.provider(set.channel)?.merchantNo === set.merchantNo)
      return refuse(fundingRefusals.MERCHANT_OF_PLATFORM, { channel: channelNames[set.channel], no: set.merchantNo });
  }
  if ((values.status ?? before?.status) !== 'ON') return undefined;
  const why = pay.direct?.faultOf(set);
  return why ? refuseField('keyFile', `这个商户号还不能收款：${why}`) : undefined;
}

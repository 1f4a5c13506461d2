/** 登记商户号: two persons say that a number in bills is ours; from then on its bills are taken. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { channelNames, lockMerchant } from '../../funding/public.server.ts';
import { knownMerchants } from './known-merchants.ts';
import type spec from './pages/bill_merchant.page.ts';

export async function registerMerchant(
  ctx: Ctx,
  values: Values<typeof spec.fields>,
): Promise<{ id: number } | Refusal> {
  const channel = values.channel!;
  const merchantNo = values.merchantNo!;
  // It is one number to this list and to the units' own: whoever names it waits for the other.
  await lockMerchant(ctx, channel, merchantNo);
  const registered = await ctx.db
    .selectFrom('bill_merchant')
    .select('status')
    .where('channel', '=', channel)
    .where('merchant_no', '=', merchantNo)
    .executeTakeFirst();
  if (registered)
    return refuseField('merchantNo', registered.status === 'NORMAL' ? '已经登记' : '已经登记而停用，请在列表中启用');
  if ((await knownMerchants(ctx, sqlOf(ctx.db), channel)).has(merchantNo))
    return refuseField('merchantNo', '系统配置或直连商户里已有，不必登记');
  const id = await ctx.ids.next();
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('bill_merchant')
    .values({
      id,
      channel,
      merchant_no: merchantNo,
      organization_id: values.organizationId ?? null,
      source: 'PERSON',
      note: values.note ?? '',
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      witness_name: ctx.witness?.name ?? '',
      status: 'NORMAL',
      created_at: at,
      updated_at: at,
      version: 1,
    })
    .execute();
  await ctx.audit({
    action: '登记账单商户号',
    targetId: id,
    targetName: `${channelNames[channel as 'WECHAT']} ${merchantNo}`,
  });
  return { id };
}

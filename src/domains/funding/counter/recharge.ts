/** 充值 by an operator. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Channel } from '../../wallet/public.server.ts';
import { limitOf } from '../limits/limits.ts';
import { fundingRefusals } from '../refusals.ts';
import { tellCredited } from '../services.ts';
import { bookDocument } from './book.ts';
import { rechargeOrder } from './kinds.ts';
import { counterPerson } from './person.ts';

export interface RechargeInput {
  personId: number;
  amountFen: number;
  giftFen: number;
  channel: Channel;
  channelNo: string;
  remark: string;
}

/** Books a recharge; the answer carries the slip. Refused: closed account, stored maximum, used channel number. */
export async function recharge(ctx: Ctx, input: RechargeInput): Promise<({ id: number } & Show) | Refusal> {
  const person = await counterPerson(ctx, input.personId);
  if (isRefusal(person)) return person;
  const organizationId = ownOrganization(ctx);
  const { amountFen, giftFen, channel, channelNo } = input;
  const { maxBalanceFen } = await limitOf(sqlOf(ctx.db), organizationId, person.type_id);
  const booked = await bookDocument(ctx, rechargeOrder, {
    person,
    amount: amountFen,
    remark: input.remark,
    keyName: 'recharge',
    request: (common) => ({
      ...common,
      kind: 'RECHARGE',
      channel,
      amountFen,
      ...(giftFen > 0 ? { giftFen } : {}),
      maxBalanceFen,
    }),
    columns: (at) => ({
      account_kind: 'MAIN',
      gift_fen: giftFen,
      channel,
      channel_no: channelNo,
      paid_at: at,
      credited_at: at,
    }),
    refuse: async (tx) => {
      if (!channelNo) return undefined;
      const used = await tx.query(
        'select 1 from recharge_order where organization_id = $1 and channel = $2 and channel_no = $3',
        [organizationId, channel, channelNo],
      );
      return used.rows.length > 0 ? refuse(fundingRefusals.CHANNEL_NO_USED, { no: channelNo }) : undefined;
    },
    ...(giftFen > 0 ? { extra: () => [['赠送', `${formatFenGrouped(giftFen)} 元`]] } : {}),
  });
  if (!isRefusal(booked)) await tellCredited(ctx.services, organizationId, booked.id);
  return booked;
}

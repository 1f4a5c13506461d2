/** 充值 by an operator: the order and its posting are one transaction. */
import { formatFenGrouped } from '../../kit/define/fen.ts';
import { auditInto } from '../../kit/server/audit/origin.ts';
import { isoAt } from '../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import type { Show } from '../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../kit/server/refusal.ts';
import type { Channel } from '../wallet/types.ts';
import { limitOf } from './limits.ts';
import { counterKey, counterPerson } from './person.ts';
import { receipt } from './receipt.ts';
import { fundingRefusals } from './refusals.ts';

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
  const limit = await limitOf(ctx.services.pool, organizationId, person.type_id);
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const at = isoAt(now);
  const orderNo = `CZ${at.slice(0, 10).replaceAll('-', '')}${id}`;
  const outcome = await ctx.services.wallet.submit({
    kind: 'RECHARGE',
    organizationId,
    requestKey: counterKey(ctx, 'recharge', id),
    personId: person.id,
    occurredAt: now,
    channel: input.channel,
    amountFen: input.amountFen,
    ...(input.giftFen > 0 ? { giftFen: input.giftFen } : {}),
    maxBalanceFen: limit.maxBalanceFen,
    operatorId: ctx.session.accountId,
    sourceType: 'recharge_order',
    sourceId: id,
    companion: async (tx, posted) => {
      if (input.channelNo) {
        const used = await tx.query(
          'select 1 from recharge_order where organization_id = $1 and channel = $2 and channel_no = $3',
          [organizationId, input.channel, input.channelNo],
        );
        if (used.rows.length > 0) return refuse(fundingRefusals.CHANNEL_NO_USED, { no: input.channelNo });
      }
      await tx.query(
        `insert into recharge_order (organization_id, id, order_no, person_id, account_kind, amount_fen, gift_fen, channel,
           channel_no, operator_id, operator_name, posting_id, balance_after_fen, business_date, paid_at, credited_at, status,
           remark, created_at)
         values ($1, $2, $3, $4, 'MAIN', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, 'CREDITED', $15, $14)`,
        [
          organizationId,
          id,
          orderNo,
          person.id,
          input.amountFen,
          input.giftFen,
          input.channel,
          input.channelNo,
          ctx.session.accountId,
          ctx.session.name,
          posted.postingId,
          posted.balances.MAIN ?? 0,
          posted.businessDate,
          at,
          input.remark,
        ],
      );
      await auditInto(ctx, tx, {
        action: '充值',
        targetId: id,
        targetName: person.name,
        changes: [
          { key: 'amountFen', label: '充值金额（元）', before: null, after: formatFenGrouped(input.amountFen) },
        ],
      });
      return undefined;
    },
  });
  if (isRefusal(outcome)) return outcome;
  // A repeated form gets the first order back, not a second one.
  const order = await ctx.db
    .selectFrom('recharge_order')
    .select(['id', 'order_no', 'created_at'])
    .where('posting_id', '=', outcome.posted.postingId)
    .executeTakeFirstOrThrow();
  return {
    id: order.id,
    receipt: receipt({
      title: '充值凭条',
      documentNo: order.order_no,
      personName: person.name,
      jobNumber: person.job_number,
      amountFen: input.amountFen,
      balanceFen: outcome.posted.balances.MAIN ?? 0,
      at: order.created_at.slice(0, 19).replace('T', ' '),
      operator: ctx.session.name,
      unit: ctx.session.unitName ?? '',
      ...(input.giftFen > 0 ? { extra: [['赠送', `${formatFenGrouped(input.giftFen)} 元`]] as const } : {}),
    }),
  };
}

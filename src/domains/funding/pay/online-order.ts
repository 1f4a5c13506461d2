/** Recharges paid online: opened with a code to scan, asked about, closed only after asking. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization, type Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { counterPerson } from '../counter/person.ts';
import { limitOf } from '../limits/limits.ts';
import { collectorOf, takerOf } from '../merchants/direct-merchants.ts';
import { fundingRefusals } from '../refusals.ts';
import { creditPayment, type PaidNews } from './credit.ts';
import { channelNames, type PayChannel, type PaymentState } from './provider.ts';

const openForMs = 15 * 60_000;

export interface OpenedPayment {
  id: number;
  orderNo: string;
  code: string;
  expiresAt: string;
  sandbox: boolean;
}

/** Opens an order and its payment. Refused: closed account, stored maximum, no merchant, the channel's own «no». */
export async function openPayment(
  ctx: Ctx,
  input: { personId: number; amountFen: number; channel: PayChannel },
): Promise<OpenedPayment | Refusal> {
  const person = await counterPerson(ctx, input.personId);
  if (isRefusal(person)) return person;
  const organizationId = ownOrganization(ctx);
  const provider = await collectorOf(ctx.services.pay, organizationId, input.channel);
  if (!provider) return refuse(fundingRefusals.CHANNEL_NOT_SET, { channel: channelNames[input.channel] });
  const sql = sqlOf(ctx.db);
  const limit = await limitOf(sql, organizationId, person.type_id);
  const { rows } = await sql.query<{ fen: number }>(
    `select balance_fen as fen from wallet where organization_id = $1 and person_id = $2 and kind = 'MAIN'`,
    [organizationId, person.id],
  );
  const after = (rows[0]?.fen ?? 0) + input.amountFen;
  if (after > limit.maxBalanceFen)
    return refuse('MAX_BALANCE', { balance: formatFenGrouped(after), limit: formatFenGrouped(limit.maxBalanceFen) });
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const at = isoAt(now);
  const orderNo = `CZ${at.slice(0, 10).replaceAll('-', '')}${id}`;
  const expiresAt = now + openForMs;
  await sql.query(
    `insert into recharge_order (organization_id, id, order_no, person_id, account_kind, amount_fen, channel, operator_id,
       operator_name, merchant_no, status, created_at, expires_at)
     values ($1, $2, $3, $4, 'MAIN', $5, $6, $7, $8, $9, 'CREATED', $10, $11)`,
    [
      organizationId,
      id,
      orderNo,
      person.id,
      input.amountFen,
      input.channel,
      ctx.session.accountId,
      ctx.session.name,
      provider.merchantNo,
      at,
      isoAt(expiresAt),
    ],
  );
  const payment = await provider.createPayment({
    outTradeNo: orderNo,
    amountFen: input.amountFen,
    description: `${ctx.session.unitName ?? '一卡通'}充值`,
    expiresAt,
  });
  const refused = 'refused' in payment ? payment.refused : null;
  await sql.query('update recharge_order set status = $3, pay_error = $4 where organization_id = $1 and id = $2', [
    organizationId,
    id,
    refused === null ? 'PAYING' : 'FAILED',
    refused,
  ]);
  await ctx.audit({ action: '生成收款码', targetId: id, targetName: `${person.name} ${orderNo}` });
  if ('refused' in payment)
    return refuse(fundingRefusals.CHANNEL_REFUSED, { channel: channelNames[input.channel], why: payment.refused });
  return {
    id,
    orderNo,
    code: payment.code,
    expiresAt: isoAt(expiresAt),
    sandbox: ctx.services.pay.sandbox(input.channel) !== undefined,
  };
}

type Deps = Pick<Services, 'pool' | 'wallet' | 'clock' | 'pay'>;

interface OpenOrder {
  id: number;
  orderNo: string;
  channel: PayChannel;
  merchantNo: string;
  status: string;
}

async function readOrder(deps: Deps, organizationId: number, id: number): Promise<OpenOrder | undefined> {
  const { rows } = await deps.pool.query<OpenOrder>(
    `select id, order_no as "orderNo", channel, merchant_no as "merchantNo", status from recharge_order where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return rows[0];
}

/** What the channel says of an order; silence is an answer too. */
export async function askChannel(
  deps: Pick<Deps, 'pay'>,
  order: Pick<OpenOrder, 'orderNo' | 'channel'> & { merchantNo?: string },
): Promise<PaymentState> {
  const provider = await takerOf(deps.pay, order.channel, order.merchantNo ?? '');
  if (!provider) return { state: 'UNKNOWN', detail: `未配置${channelNames[order.channel] ?? order.channel}商户` };
  try {
    return await provider.query(order.orderNo);
  } catch (error) {
    return { state: 'UNKNOWN', detail: error instanceof Error ? error.message.slice(0, 200) : '没有收到渠道应答' };
  }
}

/** What the channel says of an unpaid order; a payment found is booked. Answers the order's state now. */
export async function queryPayment(
  deps: Deps,
  organizationId: number,
  id: number,
  via: PaidNews['via'] = 'QUERY',
): Promise<{ status: string; said: PaymentState['state'] } | Refusal> {
  const order = await readOrder(deps, organizationId, id);
  if (!order) return refuse('NOT_FOUND');
  const said = await askChannel(deps, order);
  if (said.state === 'PAID') {
    const { channelNo, amountFen, paidAt } = said;
    const credited = await creditPayment(deps, {
      channel: order.channel,
      outTradeNo: order.orderNo,
      channelNo,
      amountFen,
      paidAt,
      via,
    });
    if (credited.result === 'FAILED') {
      await deps.pool.query(
        `update recharge_order set status = 'PAID', paid_at = $3, pay_error = $4
          where organization_id = $1 and id = $2 and status in ('CREATED', 'PAYING', 'CLOSED')`,
        [organizationId, id, isoAt(paidAt), refusalMessage(credited.refusal)],
      );
      return credited.refusal;
    }
    if (credited.result === 'AMOUNT_MISMATCH')
      return refuse(fundingRefusals.PAID_MISMATCH, { no: order.orderNo, detail: credited.detail });
  } else if (said.state === 'CLOSED') {
    await deps.pool.query(
      `update recharge_order set status = 'CLOSED' where organization_id = $1 and id = $2 and status in ('CREATED', 'PAYING')`,
      [organizationId, id],
    );
  }
  return { status: (await readOrder(deps, organizationId, id))?.status ?? order.status, said: said.state };
}

/** Closes an unpaid order at the channel first; one that turns out paid is booked instead. */
export async function closePayment(deps: Deps, organizationId: number, id: number): Promise<Refusal | null> {
  const asked = await queryPayment(deps, organizationId, id);
  if (isRefusal(asked)) return asked;
  if (asked.said === 'UNKNOWN') return refuse(fundingRefusals.CHANNEL_SILENT);
  if (asked.said === 'PAID' || asked.said === 'CLOSED') return null;
  const order = await readOrder(deps, organizationId, id);
  const provider = order && (await takerOf(deps.pay, order.channel, order.merchantNo));
  if (!order || !provider) return refuse('NOT_FOUND');
  const closed = await provider.close(order.orderNo).catch(() => 'UNKNOWN' as const);
  if (closed === 'UNKNOWN') return refuse(fundingRefusals.CHANNEL_SILENT);
  if (closed === 'PAID') {
    const again = await queryPayment(deps, organizationId, id);
    return isRefusal(again) ? again : null;
  }
  await deps.pool.query(
    `update recharge_order set status = 'CLOSED' where organization_id = $1 and id = $2 and status in ('CREATED', 'PAYING')`,
    [organizationId, id],
  );
  return null;
}

/** Orders whose time is up: asked about, then closed. */
export async function sweepPayments(deps: Deps): Promise<void> {
  const { rows } = await deps.pool.query<{ organizationId: number; id: number }>(
    `select organization_id as "organizationId", id from recharge_order
      where status in ('CREATED', 'PAYING', 'PAID') and expires_at < to_timestamp($1::float8 / 1000)
      order by expires_at limit 200`,
    [deps.clock.now()],
  );
  for (const { organizationId, id } of rows) await closePayment(deps, organizationId, id);
}

/**
 * What a reversal gives back of a meal paid by code goes back through its channel. The ledger leads: whatever reversed the
 * trade, the difference between what is reversed and what was asked back is asked back, under a number of its own.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { PayChannel, RefundState } from '../pay/provider.ts';
import { feeFen } from '../pay/service.ts';
import { askOfChannel, sendToChannel } from '../refund/at-channel.ts';
import { sendable } from '../refund/states.ts';
import { fundingRefusals } from '../refusals.ts';
import type { ThirdRefundRow } from '../tables.ts';
import type { CodeDeps } from './third-trade.ts';

type Deps = Pick<CodeDeps, 'pool' | 'clock' | 'ids' | 'pay'>;
type Asker = Pick<CodeDeps, 'pool' | 'clock' | 'pay'>;

/** The refund of a meal with this id; undefined for a recharge's, which its order leads. */
export async function mealRefund({ pool }: Pick<Deps, 'pool'>, organizationId: number, id: number) {
  const { rows } = await pool.query<ThirdRefundRow>(
    'select * from third_refund where organization_id = $1 and id = $2 and third_trade_id is not null',
    [organizationId, id],
  );
  return rows[0];
}

/** Writes down what the channel said. What it does not know leaves the refund PROCESSING. */
export async function hearMealRefund(deps: Asker, refund: ThirdRefundRow, answer: RefundState): Promise<void> {
  const at = isoAt(deps.clock.now());
  const ended = answer.state === 'SUCCESS' || answer.state === 'FAILED' || answer.state === 'ABNORMAL';
  const detail =
    answer.state === 'NOT_FOUND' ? '渠道没有这笔退款' : 'detail' in answer ? answer.detail.slice(0, 500) : null;
  await deps.pool.query(
    `update third_refund set status = case when $3 then $4 else status end, error = $5, asked_at = $6,
       finished_at = case when $4 = 'SUCCESS' then $6::timestamptz end,
       channel_refund_no = coalesce($7, channel_refund_no)
     where organization_id = $1 and id = $2 and status = 'PROCESSING'`,
    [
      refund.organization_id,
      refund.id,
      ended,
      answer.state,
      detail,
      at,
      'channelRefundNo' in answer ? (answer.channelRefundNo ?? null) : null,
    ],
  );
}

async function post(deps: Asker, refund: ThirdRefundRow): Promise<void> {
  await hearMealRefund(deps, refund, await sendToChannel(deps, refund));
}

/** Sends it, first or again, always under its own number. Refused when somebody was faster. */
export async function sendMealRefund(deps: Asker, refund: ThirdRefundRow): Promise<Refusal | undefined> {
  const { rowCount } = await deps.pool.query(
    `update third_refund set status = 'PROCESSING', error = null, asked_at = $3
      where organization_id = $1 and id = $2 and status = any($4::text[])`,
    [refund.organization_id, refund.id, isoAt(deps.clock.now()), sendable.third],
  );
  if (rowCount !== 1) return refuse(fundingRefusals.REFUND_MOVED, { no: refund.refund_no });
  await post(deps, refund);
  return undefined;
}

/** Asks what became of one on its way; one that never arrived is sent again under its own number. */
export async function queryMealRefund(deps: Asker, refund: ThirdRefundRow): Promise<Refusal | undefined> {
  const answer = await askOfChannel(deps, refund);
  if ('refused' in answer) return answer;
  if (answer.state === 'NOT_FOUND' && refund.status === 'PROCESSING') await post(deps, refund);
  else await hearMealRefund(deps, refund, answer);
  return undefined;
}

/**
 * Asks once about a refund a bill shows and that is not done here; never sends. One that counted as failed is taken up
 * only when the channel says that it went through.
 */
export async function askOnce(deps: Asker, organizationId: number, id: number): Promise<RefundState | Refusal> {
  const refund = await mealRefund(deps, organizationId, id);
  if (!refund) return refuse('NOT_FOUND');
  const said = await askOfChannel(deps, refund);
  if ('refused' in said) return said;
  if (said.state === 'SUCCESS')
    await deps.pool.query(
      `update third_refund set status = 'PROCESSING' where organization_id = $1 and id = $2 and status = any($3::text[])`,
      [organizationId, id, sendable.third],
    );
  await hearMealRefund(deps, refund, said);
  return said;
}

interface Owed {
  organizationId: number;
  id: number;
}

/** Writes the refund of what is reversed and not asked back yet; undefined when nothing is. */
async function open(deps: Deps, owed: Owed): Promise<ThirdRefundRow | undefined> {
  const id = await deps.ids.next();
  const at = isoAt(deps.clock.now());
  return inTransaction(deps.pool, async (client) => {
    const found = await client.query<{
      tradeNo: string;
      channel: PayChannel;
      channelNo: string;
      amountFen: number;
      askedFen: number;
      reversedFen: number;
      reason: string;
    }>(
      `select t.trade_no as "tradeNo", t.channel, t.channel_no as "channelNo", t.amount_fen as "amountFen",
              t.refund_asked_fen as "askedFen", r.reversed_fen as "reversedFen",
              coalesce((select p.reason from posting p where p.organization_id = t.organization_id
                and p.reverses_posting_id = t.posting_id order by p.id desc limit 1), '') as reason
         from third_trade t
         join posting_reversed r on r.organization_id = t.organization_id and r.posting_id = t.posting_id
        where t.organization_id = $1 and t.id = $2 for update of t`,
      [owed.organizationId, owed.id],
    );
    const trade = found.rows[0];
    const fen = trade ? trade.reversedFen - trade.askedFen : 0;
    if (!trade || fen <= 0) return undefined;
    await client.query(
      'update third_trade set refund_asked_fen = refund_asked_fen + $3 where organization_id = $1 and id = $2',
      [owed.organizationId, owed.id, fen],
    );
    const { rows } = await client.query<ThirdRefundRow>(
      `insert into third_refund (organization_id, id, third_trade_id, refund_no, trade_no, channel, channel_no, amount_fen,
         total_fen, fee_fen, reason, at, status)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'APPLIED') returning *`,
      [
        owed.organizationId,
        id,
        owed.id,
        `XT${at.slice(0, 10).replaceAll('-', '')}${id}`,
        trade.tradeNo,
        trade.channel,
        trade.channelNo,
        fen,
        trade.amountFen,
        feeFen(deps.pay, trade.channel, fen),
        (trade.reason || '消费纠错').slice(0, 80),
        at,
      ],
    );
    return rows[0];
  });
}

/** How long after the meal a reversal is still looked for without being told of it. */
const lookBackDays = 400;

/**
 * Asks back what reversals owe to payers: of one posting, or of all. Sends each refund once; what the channel does not
 * answer is asked about by the sweep.
 */
export async function giveBack(deps: Deps, only?: { organizationId: number; postingId: number }): Promise<void> {
  const { rows } = await deps.pool.query<Owed>(
    `select t.organization_id as "organizationId", t.id from third_trade t
       join posting_reversed r on r.organization_id = t.organization_id and r.posting_id = t.posting_id
      where t.status = 'SUCCESS' and t.refund_asked_fen < t.amount_fen and r.reversed_fen > t.refund_asked_fen
        and ($1::bigint is null or (t.organization_id = $1 and t.posting_id = $2))
        and t.at > to_timestamp($3::float8 / 1000) - interval '${lookBackDays} days'
      order by t.id limit 500`,
    [only?.organizationId ?? null, only?.postingId ?? null, deps.clock.now()],
  );
  for (const owed of rows) {
    const refund = await open(deps, owed);
    if (refund) await sendMealRefund(deps, refund);
  }
  if (!only) await sendLeft(deps);
}

/** Refunds written down by a process that ended before it could send them. */
async function sendLeft(deps: Asker): Promise<void> {
  const { rows } = await deps.pool.query<ThirdRefundRow>(
    `select /* wall: the sweep of every unit */ * from third_refund where third_trade_id is not null and status = 'APPLIED' order by id limit 500`,
  );
  for (const refund of rows) await sendMealRefund(deps, refund);
}

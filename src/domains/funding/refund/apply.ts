/** 退款申请: splits the amount over the channels it came by, and holds every part until it is paid, refused or dropped. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Tx } from '../../wallet/public.server.ts';
import { fundingRefusals } from '../refusals.ts';
import { creditsOf, goingBack } from './credits.ts';
import { leftOfCredits, planRefund, type RefundPart } from './plan.ts';

export interface RefundPayout {
  way: 'CASH' | 'BANK';
  bankName: string | null;
  bankAccount: string | null;
}

/** Who applies; a batch applies in its maker's name and is approved already. */
export interface Applicant {
  organizationId: number;
  accountId: number;
  name: string;
}

export interface RefundApplication {
  person: { id: number; name: string };
  /** All that is free when null. */
  amountFen: number | null;
  /** For what cannot go back to a channel. */
  rest: RefundPayout;
  /** Only back to this recharge. */
  rechargeOrderId?: number;
  reason: string;
  /** Same key, same application. */
  key: string;
  /** Up to this nobody else has to approve. */
  aloneFen: number;
  batch?: { id: number; checkerId: number; checkerName: string };
}

export interface Applied {
  id: number;
  ids: number[];
  approved: boolean;
  amountFen: number;
  originalIds: number[];
}

type Deps = Pick<Services, 'pool' | 'wallet' | 'ids' | 'clock'>;

/** The same form sent again answers what the first one made. */
async function known(deps: Deps, organizationId: number, key: string): Promise<Applied | undefined> {
  const { rows } = await deps.pool.query<{ id: number; way: string; status: string; amount_fen: number }>(
    'select id, way, status, amount_fen from refund_order where organization_id = $1 and apply_key = $2 order by id',
    [organizationId, key],
  );
  if (!rows[0] || rows.some((row) => row.status === 'CANCELLED')) return undefined;
  return {
    id: rows[0].id,
    ids: rows.map((row) => row.id),
    approved: rows.every((row) => row.status !== 'APPLIED'),
    amountFen: rows.reduce((sum, row) => sum + row.amount_fen, 0),
    originalIds: rows.filter((row) => row.way === 'ORIGINAL').map((row) => row.id),
  };
}

/** The parts an application would make now, or why it cannot. */
export async function partsOf(
  deps: Pick<Deps, 'pool'>,
  organizationId: number,
  application: Pick<RefundApplication, 'person' | 'amountFen' | 'rechargeOrderId'>,
): Promise<{ parts: RefundPart[]; freeFen: number } | Refusal> {
  const { person, rechargeOrderId } = application;
  const { freeFen, credits } = await creditsOf(deps.pool, organizationId, person.id);
  if (rechargeOrderId !== undefined) {
    const own = leftOfCredits(credits, freeFen).find((c) => c.credit.rechargeOrderId === rechargeOrderId);
    const available = own?.leftFen ?? 0;
    const wanted = application.amountFen ?? available;
    if (!own || wanted > available || wanted === 0) {
      const { rows } = await deps.pool.query<{ order_no: string }>(
        'select order_no from recharge_order where organization_id = $1 and id = $2',
        [organizationId, rechargeOrderId],
      );
      return refuse(fundingRefusals.REFUND_CHANNEL_ONLY, {
        no: rows[0]?.order_no ?? rechargeOrderId,
        available: formatFenGrouped(available),
        wanted: formatFenGrouped(wanted),
      });
    }
    return { freeFen, parts: [{ rechargeOrderId, channel: own.credit.channel, amountFen: wanted }] };
  }
  const wanted = application.amountFen ?? freeFen;
  if (freeFen === 0) return refuse(fundingRefusals.REFUND_NOTHING, { name: person.name });
  if (wanted > freeFen)
    return refuse(fundingRefusals.REFUND_TOO_MUCH, {
      available: formatFenGrouped(freeFen),
      wanted: formatFenGrouped(wanted),
    });
  return { freeFen, parts: planRefund(credits, freeFen, wanted) };
}

/** Never more back to a recharge than it brought, whoever else applies at the same moment. */
async function guardRecharge(tx: Tx, organizationId: number, part: RefundPart): Promise<Refusal | undefined> {
  const { rows } = await tx.query<{ order_no: string; amount_fen: number }>(
    'select order_no, amount_fen from recharge_order where organization_id = $1 and id = $2 for update',
    [organizationId, part.rechargeOrderId],
  );
  const { rows: back } = await tx.query<{ fen: number }>(
    `select coalesce(sum(amount_fen), 0)::bigint as fen from refund_order
      where organization_id = $1 and recharge_order_id = $2 and way = 'ORIGINAL' and status in ${goingBack}`,
    [organizationId, part.rechargeOrderId],
  );
  const left = (rows[0]?.amount_fen ?? 0) - (back[0]?.fen ?? 0);
  if (part.amountFen <= left) return undefined;
  return refuse(fundingRefusals.REFUND_RACED, {
    no: rows[0]?.order_no ?? '',
    left: formatFenGrouped(left),
    wanted: formatFenGrouped(part.amountFen),
  });
}

interface NewOrder {
  id: number;
  no: string;
  applyNo: string;
  part: RefundPart;
  status: 'APPLIED' | 'APPROVED';
  at: string;
}

async function insertOrder(
  tx: Tx,
  who: Applicant,
  application: RefundApplication,
  order: NewOrder,
  holdId: number,
  thirdId: number,
): Promise<void> {
  const { part, id, no, at } = order;
  const original = part.rechargeOrderId !== 0;
  const { rest, batch } = application;
  await tx.query(
    `insert into refund_order (organization_id, id, refund_no, apply_no, apply_key, person_id, recharge_order_id, amount_fen,
       way, channel, bank_name, bank_account, reason, batch_id, hold_id, maker_id, maker_name, checker_id,
       checker_name, checked_at, at, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
    [
      who.organizationId,
      id,
      no,
      order.applyNo,
      application.key,
      application.person.id,
      original ? part.rechargeOrderId : null,
      part.amountFen,
      original ? 'ORIGINAL' : rest.way,
      original ? part.channel : rest.way,
      rest.bankName,
      rest.bankAccount,
      application.reason,
      batch?.id ?? null,
      holdId,
      who.accountId,
      who.name,
      batch?.checkerId ?? null,
      batch?.checkerName ?? '',
      order.status === 'APPROVED' ? at : null,
      at,
      order.status,
    ],
  );
  if (!original) return;
  await tx.query(
    `insert into third_refund (organization_id, id, refund_order_id, refund_no, trade_no, channel, channel_no, amount_fen,
       total_fen, reason, at, status)
     select organization_id, $3, $4, $5, order_no, channel, channel_no, $6, amount_fen, $7, $8, 'APPLIED'
       from recharge_order where organization_id = $1 and id = $2`,
    [who.organizationId, part.rechargeOrderId, thirdId, id, no, part.amountFen, application.reason, at],
  );
}

/** Gives the parts held so far free again when a later one could not be held. */
async function giveBack(deps: Deps, who: Applicant, personId: number, held: { id: number; holdId: number }[]) {
  for (const { id, holdId } of held)
    await deps.wallet.submit({
      kind: 'HOLD_VOID',
      organizationId: who.organizationId,
      requestKey: `refund:${id}:void`,
      personId,
      occurredAt: deps.clock.now(),
      holdId,
      operatorId: who.accountId,
      companion: async (tx) => {
        await tx.query(
          `update refund_order set status = 'CANCELLED', error = '申请未完成' where organization_id = $1 and id = $2`,
          [who.organizationId, id],
        );
        await tx.query(
          `update third_refund set status = 'CLOSED' where organization_id = $1 and refund_order_id = $2`,
          [who.organizationId, id],
        );
        return undefined;
      },
    });
}

/**
 * Holds the money and writes one refund order per part: APPROVED at once up to the organization's bound, APPLIED above.
 * Refused: nothing free, more than is free, a recharge somebody else is just refunding.
 */
export async function applyRefund(
  deps: Deps,
  who: Applicant,
  application: RefundApplication,
  audit?: Ctx,
): Promise<Applied | Refusal> {
  const { organizationId } = who;
  const before = await known(deps, organizationId, application.key);
  if (before) return before;
  const planned = await partsOf(deps, organizationId, application);
  if (isRefusal(planned)) return planned;
  const { parts } = planned;
  const amountFen = parts.reduce((sum, part) => sum + part.amountFen, 0);
  const approved = application.batch !== undefined || amountFen <= application.aloneFen;
  const now = deps.clock.now();
  const at = isoAt(now);
  const day = at.slice(0, 10).replaceAll('-', '');
  const ids = await deps.ids.take(parts.length);
  const held: { id: number; holdId: number }[] = [];
  for (const [i, part] of parts.entries()) {
    const id = ids[i]!;
    const thirdId = await deps.ids.next();
    const order: NewOrder = {
      id,
      no: `TK${day}${id}`,
      applyNo: `TS${day}${ids[0]}`,
      part,
      status: approved ? 'APPROVED' : 'APPLIED',
      at,
    };
    const outcome = await deps.wallet.submit({
      kind: 'HOLD',
      purpose: 'REFUND',
      organizationId,
      requestKey: `${application.key}:${i}`.slice(-120),
      personId: application.person.id,
      occurredAt: now,
      amountFen: part.amountFen,
      operatorId: who.accountId,
      reason: application.reason,
      sourceType: 'refund_order',
      sourceId: id,
      companion: async (tx, posted) => {
        const raced = part.rechargeOrderId === 0 ? undefined : await guardRecharge(tx, organizationId, part);
        if (raced) return raced;
        await insertOrder(tx, who, application, order, posted.holdId!, thirdId);
        if (audit)
          await auditInto(audit, tx, {
            action: '申请退款',
            targetId: id,
            targetName: application.person.name,
            changes: [
              { key: 'amountFen', label: '退款金额（元）', before: null, after: formatFenGrouped(part.amountFen) },
            ],
          });
        return undefined;
      },
    });
    if (isRefusal(outcome)) {
      await giveBack(deps, who, application.person.id, held);
      return outcome;
    }
    if (outcome.posted.replayed) return (await known(deps, organizationId, application.key)) ?? refuse('BUSY');
    held.push({ id, holdId: outcome.posted.holdId! });
  }
  const originalIds = ids.filter((_, i) => parts[i]!.rechargeOrderId !== 0);
  return { id: ids[0]!, ids, approved, amountFen, originalIds };
}

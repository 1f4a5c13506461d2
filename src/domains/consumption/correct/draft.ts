/** New corrections: reported by a diner, or asked for by staff and posted at once while they stay within the limit. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Tx } from '../../wallet/public.server.ts';
import { consumptionRefusals } from '../refusals.ts';
import { consumptionSetting } from '../settings.ts';
import { giveBackSoon } from '../swipes/give-back-soon.ts';
import { type ChargedTrade, checkWanted, refuseOpen } from './charged.ts';
import { correctionRequest } from './request.ts';
import { type CorrectionKind, correctionKinds } from './states.ts';

export interface NewCorrection {
  tradeId: number;
  kind: CorrectionKind;
  amountFen: number | null;
  reason: string;
  evidence?: string | null;
}

/** Number of a correction: JC, the day, the id. */
export const correctNo = (id: number, at: string) => `JC${at.slice(0, 10).replaceAll('-', '')}${id}`;

interface Stored {
  organizationId: number;
  id: number;
  trade: ChargedTrade;
  fen: number;
  input: NewCorrection;
  source: 'USER_REPORT' | 'STAFF' | 'CONTRACTOR';
  applicant: { id: number | null; name: string };
  status: 'REPORTED' | 'PENDING_AUDIT' | 'POSTED';
  resultTradeId?: number;
  note?: string;
}

/** Inserts the correction; false when another open one of the trade came first. */
async function insert(tx: Pick<Tx, 'query'>, ctx: Ctx, c: Stored): Promise<boolean> {
  const at = isoAt(ctx.clock.now());
  const posted = c.status === 'POSTED';
  const { rowCount } = await tx.query(
    `insert into correction (organization_id, id, correct_no, trade_id, person_id, kind, amount_fen, source, reason,
       evidence, maker_id, maker_name, status, posting_id, check_note, created_at, checked_at, posted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)
     on conflict (organization_id, trade_id) where status in ('REPORTED', 'PENDING_AUDIT', 'APPROVED') do nothing`,
    [
      c.organizationId,
      c.id,
      correctNo(c.id, at),
      c.trade.id,
      c.trade.personId,
      c.input.kind,
      c.fen,
      c.source,
      c.input.reason,
      c.input.evidence ?? null,
      c.applicant.id,
      c.applicant.name,
      c.status,
      c.resultTradeId ?? null,
      c.note ?? '',
      at,
      posted ? at : null,
    ],
  );
  return rowCount === 1;
}

const auditOf = (c: Stored, action: string) => ({
  action,
  targetId: c.id,
  targetName: c.trade.personName,
  changes: [
    { key: 'kind', label: '类型', before: null, after: labelIn(correctionKinds, c.input.kind) },
    { key: 'amountFen', label: '金额（元）', before: null, after: formatFenGrouped(c.fen) },
    { key: 'reason', label: '原因', before: null, after: c.input.reason },
  ],
});

/** Keeps it for somebody else to decide; at most once per form. */
async function keep(ctx: Ctx, c: Stored, action: string): Promise<{ id: number } | Refusal> {
  return (await runCommand(ctx, async (inner) => {
    // Somebody was faster: his correction is found and named.
    if (!(await insert(sqlOf(inner.db), ctx, c))) return (await refuseOpen(inner, c.trade.id)) ?? refuse('STALE');
    await inner.audit(auditOf(c, action));
    return { id: c.id };
  })) as { id: number } | Refusal;
}

/** What else is written with it once it is posted. */
type Also = (tx: Pick<Tx, 'query'>) => Promise<void>;

/** Posts it in the transaction that writes it down. */
async function postNew(ctx: Ctx, c: Stored, limitFen: number, also?: Also): Promise<{ id: number } | Refusal> {
  const { organizationId } = c;
  const setting = await consumptionSetting(sqlOf(ctx.db), organizationId);
  const request = correctionRequest(
    {
      organizationId,
      id: c.id,
      tradeId: c.trade.id,
      personId: c.trade.personId,
      kind: c.input.kind,
      amountFen: c.fen,
      reason: c.input.reason,
    },
    ctx.requestKey ? `corr:f:${ctx.session.accountId}:${ctx.requestKey}` : `corr:${c.id}:0`,
    { operatorId: ctx.session.accountId, now: ctx.clock.now(), setting },
  );
  const outcome = await ctx.services.wallet.submit({
    ...request,
    companion: async (tx, posted) => {
      await insert(tx, ctx, {
        ...c,
        resultTradeId: posted.postingId,
        note: `不超过 ${formatFenGrouped(limitFen)} 元，免审`,
      });
      await auditInto(ctx, tx, auditOf(c, '纠错入账'));
      await also?.(tx);
      return undefined;
    },
  });
  if (isRefusal(outcome)) return outcome;
  giveBackSoon(ctx.services, organizationId, c.trade.id);
  // A repeated form gets the first correction back.
  const stored = await ctx.db
    .selectFrom('correction')
    .select('id')
    .where('trade_id', '=', c.trade.id)
    .where('posting_id', '=', outcome.posted.postingId)
    .executeTakeFirstOrThrow();
  return { id: stored.id };
}

/**
 * A clerk's correction: posted at once up to the organization's limit, else kept for another person (`atOnce` refuses
 * instead). Refused: nothing left, more than was charged, another one open, money missing for a supplement.
 */
export async function draftCorrection(
  ctx: Ctx,
  input: NewCorrection,
  { atOnce = false, also }: { atOnce?: boolean; also?: Also } = {},
): Promise<{ id: number } | Refusal> {
  const checked = await checkWanted(ctx, input.tradeId, input.kind, input.amountFen);
  if (isRefusal(checked)) return checked;
  const { trade, fen } = checked;
  const { correctLimitFen } = await consumptionSetting(sqlOf(ctx.db), ownOrganization(ctx));
  const within = fen <= correctLimitFen;
  if (!within && atOnce)
    return refuse(consumptionRefusals.NEEDS_AUDIT, {
      amount: formatFenGrouped(fen),
      limit: formatFenGrouped(correctLimitFen),
    });
  const correction: Stored = {
    organizationId: ownOrganization(ctx),
    id: await ctx.ids.next(),
    trade,
    fen,
    input,
    source: 'STAFF',
    applicant: { id: ctx.session.accountId, name: ctx.session.name },
    status: within ? 'POSTED' : 'PENDING_AUDIT',
  };
  return within ? postNew(ctx, correction, correctLimitFen, also) : keep(ctx, correction, '提交纠错');
}

/**
 * A diner's word that a charge is wrong, by himself or by a clerk for him. Nothing moves before a clerk takes it up.
 * `reporter` is shown as the applicant; the second person is asked for only once staff has named an amount.
 */
export async function reportCorrection(
  ctx: Ctx,
  input: NewCorrection & { reporter?: string },
): Promise<{ id: number } | Refusal> {
  const checked = await checkWanted(ctx, input.tradeId, input.kind, input.amountFen);
  if (isRefusal(checked)) return checked;
  const { trade, fen } = checked;
  const correction: Stored = {
    organizationId: ownOrganization(ctx),
    id: await ctx.ids.next(),
    trade,
    fen,
    input,
    source: 'USER_REPORT',
    applicant: { id: null, name: input.reporter || trade.personName },
    status: 'REPORTED',
  };
  return keep(ctx, correction, '申报错扣');
}

/**
 * 申请纠错: a caterer says that a charge at its till is wrong; the trade was found in its scope. It waits at the unit
 * (`organizationId`), which takes it up and names the amount.
 */
export async function requestCorrection(
  ctx: Ctx,
  organizationId: number,
  input: NewCorrection,
): Promise<{ id: number } | Refusal> {
  const checked = await checkWanted(ctx, input.tradeId, input.kind, input.amountFen);
  if (isRefusal(checked)) return checked;
  const { trade, fen } = checked;
  const applicant = { id: ctx.session.accountId, name: ctx.session.name };
  const id = await ctx.ids.next();
  return keep(
    ctx,
    { organizationId, id, trade, fen, input, source: 'CONTRACTOR', applicant, status: 'REPORTED' },
    '申请纠错',
  );
}

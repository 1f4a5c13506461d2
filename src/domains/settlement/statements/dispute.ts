/** A side does not agree: it names days, trades, amount and why; the other answers; who raised it consents, or the platform decides. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { moveEntry, refuseMove } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { settlementRefusals } from '../refusals.ts';
import type { UnitStatementDisputeRow, UnitStatementRow } from '../tables.ts';
import { lockStatement, sideOf } from './confirm.ts';
import { answerBy } from './deadlines.ts';
import { type Side, statementFlow } from './statement-states.ts';
import { rewriteStatement, splitOff } from './write-statement.ts';

type Answer = Promise<Refusal | null>;

async function setStatus(ctx: Ctx, s: UnitStatementRow, status: string): Promise<void> {
  await ctx.db
    .updateTable('unit_statement')
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('organization_id', '=', s.organization_id)
    .where('id', '=', s.id)
    .execute();
}

/** 提出异议. */
export async function raiseDispute(ctx: Ctx, { ids, values }: ActionInput): Answer {
  const s = await lockStatement(ctx, ids[0]!);
  if (isRefusal(s)) return s;
  const side = sideOf(ctx, s, '提出异议');
  if (isRefusal(side)) return side;
  const wrong = refuseMove(ctx, statementFlow, 'dispute', s, s.statement_no);
  if (wrong) return wrong;
  const [from, to] = [String(values.disputeFrom), String(values.disputeTo)];
  if (from > to || from < s.from_date || to > s.to_date)
    return refuse(settlementRefusals.DISPUTE_DAYS, { from: s.from_date, to: s.to_date }, { disputeFrom: '不在期间内' });
  await ctx.db
    .insertInto('unit_statement_dispute')
    .values({
      organization_id: s.organization_id,
      id: await ctx.ids.next(),
      statement_id: s.id,
      contractor_id: s.contractor_id,
      side,
      from_date: from,
      to_date: to,
      trade_nos: String(values.tradeNos ?? ''),
      amount_fen: Number(values.disputeFen),
      reason: String(values.reason),
      file: values.file ? String(values.file) : null,
      raised_by: ctx.session.accountId,
      raised_name: ctx.session.name,
      raised_at: isoAt(ctx.clock.now()),
      verdict: null,
      answer: '',
      answered_by: null,
      answered_name: '',
      answered_at: null,
    })
    .execute();
  await setStatus(ctx, s, 'DISPUTED');
  await ctx.audit(moveEntry(statementFlow, 'dispute', s, s.statement_no, String(values.reason)));
  return null;
}

/** The dispute that stands: the newest. */
async function standing(ctx: Ctx, s: UnitStatementRow): Promise<UnitStatementDisputeRow> {
  return ctx.db
    .selectFrom('unit_statement_dispute')
    .selectAll()
    .where('statement_id', '=', s.id)
    .orderBy('raised_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Statement and dispute, where the session is on the side that has the word. */
async function open(
  ctx: Ctx,
  id: number,
  event: 'correct' | 'consent' | 'decide' | null,
  whose: 'raiser' | 'other' | 'platform',
): Promise<{ s: UnitStatementRow; dispute: UnitStatementDisputeRow } | Refusal> {
  const s = await lockStatement(ctx, id);
  if (isRefusal(s)) return s;
  const no = s.statement_no;
  const wrong =
    event === null
      ? s.status === 'DISPUTED'
        ? undefined
        : refuse('NOT_NOW', { why: `${no} 当前没有异议` })
      : refuseMove(ctx, statementFlow, event, s, no);
  if (wrong) return wrong;
  const dispute = await standing(ctx, s);
  if (whose === 'platform') return { s, dispute };
  const side = sideOf(ctx, s, whose === 'raiser' ? '接受答复' : '答复');
  if (isRefusal(side)) return side;
  // Of what an organization runs itself it is both.
  if (s.contractor_id !== 0 && (side === (dispute.side as Side)) !== (whose === 'raiser'))
    return refuse(settlementRefusals.DISPUTE_OPEN, {
      no,
      why: whose === 'raiser' ? '的异议由对方提出，由对方决定是否接受答复' : '的异议由本方提出，由对方答复',
    });
  return { s, dispute };
}

async function answer(ctx: Ctx, dispute: UnitStatementDisputeRow, verdict: string, words: string): Promise<void> {
  await ctx.db
    .updateTable('unit_statement_dispute')
    .set({
      verdict,
      answer: dispute.answer && words ? `${dispute.answer}；${words}` : dispute.answer || words,
      answered_by: ctx.session.accountId,
      answered_name: ctx.session.name,
      answered_at: isoAt(ctx.clock.now()),
    })
    .where('id', '=', dispute.id)
    .execute();
}

/** 已纠错: what was wrong went through 消费纠错; the statement follows its days. */
export async function answerCorrected(ctx: Ctx, { ids, values }: ActionInput): Answer {
  const found = await open(ctx, ids[0]!, 'correct', 'other');
  if (isRefusal(found)) return found;
  const { s, dispute } = found;
  await answer(ctx, dispute, 'CORRECTED', String(values.answer));
  await setStatus(ctx, s, 'GENERATED');
  await rewriteStatement(ctx, sqlOf(ctx.db), s, 'CORRECTED');
  await ctx.audit(moveEntry(statementFlow, 'correct', s, s.statement_no, String(values.answer)));
  return null;
}

/** 不同意: the statement stays disputed until who raised it consents or the platform decides. */
export async function answerRejected(ctx: Ctx, { ids, values }: ActionInput): Answer {
  const found = await open(ctx, ids[0]!, null, 'other');
  if (isRefusal(found)) return found;
  const { s, dispute } = found;
  if (dispute.verdict !== null) return refuse('NOT_NOW', { why: `${s.statement_no} 的异议已经答复` });
  await answer(ctx, dispute, 'REJECTED', String(values.answer));
  await ctx.audit({
    action: '不同意',
    targetId: s.id,
    targetName: s.statement_no,
    changes: [{ key: 'answer', label: '答复', before: null, after: String(values.answer) }],
  });
  return null;
}

/** 接受答复. */
export async function consentToAnswer(ctx: Ctx, { ids }: ActionInput): Answer {
  const found = await open(ctx, ids[0]!, 'consent', 'raiser');
  if (isRefusal(found)) return found;
  const { s, dispute } = found;
  if (dispute.verdict !== 'REJECTED') return refuse('NOT_NOW', { why: `${s.statement_no} 的异议还没有答复` });
  await answer(ctx, dispute, 'CONSENTED', '');
  await setStatus(ctx, s, 'CONFIRMED');
  await ctx.audit(moveEntry(statementFlow, 'consent', s, s.statement_no));
  return null;
}

/** 裁定 by two of the platform, where the sides do not come together or one does not answer in its days. */
export async function decideDispute(ctx: Ctx, { ids, values }: ActionInput): Answer {
  const found = await open(ctx, ids[0]!, 'decide', 'platform');
  if (isRefusal(found)) return found;
  const { s, dispute } = found;
  const until = answerBy(s.cycle, dispute.raised_at);
  if (dispute.verdict !== 'REJECTED' && dateAt(ctx.clock.now()) <= until)
    return refuse('NOT_NOW', { why: `${s.statement_no} 的异议对方可以答复到 ${until}，期满没有答复再裁定` });
  await answer(ctx, dispute, 'DECIDED', `平台裁定：${values.answer}`);
  await setStatus(ctx, s, 'CONFIRMED');
  await ctx.audit(moveEntry(statementFlow, 'decide', s, s.statement_no, String(values.answer)));
  return null;
}

/** 先结无争议部分: the days nobody disputes get a statement of their own. */
export async function releaseUndisputed(ctx: Ctx, { ids }: ActionInput): Answer {
  const found = await open(ctx, ids[0]!, null, 'platform');
  if (isRefusal(found)) return found;
  const { s, dispute } = found;
  const id = await splitOff(ctx, sqlOf(ctx.db), s, { from: dispute.from_date, to: dispute.to_date });
  if (id === undefined) return refuse('NOT_NOW', { why: `${s.statement_no} 的异议涉及全部日期，没有可以先结的部分` });
  const written = await ctx.db
    .selectFrom('unit_statement')
    .select('statement_no')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await ctx.audit({
    action: '先结无争议部分',
    targetId: s.id,
    targetName: s.statement_no,
    changes: [{ key: 'split', label: '另出结算单', before: null, after: written.statement_no }],
  });
  return null;
}

/** 重新生成 by hand; a dispute that stands is over with it, the sides look again. */
export async function regenerate(ctx: Ctx, { ids }: ActionInput): Promise<Done | Refusal> {
  const s = await lockStatement(ctx, ids[0]!);
  if (isRefusal(s)) return s;
  const wrong = refuseMove(ctx, statementFlow, 'regenerate', s, s.statement_no);
  if (wrong) return wrong;
  if (s.status === 'DISPUTED') {
    await answer(ctx, await standing(ctx, s), 'CORRECTED', '按现在的日账重新生成');
    await setStatus(ctx, s, 'GENERATED');
  }
  const now = await rewriteStatement(ctx, sqlOf(ctx.db), s);
  await ctx.audit({
    ...moveEntry(statementFlow, 'regenerate', s, s.statement_no),
    changes: now
      ? [
          { key: 'payFen', label: '应结', before: s.pay_fen, after: now.payFen },
          { key: 'movedNote', label: '逐日变动', before: null, after: now.movedNote },
        ]
      : [],
  });
  return { told: { text: now ? `已重新生成，由双方再确认：${now.movedNote}` : '日账没有变化，金额不变' } };
}

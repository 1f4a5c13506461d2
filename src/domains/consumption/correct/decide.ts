/** What becomes of a correction: taken up, approved by a second person and posted, rejected, taken back. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { moves, refuseMove } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { consumptionSetting } from '../settings.ts';
import { giveBackSoon } from '../swipes/give-back-soon.ts';
import type { CorrectionRow } from '../tables.ts';
import { checkWanted } from './charged.ts';
import { correctionRequest } from './request.ts';
import { type CorrectionEvent, type CorrectionKind, correctionFlow } from './states.ts';

async function read(ctx: Ctx, id: number): Promise<CorrectionRow> {
  return ctx.db.selectFrom('correction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

interface Posting {
  /** What is written besides the state: who decided and in what words. */
  checkerId: number | null;
  checkerName: string;
  note: string;
}

/**
 * Moves the money of a correction, its state with it. A refusal of the wallet is kept with the correction, which then
 * waits as APPROVED for another try.
 */
async function postStored(ctx: Ctx, row: CorrectionRow, by: Posting): Promise<Refusal | undefined> {
  // Of the row: the platform decides corrections of any unit.
  const organizationId = row.organization_id;
  const setting = await consumptionSetting(sqlOf(ctx.db), organizationId);
  const at = isoAt(ctx.clock.now());
  const decided = [organizationId, row.id, at, by.checkerId, by.checkerName, by.note, row.version];
  const outcome = await ctx.services.wallet.submit({
    ...correctionRequest(
      {
        organizationId,
        id: row.id,
        tradeId: row.trade_id,
        personId: row.person_id,
        kind: row.kind as CorrectionKind,
        amountFen: row.amount_fen,
        reason: row.reason,
      },
      `corr:${row.id}:${row.attempt}`,
      { operatorId: ctx.session.accountId, now: ctx.clock.now(), setting },
    ),
    companion: async (tx, posted) => {
      const done = await tx.query(
        `update correction set status = 'POSTED', checked_at = coalesce(checked_at, $3), checker_id = coalesce(checker_id, $4),
           checker_name = case when checker_name = '' then $5 else checker_name end,
           check_note = case when check_note = '' then $6 else check_note end, fail_reason = '', fail_code = null, posting_id = $8,
           posted_at = $3, version = version + 1
         where organization_id = $1 and id = $2 and version = $7 and status in ('REPORTED', 'PENDING_AUDIT', 'APPROVED')`,
        [...decided, posted.postingId],
      );
      if (done.rowCount !== 1) return refuse('STALE');
      await auditInto(ctx, tx, {
        action: '纠错入账',
        targetId: row.id,
        targetName: row.correct_no,
        changes: [{ key: 'amountFen', label: '金额（元）', before: null, after: formatFenGrouped(row.amount_fen) }],
      });
      return undefined;
    },
  });
  if (!isRefusal(outcome)) {
    giveBackSoon(ctx.services, organizationId, row.trade_id);
    return undefined;
  }
  if (outcome.code === 'STALE' || outcome.code === 'BUSY') return outcome;
  await sqlOf(ctx.db).query(
    `update correction set status = 'APPROVED', checked_at = coalesce(checked_at, $3), checker_id = coalesce(checker_id, $4),
       checker_name = case when checker_name = '' then $5 else checker_name end,
       check_note = case when check_note = '' then $6 else check_note end, fail_reason = $8, fail_code = $9, attempt = attempt + 1,
       version = version + 1
     where organization_id = $1 and id = $2 and version = $7`,
    [...decided, refusalMessage(outcome), outcome.code],
  );
  return outcome;
}

/** Posts rows one after another; what could not be posted is told row by row. */
async function postRows(
  ctx: Ctx,
  input: ActionInput,
  event: CorrectionEvent,
  by: (row: CorrectionRow) => Posting,
): Promise<Done | Refusal> {
  const rows: CorrectionRow[] = [];
  for (const { id } of input.rows) {
    const row = await read(ctx, id);
    const no = refuseMove(ctx, correctionFlow, event, row, row.correct_no);
    if (no) return no;
    rows.push(row);
  }
  const failed: [string, string][] = [];
  for (const row of rows) {
    const no = await postStored(ctx, row, by(row));
    if (no) failed.push([row.correct_no, refusalMessage(no)]);
  }
  if (failed.length === 0) return null;
  const done = rows.length - failed.length;
  return {
    receipt: {
      title: '入账结果',
      lines: [['已入账', `${done} 笔`], ['未入账', `${failed.length} 笔`], ...failed],
      footer: '未入账的保留为「已通过，待入账」，原因消除后可重试入账',
    },
  };
}

/** 审核通过: by somebody else than who asked for it; the money moves at once. */
export function approveCorrections(ctx: Ctx, input: ActionInput): Promise<Done | Refusal> {
  const note = String(input.values.note ?? '');
  return postRows(ctx, input, 'approve', () => ({
    checkerId: ctx.session.accountId,
    checkerName: ctx.session.name,
    note,
  }));
}

/** 重试入账 of what was approved and could not be posted. */
export function retryCorrections(ctx: Ctx, input: ActionInput): Promise<Done | Refusal> {
  return postRows(ctx, input, 'retry', (row) => ({
    checkerId: row.checker_id,
    checkerName: row.checker_name,
    note: row.check_note,
  }));
}

/** 受理 of a diner's report: the clerk names kind and amount and becomes the one who asks; small ones are posted at once. */
export async function acceptCorrection(ctx: Ctx, { rows, values }: ActionInput): Promise<Done | Refusal> {
  const row = await read(ctx, rows[0]!.id);
  const wrong = refuseMove(ctx, correctionFlow, 'accept', row, row.correct_no);
  if (wrong) return wrong;
  const kind = values.kind as CorrectionKind;
  const checked = await checkWanted(ctx, row.trade_id, kind, values.amountFen as number | null, row.id);
  if (isRefusal(checked)) return checked;
  const { correctLimitFen } = await consumptionSetting(sqlOf(ctx.db), ownOrganization(ctx));
  const { accountId, name } = ctx.session;
  const taken = (await runCommand(ctx, async (inner) => {
    const updated = await inner.db
      .updateTable('correction')
      .set((eb) => ({
        status: 'PENDING_AUDIT',
        kind,
        amount_fen: checked.fen,
        maker_id: accountId,
        maker_name: `${row.maker_name}（${name} 受理）`,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .returningAll()
      .executeTakeFirst();
    if (!updated) return refuse('STALE');
    await inner.audit({
      action: '受理',
      targetId: row.id,
      targetName: row.correct_no,
      changes: [
        {
          key: 'amountFen',
          label: '金额（元）',
          before: formatFenGrouped(row.amount_fen),
          after: formatFenGrouped(checked.fen),
        },
      ],
    });
    return updated;
  })) as CorrectionRow | Refusal;
  if (isRefusal(taken)) return taken;
  if (checked.fen > correctLimitFen) return null;
  const note = `不超过 ${formatFenGrouped(correctLimitFen)} 元，免审`;
  return (await postStored(ctx, taken, { checkerId: null, checkerName: '', note })) ?? null;
}

/** 驳回 and 撤回: nothing moves. */
export const { reject, cancel } = moves(correctionFlow, {
  table: 'correction',
  name: (correction) => correction.correct_no,
  write: {
    cancel: (ctx, { reason }) => ({ check_note: String(reason), checked_at: isoAt(ctx.clock.now()) }),
  },
});

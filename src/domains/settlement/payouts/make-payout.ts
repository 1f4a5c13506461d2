/** 列入打款: approved withdrawals into one file for the bank, by a cashier who had no hand in them. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { moveEntry, refuseMove } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { settlementRefusals } from '../refusals.ts';
import type { UnitWithdrawalRow } from '../tables.ts';
import { refuseOff } from '../withdrawals/withdrawal-moves.ts';
import { withdrawalFlow } from '../withdrawals/withdrawal-states.ts';
import { payoutFile, payoutName } from './payout-file.ts';
import type { PayoutFormat } from './payout-formats.ts';

const dayMs = 86_400_000;

/** Why the session may not pay this one: it applied, or looked at it, whatever identity it has now. */
function refuseCashier(ctx: Ctx, w: UnitWithdrawalRow): Refusal | undefined {
  const { accountId } = ctx.session;
  const did =
    w.maker_id === accountId
      ? '申请'
      : w.auditor_id === accountId
        ? '初审'
        : w.checker_id === accountId
          ? '复核'
          : null;
  return did ? refuse(settlementRefusals.WITHDRAW_CASHIER, { no: w.withdraw_no, did }) : undefined;
}

/** The same amount to the same account within a day, unless the cashier has said it is another. */
async function refuseTwin(ctx: Ctx, w: UnitWithdrawalRow): Promise<Refusal | undefined> {
  const twin = await ctx.db
    .selectFrom('unit_transfer as t')
    .innerJoin('unit_withdrawal as d', 'd.id', 't.withdrawal_id')
    .select('t.transfer_no')
    .where('d.account_no', '=', w.account_no)
    .where('t.amount_fen', '=', w.real_fen)
    .where('t.status', '<>', 'FAILED')
    .where('d.id', '<>', w.id)
    .where('t.created_at', '>', isoAt(ctx.clock.now() - dayMs))
    .orderBy('t.id')
    .limit(1)
    .executeTakeFirst();
  return twin && refuse(settlementRefusals.PAYOUT_TWICE, { name: w.account_name, no: twin.transfer_no });
}

async function chosen(ctx: Ctx, ids: readonly number[], sure: boolean): Promise<UnitWithdrawalRow[] | Refusal> {
  const rows = await ctx.db
    .selectFrom('unit_withdrawal')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length < ids.length) return refuse('NOT_FOUND');
  const seen = new Set<string>();
  for (const w of rows) {
    const twinHere = `${w.account_no} ${w.real_fen}`;
    const no =
      (withdrawalFlow.may('send', w.status) ? undefined : refuseMove(ctx, withdrawalFlow, 'send', w, w.withdraw_no)) ??
      refuseCashier(ctx, w) ??
      (await refuseOff(ctx, w)) ??
      (sure
        ? undefined
        : seen.has(twinHere)
          ? refuse(settlementRefusals.PAYOUT_TWICE, { name: w.account_name, no: w.withdraw_no })
          : await refuseTwin(ctx, w));
    if (no) return no;
    seen.add(twinHere);
  }
  return rows;
}

/** Writes the file, its transfers, and APPROVED → PAYING; all of the selection or none. */
export async function makePayout(ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> {
  const rows = await chosen(ctx, ids, values.sure === true);
  if (isRefusal(rows)) return rows;
  const now = ctx.clock.now();
  const id = await ctx.ids.next();
  const payoutNo = `DK${businessDay(now).replaceAll('-', '')}${id}`;
  const transfers = rows.map((w, i) => ({ w, transferNo: `${payoutNo}-${String(i + 1).padStart(3, '0')}` }));
  const format = values.format as PayoutFormat;
  const { content, sha256 } = await payoutFile(
    format,
    payoutNo,
    transfers.map(({ w, transferNo }) => ({
      accountName: w.account_name,
      accountNo: w.account_no,
      bankName: w.bank_name,
      branchNo: w.branch_no,
      amountFen: w.real_fen,
      transferNo,
    })),
  );
  await ctx.db
    .insertInto('unit_payout')
    .values({
      id,
      payout_no: payoutNo,
      format,
      total_count: rows.length,
      total_fen: rows.reduce((sum, w) => sum + w.real_fen, 0),
      sha256,
      content,
      downloads: 0,
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      created_at: isoAt(now),
    })
    .execute();
  const transferIds = await ctx.ids.take(rows.length);
  await ctx.db
    .insertInto('unit_transfer')
    .values(
      transfers.map(({ w, transferNo }, i) => ({
        id: transferIds[i]!,
        transfer_no: transferNo,
        withdrawal_id: w.id,
        payout_id: id,
        amount_fen: w.real_fen,
        status: 'SUBMITTED',
        bank_flow_no: '',
        reason: '',
        created_at: isoAt(now),
        finished_at: null,
      })),
    )
    .execute();
  await ctx.db
    .updateTable('unit_withdrawal')
    .set((eb) => ({ status: 'PAYING', payout_id: id, version: eb('version', '+', 1), updated_at: isoAt(now) }))
    .where(
      'id',
      'in',
      rows.map((w) => w.id),
    )
    .execute();
  for (const w of rows) await ctx.audit(moveEntry(withdrawalFlow, 'send', w, w.withdraw_no, payoutNo));
  return null;
}

/** How much of how many the file would be. */
export async function payoutOutcome(ctx: Ctx, { ids }: ActionInput): Promise<Outcome> {
  const rows = await ctx.db
    .selectFrom('unit_withdrawal')
    .select(['real_fen', 'account_no'])
    .where('id', 'in', [0, ...ids])
    .execute();
  const total = rows.reduce((sum, w) => sum + w.real_fen, 0);
  return {
    lines: [
      ['笔数', `${rows.length} 笔，${new Set(rows.map((w) => w.account_no)).size} 个收款账户`],
      ['合计', `${formatFenGrouped(total)} 元`],
    ],
    amountFen: total,
  };
}

/** The file as it was made; every download is logged. */
export async function downloadPayout(ctx: Ctx, { ids }: ActionInput) {
  const payout = await ctx.db
    .selectFrom('unit_payout')
    .selectAll()
    .where('id', '=', ids[0]!)
    .forUpdate()
    .executeTakeFirst();
  if (!payout) return refuse('NOT_FOUND');
  await ctx.db
    .updateTable('unit_payout')
    .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
    .where('id', '=', payout.id)
    .execute();
  await ctx.audit({
    action: '下载打款文件',
    targetId: payout.id,
    targetName: payout.payout_no,
    changes: [{ key: 'downloads', label: '第几次', before: null, after: payout.downloads + 1 }],
  });
  return { file: { ...payoutName(payout.format as PayoutFormat, payout.payout_no), content: payout.content } };
}

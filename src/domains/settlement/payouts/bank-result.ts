/** 导入银行结果: each row is known by its 附言, else by account, amount and day; what fits twice or nowhere is told and left. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Field } from '../../../kit/define/field.ts';
import { sheetValue } from '../../../kit/define/sheet.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { readerOf, type SheetRow, sheetRows } from '../../../kit/server/sheet/sheet-rows.ts';
import { moveWithdrawal, refuseFlow } from '../withdrawals/withdrawal-moves.ts';

interface Sent {
  withdrawalId: number;
  transferNo: string;
  accountNo: string;
  amountFen: number;
  day: string;
}

/** Transfers whose result is not known. */
async function underWay(ctx: Ctx): Promise<Sent[]> {
  const rows = await ctx.db
    .selectFrom('unit_transfer as t')
    .innerJoin('unit_withdrawal as w', 'w.id', 't.withdrawal_id')
    .select(['w.id', 't.transfer_no', 'w.account_no', 't.amount_fen', 't.created_at'])
    .where('t.status', '=', 'SUBMITTED')
    .where('w.status', '=', 'PAYING')
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({
    withdrawalId: row.id,
    transferNo: row.transfer_no,
    accountNo: row.account_no,
    amountFen: row.amount_fen,
    day: dateAt(Date.parse(row.created_at)),
  }));
}

/** Which transfer the row speaks of, or in words why none. Pure. */
export function transferOf(row: SheetRow['values'], sent: readonly Sent[]): Sent | string {
  const no = String(row.transferNo ?? '').trim();
  if (no) {
    const one = sent.find(({ transferNo }) => transferNo === no);
    if (!one) return `附言 ${no} 没有打款中的记录`;
    const other = typeof row.amountFen === 'number' && row.amountFen !== one.amountFen;
    return other ? `附言 ${no} 打款 ${formatFenGrouped(one.amountFen)} 元，与表中金额不符` : one;
  }
  const fits = sent.filter(
    (one) =>
      one.accountNo === String(row.accountNo ?? '').trim() &&
      one.amountFen === row.amountFen &&
      (!row.day || one.day === row.day),
  );
  if (fits.length === 1) return fits[0]!;
  return fits.length === 0 ? '没有对应的打款' : `同账号同金额有 ${fits.length} 笔，请按附言登记`;
}

const succeeded = /^(银行|交易|付款|支付|转账|汇款|处理|打款|代发|全部|已)*(成功|付|付款|完成)$/;
const failed = /失败|退回|退票|拒绝|未成功|不成功/;

/** What a bank's word means; anything but its plain words is open: money is not booked on a guess. */
export function resultOf(said: string): 'paid' | 'failed' | 'open' {
  const word = said.replace(/[\s。.!！]/g, '');
  if (failed.test(word)) return 'failed';
  return succeeded.test(word) ? 'paid' : 'open';
}

/** Books one row; undefined when done, else why not. */
async function bookRow(ctx: Ctx, row: SheetRow, sent: Sent): Promise<'paid' | 'failed' | string> {
  const said = String(row.values.result ?? '');
  const flow = String(row.values.bankFlowNo ?? '').trim();
  const move = (event: 'paid' | 'fail', values: Record<string, unknown>) =>
    moveWithdrawal(ctx, event, [sent.withdrawalId], values);
  const result = resultOf(said);
  if (result === 'failed') {
    const no = await move('fail', { reason: String(row.values.reason ?? '') || `银行：${said}` });
    return isRefusal(no) ? no.code : 'failed';
  }
  if (result === 'open') return `结果「${said}」不明，保持打款中`;
  if (!flow) return '没有银行流水号';
  const used = await refuseFlow(sqlOf(ctx.db), { id: sent.withdrawalId }, flow);
  if (used) return `银行流水号 ${flow} 已登记过`;
  const no = await move('paid', { bankFlowNo: flow, proof: null });
  return isRefusal(no) ? no.code : 'paid';
}

export async function importBankResult(ctx: Ctx, field: Field, value: string): Promise<{ id: number } | Refusal> {
  const read = await sheetRows(readerOf(ctx), field, value, ['result']);
  if (isRefusal(read)) return read;
  const open = await underWay(ctx);
  const told: string[] = [];
  let paid = 0;
  let back = 0;
  for (const row of read.rows) {
    const sent = row.wrong ?? transferOf(row.values, open);
    const done = typeof sent === 'string' ? sent : await bookRow(ctx, row, sent);
    if (done === 'paid') paid += 1;
    else if (done === 'failed') back += 1;
    else told.push(`第 ${row.lineNo} 行：${done}`);
    if (typeof sent !== 'string' && (done === 'paid' || done === 'failed')) open.splice(open.indexOf(sent), 1);
  }
  const id = await ctx.ids.next();
  const { fileKey } = sheetValue(value);
  await ctx.db
    .insertInto('unit_payout_result')
    .values({
      id,
      filename: read.filename,
      file_key: fileKey,
      total_count: read.rows.length,
      paid_count: paid,
      failed_count: back,
      open_count: told.length,
      said: told.slice(0, 50).join('\n'),
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      created_at: isoAt(ctx.clock.now()),
    })
    .execute();
  await ctx.audit({
    action: '导入银行结果',
    targetId: id,
    targetName: read.filename,
    changes: [
      { key: 'result', label: '结果', before: null, after: `成功 ${paid}，失败 ${back}，未处理 ${told.length}` },
    ],
  });
  return { id };
}

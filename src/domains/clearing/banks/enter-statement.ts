/** 录入银行余额: what the bank's statement says at the end of a day; and taking back what was typed wrong. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Values } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { clearingRefusals } from '../refusals.ts';
import { bankAccounts } from './bank-accounts.ts';
import type spec from './pages/bank_statement.page.ts';

const nameOf = (account: string) => bankAccounts.find(({ value }) => value === account)!.label;

/** One bank account or two: statements of both kinds would count the same payment twice. */
const otherWay = (account: string) => (account === 'ONE' ? ['PAYOUT', 'RECEIPTS'] : ['ONE']);

/** Writes it. Refuses tomorrow, a day that has one, the other way of counting accounts, money named by nothing. */
export async function enterStatement(ctx: Ctx, values: Values<typeof spec.fields>): Promise<{ id: number } | Refusal> {
  const { account, day, balanceFen, otherFen, otherNote, proof } = values;
  if (day! > dateAt(ctx.clock.now())) return refuseField('day', '不能晚于今天');
  const other = otherFen ?? 0;
  const note = otherNote?.trim() ?? '';
  if (other !== 0 && note === '') return refuseField('otherNote', '其他收支不为零，请写明是什么');
  const db = sqlOf(ctx.db);
  // Two clerks with one statement: the second is told, not stopped by an index.
  await db.query('lock table bank_statement in share row exclusive mode');
  const { rows } = await db.query<{ account: string; day: string }>(
    `select /* wall: the platform's own bank accounts */ account, day::text as day from bank_statement where status = 'NORMAL' and (account = $1 and day = $2 or account = any($3::text[]))
     order by account <> $1 limit 1`,
    [account, day, otherWay(account!)],
  );
  const known = rows[0];
  if (known?.account === account)
    return refuse(clearingRefusals.BANK_DAY_TAKEN, { account: nameOf(account!), day: day! }, { day: '这一天已经录入' });
  if (known)
    return refuse(
      clearingRefusals.BANK_OTHER_WAY,
      { other: nameOf(known.account) },
      { account: '与已录入的账户不一致' },
    );
  const id = await ctx.ids.next();
  await ctx.db
    .insertInto('bank_statement')
    .values({
      id,
      account: account!,
      day: day!,
      balance_fen: balanceFen!,
      other_fen: other,
      other_note: note,
      proof: proof ?? null,
      status: 'NORMAL',
      void_note: '',
      void_name: '',
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      created_at: isoAt(ctx.clock.now()),
      version: 1,
    })
    .execute();
  await ctx.audit({
    action: '录入银行余额',
    targetId: id,
    targetName: `${nameOf(account!)} ${day} ${formatFenGrouped(balanceFen!)} 元`,
  });
  return { id };
}

/** 作废: the row stays, counted by nothing. */
export async function voidStatement(ctx: Ctx, { ids, values, rows }: ActionInput): Promise<Refusal | null> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('bank_statement')
    .set((eb) => ({
      status: 'VOID',
      void_note: String(values.reason),
      void_name: ctx.session.name,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', ids[0]!)
    .where('status', '=', 'NORMAL')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return refuse('NOT_FOUND');
  await ctx.audit({
    action: '作废银行余额',
    targetId: ids[0]!,
    targetName: `${nameOf(String(rows[0]?.account))} ${rows[0]?.day}`,
    changes: [{ key: 'reason', label: '原因', before: null, after: String(values.reason) }],
  });
  return null;
}

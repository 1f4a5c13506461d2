/** What whoever lets a withdrawal pass must have seen: that its money is there, what is disputed, how old the account is. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { purseProof } from '../ledger/purse-proof.ts';

const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;

/** Said per withdrawal, in full for one and in a line for each of many. */
export async function lookAt(ctx: Ctx, { ids }: ActionInput): Promise<Outcome> {
  const rows = await ctx.db
    .selectFrom('unit_withdrawal as w')
    .leftJoin('unit_bank_account as a', 'a.id', 'w.bank_account_id')
    .leftJoin('unit_balance as b', (on) =>
      on.onRef('b.unit_type', '=', 'w.unit_type').onRef('b.unit_id', '=', 'w.unit_id'),
    )
    .select([
      'w.withdraw_no as no',
      'w.account_name as payee',
      'w.amount_fen as amountFen',
      'b.unit_name as unit',
      'b.available_fen as availableFen',
      'b.pending_fen as pendingFen',
      'b.frozen_fen as frozenFen',
      'a.cooling_until as usableFrom',
      'a.status as accountStatus',
      purseProof.as('proof'),
      sql<number>`(select /* wall: the platform looks at every unit */ count(*)::int from unit_statement s where s.status = 'DISPUTED'
        and ((w.unit_type = 'CONTRACTOR' and s.contractor_id = w.unit_id)
          or (w.unit_type = 'ORGANIZATION' and s.organization_id = w.unit_id)))`.as('disputes'),
    ])
    .where('w.id', 'in', [0, ...ids])
    .orderBy('w.id')
    .execute();
  const told = rows.map((row) => ({
    ...row,
    money: `可提现 ${yuan(row.availableFen ?? 0)}，待结算 ${yuan(row.pendingFen ?? 0)}，冻结 ${yuan(row.frozenFen ?? 0)}（含本笔）`,
    books: row.proof === 'OK' ? '余额与流水相符' : '余额与流水不符，请先查明',
    disputed: row.disputes > 0 ? `${row.disputes} 份结算单有异议` : '没有',
    account:
      row.accountStatus === 'RETIRED'
        ? '已停用，不能打款'
        : row.usableFrom
          ? `${dateAt(Date.parse(row.usableFrom))} 起可收款`
          : '一直可收款',
  }));
  const [only] = told;
  return {
    lines:
      told.length === 1 && only
        ? [
            ['单位', only.unit ?? only.payee],
            ['提现金额', yuan(only.amountFen)],
            ['钱包', only.money],
            ['余额证明', only.books],
            ['未了争议', only.disputed],
            ['收款账户', `${only.payee}，${only.account}`],
          ]
        : told.map((row) => [
            row.no,
            `${row.unit ?? row.payee} ${yuan(row.amountFen)}：${row.books}；未了争议：${row.disputed}；账户 ${row.account}`,
          ]),
    amountFen: rows.reduce((sum, { amountFen }) => sum + amountFen, 0),
  };
}

/**
 * What units do with their money in tests of chance: statements settled, withdrawals asked for, paid, failed and returned by the
 * bank, bills paid and taken back. Documents and postings are written as the commands write them, one transaction each.
 */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { payBill, payCommission, returnBill, takeCommissionBack } from '../ledger/bill-money.ts';
import { freeFen, type Unit } from '../ledger/free-money.ts';
import { hold, release } from '../ledger/holds.ts';
import { post } from '../ledger/post.ts';
import { released } from '../statements/settle.ts';
import { nextDay, writeStatement } from '../statements/write-statement.ts';
import type { UnitStatementRow, UnitWithdrawalRow } from '../tables.ts';
import { holdOf } from '../withdrawals/apply.ts';
import { postBounced, postPaid } from '../withdrawals/withdrawal-moves.ts';
import { alone } from './settle-days.ts';

type Tools = Pick<Services, 'pool' | 'clock' | 'ids'>;

/** Of a bill: its payer, what it asks for, the agent's part, and the payment that stands. */
interface Bill {
  id: number;
  unit: Unit;
  fen: number;
  commissionFen: number;
  paid: { paymentId: number; posting: number } | undefined;
}

const agentId = 11;
const operatorId = 1;
const posted = (answer: number | object): number => {
  if (typeof answer !== 'number') throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer;
};

/** How the bank answers, or nobody pays at all. */
export type Ending = 'CANCELLED' | 'PAID' | 'FAILED' | 'BOUNCED';

export function moneyLife(tools: Tools) {
  const bills: Bill[] = [];
  const at = () => isoAt(tools.clock.now());

  /** Done, or killed when all is written and nothing committed, and then done. */
  async function once<T>(killed: boolean, work: (tx: Sql) => Promise<T>): Promise<T> {
    if (killed)
      await inTransaction(tools.pool, async (tx) => {
        await work(tx);
        throw new Error('killed');
      }).catch((error: Error) => {
        if (error.message !== 'killed') throw error;
      });
    return inTransaction(tools.pool, work);
  }

  async function move(tx: Sql, id: number, status: string): Promise<UnitWithdrawalRow> {
    const { rows } = await tx.query<UnitWithdrawalRow>(
      `update /* wall: by its id */ unit_withdrawal set status = $2::text, version = version + 1, paid_at = case when $2::text = 'PAID' then $3::timestamptz end
       where id = $1 returning *`,
      [id, status, at()],
    );
    return rows[0]!;
  }

  async function accountOf(tx: Sql, { unitType, unitId }: Unit): Promise<number> {
    const id = await tools.ids.next();
    await tx.query(
      `insert into unit_bank_account (id, unit_type, unit_id, account_name, bank_name, account_no, status, maker_id, maker_name, created_at, updated_at)
       values ($1, $2, $3, '户名', '银行', $4, 'ACTIVE', 1, '张', $5, $5)`,
      [id, unitType, unitId, `6222${String(id).padStart(12, '0')}`, at()],
    );
    return id;
  }

  return {
    /** Everything of the contract to yesterday is agreed and released. */
    settleStatement: (organizationId: number, { id: contractId, contractorId }: { id: number; contractorId: number }) =>
      inTransaction(tools.pool, async (tx) => {
        await alone(tx, organizationId);
        const contract = { organizationId, contractId, contractorId };
        const period = {
          from: (await nextDay(tx, contract)) ?? '2026-01-01',
          to: addDays(businessDay(tools.clock.now()), -1),
        };
        if (period.from > period.to) return;
        const id = await writeStatement(tools, tx, { contract, cycle: 'MONTH', period, note: '' });
        if (id === undefined) return;
        const { rows } = await tx.query<UnitStatementRow>(
          `update unit_statement set status = 'SETTLED', settled_at = $3 where organization_id = $1 and id = $2 returning *`,
          [organizationId, id, at()],
        );
        posted(
          await post(tools, tx, {
            requestKey: `RELEASE:STATEMENT:${id}`,
            kind: 'RELEASE',
            lines: released(rows[0]!),
            organizationId,
            contractorId,
            contractId,
            document: { type: 'STATEMENT', id },
          }),
        );
      }),

    /** A share of what is free is asked for and comes to its end, step by step, killed or not at each. */
    async withdraw(unit: Unit, share: number, ending: Ending, killed: boolean): Promise<void> {
      const free = await freeFen(tools.pool, unit);
      const amountFen = Math.ceil(free * share);
      if (amountFen < 10) return;
      const id = await tools.ids.next();
      await once(killed, async (tx) => {
        const bank = await accountOf(tx, unit);
        const { rows } = await tx.query<UnitWithdrawalRow>(
          `insert into unit_withdrawal (id, withdraw_no, unit_type, unit_id, amount_fen, fee_fen, real_fen, bank_account_id, account_name,
             bank_name, branch_no, account_no, status, maker_id, maker_name, created_at, business_date, updated_at)
           values ($1, $2, $3, $4, $5::bigint, 1, $5::bigint - 1, $6, '户名', '银行', '', '6222', 'APPLIED', 1, '张', $7, $8, $7) returning *`,
          [id, `TX${id}`, unit.unitType, unit.unitId, amountFen, bank, at(), businessDay(tools.clock.now())],
        );
        posted(await hold(tools, tx, holdOf(rows[0]!, operatorId)));
      });
      if (ending !== 'CANCELLED') await once(killed, (tx) => move(tx, id, 'PAYING'));
      if (ending === 'CANCELLED' || ending === 'FAILED')
        await once(killed, async (tx) =>
          posted(await release(tools, tx, holdOf(await move(tx, id, ending), operatorId))),
        );
      else await once(killed, async (tx) => posted(await postPaid(tools, tx, await move(tx, id, 'PAID'), operatorId)));
      if (ending === 'BOUNCED')
        await once(killed, async (tx) =>
          posted(await postBounced(tools, tx, await move(tx, id, 'FAILED'), operatorId)),
        );
    },

    async drawBill(unit: Unit, fen: number): Promise<void> {
      const id = await tools.ids.next();
      const commissionFen = Math.floor(fen / 10);
      await tools.pool.query(
        `insert into unit_bill (id, bill_no, kind, unit_type, unit_id, title, amount_fen, due_on, document_type, document_id, agent_id,
           commission_fen, status, created_at, updated_at)
         values ($1::bigint, $2, 'APPLICATION', $3, $4, '应用', $5, '2026-12-31', 'TEST', $1::bigint, $6, $7, 'UNPAID', $8, $8)`,
        [id, `ZD${id}`, unit.unitType, unit.unitId, fen, agentId, commissionFen, at()],
      );
      bills.push({ id, unit, fen, commissionFen, paid: undefined });
    },

    /** Pays one that waits where there is money for it, and takes back one that is paid; asked twice it happens once. */
    async payOrReturn(nth: number, killed: boolean): Promise<void> {
      const bill = bills[nth % Math.max(1, bills.length)];
      if (!bill) return;
      const money = (paymentId: number, amountFen: number) => ({
        ...bill.unit,
        billId: bill.id,
        paymentId,
        amountFen,
        operatorId,
        reason: `ZD${bill.id}`,
      });
      const status = (tx: Sql, to: string) =>
        tx.query(
          `update /* wall: by its id */ unit_bill set status = $2, paid_at = coalesce(paid_at, $3), pay_way = 'WALLET' where id = $1`,
          [bill.id, to, at()],
        );
      const { paid } = bill;
      if (paid) {
        await once(killed, async (tx) => {
          posted(await takeCommissionBack(tools, tx, money(paid.paymentId, bill.commissionFen), agentId));
          posted(await returnBill(tools, tx, money(paid.paymentId, bill.fen), paid.posting));
          await status(tx, 'VOID');
        });
        bills.splice(bills.indexOf(bill), 1);
        return;
      }
      if ((await freeFen(tools.pool, bill.unit)) < bill.fen) return;
      const paymentId = await tools.ids.next();
      const pay = async (tx: Sql) => {
        const answer = await payBill(tools, tx, money(paymentId, bill.fen));
        if (isRefusal(answer)) throw new Error(answer.code);
        posted(await payCommission(tools, tx, money(paymentId, bill.commissionFen), agentId));
        await status(tx, 'PAID');
        return answer;
      };
      const posting = await once(killed, pay);
      await once(false, pay);
      bill.paid = { paymentId, posting };
    },
  };
}

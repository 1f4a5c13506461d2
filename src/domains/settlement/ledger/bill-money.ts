/** Money of the platform's bills: what the payer gives, what the agent gets of it, and both ways back. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import type { Unit } from './free-money.ts';
import type { Side } from './lines.ts';
import { type Parts, post } from './post.ts';

export interface BillMoney extends Unit {
  billId: number;
  /** Of this payment; a bill paid, taken back and paid again has several. */
  paymentId: number;
  amountFen: number;
  operatorId: number;
  /** The bill's number and what it is for. */
  reason: string;
}

const platform = { unitType: 'PLATFORM', unitId: platformUnitId, purse: 'AVAILABLE' } as const;

const ofUnit = ({ unitType, unitId }: Unit) => ({
  ...(unitType === 'ORGANIZATION' ? { organizationId: unitId } : {}),
  ...(unitType === 'CONTRACTOR' ? { contractorId: unitId } : {}),
});

const document = ({ billId }: BillMoney) => ({ type: 'UNIT_BILL', id: billId });
const said = ({ operatorId, reason }: BillMoney) => ({ operatorId, reason });

/** Payer's 可提现, or a channel or bank it came by → platform's. */
export const payBill = (parts: Parts, tx: Sql, money: BillMoney, from?: { account: string }) =>
  post(parts, tx, {
    requestKey: `BILL_PAY:${money.paymentId}`,
    kind: 'BILL_PAY',
    lines: [
      {
        ...(from ?? { unitType: money.unitType, unitId: money.unitId, purse: 'AVAILABLE' }),
        amountFen: -money.amountFen,
      } as Side & { amountFen: number },
      { ...platform, amountFen: money.amountFen },
    ],
    document: document(money),
    ...said(money),
    ...ofUnit(money),
  });

/** Platform's → payer's 可提现, however it had been paid: from there it may be drawn. */
export const returnBill = (parts: Parts, tx: Sql, money: BillMoney, reversesId: number): Promise<number | Refusal> =>
  post(parts, tx, {
    requestKey: `BILL_BACK:${money.paymentId}`,
    kind: 'BILL_BACK',
    lines: [
      { ...platform, amountFen: -money.amountFen },
      { unitType: money.unitType, unitId: money.unitId, purse: 'AVAILABLE', amountFen: money.amountFen },
    ],
    document: document(money),
    reversesId,
    ...said(money),
    ...ofUnit(money),
  });

/** What came in by a channel or the bank, at the unit's disposal. */
export const topUp = (parts: Parts, tx: Sql, money: BillMoney, from: { account: string }): Promise<number | Refusal> =>
  post(parts, tx, {
    requestKey: `TOP_UP:${money.paymentId}`,
    kind: 'TOP_UP',
    lines: [
      { ...from, amountFen: -money.amountFen },
      { unitType: money.unitType, unitId: money.unitId, purse: 'AVAILABLE', amountFen: money.amountFen },
    ],
    document: { type: 'UNIT_BILL_PAYMENT', id: money.paymentId },
    ...said(money),
    ...ofUnit(money),
  });

const agentOf = (agentId: number, purse: 'PENDING' | 'AVAILABLE') =>
  ({ unitType: 'AGENT', unitId: agentId, purse }) as const;

/** The agent's part of what its customer paid; not to be drawn before it is free. */
export const payCommission = (parts: Parts, tx: Sql, money: BillMoney, agentId: number): Promise<number | Refusal> =>
  post(parts, tx, {
    requestKey: `COMMISSION:${money.paymentId}`,
    kind: 'COMMISSION',
    lines: [
      { ...platform, amountFen: -money.amountFen },
      { ...agentOf(agentId, 'PENDING'), amountFen: money.amountFen },
    ],
    document: document(money),
    ...said(money),
  });

/** Out of 待结算, where it may go below 0 when it had been free already: it is then kept of what comes next. */
export const takeCommissionBack = (
  parts: Parts,
  tx: Sql,
  money: BillMoney,
  agentId: number,
): Promise<number | Refusal> =>
  post(parts, tx, {
    requestKey: `COMMISSION_BACK:${money.paymentId}`,
    kind: 'COMMISSION_BACK',
    lines: [
      { ...agentOf(agentId, 'PENDING'), amountFen: -money.amountFen },
      { ...platform, amountFen: money.amountFen },
    ],
    document: document(money),
    ...said(money),
  });

export const freeCommission = (parts: Parts, tx: Sql, money: BillMoney, agentId: number): Promise<number | Refusal> =>
  post(parts, tx, {
    requestKey: `COMMISSION_FREE:${money.billId}`,
    kind: 'COMMISSION_FREE',
    lines: [
      { ...agentOf(agentId, 'PENDING'), amountFen: -money.amountFen },
      { ...agentOf(agentId, 'AVAILABLE'), amountFen: money.amountFen },
    ],
    document: document(money),
    ...said(money),
  });

/** Goods that came back: their price is the unit's again. */
export const creditUnit = (
  parts: Parts,
  tx: Sql,
  credit: Unit & { document: { type: string; id: number }; amountFen: number; operatorId: number; reason: string },
): Promise<number | Refusal> =>
  post(parts, tx, {
    requestKey: `CREDIT:${credit.document.type}:${credit.document.id}`,
    kind: 'CREDIT',
    lines: [
      { ...platform, amountFen: -credit.amountFen },
      { unitType: credit.unitType, unitId: credit.unitId, purse: 'AVAILABLE', amountFen: credit.amountFen },
    ],
    document: credit.document,
    operatorId: credit.operatorId,
    reason: credit.reason,
    ...ofUnit(credit),
  });

/** What is done with a bill: paid out of the unit's money, given up, taken back. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { freeFen } from '../../settlement/public.server.ts';
import { billingRefusals } from '../refusals.ts';
import type { UnitBillRow } from '../tables.ts';
import { billFlow, payWays } from './bill-states.ts';
import { insertPayment } from './insert-payment.ts';
import { followerOf, lockAll, takeBack, takePayment } from './take-payment.ts';

const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;

/** Only who owes it pays it. */
export function refusePayer(ctx: Ctx, bill: UnitBillRow): Refusal | undefined {
  const { unitType, unitId } = ctx.session;
  return unitType === bill.unit_type && unitId === bill.unit_id
    ? undefined
    : refuse(billingRefusals.BILL_NOT_PAYER, { no: bill.bill_no });
}

const platformAlone = (what: string) => (ctx: Ctx, bill: UnitBillRow) =>
  ctx.session.unitType === 'PLATFORM' || ctx.session.unitType === null
    ? undefined
    : refuse(billingRefusals.BILL_NOT_PLATFORM, { no: bill.bill_no, what });

/** Is there enough, looked at under the lock of the purses? */
async function refusePoor(ctx: Ctx, bill: UnitBillRow): Promise<Refusal | undefined> {
  const foreign = refusePayer(ctx, bill);
  if (foreign) return foreign;
  const tx = sqlOf(ctx.db);
  await lockAll(tx, bill);
  const free = await freeFen(tx, { unitType: bill.unit_type, unitId: bill.unit_id });
  return free >= bill.amount_fen
    ? undefined
    : refuse(billingRefusals.BILL_FREE_LOW, {
        no: bill.bill_no,
        amount: formatFenGrouped(bill.amount_fen),
        free: formatFenGrouped(free),
      });
}

const witnessed = (ctx: Ctx) => ({ witness_name: ctx.witness?.name ?? '' });

export const billMoves = moves(billFlow, {
  table: 'unit_bill',
  name: (bill) => bill.bill_no,
  stamped: true,
  check: {
    issue: platformAlone('出账'),
    pay: refusePoor,
    waive: platformAlone('减免'),
    void: platformAlone('作废'),
  },
  write: {
    pay: (ctx) => ({ pay_way: 'WALLET', paid_at: isoAt(ctx.clock.now()) }),
    waive: witnessed,
    void: witnessed,
  },
  after: {
    pay: async (ctx, bill) => {
      const payment = await insertPayment(ctx, bill, 'WALLET', { paid_on: null });
      return (await takePayment(ctx.services, sqlOf(ctx.db), bill, payment, ctx.session.accountId)) ?? null;
    },
    waive: async (ctx, bill) =>
      (await followerOf(ctx.services, bill)?.settled?.(ctx.services, sqlOf(ctx.db), bill)) ?? null,
    void: async (ctx, bill) => {
      const tx = sqlOf(ctx.db);
      const wasPaid = bill.status === 'PAID';
      const no = wasPaid ? await takeBack(ctx.services, tx, bill, ctx.session.accountId) : undefined;
      return no ?? (await followerOf(ctx.services, bill)?.voided?.(ctx.services, tx, bill, wasPaid)) ?? null;
    },
  },
});

const told = async (ctx: Ctx, { ids }: ActionInput): Promise<UnitBillRow | Refusal> =>
  (await ctx.db
    .selectFrom('unit_bill')
    .selectAll()
    .where('id', '=', ids[0] ?? 0)
    .executeTakeFirst()) ?? refuse('NOT_FOUND');

const isBill = (found: UnitBillRow | Refusal): found is UnitBillRow => 'bill_no' in found;

/** What 余额支付 leaves of the unit's money. */
export async function payOutcome(ctx: Ctx, input: ActionInput): Promise<Outcome | Refusal> {
  const bill = await told(ctx, input);
  if (!isBill(bill)) return bill;
  const free = await freeFen(sqlOf(ctx.db), { unitType: bill.unit_type, unitId: bill.unit_id });
  return {
    lines: [
      ['账单', `${bill.bill_no} ${bill.title}`],
      ['可用余额', `${yuan(free)} → ${yuan(free - bill.amount_fen)}`],
    ],
    amountFen: bill.amount_fen,
  };
}

/** What becomes of a bill that is given up or taken back, and of what was paid for it. */
export const endOutcome =
  (way: 'waive' | 'void') =>
  async (ctx: Ctx, input: ActionInput): Promise<Outcome | Refusal> => {
    const bill = await told(ctx, input);
    if (!isBill(bill)) return bill;
    const back = way === 'void' && bill.status === 'PAID';
    const commission = back && bill.commission_fen > 0 ? [['收回代理商佣金', yuan(bill.commission_fen)] as const] : [];
    return {
      lines: [
        ['账单', `${bill.bill_no} ${bill.title}`],
        back
          ? ['退回付款单位可提现', `${yuan(bill.amount_fen)}（原以${labelIn(payWays, bill.pay_way)}付款）`]
          : [way === 'waive' ? '不再收取' : '不再应收', yuan(bill.amount_fen)],
        ...commission,
      ],
      amountFen: bill.amount_fen,
    };
  };

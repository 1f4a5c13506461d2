/** A unit's money in one answer: what it has, what can be drawn, what holds up the rest, what is expected and when. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { channelNames, type PayChannel } from '../../funding/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { bankFlow } from '../banks/bank-states.ts';
import { onlineUnspent } from '../online/online-money.ts';
import '../tables.ts';
import { withdrawableFen } from '../withdrawals/apply.ts';
import { underWay } from '../withdrawals/withdrawal-states.ts';
import type { Blocked, Expected, MoneyDay, UnitMoney } from './money-told.ts';

const shownDays = 30;
/** Days the platform takes from agreement to release, as the page expects it. */
const settleDays = 1;

interface OpenStatement {
  id: number;
  statement_no: string;
  status: string;
  from_date: string;
  to_date: string;
  confirm_by: string;
  claim_due_on: string | null;
  ownFen: number;
  owedFen: number;
  mineDone: boolean;
}

/** Statements not settled, or settled with money owed outside, with the part of who looks. */
async function openStatements(ctx: Ctx): Promise<OpenStatement[]> {
  const caterer = ctx.session.unitType === 'CONTRACTOR';
  return ctx.db
    .selectFrom('unit_statement')
    .select(['id', 'statement_no', 'status', 'from_date', 'to_date', 'confirm_by', 'claim_due_on'])
    .select([
      (caterer ? sql<number>`wallet_fen` : sql<number>`share_wallet_fen`).as('ownFen'),
      (caterer
        ? sql<number>`claim_fen - claim_paid_fen`
        : sql<number>`claim_fen - claim_paid_fen + service_claim_fen - service_claim_paid_fen`
      ).as('owedFen'),
      (caterer
        ? sql<boolean>`contractor_confirmed_at is not null`
        : sql<boolean>`organization_confirmed_at is not null`
      ).as('mineDone'),
    ])
    .where((eb) => eb.or([eb('status', '<>', 'SETTLED'), eb('claim_due_on', 'is not', null)]))
    .orderBy('to_date')
    .orderBy('id')
    .execute();
}

const causes: Readonly<Record<string, string>> = {
  GENERATED: '等双方确认',
  DISPUTED: '有异议',
  CONFIRMED: '等平台结算',
};

/** Why what is pending is not released, statement by statement, then what no statement has yet. */
export function blockedBy(open: readonly OpenStatement[], pendingFen: number, area: string): Blocked[] {
  const stated = open.filter((one) => one.status !== 'SETTLED');
  const rows = stated
    .filter((one) => one.ownFen !== 0)
    .map((one) => ({
      cause: one.status === 'GENERATED' && !one.mineDone ? '等本方确认' : causes[one.status]!,
      what: `${one.statement_no}（${one.from_date} 至 ${one.to_date}）`,
      fen: one.ownFen,
      day: one.status === 'GENERATED' ? dateAt(Date.parse(one.confirm_by)) : null,
      path: `/admin/${area}/settlement/record?id=${one.id}`,
    }));
  const running = pendingFen - stated.reduce((sum, one) => sum + one.ownFen, 0);
  return running === 0
    ? rows
    : [
        ...rows,
        {
          cause: running > 0 ? '周期还没有结束' : '纠错冲回，待后续结算单抵扣',
          what: '还没有出结算单的日子',
          fen: running,
          day: null,
          path: `/admin/${area}/money_record?purse=PENDING`,
        },
      ];
}

/** What comes to the unit in the next days: releases by the day they can be agreed, and what is owed outside by its term. */
function expectedOf(open: readonly OpenStatement[], area: string, today: string, caterer: boolean): Expected[] {
  const last = addDays(today, shownDays);
  const release = open
    .filter((one) => one.status !== 'SETTLED' && one.status !== 'DISPUTED' && one.ownFen > 0)
    .map((one) => {
      const agreed = one.status === 'CONFIRMED' ? today : dateAt(Date.parse(one.confirm_by));
      return {
        one,
        date: addDays(agreed < today ? today : agreed, settleDays),
        what: '结算转入可提现',
        fen: one.ownFen,
      };
    });
  const outside = open
    .filter((one) => one.claim_due_on !== null && one.owedFen > 0)
    .map((one) => ({
      one,
      date: one.claim_due_on!,
      what: one.claim_due_on! < today ? '线下应付已逾期' : caterer ? '单位线下付来' : '线下付出',
      fen: caterer ? one.owedFen : -one.owedFen,
    }));
  return [...release, ...outside]
    .filter(({ date }) => date <= last)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ one, date, what, fen }) => ({
      date,
      what: `${what} ${one.statement_no}`,
      fen,
      path: `/admin/${area}/settlement/record?id=${one.id}`,
    }));
}

/** In and out of what is earned, day by day; moves between the unit's own purses are neither. */
async function moneyDays(ctx: Ctx, from: string): Promise<MoneyDay[]> {
  const rows = await ctx.db
    .selectFrom('unit_entry')
    .select([
      'business_date as date',
      sql<number>`coalesce(sum(amount_fen) filter (where kind in ('CONTRACT_DAY', 'MANAGE_FEE', 'FEE', 'ADJUST') and amount_fen > 0), 0)::bigint`.as(
        'inFen',
      ),
      sql<number>`coalesce(-sum(amount_fen) filter (where kind = 'WITHDRAW_OUT' or (kind in ('CONTRACT_DAY', 'MANAGE_FEE', 'FEE', 'ADJUST') and amount_fen < 0)), 0)::bigint`.as(
        'outFen',
      ),
    ])
    .where('account', '=', 'unit')
    .where('unit_type', '=', ctx.session.unitType)
    .where('unit_id', '=', ctx.session.unitId)
    .where('purse', 'in', ['PENDING', 'AVAILABLE', 'FROZEN'])
    .where('business_date', '>=', from)
    .groupBy('business_date')
    .execute();
  const known = new Map(rows.map((row) => [row.date, row]));
  return Array.from({ length: shownDays }, (_, i) => {
    const date = addDays(from, i);
    return { date, inFen: known.get(date)?.inFen ?? 0, outFen: known.get(date)?.outFen ?? 0 };
  });
}

/** Amounts of the unit the platform holds back, in words. */
async function heldBack(ctx: Ctx): Promise<string[]> {
  const { unitType, unitId } = ctx.session;
  const rows = await ctx.db
    .selectFrom('unit_risk_hold')
    .select(['hold_no', 'amount_fen', 'reason'])
    .where('status', '=', 'HELD')
    .where('unit_type', '=', unitType!)
    .where('unit_id', '=', unitId!)
    .orderBy('id')
    .execute();
  return rows.map((one) => `${one.hold_no} ${formatFenGrouped(one.amount_fen)} 元：${one.reason}。请联系平台查明`);
}

async function accountsOf(ctx: Ctx): Promise<UnitMoney['accounts']> {
  const rows = await ctx.db
    .selectFrom('unit_bank_account')
    .select(['id', 'bank_name', 'account_no', 'status', 'cooling_until'])
    .where('status', '<>', 'RETIRED')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((one) => ({
    id: one.id,
    name: `${one.bank_name} 尾号 ${one.account_no.slice(-4)}`,
    status: bankFlow.labelOf(one.status),
    until: one.status === 'COOLING' ? one.cooling_until : null,
  }));
}

async function waitingWork(ctx: Ctx, open: readonly OpenStatement[], area: string, today: string) {
  const { n } = await ctx.db
    .selectFrom('unit_withdrawal')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('status', 'in', [...underWay])
    .executeTakeFirstOrThrow();
  const count = (some: (one: OpenStatement) => boolean) => open.filter(some).length;
  const statements = `/admin/${area}/settlement`;
  return [
    {
      label: '待确认结算单',
      count: count((one) => one.status === 'GENERATED' && !one.mineDone),
      hint: '期限内没有异议自动确认',
      path: `${statements}?status=GENERATED`,
    },
    {
      label: '有异议',
      count: count((one) => one.status === 'DISPUTED'),
      hint: '答复或接受以后才能结算',
      path: `${statements}?status=DISPUTED`,
    },
    {
      label: area === 'contractor' ? '线下应收逾期' : '应付餐企逾期',
      count: count((one) => one.claim_due_on !== null && one.claim_due_on < today && one.owedFen > 0),
      hint: '已过线下付清期限',
      path: `${statements}?status=SETTLED`,
    },
    {
      label: '提现办理中',
      count: n,
      hint: '审核、打款以后到账',
      path: `/admin/${area}/withdrawal?status=${underWay.join(',')}`,
    },
  ];
}

/** Its own merchant numbers that collect; a caterer has none. */
async function directNumbers(ctx: Ctx): Promise<string[]> {
  if (ctx.session.unitType !== 'ORGANIZATION') return [];
  const rows = await ctx.db
    .selectFrom('direct_merchant')
    .select(['channel', 'merchant_no'])
    .where('status', '=', 'ON')
    .orderBy('channel', 'desc')
    .execute();
  return rows.map(({ channel, merchant_no }) => `${channelNames[channel as PayChannel]} ${merchant_no}`);
}

/** The page of the session's own unit. */
export async function unitMoney(ctx: Ctx): Promise<UnitMoney> {
  const { unitType, unitId } = ctx.session;
  const caterer = unitType === 'CONTRACTOR';
  const area = caterer ? 'contractor' : 'organization';
  const today = businessDay(ctx.clock.now());
  const wallets = await ctx.db
    .selectFrom('unit_wallet')
    .select(['purse', 'balance_fen', 'status'])
    .where('unit_type', '=', unitType)
    .where('unit_id', '=', unitId)
    .execute();
  const held = (purse: string) => wallets.find((row) => row.purse === purse)?.balance_fen ?? 0;
  const open = await openStatements(ctx);
  return {
    unitType,
    area,
    floatFen: held('FLOAT'),
    unspentFen: unitType === 'ORGANIZATION' && unitId !== null ? await onlineUnspent(sqlOf(ctx.db), unitId) : 0,
    direct: await directNumbers(ctx),
    pendingFen: held('PENDING'),
    availableFen: held('AVAILABLE'),
    withdrawableFen: await withdrawableFen(ctx),
    frozenFen: held('FROZEN'),
    stopped: wallets.some((row) => row.status === 'FROZEN'),
    held: await heldBack(ctx),
    claimFen: held('CLAIM'),
    work: await waitingWork(ctx, open, area, today),
    blocked: blockedBy(open, held('PENDING'), area),
    expected: expectedOf(open, area, today, caterer),
    accounts: await accountsOf(ctx),
    days: await moneyDays(ctx, addDays(today, 1 - shownDays)),
  };
}

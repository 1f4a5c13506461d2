/** What waits of money between units: statements to agree with, money owed outside that is late, withdrawals and accounts to look at. */
import { sql } from 'kysely';
import { addDays } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { Work, WorkItem } from '../shell/public.server.ts';
import { businessDay } from '../wallet/public.server.ts';
import './tables.ts';

type Items = Promise<Work[]>;

const late = (day: string) => `status=SETTLED&claimOpen=true&claimDueOn=,${addDays(day, -1)}`;

/** Withdrawals that came to nothing stay on the list so long, days. */
const failedDays = 7;

/** Withdrawals the bank did not pay: the money is back, somebody has to find out why. */
const failedLately = (ctx: Ctx, path: string, hint: string): Work => ({
  label: '打款失败',
  path,
  search: { status: ['FAILED'], createdAt: [addDays(businessDay(ctx.clock.now()), -failedDays), null] },
  bad: true,
  hint: `${failedDays} 天内申请的；${hint}`,
});

/** Of one side of contracts: what it has to read, what was answered, what is not paid in time. */
async function ofSide(ctx: Ctx, side: 'organization' | 'contractor'): Items {
  const today = businessDay(ctx.clock.now());
  const confirmed = sql.ref(`s.${side}_confirmed_at`);
  const found = await ctx.db
    .selectFrom('unit_statement as s')
    .select([
      sql<number>`count(*) filter (where s.status = 'GENERATED' and ${confirmed} is null)::int`.as('waiting'),
      sql<number>`count(*) filter (where s.status = 'SETTLED' and s.claim_due_on < ${today}::date
        and s.claim_fen + s.service_claim_fen > s.claim_paid_fen + s.service_claim_paid_fen)::int`.as('late'),
      sql<number>`count(*) filter (where s.status = 'DISPUTED' and (select d.side = ${side.toUpperCase()} and d.verdict = 'REJECTED'
        from unit_statement_dispute d where d.organization_id = s.organization_id and d.statement_id = s.id
        order by d.raised_at desc, d.id desc limit 1))::int`.as('answered'),
    ])
    .executeTakeFirstOrThrow();
  const page = `/admin/${side}/settlement`;
  const other = side === 'organization' ? 'CONTRACTOR' : 'ORGANIZATION';
  const waits = side === 'organization' ? 'organizationWaits' : 'contractorWaits';
  return [
    {
      label: '待确认结算单',
      count: found.waiting,
      path: `${page}?status=GENERATED&${waits}=true`,
      hint: '期限内没有异议自动确认',
    },
    {
      label: '对方异议待答复',
      path: page,
      search: { status: ['DISPUTED'], disputeAnswered: false, disputeSide: [other] },
      needs: ['correct', 'reject'],
      bad: true,
      hint: '过了答复期限由平台裁定',
    },
    {
      label: '争议有回复',
      count: found.answered,
      path: `${page}?status=DISPUTED&disputeAnswered=true&disputeSide=${side.toUpperCase()}`,
      hint: '对方不同意，请接受答复或等平台裁定',
    },
    {
      label: side === 'organization' ? '应付餐企逾期' : '线下应收逾期',
      count: found.late,
      path: `${page}?${late(today)}`,
      hint: '线下往来已过付清期限的结算单',
    },
    failedLately(ctx, `/admin/${side}/withdrawal`, '款已退回可提现，核对收款账户后再申请'),
    {
      label: '收款账户待审',
      path: `/admin/${side}/bank_account`,
      search: { status: ['PENDING_REVIEW'] },
      hint: '平台审核以后再过 72 小时冷静期才能收款',
    },
  ];
}

/** Of the platform: each step of a withdrawal that waits, accounts to review, disputes, what may be settled. */
async function ofPlatform(ctx: Ctx): Items {
  const one = sql<number>`count(*)::int`.as('n');
  const [steps, accounts, statements, adjustments] = await Promise.all([
    ctx.db
      .selectFrom('unit_withdrawal')
      .select(['status', one])
      .where('status', 'in', ['APPLIED', 'AUDITING', 'APPROVED', 'PAYING'])
      .groupBy('status')
      .execute(),
    ctx.db.selectFrom('unit_bank_account').select(one).where('status', '=', 'PENDING_REVIEW').executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('unit_statement')
      .select(['status', one])
      .where('status', 'in', ['DISPUTED', 'CONFIRMED'])
      .groupBy('status')
      .execute(),
    ctx.db.selectFrom('unit_adjustment').select(one).where('status', '=', 'WAITING').executeTakeFirstOrThrow(),
  ]);
  const of = (rows: readonly { status: string; n: number }[], status: string) =>
    rows.find((row) => row.status === status)?.n ?? 0;
  const withdrawals = (status: string, label: string, hint: string): WorkItem => ({
    label,
    count: of(steps, status),
    path: `/admin/platform/transfer_accounts?status=${status}`,
    hint,
  });
  return [
    withdrawals('APPLIED', '提现待初审', '核对余额依据与未了争议'),
    withdrawals('AUDITING', '提现待复核', '超过限额须另一人复核'),
    withdrawals('APPROVED', '提现待打款', '由没有经手过的出纳生成打款文件'),
    withdrawals('PAYING', '打款中', '登记银行结果，未知的只查询、不重发'),
    failedLately(ctx, '/admin/platform/transfer_accounts', '与单位核对收款账户'),
    {
      label: '银行账户待审',
      count: accounts.n,
      path: '/admin/platform/bank_account?status=PENDING_REVIEW',
      hint: '核对户名与执照名称',
    },
    {
      label: '调账待审',
      count: adjustments.n,
      path: '/admin/platform/unit_adjustment?status=WAITING',
      hint: '由申请人以外的人核对原流水后入账',
    },
    {
      label: '争议结算单',
      count: of(statements, 'DISPUTED'),
      path: '/admin/platform/settlement?status=DISPUTED',
      hint: '一方不同意，或过了期限没有答复的，由两人裁定；没有争议的日子可以先结',
    },
    {
      label: '待结算结算单',
      count: of(statements, 'CONFIRMED'),
      path: '/admin/platform/settlement?status=CONFIRMED',
      hint: '双方已确认，结算后转入可提现',
    },
  ];
}

export const openWork = (ctx: Ctx): Items => {
  if (ctx.session.unitType === 'ORGANIZATION') return ofSide(ctx, 'organization');
  return ctx.session.unitType === 'CONTRACTOR' ? ofSide(ctx, 'contractor') : ofPlatform(ctx);
};

/** 结算单: what each side may do with it, and drawing one up before its time. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import type { Notice } from '../../../../kit/define/page.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { contractorName, organizationName, withToday } from '../../../tenancy/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import '../../tables.ts';
import { enterClaimPayment } from '../claims.ts';
import { confirmStatement } from '../confirm.ts';
import { answerByOf } from '../deadlines.ts';
import * as dispute from '../dispute.ts';
import { drawUp } from '../draw-up.ts';
import { settleOutcome, settleStatements } from '../settle.ts';
import spec from './settlement.page.ts';

const list = over(
  spec,
  'unit_statement as s',
  {
    version: true,
    columns: {
      contractorId: sql`nullif(s.contractor_id, 0)`,
      lastPayFen: sql`(select p.pay_fen from unit_statement p where p.organization_id = s.organization_id and p.contract_id = s.contract_id
      and p.to_date < s.from_date order by p.to_date desc, p.id desc limit 1)`,
      disputeAnswered: sql`(s.status = 'DISPUTED' and (select d.verdict = 'REJECTED' from unit_statement_dispute d
      where d.organization_id = s.organization_id and d.statement_id = s.id order by d.raised_at desc, d.id desc limit 1) is true)`,
      answerBy: sql`(select ${answerByOf} from unit_statement_dispute d where s.status = 'DISPUTED'
      and d.organization_id = s.organization_id and d.statement_id = s.id order by d.raised_at desc, d.id desc limit 1)`,
      disputeLapsed: sql`(s.status = 'DISPUTED' and (select d.verdict is null and ${answerByOf} < clock.today from unit_statement_dispute d
      where d.organization_id = s.organization_id and d.statement_id = s.id order by d.raised_at desc, d.id desc limit 1) is true)`,
      disputeSide: sql`(select d.side from unit_statement_dispute d where s.status = 'DISPUTED'
      and d.organization_id = s.organization_id and d.statement_id = s.id order by d.raised_at desc, d.id desc limit 1)`,
      organizationWaits: sql`(s.status = 'GENERATED' and s.organization_confirmed_at is null)`,
      contractorWaits: sql`(s.status = 'GENERATED' and s.contractor_confirmed_at is null)`,
      claimOpen: sql`(s.claim_fen + s.service_claim_fen > s.claim_paid_fen + s.service_claim_paid_fen)`,
      grownFen: null,
      disputeOurs: null,
      confirmedHere: null,
    },
    names: { organizationId: organizationName('s.organization_id'), contractorId: contractorName('s.contractor_id') },
    derive: (row, ctx) => ({
      grownFen: row.lastPayFen === null ? null : Number(row.payFen) - Number(row.lastPayFen),
      // Of what a unit runs itself it is both sides.
      disputeOurs: row.contractorId === null ? null : row.disputeSide === ctx.session.unitType,
      confirmedHere: Boolean(
        ctx.session.unitType === 'ORGANIZATION' ? row.organizationConfirmedAt : row.contractorConfirmedAt,
      ),
    }),
  },
  withToday,
);

/** What waits for the side that looks, or what the platform may settle; what is late among what is owed outside. */
async function notice(ctx: Ctx): Promise<Notice | null> {
  const today = businessDay(ctx.clock.now());
  const { waiting, disputed, ready, late } = await ctx.db
    .selectFrom('unit_statement')
    .select([
      sql<number>`count(*) filter (where status = 'GENERATED' and ${
        ctx.session.unitType === 'ORGANIZATION'
          ? sql`organization_confirmed_at is null`
          : ctx.session.unitType === 'CONTRACTOR'
            ? sql`contractor_confirmed_at is null`
            : sql`true`
      })::int`.as('waiting'),
      sql<number>`count(*) filter (where status = 'DISPUTED')::int`.as('disputed'),
      sql<number>`count(*) filter (where status = 'CONFIRMED')::int`.as('ready'),
      sql<number>`coalesce(sum(claim_fen + service_claim_fen - claim_paid_fen - service_claim_paid_fen)
        filter (where claim_due_on < ${today}::date), 0)::bigint`.as('late'),
    ])
    .executeTakeFirstOrThrow();
  const said = [
    waiting > 0 ? `${waiting} 份待确认，到期没有异议自动确认` : '',
    disputed > 0 ? `${disputed} 份有异议` : '',
    ready > 0 ? `${ready} 份双方已确认、待平台结算` : '',
    late > 0 ? `线下应付已逾期 ${formatFenGrouped(late)} 元` : '',
  ].filter(Boolean);
  return said.length === 0
    ? null
    : { tone: late > 0 || disputed > 0 ? 'warning' : 'info', text: `${said.join('；')}。` };
}

export default bind(spec, {
  list,
  notice,
  outcomes: { settle: settleOutcome },
  actions: {
    confirm: confirmStatement,
    dispute: dispute.raiseDispute,
    correct: dispute.answerCorrected,
    reject: dispute.answerRejected,
    consent: dispute.consentToAnswer,
    split: dispute.releaseUndisputed,
    decide: dispute.decideDispute,
    regenerate: dispute.regenerate,
    settle: settleStatements,
    payClaim: enterClaimPayment,
    generate: drawUp,
  },
});

/** The list of corrections over the charges they put right. */
import { sql } from 'kysely';
import type { ListSource } from '../../../kit/server/page/binding.ts';
import { personOr } from '../../people/person-search.ts';
import { personOrWalkIn } from '../../people/walk-in.ts';
import type { correctionFields } from '../pages/correct.page.ts';

export const correctionList: ListSource<typeof correctionFields> = {
  from: (db) =>
    db
      .selectFrom('correction as c')
      .innerJoin('trade as t', (on) =>
        on.onRef('t.organization_id', '=', 'c.organization_id').onRef('t.id', '=', 'c.trade_id'),
      )
      .leftJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
      )
      .leftJoin('correction_batch as b', (on) =>
        on.onRef('b.organization_id', '=', 'c.organization_id').onRef('b.id', '=', 'c.batch_id'),
      ),
  id: 'c.id',
  version: 'c.version',
  columns: {
    correctNo: 'c.correct_no',
    tradeId: 'c.trade_id',
    tradeNo: sql`c.trade_id::text`,
    personName: personOrWalkIn,
    jobNumber: 'p.job_number',
    occurredAt: 't.occurred_at',
    deviceId: 't.device_id',
    mealPeriodId: 't.meal_period_id',
    chargedFen: 't.amount_fen',
    kind: 'c.kind',
    amountFen: 'c.amount_fen',
    returnedFen: sql`case when c.status = 'POSTED' and c.kind <> 'SUPPLEMENT' then c.amount_fen else 0 end`,
    addedFen: sql`case when c.status = 'POSTED' and c.kind = 'SUPPLEMENT' then c.amount_fen else 0 end`,
    source: 'c.source',
    reason: 'c.reason',
    evidence: 'c.evidence',
    applicantName: 'c.applicant_name',
    auditorName: 'c.auditor_name',
    auditNote: 'c.audit_note',
    resultTradeNo: sql`coalesce(c.result_trade_id::text, '')`,
    failReason: 'c.fail_reason',
    batchNo: sql`coalesce(b.batch_no, '')`,
    status: 'c.status',
    createdAt: 'c.created_at',
    decidedAt: 'c.decided_at',
    postedAt: 'c.posted_at',
    reporter: null,
  },
  names: {
    tradeId: sql`c.trade_id::text`,
    deviceId: sql`coalesce((select d.name from device d where d.id = t.device_id), '后台')`,
    mealPeriodId: sql`coalesce((select m.name from meal_period m
      where m.organization_id = t.organization_id and m.id = t.meal_period_id), '非餐时')`,
  },
  where: {
    keyword: (value) => sql`(${personOr('c.correct_no')(value)} or c.trade_id::text = ${String(value).trim()})`,
    batchNo: (value) => sql`b.batch_no = ${String(value).trim()}`,
  },
};

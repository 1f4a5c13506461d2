/** 批量纠错. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { readId } from '../../../kit/server/page/read-id.ts';
import { readValues, refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { personOrWalkIn } from '../../people/walk-in.ts';
import { changeBatch, createBatch } from '../correct/batch.ts';
import { type BatchChoice, mostLines, previewBatch } from '../correct/batch-preview.ts';
import { failedSheet } from '../failed-sheet.ts';
import batch from './correct-batch.page.ts';

const mostFen = 1_000_000;
const isId = (v: unknown): v is number => typeof v === 'number' && Number.isSafeInteger(v) && v > 0;
const isFen = (v: unknown): v is number => typeof v === 'number' && Number.isSafeInteger(v) && v >= 0 && v <= mostFen;

/** The sent `[{tradeId, rightFen}]`, or undefined when it is none. */
function readLines(sent: unknown): { tradeId: number; rightFen: number }[] | undefined {
  if (!Array.isArray(sent) || sent.length > mostLines) return undefined;
  const lines = sent as { tradeId?: unknown; rightFen?: unknown }[];
  return lines.every((l) => isId(l?.tradeId) && isFen(l.rightFen))
    ? (lines as { tradeId: number; rightFen: number }[])
    : undefined;
}

const choiceKeys = ['deviceId', 'mealPeriodId', 'businessDate', 'way', 'priceFen'] as const;

function readChoice(body: Readonly<Record<string, unknown>>): BatchChoice | Refusal {
  const values = readValues(batch.fields, choiceKeys, body, false);
  if (isRefusal(values)) return values;
  return values.way === 'PRICE' && values.priceFen === null
    ? refuseField('priceFen', '请输入正确的单价，可以为 0')
    : (values as unknown as BatchChoice);
}

async function preview(ctx: Ctx, body: Record<string, unknown>) {
  const choice = readChoice(body);
  if (isRefusal(choice)) return choice;
  const rights = body.rights === undefined ? [] : readLines(body.rights);
  if (!rights) return refuse('MALFORMED', { detail: 'rights' });
  return previewBatch(ctx, { ...choice, rights: new Map(rights.map((r) => [r.tradeId, r.rightFen])) });
}

/** Lines of a batch, the failed first. */
async function lines(ctx: Ctx, body: Record<string, unknown>) {
  return ctx.db
    .selectFrom('correction as c')
    .innerJoin('trade as t', (on) =>
      on.onRef('t.organization_id', '=', 'c.organization_id').onRef('t.id', '=', 'c.trade_id'),
    )
    .leftJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
    )
    .select([
      'c.id',
      'c.correct_no as correctNo',
      personOrWalkIn.as('personName'),
      'p.job_number as jobNumber',
      't.id as tradeId',
      't.occurred_at as occurredAt',
      't.amount_fen as chargedFen',
      'c.kind',
      'c.amount_fen as amountFen',
      'c.status',
      'c.fail_reason as failReason',
      'c.result_trade_id as resultTradeId',
    ])
    .where('c.batch_id', '=', readId(body.id) ?? 0)
    .orderBy(sql`(c.fail_reason <> '') desc`)
    .orderBy('c.id')
    .limit(mostLines)
    .execute();
}

async function failedRows(ctx: Ctx, body: Record<string, unknown>) {
  const batch = await ctx.db
    .selectFrom('correction_batch')
    .select('batch_no')
    .where('id', '=', readId(body.id) ?? 0)
    .executeTakeFirst();
  return batch ? failedSheet(batch.batch_no, await lines(ctx, body)) : refuse('NOT_FOUND');
}

export default bind(batch, {
  list: {
    from: (db) =>
      db
        .selectFrom('correction_batch as b')
        .leftJoin('device as d', 'd.id', 'b.device_id')
        .leftJoin('meal_period as m', (on) =>
          on.onRef('m.organization_id', '=', 'b.organization_id').onRef('m.id', '=', 'b.meal_period_id'),
        ),
    id: 'b.id',
    version: 'b.version',
    columns: {
      batchNo: 'b.batch_no',
      deviceId: 'b.device_id',
      businessDate: 'b.business_date',
      mealPeriodId: 'b.meal_period_id',
      way: 'b.way',
      priceFen: 'b.price_fen',
      reason: 'b.reason',
      lines: null,
      lineCount: 'b.line_count',
      refundFen: 'b.refund_fen',
      supplementFen: 'b.supplement_fen',
      postedCount: 'b.posted_count',
      failedCount: 'b.failed_count',
      postedRefundFen: 'b.posted_refund_fen',
      postedSupplementFen: 'b.posted_supplement_fen',
      applicantName: 'b.applicant_name',
      auditorName: 'b.auditor_name',
      auditNote: 'b.audit_note',
      status: 'b.status',
      createdAt: 'b.created_at',
      decidedAt: 'b.decided_at',
      finishedAt: 'b.finished_at',
    },
    names: { deviceId: 'd.name', mealPeriodId: 'm.name' },
  },
  create: (ctx, values) => {
    const choice = readChoice(values);
    if (isRefusal(choice)) return Promise.resolve(choice);
    const chosen = readLines(values.lines);
    if (!chosen || chosen.length === 0) return Promise.resolve(refuseField('lines', '请先预览并选择要纠正的消费'));
    return createBatch(ctx, {
      ...choice,
      reason: values.reason!,
      lines: chosen,
      refundFen: values.refundFen ?? 0,
      supplementFen: values.supplementFen ?? 0,
    });
  },
  actions: {
    approve: changeBatch('approve'),
    reject: changeBatch('reject'),
    cancel: changeBatch('cancel'),
    retry: changeBatch('retry'),
    giveUp: changeBatch('giveUp'),
  },
  verbs: { preview, lines, failed_rows: failedRows },
});

/** 批量充值 and 批量退款 over the batches and their lines. */

import { formatFen } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type ActionInput, type Binding, bind } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { xlsxBytes } from '../../../kit/server/sheet/xlsx-writer.ts';
import { changeBatch } from '../batch/change-batch.ts';
import { createBatch, type NewBatch } from '../batch/create-batch.ts';
import { type BatchKind, sheetColumns } from '../batch/read-sheet.ts';
import type { BatchEvent } from '../batch/states.ts';
import { type moreFields, rechargeMore, refundMore } from './more.page.ts';

type Body = Record<string, unknown>;
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const idOf = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) ? value : 0);
const groups: Record<string, readonly string[]> = {
  good: ['PENDING', 'DONE'],
  done: ['DONE'],
  bad: ['LEFT_OUT', 'FAILED'],
};
const pageSize = 50;

const visible = (ctx: Ctx, kind: BatchKind, id: unknown) =>
  ctx.db.selectFrom('funding_batch').selectAll().where('id', '=', idOf(id)).where('kind', '=', kind).executeTakeFirst();

function linesOf(ctx: Ctx, batchId: number, group: unknown) {
  const query = ctx.db
    .selectFrom('funding_batch_line')
    .select([
      'line_no as lineNo',
      'job_number as jobNumber',
      'person_name as personName',
      'amount_fen as amountFen',
      'document_no as documentNo',
      'reason',
      'status',
    ])
    .where('batch_id', '=', batchId)
    .orderBy('line_no');
  const states = typeof group === 'string' ? groups[group] : undefined;
  return states ? query.where('status', 'in', states) : query;
}

function binding(kind: BatchKind): Binding<typeof moreFields> {
  const change =
    (event: BatchEvent) =>
    async (ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> =>
      changeBatch(ctx, event, ids[0]!, typeof values.reason === 'string' ? values.reason : '');
  return {
    list: {
      from: (db) => db.selectFrom('funding_batch as b').where('b.kind', '=', kind),
      id: 'b.id',
      version: 'b.version',
      columns: {
        name: 'b.name',
        batchNo: 'b.batch_no',
        mode: 'b.mode',
        departmentIds: null,
        typeIds: null,
        amountFen: null,
        fileKey: null,
        channel: 'b.channel',
        restWay: 'b.rest_way',
        reason: 'b.reason',
        totalCount: 'b.total_count',
        totalFen: 'b.total_fen',
        leftOutCount: 'b.left_out_count',
        okCount: 'b.ok_count',
        okFen: 'b.ok_fen',
        failCount: 'b.fail_count',
        failFen: 'b.fail_fen',
        status: 'b.status',
        creatorName: 'b.creator_name',
        auditorName: 'b.auditor_name',
        auditReason: 'b.audit_reason',
        createdAt: 'b.created_at',
      },
    },
    create: (ctx, values) =>
      createBatch(ctx, {
        kind,
        mode: values.mode as NewBatch['mode'],
        name: values.name ?? null,
        departmentIds: values.departmentIds ?? [],
        typeIds: values.typeIds ?? [],
        amountFen: values.amountFen ?? null,
        fileKey: values.fileKey ?? null,
        channel: kind === 'RECHARGE' ? (values.channel ?? 'IMPORT') : 'IMPORT',
        restWay: kind === 'REFUND' ? (values.restWay ?? 'BANK') : null,
        reason: values.reason ?? '',
      }),
    actions: { approve: change('approve'), reject: change('reject'), retry: change('retry'), cancel: change('cancel') },
    verbs: {
      submit: async (ctx: Ctx, body: Body) =>
        (await visible(ctx, kind, body.id)) ? changeBatch(ctx, 'submit', idOf(body.id)) : refuse('NOT_FOUND'),
      progress: async (ctx: Ctx, body: Body) => {
        const batch = await visible(ctx, kind, body.id);
        if (!batch) return refuse('NOT_FOUND');
        return {
          id: batch.id,
          batchNo: batch.batch_no,
          name: batch.name,
          mode: batch.mode,
          status: batch.status,
          filename: batch.filename,
          reason: batch.reason,
          restWay: batch.rest_way,
          totalCount: batch.total_count,
          totalFen: batch.total_fen,
          leftOutCount: batch.left_out_count,
          okCount: batch.ok_count,
          okFen: batch.ok_fen,
          failCount: batch.fail_count,
          failFen: batch.fail_fen,
          creatorName: batch.creator_name,
          own: batch.creator_id === ctx.session.accountId,
          auditorName: batch.auditor_name,
          auditReason: batch.audit_reason,
        };
      },
      lines: async (ctx: Ctx, body: Body) => {
        const batch = await visible(ctx, kind, body.id);
        if (!batch) return refuse('NOT_FOUND');
        const page = Math.min(Math.max(1, idOf(body.page)), 10_000);
        return linesOf(ctx, batch.id, body.group)
          .limit(pageSize)
          .offset((page - 1) * pageSize)
          .execute();
      },
      problems: async (ctx: Ctx, body: Body) => {
        const batch = await visible(ctx, kind, body.id);
        if (!batch) return refuse('NOT_FOUND');
        const rows = await linesOf(ctx, batch.id, 'bad').execute();
        const columns = ['行号', '工号', '姓名', '金额', '原因'].map((title) => ({
          title,
          kind: 'text' as const,
          width: 18,
        }));
        const cells = rows.map((r) => [String(r.lineNo), r.jobNumber, r.personName, formatFen(r.amountFen), r.reason]);
        return {
          file: { name: `${batch.batch_no}_未执行.xlsx`, type: xlsxType, content: await xlsxBytes({ columns }, cells) },
        };
      },
      sheet_template: async () => {
        const columns = sheetColumns[kind].map((c) => ({ title: c.label, kind: 'text' as const, width: 18 }));
        const title = kind === 'RECHARGE' ? '批量充值模板.xlsx' : '批量退款模板.xlsx';
        return { file: { name: title, type: xlsxType, content: await xlsxBytes({ columns }, []) } };
      },
    },
  };
}

export default [bind(rechargeMore, binding('RECHARGE')), bind(refundMore, binding('REFUND'))];

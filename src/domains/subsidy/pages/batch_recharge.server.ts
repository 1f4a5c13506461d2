/** Server side of 批量发放补贴. */
import { z } from 'zod';
import type { Ctx } from '../../../kit/server/context.ts';
import { type ActionInput, bind } from '../../../kit/server/page/binding.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { xlsxBytes } from '../../../kit/server/sheet/xlsx-writer.ts';
import { countLines, pageOfLines, problemWorkbook, sumsByDepartment } from '../batch/batch-lines.ts';
import type { BatchEvent, BatchKind } from '../batch/batch-states.ts';
import { changeBatch } from '../batch/change-batch.ts';
import { createBatch, type NewBatch } from '../batch/create-batch.ts';
import { mappingOf, readSheet, sheetColumns } from '../batch/read-sheet.ts';
import spec from './batch_recharge.page.ts';

type Body = Record<string, unknown>;

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const mappingShape = z.record(z.string().max(20), z.int().min(0).max(1000)).nullable();
const id = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) ? value : 0);

/** A batch the session can see. */
async function visible(ctx: Ctx, body: Body) {
  const batch = await ctx.db.selectFrom('subsidy_batch').selectAll().where('id', '=', id(body.id)).executeTakeFirst();
  return batch ?? refuse('NOT_FOUND');
}

const change =
  (event: Exclude<BatchEvent, 'check' | 'start' | 'finish' | 'expire'>) =>
  async (ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> => {
    for (const one of ids) {
      const no = await changeBatch(ctx, event, one, {
        ...(typeof values.reason === 'string' ? { reason: values.reason } : {}),
      });
      if (no) return no;
    }
    return null;
  };

/** First rows of an uploaded table and which column is taken for what. */
async function inspect(ctx: Ctx, body: Body): Promise<unknown> {
  const table = await readSheet(ctx.services, ctx.session, String(body.fileKey ?? ''));
  if (isRefusal(table)) return table;
  return {
    filename: table.name,
    headers: table.headers,
    mapping: mappingOf(table.headers, null),
    columns: sheetColumns.map(({ key, label }) => ({ key, label })),
    sample: table.rows.slice(0, 5),
    total: table.rows.length,
  };
}

/** The batch with its counts, asked for again while a job works on it. */
async function progress(ctx: Ctx, body: Body): Promise<unknown> {
  const batch = await visible(ctx, body);
  if (isRefusal(batch)) return batch;
  const { organization_id: _, choice, ...row } = batch;
  const source = choice as { filename?: string | null };
  return {
    batch: {
      id: row.id,
      batchNo: row.batch_no,
      name: row.name,
      kind: row.kind,
      mode: row.mode,
      status: row.status,
      period: row.period,
      grantOn: row.grant_on,
      expiresOn: row.expires_on,
      reason: row.reason,
      filename: source.filename ?? null,
      sheetCount: row.sheet_count,
      sheetFen: row.sheet_fen,
      totalCount: row.total_count,
      totalFen: row.total_fen,
      leftOutCount: row.left_out_count,
      postedCount: row.posted_count,
      postedFen: row.posted_fen,
      failedCount: row.failed_count,
      failedFen: row.failed_fen,
      error: row.error,
      creatorName: row.creator_name,
      own: row.creator_id === ctx.session.accountId,
      auditorName: row.auditor_name,
      auditedAt: row.audited_at,
      auditReason: row.audit_reason,
      stopRequested: row.stop_requested,
      finishedAt: row.finished_at,
    },
    groups: await countLines(ctx, row.id),
  };
}

export default bind(spec, {
  list: {
    from: (db) =>
      db
        .selectFrom('subsidy_batch as b')
        .leftJoin('subsidy_rule as r', (on) =>
          on.onRef('r.organization_id', '=', 'b.organization_id').onRef('r.id', '=', 'b.rule_id'),
        ),
    id: 'b.id',
    version: 'b.version',
    columns: {
      name: 'b.name',
      batchNo: 'b.batch_no',
      kind: 'b.kind',
      mode: 'b.mode',
      ruleId: 'b.rule_id',
      period: 'b.period',
      grantOn: 'b.grant_on',
      expiresOn: 'b.expires_on',
      typeIds: null,
      departmentIds: null,
      amountFen: null,
      sourceBatchId: null,
      compareBatchId: null,
      scope: null,
      fileKey: null,
      filename: null,
      mapping: null,
      reason: 'b.reason',
      totalCount: 'b.total_count',
      totalFen: 'b.total_fen',
      leftOutCount: 'b.left_out_count',
      postedCount: 'b.posted_count',
      postedFen: 'b.posted_fen',
      failedCount: 'b.failed_count',
      failedFen: 'b.failed_fen',
      status: 'b.status',
      creatorName: 'b.creator_name',
      creatorId: 'b.creator_id',
      mine: null,
      auditorName: 'b.auditor_name',
      auditReason: 'b.audit_reason',
      createdAt: 'b.created_at',
    },
    names: { ruleId: 'r.name' },
    derive: (row, ctx) => ({ mine: row.creatorId === ctx.session.accountId }),
  },
  create: async (ctx, values) => {
    const mapping = mappingShape.safeParse(values.mapping ?? null);
    if (!mapping.success) return refuse('MALFORMED', { detail: '列对应不正确' });
    const input: NewBatch = {
      kind: values.kind as BatchKind,
      mode: values.mode as NewBatch['mode'],
      name: values.name ?? null,
      ruleId: values.ruleId ?? null,
      typeIds: values.typeIds ?? [],
      departmentIds: values.departmentIds ?? [],
      amountFen: values.amountFen ?? null,
      leavers: values.scope === 'LEAVERS',
      sourceBatchId: values.sourceBatchId ?? null,
      compareBatchId: values.compareBatchId ?? null,
      fileKey: values.mode === 'IMPORT' || values.mode === 'RULE' ? (values.fileKey ?? null) : null,
      filename: values.filename ?? null,
      mapping: mapping.data,
      grantOn: values.grantOn ?? null,
      expiresOn: values.expiresOn ?? null,
      reason: values.reason ?? null,
    };
    return createBatch(ctx, input);
  },
  actions: {
    approve: change('approve'),
    reject: change('reject'),
    retry: change('retry'),
    stop: change('stop'),
    void: change('void'),
  },
  verbs: {
    inspect,
    progress,
    lines: async (ctx, body) => {
      const batch = await visible(ctx, body);
      if (isRefusal(batch)) return batch;
      const page = Math.max(1, id(body.page));
      return pageOfLines(ctx, batch.id, typeof body.group === 'string' ? body.group : null, page, 50);
    },
    departments: async (ctx, body) => {
      const batch = await visible(ctx, body);
      return isRefusal(batch) ? batch : sumsByDepartment(ctx, batch.id);
    },
    submit: async (ctx, body) =>
      changeBatch(ctx, 'submit', id(body.id), { controlCount: id(body.controlCount), controlFen: id(body.controlFen) }),
    recheck: async (ctx, body) => changeBatch(ctx, 'recheck', id(body.id)),
    problems: async (ctx, body) => {
      const batch = await visible(ctx, body);
      if (isRefusal(batch)) return batch;
      const content = await problemWorkbook(ctx, batch.id, `${batch.name}（${batch.batch_no}）未执行的明细`);
      return { file: { name: `${batch.batch_no}_未执行.xlsx`, type: xlsxType, content } };
    },
    sheet_template: async () => {
      const columns = sheetColumns.map((column) => ({ title: column.label, kind: 'text' as const, width: 18 }));
      return { file: { name: '补贴名单模板.xlsx', type: xlsxType, content: await xlsxBytes({ columns }, []) } };
    },
  },
  options: async (ctx, { keyword, ids, size }) => {
    let query = ctx.db
      .selectFrom('subsidy_batch')
      .select(['id', 'name', 'batch_no', 'grant_on'])
      .where('kind', '=', 'GRANT')
      .where('posted_count', '>', 0)
      .orderBy('id', 'desc');
    if (ids) query = query.where('id', 'in', ids.length > 0 ? ids : [0]);
    else {
      query = query.limit(size);
      const like = likePattern(keyword);
      if (keyword) query = query.where((eb) => eb.or([eb('name', 'ilike', like), eb('batch_no', 'ilike', like)]));
    }
    return (await query.execute()).map((row) => ({
      id: row.id,
      name: row.name,
      hint: `${row.batch_no} · ${row.grant_on}`,
    }));
  },
});

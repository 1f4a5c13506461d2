/** Server side of 批量发放补贴. */
import { sql } from 'kysely';
import { problemsOf } from '../../../kit/server/batch/problems.ts';
import { bind, type Values } from '../../../kit/server/page/binding.ts';
import { over } from '../../../kit/server/page/over.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { batchActions } from '../batch/change-batch.ts';
import { createBatch, decideBatch, type NewBatch } from '../batch/create-batch.ts';
import { previewOf } from '../batch/preview.ts';
import { type GrantPurse, type GrantUnit, inMeals, inMoney } from '../units.ts';
import {
  countBatches,
  countDepartments,
  countLines,
  subsidyBatches,
  subsidyDepartments,
  subsidyLines,
} from './batch-recharge.page.ts';

const inputOf = (values: Values<typeof subsidyBatches.fields>, purse: GrantPurse): NewBatch => ({
  purse,
  kind: values.kind!,
  mode: values.mode as NewBatch['mode'],
  name: values.name ?? null,
  ruleId: values.ruleId ?? null,
  typeIds: values.typeIds ?? [],
  departmentIds: values.departmentIds ?? [],
  amountFen: values.amountFen ?? null,
  leavers: values.scope === 'LEAVERS',
  sourceBatchId: values.sourceBatchId ?? null,
  compareBatchId: values.compareBatchId ?? null,
  fileKey: values.fileKey ?? null,
  grantOn: values.grantOn ?? null,
  expiresOn: values.expiresOn ?? null,
  reason: values.reason ?? null,
});

const listOf = (spec: typeof subsidyBatches, purse: GrantPurse) =>
  over(
    spec,
    'subsidy_batch as b',
    {
      names: { ruleId: 'r.name' },
      version: true,
      columns: {
        typeIds: null,
        departmentIds: null,
        amountFen: null,
        sourceBatchId: null,
        compareBatchId: null,
        scope: null,
        fileKey: null,
        filename: sql`b.choice ->> 'filename'`,
      },
      maker: 'b.maker_id',
    },
    (from) =>
      from
        .leftJoin('subsidy_rule as r', (on) =>
          on.onRef('r.organization_id', '=', 'b.organization_id').onRef('r.id', '=', 'b.rule_id'),
        )
        .where('b.purse', '=', purse),
  );

const linesIn = (spec: typeof subsidyLines) =>
  over(
    spec,
    'subsidy_item as i',
    {
      columns: {
        departmentName: 'd.name',
        typeName: 't.name',
        status: sql`case i.verdict when 'GOOD' then i.status else i.verdict end`,
      },
    },
    (from) =>
      from
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'i.organization_id').onRef('d.id', '=', 'i.department_id'),
        )
        .leftJoin('person_type as t', (on) =>
          on.onRef('t.organization_id', '=', 'i.organization_id').onRef('t.id', '=', 'i.type_id'),
        ),
  );

const departmentsIn = (spec: typeof subsidyDepartments) =>
  over(
    spec,
    'subsidy_item as i',
    {
      grouped: true,
      id: sql`coalesce(i.department_id, 0)`,
      columns: {
        departmentName: sql`coalesce(d.name, '未分部门')`,
        lineCount: sql`count(*)::int`,
        amountFen: sql`sum(i.amount_fen)::bigint`,
      },
    },
    (from) =>
      from
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'i.organization_id').onRef('d.id', '=', 'i.department_id'),
        )
        .where('i.verdict', '=', 'GOOD')
        .groupBy(['i.batch_id', 'i.department_id', 'd.name']),
  );

function bindBatches(
  spec: typeof subsidyBatches,
  linesSpec: typeof subsidyLines,
  departments: typeof subsidyDepartments,
  unit: GrantUnit,
) {
  const list = listOf(spec, unit.purse);
  const lines = linesIn(linesSpec);
  return [
    bind(spec, {
      list,
      preview: async (ctx, values) => {
        const decided = await decideBatch(ctx, inputOf(values, unit.purse));
        return isRefusal(decided) ? decided : previewOf(decided, values.kind!, unit);
      },
      create: (ctx, values) => createBatch(ctx, inputOf(values, unit.purse)),
      actions: batchActions,
      ...problemsOf({ page: spec, list }, { page: linesSpec, list: lines }),
      options: async (ctx, { keyword, ids, size }) => {
        let query = ctx.db
          .selectFrom('subsidy_batch')
          .select(['id', 'name', 'batch_no', 'grant_on'])
          .where('kind', '=', 'GRANT')
          .where('purse', '=', unit.purse)
          .where('posted_count', '>', 0)
          .orderBy('id', 'desc');
        // A batch of one bears the person's name: whoever sees some departments chooses among batches of their people.
        if (ctx.session.scope.departments !== 'ALL')
          query = query.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('subsidy_item as i')
                .select('i.id')
                .whereRef('i.organization_id', '=', 'subsidy_batch.organization_id')
                .whereRef('i.batch_id', '=', 'subsidy_batch.id'),
            ),
          );
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
    }),
    bind(linesSpec, { list: lines }),
    bind(departments, { list: departmentsIn(departments) }),
  ];
}

export default [
  ...bindBatches(subsidyBatches, subsidyLines, subsidyDepartments, inMoney),
  ...bindBatches(countBatches, countLines, countDepartments, inMeals),
];

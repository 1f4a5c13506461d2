/** The lines of a batch for its page: counted by verdict and outcome, a page at a time, or as a workbook. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { SheetColumn } from '../../../kit/server/sheet/types.ts';
import { xlsxBytes } from '../../../kit/server/sheet/xlsx-writer.ts';
import { type BatchLine, type DepartmentSum, type GroupCount, type LineGroup, lineGroups } from './line-shapes.ts';

const groupOf = sql<LineGroup>`case i.verdict when 'GOOD' then i.status else i.verdict end`;

/** How many lines and how much each group has. */
export async function countLines(ctx: Ctx, batchId: number): Promise<GroupCount[]> {
  return ctx.db
    .selectFrom('subsidy_item as i')
    .select([
      groupOf.as('group'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(i.amount_fen), 0)::bigint`.as('fen'),
    ])
    .where('i.batch_id', '=', batchId)
    .groupBy(groupOf)
    .execute();
}

function lines(ctx: Ctx, batchId: number, groups: readonly string[] | null) {
  let query = ctx.db
    .selectFrom('subsidy_item as i')
    .leftJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 'i.organization_id').onRef('d.id', '=', 'i.department_id'),
    )
    .leftJoin('person_type as t', (on) =>
      on.onRef('t.organization_id', '=', 'i.organization_id').onRef('t.id', '=', 'i.type_id'),
    )
    .select([
      'i.id',
      'i.line_no as lineNo',
      'i.person_name as personName',
      'i.job_number as jobNumber',
      'd.name as departmentName',
      't.name as typeName',
      'i.units',
      'i.amount_fen as amountFen',
      'i.reason',
      'i.posted_at as postedAt',
      groupOf.as('group'),
    ])
    .where('i.batch_id', '=', batchId);
  if (groups) query = query.where(sql<boolean>`${groupOf} = any(${groups}::text[])`);
  return query.orderBy('i.line_no').orderBy('i.id');
}

/** One page of a group, in the order of the spreadsheet. */
export async function pageOfLines(
  ctx: Ctx,
  batchId: number,
  group: string | null,
  page: number,
  size: number,
): Promise<BatchLine[]> {
  return lines(ctx, batchId, group ? [group] : null)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
}

/** Lines that may be posted by department, for holding against the personnel office's own sheet. */
export async function sumsByDepartment(ctx: Ctx, batchId: number): Promise<DepartmentSum[]> {
  const rows = await ctx.db
    .selectFrom('subsidy_item as i')
    .leftJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 'i.organization_id').onRef('d.id', '=', 'i.department_id'),
    )
    .select([
      sql<string>`coalesce(d.name, '未分部门')`.as('departmentName'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`sum(i.amount_fen)::bigint`.as('fen'),
    ])
    .where('i.batch_id', '=', batchId)
    .where('i.verdict', '=', 'GOOD')
    .groupBy(['i.department_id', 'd.name'])
    .orderBy('d.name')
    .execute();
  return rows;
}

const columns: readonly SheetColumn[] = [
  { title: '行号', kind: 'int' },
  { title: '工号', kind: 'text' },
  { title: '姓名', kind: 'text' },
  { title: '部门', kind: 'text' },
  { title: '金额', kind: 'money' },
  { title: '结果', kind: 'text', labels: Object.fromEntries(lineGroups.map((g) => [g.value, g.label])) },
  { title: '原因', kind: 'text', width: 40 },
];

/** The lines that were left out or failed as a workbook, to be corrected and sent again. */
export async function problemWorkbook(ctx: Ctx, batchId: number, title: string): Promise<Buffer> {
  const bad = lineGroups.map((g) => g.value).filter((g) => g !== 'PENDING' && g !== 'POSTED');
  const rows = await lines(ctx, batchId, bad).execute();
  return xlsxBytes(
    { columns, info: { title } },
    rows.map((row) => [
      row.lineNo,
      row.jobNumber,
      row.personName,
      row.departmentName,
      row.amountFen,
      row.group,
      row.reason,
    ]),
  );
}

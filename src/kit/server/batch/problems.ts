/** 下载未完成的明细: the lines of a batch that were left out or failed, with why, as a workbook to correct and hand in again. */
import { undone } from '../../define/batch.ts';
import type { Fields } from '../../define/field.ts';
import { anyPage, type PageSpec } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import type { ListSource } from '../page/binding.ts';
import { oneRecord } from '../page/bodies.ts';
import { exportColumns } from '../page/export-columns.ts';
import { readId } from '../page/read-id.ts';
import { listRows, rowsById } from '../query/list.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { CellValue } from '../sheet/types.ts';
import { type SentFile, workbookFile } from '../sheet/workbook-file.ts';

/** As many lines as a batch may have. */
const mostLines = 100_000;

interface Listed<F extends Fields> {
  page: PageSpec<F>;
  list: ListSource<F>;
}

/** The verb `problems` of a batch's page, to be spread into its binding: `{id}` → the workbook. `lines` as `batchLines` makes them. */
export function problemsOf<F extends Fields, L extends Fields>(heads: Listed<F>, lines: Listed<L>) {
  const page = anyPage(lines.page);
  const problems = async (ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<SentFile | Refusal> => {
    const id = readId(body.id);
    const query = { page: anyPage(heads.page), source: heads.list as unknown as ListSource<Fields> };
    const [head] = id === undefined ? [] : await rowsById(query, ctx, [id]);
    if (!head) return refuse('NOT_FOUND');
    const rows = await listRows({ page, source: lines.list as unknown as ListSource<Fields> }, ctx, {
      page: 1,
      size: mostLines,
      sort: null,
      search: { batchId: id, status: undone(page.fields.status?.choices ?? []) },
    });
    if (rows.length === 0) return refuse('NOT_NOW', { why: `${head.batchNo} 没有未完成的明细` });
    const columns = exportColumns(page, null);
    return workbookFile(
      `${head.batchNo}_未完成${rows.length}行`,
      { columns, sheetName: '未完成', info: { title: `${head.batchNo} 未完成的 ${rows.length} 行` } },
      rows.map((row) => columns.map(({ key }) => (row[key] ?? null) as CellValue)),
    );
  };
  return { reads: ['problems'], bodies: { problems: oneRecord }, verbs: { problems } };
}

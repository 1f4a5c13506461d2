/** The lines of a batch as a list inside its record: the same columns, filters and words wherever a batch has lines. */
import { type Choice, choice, type Fields, int, text } from './field.ts';
import { type Drill, keyword, type ListSpec, type Place, page } from './page.ts';

/** What became of a line. Those in warning or danger go into the sheet of what was not done. */
export const lineStatuses = [
  { value: 'LEFT_OUT', label: '未列入', tone: 'warning' },
  { value: 'PENDING', label: '待执行', tone: 'info' },
  { value: 'POSTED', label: '已入账', tone: 'success' },
  { value: 'FAILED', label: '失败', tone: 'danger' },
] as const satisfies readonly Choice[];

/** The states of lines that were not done. */
export const undone = (statuses: readonly Choice[]): string[] =>
  statuses.flatMap(({ value, tone }) => (tone === 'warning' || tone === 'danger' ? [value] : []));

/**
 * The lines of a page's batches, at `<its path>/lines`. `fields` are the domain's own columns after who a line is about and
 * what became of it; `statuses` says their states where they have others. Bound like any list: `batchId` is the head's id.
 */
export function batchLines<const F extends Fields, const S extends readonly Choice[] = typeof lineStatuses>(
  of: { places: readonly Place[] },
  fields: F,
  more: {
    statuses?: S;
    totals?: readonly Extract<keyof F, string>[];
    drills?: { [K in Extract<keyof F, string>]?: Drill };
  } = {},
) {
  const list: Omit<ListSpec<Fields>, 'columns'> = {
    subline: { personName: 'jobNumber' },
    search: ['status', keyword('姓名/工号', 'personName', 'jobNumber')],
    sort: 'lineNo',
    totals: more.totals ?? [],
    drills: (more.drills ?? {}) as Record<string, Drill>,
  };
  return page({
    of,
    by: 'batchId' as never,
    path: 'lines',
    title: '明细',
    fields: {
      batchId: int('批次'),
      lineNo: int('行号', { columnWidth: 70 }),
      personName: text('姓名', { columnWidth: 110 }),
      jobNumber: text('工号', { columnWidth: 120 }),
      status: choice('结果', (more.statuses ?? lineStatuses) as S),
      failReason: text('原因', { columnWidth: 240 }),
      ...fields,
    },
    list: { ...list, columns: { but: ['batchId'] } } as never,
  });
}

/** Sample of a report: loans by day or shelf, each number leading to its lines. */
import { date, int, money, text } from '../../../src/kit/define/field.ts';
import { page, range } from '../../../src/kit/define/page.ts';

export default page({
  path: '/admin/organization/sample/summary',
  title: '借阅汇总',
  menu: ['样例', '样例页'],
  fields: {
    day: date('日期', { sortable: true }),
    shelf: text('书架'),
    fineFen: money('罚金', { help: '已收与未收之和' }),
    times: int('次数'),
  },
  list: {
    columns: ['day', 'shelf', 'fineFen', 'times'],
    search: [range('day', 'thisMonth'), 'shelf'],
    sort: '-day',
    totals: ['fineFen', 'times'],
  },
  report: {
    groups: [
      { value: 'day', label: '按日' },
      { value: 'shelf', label: '按书架' },
    ],
    drill: {
      path: '/admin/organization/sample/loan',
      search: (row, search) => ({ createdAt: row.day ? [row.day, row.day] : search.day }),
    },
    chart: { kind: 'bar', x: 'day', y: ['fineFen'] },
  },
});

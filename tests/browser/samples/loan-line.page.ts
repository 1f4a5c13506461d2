/** Sample of lines inside a record: what happened to a loan. */
import { choice, int, money, text } from '../../../src/kit/define/field.ts';
import { page } from '../../../src/kit/define/page.ts';
import loan from './loan.page.ts';

export default page({
  of: loan,
  by: 'loanId',
  path: 'line',
  title: '借阅经过',
  fields: {
    loanId: int('借阅'),
    what: text('事项'),
    kind: choice('类型', [
      { value: 'OUT', label: '借出' },
      { value: 'BACK', label: '归还' },
    ]),
    feeFen: money('费用'),
  },
  list: { columns: ['what', 'kind', 'feeFen'], search: ['what', 'kind'], totals: ['feeFen'] },
});

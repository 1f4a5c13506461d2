/** Handing in by steps: what to count, how, the rows that the server answers, the totals. */
import { int, lines, money, ref, text } from '../../../src/kit/define/field.ts';
import { page } from '../../../src/kit/define/page.ts';

export default page({
  path: '/admin/organization/sample/stocktake',
  title: '盘点',
  menu: ['借阅', '采购'],
  fields: {
    shelfId: ref('书架', '/admin/organization/sample/shelf', { required: true }),
    reason: text('原因', { required: true }),
    lossFen: money('盘亏合计'),
    lines: lines(
      '明细',
      {
        bookId: int('编号', { readOnly: true }),
        title: text('书名', { readOnly: true }),
        found: int('实有', { required: true, min: 0 }),
      },
      { fixed: true, pick: true, unique: ['bookId'], carry: ['bookId'], min: 1, max: 1000 },
    ),
  },
  list: { columns: ['reason'], tools: ['create'] },
  form: {
    sections: [
      { step: '范围', fields: ['shelfId'] },
      { step: '原因', fields: ['reason'] },
    ],
    steps: { lines: 'lines', unit: '本', agreed: ['lossFen'], after: ['复核'] },
    opens: '/admin/organization/sample/stocktake/form?id={id}',
  },
});

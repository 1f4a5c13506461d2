/** Orders of books: fields that come and go, rows edited in place, choices that hang on one another. */
import { bool, choice, int, lines, money, ref, text } from '../../../src/kit/define/field.ts';
import { page } from '../../../src/kit/define/page.ts';

export default page({
  path: '/admin/organization/sample/order',
  title: '订购',
  menu: ['借阅', '采购'],
  fields: {
    name: text('订购单', { required: true }),
    way: choice(
      '方式',
      [
        { value: 'BUY', label: '购买' },
        { value: 'GIFT', label: '受赠' },
      ],
      { required: true, initial: 'BUY' },
    ),
    giver: text('捐赠人', { required: true, when: (v) => v.way === 'GIFT' }),
    capFen: money('预算', { when: (v) => v.way === 'BUY' }),
    copies: int('份数', { min: 1, unit: '份' }),
    shelfId: ref('书架', '/admin/organization/sample/shelf'),
    bookId: ref('样书', '/admin/organization/sample/book', { within: { shelfId: 'shelfId' } }),
    lines: lines(
      '明细',
      {
        bookId: ref('书', '/admin/organization/sample/book', { required: true }),
        quantity: int('数量', { required: true, min: 1, max: 100 }),
        priceFen: money('单价'),
        urgent: bool('加急'),
      },
      { min: 1, max: 1000, unique: ['bookId'], totals: ['quantity', 'priceFen'], fill: 'bookId' },
    ),
  },
  list: { columns: ['name', 'way', 'lines'], row: ['edit', 'view'], tools: ['create'] },
  form: {
    sections: [
      { title: '资料', fields: ['name', 'way', 'giver', 'capFen', 'copies', 'shelfId', 'bookId'] },
      { title: '明细', fields: ['lines'] },
    ],
  },
});

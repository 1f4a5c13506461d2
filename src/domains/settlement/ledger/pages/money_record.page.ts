/** 资金流水: every entry of the unit's purses with the balance after it; the unit's own alone. */
import { except, page } from '../../../../kit/define/page.ts';
import { entryFields } from '../entry-fields.ts';
import { dayDrill, documentDrill } from '../entry-origin.ts';

export default page({
  title: '资金流水',
  places: [
    { path: '/admin/contractor/money_record', menu: ['资金管理', '账户'] },
    { path: '/admin/organization/money_record', menu: ['资金账户', '单位资金'] },
  ],
  // A caterer's postings are of the units it serves.
  wide: ['organizationId'],
  fields: entryFields,
  list: {
    columns: except('businessDate', 'merchantNo'),
    search: ['purse', 'kind', 'businessDate'],
    // No total: the purses of a unit are not one sum; the page of the unit's money says each.
    drills: { bucketDate: dayDrill, documentNo: documentDrill },
    row: ['view'],
  },
});

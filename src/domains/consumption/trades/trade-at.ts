/** Where a trade named by a column is read: 消费记录, whatever its day. */
import type { Drill } from '../../../kit/define/page.ts';

export const tradeAt = (key: string): Drill => ({
  path: '/admin/organization/consume',
  search: (row) => ({ keyword: String(row[key]), businessDate: null }),
});

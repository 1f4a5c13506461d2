import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { withToday } from '../unit-list.ts';
import papers from './papers.page.ts';

// A caterer's scope holds no other row of the table than its own.
export default bind(papers, {
  list: over(papers, 'contractor as c', { columns: { daysLeft: sql`c.food_license_end - clock.today` } }, withToday),
});

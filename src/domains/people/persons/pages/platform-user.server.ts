/** Server side of 人员查询 (platform). Finds only what is typed in full, so that the list is no directory. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { peopleWithCards, personColumns, personNames } from '../person-list.ts';
import spec from './platform-user.page.ts';

export default bind(spec, {
  list: over(spec, 'person as p', {
    from: peopleWithCards,
    columns: { cardNo: personColumns.cardNo, cardStatus: personColumns.cardStatus },
    names: personNames,
    where: {
      keyword: (value) => sql`${String(value).trim()} in (p.name, p.job_number, c.card_no, p.phone)`,
    },
    version: true,
  }),
});

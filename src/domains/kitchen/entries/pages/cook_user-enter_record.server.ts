/** 后厨进出记录. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import { entriesFrom, entryColumns, entryNames } from '../entry-list.ts';
import spec from './cook_user-enter_record.page.ts';

export default bind(spec, {
  list: over(spec, 'passage as g', {
    from: entriesFrom,
    partition: 'g.day',
    columns: {
      ...entryColumns,
      result: 'e.result',
      // Whoever leaves is held to nothing.
      standing: sql`case when g.direction = 'IN' then e.standing end`,
      why: sql`case when g.direction = 'IN' then coalesce(nullif(g.judged_why, ''), g.reason) else g.reason end`,
      temp: sql`g.temp10 / 10.0::double precision`,
      differs: sql`(g.verdict = 'PASS') <> (g.judged = 'PASS')`,
    },
    names: entryNames,
    where: { keyword: personOr('g.card_no') },
  }),
});
